"""``railwright map import``: convert a board of the open-source web version to a board file."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.exit_codes import BAD_INPUT
from railwright.cli.kit.options import AsJson, ReplaceFile
from railwright.cli.kit.output import note, print_json, suggest
from railwright.cli.kit.targets import check_target
from railwright.errors import OptionError
from railwright.mapmaker.formats.board_file import write_board
from railwright.mapmaker.formats.map_file.contents import MapFileError
from railwright.mapmaker.formats.map_file.importing import import_map
from railwright.whole_files import write_whole
from railwright.words import count

BOARD_FILE = {".json": "a board file"}

EXAMPLE = "Example: railwright map import fourland.map --out fourland.json"


def import_file(
    file: Path = typer.Argument(help="A .map file."),
    out: Path = typer.Option(None, help="Write the board to FILE.json; by default NAME.json in this folder."),
    seed: int = typer.Option(1, help="Seed for colours and tickets that the file leaves open.", min=0),
    ruleset: str = typer.Option(None, help="The board's rules; by default those that the file names, or usa."),
    strict: bool = typer.Option(False, "--strict", help="Repair nothing: refuse a file outside the strict profile."),
    force: ReplaceFile = False,
    as_json: AsJson = False,
) -> None:
    """Import a .map file of the open-source web version as a board to play. Mistakes in it are repaired and listed."""
    if file.suffix != ".map":
        more = f"; a board file needs no import, play it with --board {file}" if file.suffix in BOARD_FILE else ""
        raise OptionError(f"{file}: must be a .map file{more}")
    target = out if out is not None else Path(f"{file.stem}.json")
    check_target(target, BOARD_FILE, force=force)
    try:
        found = import_map(file, seed=seed, ruleset=ruleset, strict=strict)
    except MapFileError as error:
        _refuse(file, error, as_json)
        raise typer.Exit(BAD_INPUT) from error
    write_whole(target, write_board(found.board))
    board = found.board
    if as_json:
        print_json(
            {"file": str(file), "out": str(target), "board": board.name, "cities": len(board.cities),
             "tracks": len(board.tracks), "tickets": len(board.tickets), "repairs": list(found.repairs),
             "made": list(found.completed)}
        )  # fmt: skip
        return
    for repair in found.repairs:
        print(f"repaired: {repair}")
    if found.completed:
        print(f"generated with seed {seed}: {' and '.join(found.completed)}")
    parts = ((board.cities, "city"), (board.tracks, "track"), (board.tickets, "ticket"))
    counts = ", ".join(count(len(things), noun) for things, noun in parts)
    print(f"{target}: {board.title}, {counts}")
    suggest(f"railwright simulate --board '{target}', or: railwright map quality '{target}'")


def _refuse(file: Path, error: Exception, as_json: bool) -> None:
    problems = [{"place": p.place, "message": p.message} for p in getattr(error, "problems", ())]
    if as_json:
        print_json({"file": str(file), "good": False, "problems": problems})
        return
    for problem in problems:
        note(f"{file}{', ' + problem['place'] if problem['place'] else ''}: {problem['message']}")
    note(f"railwright: {count(len(problems), 'problem')} in {file}; nothing was written")
