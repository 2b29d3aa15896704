"""``railwright board check``: the problems of a board file."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.exit_codes import BAD_INPUT
from railwright.cli.kit.options import AsJson
from railwright.cli.kit.output import again, print_json, suggest
from railwright.game.board import Board
from railwright.mapmaker.board_warnings import board_warnings
from railwright.maps.board_check import FileProblem, check_board_file, locate
from railwright.maps.load import board_ruleset, load_ruleset, read_json
from railwright.words import count

EXAMPLE = "Example: railwright board check myboard.json"


def check(
    file: Path = typer.Argument(help="A board file."),
    ruleset: str = typer.Option(None, help="Check the board against these rules instead of its own."),
    as_json: AsJson = False,
) -> None:
    """Check a board file. Every problem is shown with its place in the file.

    A board without problems can be played. Warnings point out what its designer should look at again.
    """
    problems = check_board_file(file, ruleset)
    warnings = [] if problems else _warnings(file, ruleset)
    if as_json:
        found = {
            name: [{"line": one.line, "place": one.place, "message": one.message} for one in some]
            for name, some in (("problems", problems), ("warnings", warnings))
        }
        print_json({"file": str(file), "good": not problems, **found})
    elif problems:
        for problem in problems:
            print(problem)
        print(f"\n{count(len(problems), 'problem')} in {file}.")
        suggest("fix the file and check it again")
    else:
        for warning in warnings:
            print(f"warning: {warning}")
        more = f", with {count(len(warnings), 'warning')}" if warnings else ""
        print(f"{file} is a valid board{more}.")
        show_it = again("railwright", "board", "show", file, out="board.svg")
        suggest(f"{show_it}, or: {again('railwright', 'simulate', board=file)}")
    if problems:
        raise typer.Exit(BAD_INPUT)


def _warnings(file: Path, ruleset: str | None) -> list[FileProblem]:
    """Warnings about a valid board."""
    board = Board.from_dict(read_json(file))
    return locate(file, board_warnings(board, board_ruleset(board) if ruleset is None else load_ruleset(ruleset)))
