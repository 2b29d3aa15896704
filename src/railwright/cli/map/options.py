"""Options and arguments that the commands of ``railwright map`` share."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

BoardArgument = Annotated[str, Argument(help="A built-in board, a board file or a .map file.")]
Paper = Annotated[
    str, Option(help="Paper of the print: a4, a3, letter or tabloid, in sheets to be joined; or poster, one page.")
]
