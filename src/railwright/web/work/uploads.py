"""Boards and records that anybody can have sent: read and checked where nothing else can suffer from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from railwright.errors import RailwrightError
from railwright.game.board import Board
from railwright.game.chance import Renewal, Seed
from railwright.game.completion import completion_bound
from railwright.game.record import Record
from railwright.game.results import result_words
from railwright.game.ruleset import misfits
from railwright.game.setup import Setup
from railwright.game.sweeping import mean_sweeps
from railwright.mapmaker.formats.map_file.importing import import_text
from railwright.maps.load import LIBRARY, board_ruleset, load_ruleset, load_setup, ruleset_names
from railwright.table.replaying import MOST_ACTIONS
from railwright.table.typed import shortened
from railwright.web.access.refusals import RefusalError
from railwright.web.jobs.limits import allow_seconds
from railwright.web.work.portable import PackedSetup, pack_setup
from railwright.web.work.trimming import trimmed_board, trimmed_setup
from railwright.web.work.upload_text import read_json, read_text

PROCESSOR_SECONDS = 15
"""To read the largest file that is taken; most take a tenth of a second."""

MOST_STEPS = 2_000_000
"""To see which tickets are completed: less than ten milliseconds. Europe has 36,000."""

MOST_SWEEPS = 100
"""Replacements of the row by one action, on average at the worst moment. Official rules: 68. A log can tell of at least
1,900: an action with more happens once in a hundred million such moments."""

LONGEST_NAME = 80

LARGEST_RECORD = 500_000
"""Bytes. A long game with a board of its own and all of its events has a fifth of this."""


@dataclass(frozen=True, slots=True)
class BroughtRecord:
    """A record that was read: everything that a game begins with."""

    setup: PackedSetup
    seats: tuple[Mapping[str, Any], ...]
    seed: Seed
    actions: tuple[int, ...]
    renewals: tuple[Renewal, ...]
    is_over: bool


def read_board(body: bytes, file: str) -> tuple[Board, dict[str, Any]]:
    """A board in the text of a file, and what the start screen shows of it."""
    allow_seconds(PROCESSOR_SECONDS)
    text = read_text(body)
    try:
        if file.endswith(".map"):
            board = import_text(text, file.removesuffix(".map")[:80] or "board", seed=1).board
        else:
            board = Board.from_dict(read_json(text), file[:80])
    except RefusalError:
        raise
    except RailwrightError as error:
        raise RefusalError(str(error)) from error
    check_board(board)
    board = trimmed_board(board)
    return board, describe_board(board)


def check_board(board: Board) -> None:
    """Refuse a board that cannot be played here: its rules must be built in or come with it, never from a file."""
    if isinstance(board.ruleset, str) and board.ruleset not in ruleset_names():
        raise RefusalError(f"there is no ruleset {board.ruleset[:60]!r}; there are {', '.join(ruleset_names())}")
    try:
        for deck in board.decks:
            check_setup(load_setup(board, tickets=deck))
    except RefusalError:
        raise
    except RailwrightError as error:
        raise RefusalError(str(error)) from error


def check_setup(setup: Setup) -> None:
    """Refuse a board whose stations or locomotives would take too long: others wait while an action is carried out."""
    if completion_bound(setup) > MOST_STEPS:
        raise RefusalError(
            f"{setup.board.title} has too many tracks at a city for rules with stations; take tracks or tickets away"
        )
    if mean_sweeps(setup.ruleset) > MOST_SWEEPS:
        raise RefusalError(
            f"the rules {setup.ruleset.name!r} would replace the row too often; take fewer locomotives or a greater "
            "sweep_at"
        )


def describe_board(board: Board) -> dict[str, Any]:
    """What the start screen shows of a board, without the name under which it is kept."""
    rules = board_ruleset(board)
    return {
        "title": board.title,
        "cities": len(board.cities),
        "tracks": len(board.tracks),
        "decks": {deck: len(board.deck(deck)) for deck in board.decks},
        "deck": board.decks[0],
        "ruleset": rules.name,
        "seats": list(rules.seats),
        "rulesets": [name for name in ruleset_names() if not misfits(board, load_ruleset(name))],
    }


def read_record(body: bytes) -> BroughtRecord:
    """A record: of its seats only players and names are kept, and no unknown keys. It is scored, too: what cannot be
    scored in time is not taken."""
    allow_seconds(PROCESSOR_SECONDS)
    if len(body) > LARGEST_RECORD:
        raise RefusalError(f"a record of more than {LARGEST_RECORD:,} bytes is not taken")
    try:
        record = Record.from_dict(read_json(read_text(body)), LIBRARY)
    except RefusalError:
        raise
    except RailwrightError as error:
        raise RefusalError(str(error)) from error
    check_board(record.setup.board)
    check_setup(record.setup)
    if len(record.actions) > MOST_ACTIONS:
        raise RefusalError(f"a record of more than {MOST_ACTIONS} actions is not taken here")
    game = record.replay()
    result_words(game)
    seats = tuple(map(_bare_seat, record.seats))
    return BroughtRecord(
        pack_setup(trimmed_setup(record.setup)), seats, record.seed, record.actions, record.renewals, game.is_over
    )


def _bare_seat(seat: Mapping[str, Any]) -> dict[str, str]:
    bare = {"player": shortened(str(seat["player"]), LONGEST_NAME)}
    name = seat.get("name")
    return bare | {"name": shortened(name, LONGEST_NAME)} if isinstance(name, str) and name.strip() else bare
