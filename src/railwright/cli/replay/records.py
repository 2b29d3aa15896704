"""What can be done with the games of a file: check, print, narrate and draw them."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from railwright.cli.kit.output import again, print_json, progress, suggest
from railwright.cli.kit.setups import setup_words
from railwright.cli.terminal import pieces
from railwright.cli.terminal.sheet import score_sheet
from railwright.draw.game_picture import draw_game
from railwright.game.record import Record
from railwright.maps.load import LIBRARY
from railwright.maps.records import count_records, read_record, read_records
from railwright.table.narration import Narrator
from railwright.table.seats import Seats
from railwright.whole_files import write_whole
from railwright.words import count


def replay_game(file: Path, number: int, until: int | None, svg: Path | None, *, events: bool, as_json: bool) -> None:
    """Narrate one game or print it as JSON, and draw it if asked for."""
    record, games = read_record(file, number)
    record.until(until)  # raises an error if the game is shorter
    if svg is not None:
        write_whole(svg, _draw(record, until))
    if events or as_json:
        _print_object(record, until, events=events)
        return
    _tell(record, until)
    if svg is not None:
        print(f"\nDrew the board to {svg}.")
    more = f" (game {number} of {games}: --game N for another, --all for all)" if games > 1 else ""
    suggest(f"{again('railwright', 'replay', file)} --events prints it as JSON{more}")


def print_games(file: Path, *, events: bool) -> None:
    """Print every game of a file as one line of JSON."""
    for record in read_records(file):
        _print_object(record, None, events=events)


def check_games(file: Path, as_json: bool) -> None:
    """Replay every game of a file."""
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
    told = record.to_events(LIBRARY, until)
    print_json(told if events else {key: value for key, value in told.items() if key != "events"})


def _tell(record: Record, until: int | None) -> None:
    console = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)
    seats = Seats.of(record.seats)
    setup = record.setup
    narrator = Narrator(setup, seats.names, None, open_cards=True)
    console.print(f"{setup_words(setup)}, seed {record.seed}")
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
    game = record.replay(until)
    return draw_game(game, Seats.of(record.seats).names)
