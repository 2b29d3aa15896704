"""``railwright board``: list, check and draw boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from railwright.cli.kit.output import DRAWING, again, check_target, print_json, suggest, write_whole
from railwright.words import count

if TYPE_CHECKING:
    from railwright.maps.check import FileProblem

app = typer.Typer(help="List, check and draw boards.", no_args_is_help=True, rich_markup_mode=None)


@app.command(name="list", epilog="Example: railwright board list")
def list_boards(as_json: bool = typer.Option(False, "--json", help="Print one JSON object.")) -> None:
    """List the built-in boards and their ticket decks."""
    from railwright.maps.load import board_names, load_board

    boards = [load_board(name) for name in board_names()]
    rows = [
        {
            "board": board.name, "title": board.title, "cities": len(board.cities), "tracks": len(board.tracks),
            "spaces": sum(track.length for track in board.tracks), "ruleset": str(board.ruleset),
            "decks": {deck: len(board.deck(deck)) for deck in board.decks},
        }
        for board in boards
    ]  # fmt: skip
    if as_json:
        print_json({"boards": rows})
        return
    for row in rows:
        print(f"{row['board']}: {row['title']}, {row['cities']} cities, {row['tracks']} tracks, {row['spaces']} spaces")
        print("  ticket decks: " + ", ".join(f"{deck} ({count})" for deck, count in row["decks"].items()))  # type: ignore[attr-defined]
    suggest("railwright board show usa --out usa.svg")


@app.command(epilog="Example: railwright board check myboard.json")
def check(
    file: Path = typer.Argument(help="A board file."),
    ruleset: str = typer.Option(None, help="Check the board against these rules instead of its own."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Check a board file. Every problem is shown with its place in the file.

    A board without problems can be played. Warnings point out what its designer should look at again.
    """
    from railwright.maps.check import check_board_file

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
        raise typer.Exit(2)


def _warnings(file: Path, ruleset: str | None) -> list[FileProblem]:
    """Warnings about a valid board."""
    from railwright.game.board import Board
    from railwright.mapmaker.board_warnings import board_doubts
    from railwright.maps.check import locate
    from railwright.maps.load import board_ruleset, load_ruleset, read_json

    board = Board.from_dict(read_json(file))
    return locate(file, board_doubts(board, board_ruleset(board) if ruleset is None else load_ruleset(ruleset)))


@app.command(epilog="Example: railwright board show usa --out usa.svg")
def show(
    board: str = typer.Argument(help="A built-in board or a board file."),
    out: Path = typer.Option(None, help="Write the picture to FILE.svg instead of printing it."),
    width: int = typer.Option(1400, help="Width of the picture, in pixels.", min=200, max=10000),
    dark: bool = typer.Option(False, "--dark", help="Draw it for a dark background."),
    force: bool = typer.Option(False, "--force", help="Replace the file if it exists."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object; without --out it holds the picture."),
) -> None:
    """Draw a board as SVG."""
    from railwright.draw import DARK, LIGHT, draw_board
    from railwright.maps.load import load_board

    if out is not None:
        check_target(out, DRAWING, force=force)
    picture = draw_board(load_board(board), width=width, theme=DARK if dark else LIGHT)
    if out is not None:
        write_whole(out, picture)
    if as_json:
        print_json({"board": board, "out": str(out)} if out is not None else {"board": board, "svg": picture})
    elif out is None:
        print(picture)
    else:
        print(f"Drew {board} to {out}.")
        suggest(f"open {out} in a browser")
