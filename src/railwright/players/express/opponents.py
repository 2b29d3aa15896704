"""What the table says about how another seat plays.

Some hoard cards and build nothing until they can spend all their trains in one rush of long tracks. Whether a seat does
shows in what it has built by now, and it decides when the game ends: a planner that does not reckon with it is caught
with half of its plan. So a roll-out lets a seat hoard as often as it looks like hoarding.
"""

from __future__ import annotations

from numba import int64

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.state import TABLE_TYPE, Table

FIRST_GUESS = 33
"""Percent: how likely a seat hoards before it has shown anything."""
FREE_ROUNDS = 3
"""Rounds in which nobody needs to have built."""
PER_ROUND = 8
"""Percent that each further round without a track adds."""
ALMOST_SURE = 98
RUSH_FROM = 20
"""Rounds of drawing after which a hoarder builds (Õunmaa 2022, 5.2)."""
RUSH_HAND = 20
"""Cards that a hoarder still holds while it rushes."""


@kernel(signature=int64(TABLE_TYPE, int64))
def hoarding_chance(table: Table, seat: int) -> int:
    """How likely a seat is hoarding cards, in percent."""
    rounds = ZERO + table.turn // table.seats
    built = ZERO
    for word in range(table.own.shape[1]):
        built |= table.own[seat, word]
    if built == 0:
        return min(ZERO + ALMOST_SURE, FIRST_GUESS + PER_ROUND * max(ZERO, rounds - FREE_ROUNDS))
    if rounds >= RUSH_FROM and table.hand_size[seat] >= RUSH_HAND:
        return ZERO + 100
    return ZERO
