"""The commands of ``railwright board``, each in its own file."""

from __future__ import annotations

from railwright.cli.kit.lazy import LazyCommand, lazy_app

app = lazy_app(
    {
        "list": LazyCommand("board.listing:list_boards", "List the built-in boards and their ticket decks."),
        "check": LazyCommand("board.checking:check", "Check a board file."),
        "show": LazyCommand("board.showing:show", "Draw a board as SVG."),
    },
    help="List, check and draw boards.",
)
