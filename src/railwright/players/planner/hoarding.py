"""Opponent modelling: guess from the table whether another seat hoards cards.

Some players hoard cards and build nothing until they can spend all their trains in one rush of long tracks. What a seat
has built so far shows whether it does. Hoarders decide when the game ends: a planner that does not expect them is
caught with half of its plan unbuilt. So in a rollout, a seat hoards with the estimated probability.
"""

from __future__ import annotations

from numba import int64

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.state import TABLE_TYPE, Table

FIRST_GUESS = 33
"""Prior probability that a seat hoards, in percent."""
FREE_ROUNDS = 3
"""Opening rounds in which building nothing says nothing about a seat."""
PER_ROUND = 8
"""Percentage points added by each further round without a track."""
ALMOST_SURE = 98
"""Upper bound for a seat that has built nothing, in percent."""
RUSH_FROM = 20
"""Rounds of drawing after which a hoarder builds (Õunmaa 2022, 5.2)."""
RUSH_HAND = 20
"""Cards that a hoarder still holds during its rush."""


@kernel(signature=int64(TABLE_TYPE, int64))
def hoarding_chance(table: Table, seat: int) -> int:
    """Estimated probability that a seat is hoarding cards, in percent."""
    rounds = ZERO + table.turn // table.seats
    built = ZERO
    for word in range(table.own.shape[1]):
        built |= table.own[seat, word]
    if built == 0:
        return min(ALMOST_SURE, FIRST_GUESS + PER_ROUND * max(ZERO, rounds - FREE_ROUNDS))
    if rounds >= RUSH_FROM and table.hand_size[seat] >= RUSH_HAND:
        return 100
    return 0
