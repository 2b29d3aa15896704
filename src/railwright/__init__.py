"""Railwright: a laboratory for the board game Ticket to Ride.

>>> import railwright
>>> game = railwright.new_game("usa", seats=4, seed=7)
>>> while not game.is_over:
...     game.play(railwright.choose_action(game, "rule"))
>>> len(game.scores())
4

The names in ``__all__`` are the public interface; docs/python.md explains each of them. They are stable: from one
minor version to the next they keep their meaning, new arguments are optional and keyword-only, and a name to be removed
is announced in the changelog and keeps working, with a ``DeprecationWarning``, for one minor version. All below them
(``railwright.game``, ``railwright.arena`` and so on) may change at any time, except what docs/players.md names for
compiled players.

Names are loaded on first use, so ``import railwright`` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from railwright.drawable import use_renderer as _use_renderer
from railwright.lazy_names import load_lazily as _load_lazily

if TYPE_CHECKING:
    from pathlib import Path

    from railwright.draw.picture import draw_svg as draw_svg
    from railwright.errors import RailwrightError as RailwrightError
    from railwright.game.board import Board as Board
    from railwright.game.game import Game as Game
    from railwright.game.record import Record as Record
    from railwright.game.setup import Setup as Setup
    from railwright.game.view import View as View
    from railwright.maps.board_check import check_board as check_board
    from railwright.maps.load import board_names as board_names
    from railwright.maps.load import load_board as load_board
    from railwright.maps.load import load_setup as load_setup
    from railwright.maps.records import read_records as read_records
    from railwright.maps.records import write_records as write_records
    from railwright.matches.conformance.check import check_player as check_player
    from railwright.matches.match import play_games as play_games
    from railwright.matches.seated_player import SeatedPlayer as SeatedPlayer
    from railwright.matches.seated_player import choose_action as choose_action
    from railwright.optimum.best_score import best_score as best_score
    from railwright.players.kit.interface import Player as Player
    from railwright.players.kit.interface import compiled_player as compiled_player
    from railwright.players.kit.options import Option as Option
    from railwright.players.registry import load_player as load_player
    from railwright.players.registry import player_names as player_names
    from railwright.table.wording import action_words as action_words

__version__ = "0.1.0"

_PLACES = {
    # games
    "Game": "railwright.game.game",
    "View": "railwright.game.view",
    "Setup": "railwright.game.setup",
    "load_setup": "railwright.maps.load",
    "action_words": "railwright.table.wording",
    # boards
    "Board": "railwright.game.board",
    "board_names": "railwright.maps.load",
    "load_board": "railwright.maps.load",
    "check_board": "railwright.maps.board_check",
    # pictures
    "draw_svg": "railwright.draw.picture",
    # players
    "Player": "railwright.players.kit.interface",
    "compiled_player": "railwright.players.kit.interface",
    "Option": "railwright.players.kit.options",
    "player_names": "railwright.players.registry",
    "load_player": "railwright.players.registry",
    "check_player": "railwright.matches.conformance.check",
    "SeatedPlayer": "railwright.matches.seated_player",
    "choose_action": "railwright.matches.seated_player",
    "play_games": "railwright.matches.match",
    # records
    "Record": "railwright.game.record",
    "read_records": "railwright.maps.records",
    "write_records": "railwright.maps.records",
    # the best score
    "best_score": "railwright.optimum.best_score",
    # errors
    "RailwrightError": "railwright.errors",
}
"""The module that defines each public name."""

__all__ = ["new_game", *_PLACES]


_load, __dir__ = _load_lazily(__name__, _PLACES)


def __getattr__(name: str) -> Any:
    """Load a public name, or the package for learners, on first use."""
    return import_module("railwright.rl") if name == "rl" else _load(name)


def new_game(
    board: str | Path | Board = "usa",
    *,
    seats: int,
    seed: int,
    tickets: str | None = None,
    ruleset: str | None = None,
) -> Game:
    """Set up a game on a built-in board or a board file.

    Without ``ruleset`` and ``tickets``, it uses the board's own rules and its first ticket deck.

    >>> import railwright
    >>> railwright.new_game("europe", seats=3, seed=1).setup.ruleset.name
    'europe'
    """
    from railwright.game.game import Game  # imported here to keep `import railwright` fast
    from railwright.maps.load import load_setup

    return Game(load_setup(board, tickets=tickets, ruleset=ruleset), seats=seats, seed=seed)


def _draw(thing: Any) -> str:
    """Draw a board, a game or another thing for a notebook."""
    from railwright.draw.picture import draw_svg

    return draw_svg(thing)


_use_renderer(_draw)
