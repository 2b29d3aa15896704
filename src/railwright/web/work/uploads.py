"""Jobs that read and check uploaded boards and records, in a worker process because they are untrusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from railwright.errors import RailwrightError, UnknownNameError
from railwright.game.board import Board
from railwright.game.chance import Renewal, Seed
from railwright.game.completion import completion_bound
from railwright.game.face_up_row import mean_row_replacements
from railwright.game.record import Record
from railwright.game.setup import Setup
from railwright.mapmaker.formats.map_file.importing import import_text
from railwright.maps.load import LIBRARY, load_setup, ruleset_names
from railwright.say import items, say
from railwright.table.replaying import MOST_ACTIONS
from railwright.table.safe_text import shortened
from railwright.web.access.refusals import RefusalError
from railwright.web.work.board_words import describe_board
from railwright.web.work.portable import PackedSetup, pack_setup
from railwright.web.work.trimming import trimmed_board, trimmed_setup
from railwright.web.work.upload_text import read_json, read_text

MOST_STEPS = 2_000_000
"""Most steps to find the completed tickets: less than ten milliseconds. Europe has 36,000."""

MAX_ROW_REPLACEMENTS = 100
"""Most expected replacements of the row by one action, in the worst state. Official rules have 68.

The log has room for at least 1,900, which an action in such a state exceeds once in a hundred million times.
"""

LONGEST_NAME = 80

LARGEST_RECORD = 500_000
"""Most bytes of a record. A long game with its own board and all events has a fifth of this."""


@dataclass(frozen=True, slots=True)
class UploadedRecord:
    """The parts of an uploaded record from which a game is created."""

    setup: PackedSetup
    seats: tuple[Mapping[str, Any], ...]
    seed: Seed
    actions: tuple[int, ...]
    renewals: tuple[Renewal, ...]
    is_over: bool


def read_board(body: bytes, file: str) -> tuple[Board, dict[str, Any]]:
    """Read an uploaded board file. Returns the board and its description for the start screen."""
    text = read_text(body)
    try:
        if file.endswith(".map"):
            board = import_text(text, file.removesuffix(".map")[:80] or "board", seed=1).board
        else:
            board = Board.from_dict(read_json(text), file[:80])
    except RefusalError:
        raise
    except RailwrightError as error:
        raise RefusalError(error.text) from error
    check_board(board)
    board = trimmed_board(board)
    return board, describe_board(board)


def check_board(board: Board) -> None:
    """Refuse a board that cannot be played here. Its ruleset must be built in or part of the board."""
    if isinstance(board.ruleset, str) and board.ruleset not in ruleset_names():
        raise RefusalError(no_ruleset(board.ruleset).text)
    try:
        for deck in board.decks:
            check_setup(load_setup(board, tickets=deck))
    except RefusalError:
        raise
    except RailwrightError as error:
        raise RefusalError(error.text) from error


def no_ruleset(name: str) -> UnknownNameError:
    """The error for a ruleset that is not built in."""
    names = items(ruleset_names(), ", ")
    return UnknownNameError(
        say("there is no ruleset {ruleset}; choose one of {names}", ruleset=repr(name[:60]), names=names)
    )


def check_setup(setup: Setup) -> None:
    """Refuse a setup whose stations or locomotives would make an action slow: the server waits while it is taken."""
    if completion_bound(setup) > MOST_STEPS:
        raise RefusalError(
            say(
                "{board} has too many tracks at a city for a ruleset with stations; remove tracks or tickets",
                board=setup.board.title,
            )
        )
    if mean_row_replacements(setup.ruleset) > MAX_ROW_REPLACEMENTS:
        raise RefusalError(
            say(
                "the ruleset {ruleset} would replace the row too often; use fewer locomotives or a larger sweep_at",
                ruleset=repr(setup.ruleset.name),
            )
        )


def read_record(body: bytes) -> UploadedRecord:
    """Read an uploaded record. Unknown keys are dropped, and a record that cannot be scored in time is refused."""
    if len(body) > LARGEST_RECORD:
        raise RefusalError(say("the record is too large: at most {most} bytes are accepted", most=LARGEST_RECORD))
    try:
        record = Record.from_dict(read_json(read_text(body)), LIBRARY)
    except RefusalError:
        raise
    except RailwrightError as error:
        raise RefusalError(error.text) from error
    check_board(record.setup.board)
    check_setup(record.setup)
    if len(record.actions) > MOST_ACTIONS:
        raise RefusalError(say("the record is too long: at most {most} actions are accepted", most=str(MOST_ACTIONS)))
    game = record.replay()
    game.result()
    seats = tuple(map(_bare_seat, record.seats))
    return UploadedRecord(
        pack_setup(trimmed_setup(record.setup)), seats, record.seed, record.actions, record.renewals, game.is_over
    )


def _bare_seat(seat: Mapping[str, Any]) -> dict[str, str]:
    bare = {"player": shortened(str(seat["player"]), LONGEST_NAME)}
    name = seat.get("name")
    return bare | {"name": shortened(name, LONGEST_NAME)} if isinstance(name, str) and name.strip() else bare
