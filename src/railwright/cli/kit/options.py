"""Options that several commands share: each is declared once, so that it reads the same everywhere."""

from __future__ import annotations

import secrets
from typing import Annotated

from typer import Option

from railwright.maps.built_in import built_in_names

_BOARDS = f"A built-in board ({', '.join(built_in_names('boards'))}) or a board file"

DEFAULT_BOARD = "usa"

Board = Annotated[str, Option(help=f"{_BOARDS}.")]
BoardIfGiven = Annotated[str | None, Option(help=f"{_BOARDS}; {DEFAULT_BOARD} by default.")]
"""For commands that must know whether the option was given."""
Tickets = Annotated[str | None, Option(help="The ticket deck; by default the board's first.")]
Rules = Annotated[str | None, Option(help="The rules; by default the board's own.")]

Seed = Annotated[int, Option(help="The same seed gives the same games.")]
_SEEDS = 10**9
"""Random seeds are below this, so that they are short enough to type."""

Workers = Annotated[int | None, Option(help="Worker processes, by default 1; their number does not change the result.")]
WorkersByCores = Annotated[
    int | None, Option(help="Worker processes, by default one per core; their number does not change the result.")
]
Cluster = Annotated[
    str | None,
    Option(
        metavar="ADDRESS",
        help="Instead of --workers: the address of a Dask scheduler, for example tcp://192.0.2.7:8786.",
    ),
]

ReplaceFile = Annotated[bool, Option("--force", help="Replace the file if it exists.")]
ReplaceFiles = Annotated[bool, Option("--force", help="Replace files that exist.")]
NoColor = Annotated[
    bool, Option("--no-color", help="Print without colours (as does the environment variable NO_COLOR).")
]
AsJson = Annotated[bool, Option("--json", help="Print one JSON object.")]


def any_seed() -> int:
    """A random seed, for a game whose user did not choose one."""
    return secrets.randbelow(_SEEDS)
