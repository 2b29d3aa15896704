"""``railwright replay``: narrate, check or draw a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from railwright.cli.kit.output import DRAWING, again, check_target, print_json, progress, suggest, write_whole
from railwright.errors import OptionError
from railwright.words import count

if TYPE_CHECKING:
    from railwright.game.record import Record

EXAMPLE = "Example: railwright replay games.jsonl --game 3 --until 40 --svg moment.svg"


def replay(
    file: Path = typer.Argument(help="A game record, or a file with one record per line."),
    game: int = typer.Option(None, help="Number of the game in the file, from 1; by default the first.", min=1),
    until: int = typer.Option(None, help="Stop after this many actions.", min=0),
    events: bool = typer.Option(False, "--events", help="Print the record with its events as JSON."),
    every: bool = typer.Option(False, "--all", help="With --events or --json: all games of the file, one per line."),
    svg: Path = typer.Option(None, help="Draw the board at that moment to FILE.svg."),
    check: bool = typer.Option(False, "--check", help="Only replay every game of the file and check it."),
    force: bool = typer.Option(False, "--force", help="Replace the SVG file if it exists."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object: the compact record at that moment."),
) -> None:
    """Narrate a recorded game; or print its events, draw it, or only check it."""
    if every and not (events or as_json):
        raise OptionError("--all needs --events or --json")
    if (every or check) and any(option is not None for option in (game, until, svg)):
        raise OptionError(f"{'--all' if every else '--check'} is for whole files: leave out --game, --until and --svg")
    if svg is not None:
        check_target(svg, DRAWING, force=force)
    from railwright.cli.kit.compiling import prepare_engine
    from railwright.files import open_file
    from railwright.maps.records import read_record, read_records

    open_file(file).close()  # fail before compiling, which takes half a minute
    prepare_engine()
    if check:
        _check(file, as_json)
    elif every:
        for record in read_records(file):
            _print_object(record, None, events=events)
    else:
        record, games = read_record(file, game or 1)
        record.until(until)  # raises an error if the game is shorter
        if svg is not None:
            write_whole(svg, _draw(record, until))
        if events or as_json:
            _print_object(record, until, events=events)
            return
        _tell(record, until)
        if svg is not None:
            print(f"\nDrew the board to {svg}.")
        more = f" (game {game or 1} of {games}: --game N for another, --all for all)" if games > 1 else ""
        suggest(f"{again('railwright', 'replay', file)} --events prints it as JSON{more}")


def _check(file: Path, as_json: bool) -> None:
    """Replay every game of a file."""
    from railwright.maps.records import count_records, read_records

    checked = 0
    with progress("checking", count_records(file)) as done:
        for _ in read_records(file):
            checked += 1
            done(1)
    if as_json:
        print_json({"file": str(file), "games": checked})
    else:
        print(f"{file}: {count(checked, 'game')}, all valid.")


def _print_object(record: Record, until: int | None, *, events: bool) -> None:
    """Print the record as one line of JSON, with its events if asked for."""
    from railwright.maps.load import LIBRARY

    told = record.to_events(LIBRARY, until)
    print_json(told if events else {key: value for key, value in told.items() if key != "events"})


def _tell(record: Record, until: int | None) -> None:
    from rich.console import Console

    from railwright.cli.terminal import pieces
    from railwright.cli.terminal.sheet import score_sheet
    from railwright.table.narration import Narrator
    from railwright.table.seats import Seats

    console = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)
    seats = Seats.of(record.seats)
    setup = record.setup
    narrator = Narrator(setup, seats.names, None, open_cards=True)
    console.print(f"{setup.board.title}, rules {setup.ruleset.name}, tickets {setup.deck}, seed {record.seed}")
    number = 0
    for game, events in record.tell(until):
        for sentence in narrator.tell(events):
            console.print(f"{number:4}  ", pieces.sentence(sentence), sep="")
        number = len(game.actions) + 1
    console.print()
    if game.is_over:
        for part in score_sheet(game, seats, None):
            console.print(part)
    else:
        stage = game.stage.replace("_", " ")
        console.print(f"After {count(len(game.actions), 'action')} {seats.names[game.seat]} decides next: {stage}.")


def _draw(record: Record, until: int | None) -> str:
    from railwright.draw.game_picture import draw_game
    from railwright.table.seats import Seats

    game = record.replay(until)
    return draw_game(game, Seats.of(record.seats).names)
