"""Statistics of a game besides its score: its length, who ended it, what was built, how long players thought."""

from __future__ import annotations

from typing import Annotated

import numba
import numpy as np
from numba import void

from railwright.compiled.bits import BIT
from railwright.compiled.kernel import kernel
from railwright.compiled.layout import Ints, dtype_of
from railwright.game.rulebook import BOOK_TYPE, LENGTHS, Rulebook
from railwright.game.ruleset import MAX_SEATS
from railwright.game.state import TABLE_TYPE, Table


class GameStats:
    """Statistics of one game, collected while it is played. All arrays are by seat."""

    nanoseconds: Annotated[Ints, np.int64, MAX_SEATS]
    """Total time of the timed decisions of each seat."""
    decisions: Annotated[Ints, np.int32, MAX_SEATS]
    """Number of timed decisions of each seat: all or none."""
    actions: Annotated[int, np.int32]
    """Number of actions in the game."""
    turns: Annotated[int, np.int16]
    """Total number of turns of all seats, without the choice of the opening tickets."""
    tracks: Annotated[Ints, np.int8, MAX_SEATS, LENGTHS]
    """Number of tracks of each length that each seat owns."""
    trains: Annotated[Ints, np.int8, MAX_SEATS]
    """Trains that each seat has left."""
    ended_by: Annotated[int, np.int8]
    """The seat that started the last round; NONE if the game ended otherwise."""


GAME_STATS = dtype_of(GameStats)
_GAME_STATS_TYPE = numba.from_dtype(GAME_STATS)


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, _GAME_STATS_TYPE))
def finish_stats(book: Rulebook, table: Table, stats: GameStats) -> None:
    """Fill in the statistics that the table of a finished game shows."""
    stats.turns = table.turn
    for seat in range(table.seats):
        stats.trains[seat] = table.trains[seat]
        for track in range(book.tracks):
            if table.own[seat, track >> 6] & BIT[track & 63] != 0:
                stats.tracks[seat, book.length[track]] += 1
