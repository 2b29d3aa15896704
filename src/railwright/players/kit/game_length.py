"""How long the game may last, in hundredths of a turn."""

from __future__ import annotations

from numba import int64

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import TABLE_TYPE, Table

LAST_TURN = 100
"""The last turn of each seat, in hundredths of a turn."""
CLAIMS_PER_TRAIN = 25
"""Hundredths of a turn spent on claims per train, for tracks of length four."""
DRAWS_PER_TRAIN = 50
"""Hundredths of a turn spent on drawing per train: two cards a turn."""
FOREVER = 1_000_000
"""More turns than any game has, in hundredths."""


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE))
def turns_left(book: Rulebook, table: Table) -> int:
    """Estimated number of turns left for each seat, until the first seat can have spent its trains."""
    if table.last_round > 0:
        return LAST_TURN
    fewest = ZERO + FOREVER
    for seat in range(table.seats):
        trains = ZERO + table.trains[seat] - book.end_trains
        drawing = DRAWS_PER_TRAIN * max(ZERO, trains - table.hand_size[seat])
        fewest = min(fewest, drawing + CLAIMS_PER_TRAIN * trains)
    return fewest + LAST_TURN
