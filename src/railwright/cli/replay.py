"""``railwright replay``: read a game record, tell it, check it, draw it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from railwright.cli.output import check_target, print_json, progress, suggest, write_whole

if TYPE_CHECKING:
    from railwright.game.record import Record

EXAMPLE = "Example: railwright replay games.jsonl --game 3 --until 40 --svg moment.svg"


def replay(
    file: Path = typer.Argument(help="A game record, or a file with one record a line."),
    game: int = typer.Option(1, help="Which game of the file, from 1.", min=1),
    until: int = typer.Option(None, help="Stop after so many actions.", min=0),
    events: bool = typer.Option(False, "--events", help="Print the record with its events as JSON."),
    svg: Path = typer.Option(None, help="Draw the board at that moment to this file."),
    check: bool = typer.Option(False, "--check", help="Only play every game of the file again and check it."),
    force: bool = typer.Option(False, "--force", help="Replace the SVG file if it exists."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object: the compact record at that moment."),
) -> None:
    """Tell a game in words; or as events, as a picture, or only check it."""
    from railwright.cli.warmup import prepare_engine

    if svg is not None:
        check_target(svg, force)
    from railwright.maps.records import count_records, read_record, read_records

    prepare_engine()
    if check:
        with progress("checking", count_records(file)) as done:
            checked = sum(1 for _ in _counted(read_records(file), done))
        print_json({"file": str(file), "games": checked}) if as_json else print(f"{file}: {checked} games, all good.")
        return
    record, games = read_record(file, game)
    if svg is not None:
        write_whole(svg, _draw(record, until))
    if events or as_json:
        from railwright.maps.load import LIBRARY

        told = record.to_events(LIBRARY, until)
        print(json.dumps(told if events else {k: v for k, v in told.items() if k != "events"}, ensure_ascii=False))
        return
    _tell(record, until)
    if svg is not None:
        print(f"\nDrew the board to {svg}.")
    more = f" (game {game} of {games}: --game N for another)" if games > 1 else ""
    suggest(f"railwright replay {file} --events prints it for programs{more}")


def _counted(records: Any, done: Any) -> Any:
    for record in records:
        done(1)
        yield record


def _tell(record: Record, until: int | None) -> None:
    from rich.console import Console

    from railwright.cli.terminal import pieces
    from railwright.cli.terminal.sheet import score_sheet
    from railwright.table.narration import Narrator
    from railwright.table.seats import Seats

    console = Console(highlight=False, soft_wrap=True)
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
        console.print(f"After {len(game.actions)} actions {seats.names[game.seat]} is to decide: {stage}.")


def _draw(record: Record, until: int | None) -> str:
    from railwright.draw import draw_board
    from railwright.draw.moment import position_of
    from railwright.table.seats import Seats

    game = record.replay(until)
    return draw_board(game.setup.board, position=position_of(game, Seats.of(record.seats).names))
