"""What the end of a game is worth: the unit in which the network judges positions, and its reward in training."""

from __future__ import annotations

from numba import float64, int64

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.scoring import RESULT_TYPE, Result, win_share

LEAD, MOST_LEAD = 60.0, 1.5
"""Points of a lead that are worth 1, and the most that a lead is worth."""
WIN = 0.6
"""What a win is worth besides the lead."""

_WORST = -1_000_000


@kernel(signature=float64(BOOK_TYPE, RESULT_TYPE, int64, int64))
def outcome_value(book: Rulebook, result: Result, seats: int, seat: int) -> float:
    """The value of a final result for a seat: its lead over the best other seat, and the win."""
    best = ZERO + _WORST
    for other in range(seats):
        if other != seat:
            best = max(best, ZERO + result.scores[other])
    lead = (result.scores[seat] - best) / (LEAD * book.scale)
    return min(MOST_LEAD, max(-MOST_LEAD, lead)) + WIN * (seats * win_share(result, seats, seat) - 1) / (seats - 1)
