"""How the compiled rules tell what happens: small numbers written into a log, if there is one.

A log is an array whose element 0 says how much of it is used. The rules call ``tell`` with a log or with None; with
None the call compiles to nothing. ``story.py`` turns the numbers into the events of a record.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from railwright.compiled.kernel import kernel

LOG = types.int32[::1]

LOG_SIZE = 1 << 16
"""Room for any action: only repeated replacements of the row make many entries, and hardly ever a hundred."""

BRIEF_LOG = 1 << 13
"""Room for one action, for games that are copied: allocating a large log takes longer than a move."""

MARGIN = 32
"""More than the longest entry with its values. With less than this free, a log takes no more and its last element is
set to 1."""

FIELDS = 4
"""Number of fields that follow the kind of every entry."""

# The kinds of entries with the fields that they use; some are followed by further values.
DEALT = 1  # seat, card
ROW = 2  # then: the five face-up cards
REPLACE = 3  # then: the five swept cards
RESHUFFLE = 4  # then: how many of each of the nine kinds
OFFER = 5  # seat; then: the seven places of the offer
KEPT = 6  # seat, bits of those kept; then: the seven places of the offer
DREW = 7  # seat, place in the row or DECK, card
CLAIMED = 8  # seat, track, payment
TUNNELLED = 9  # seat, track, payment of the extra cards (NONE if declined), extra; then: the three revealed cards
STATION_BUILT = 10  # seat, city, payment
PASSENGER_TAKEN = 11  # seat, city, colour
PASSED = 12  # seat
LAST_ROUND = 13  # seat
ENDED = 14  # TRAINS or ALL_PASSED
RENEWED = 15  # nothing

FOLLOWING = {ROW: 5, REPLACE: 5, RESHUFFLE: 9, OFFER: 7, KEPT: 7, TUNNELLED: 3}
"""How many values follow the fields of an entry."""

TRAINS, ALL_PASSED = 0, 1
"""Why a game ended."""


def new_log(size: int = LOG_SIZE) -> NDArray[np.int32]:
    """An empty log."""
    log = np.zeros(size, np.int32)
    log[0] = 1
    return log


@kernel(signature=[types.void(log, *(types.int64,) * (FIELDS + 1)) for log in (types.none, LOG)], inline=True)
def tell(log: Any, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Write an entry with four fields."""
    if log is not None:
        at = log[0]
        if at > len(log) - MARGIN:
            log[-1] = 1
            return
        log[at] = kind
        log[at + 1] = a
        log[at + 2] = b
        log[at + 3] = c
        log[at + 4] = d
        log[0] = at + 1 + FIELDS


@kernel(inline=True)
def tell_values(log: Any, values: Any) -> None:
    """Write the values that follow the last entry; there is always room for them."""
    if log is not None and log[-1] == 0:
        at = log[0]
        for i in range(len(values)):
            log[at + i] = values[i]
        log[0] = at + len(values)


@kernel(signature=types.int64(types.int64, types.int64, types.int64), inline=True)
def packed(color: int, cards: int, locomotives: int) -> int:
    """A payment as one number."""
    return color * 256 + cards * 16 + locomotives


def unpacked(payment: int) -> tuple[int, int, int]:
    """Colour, cards of it and locomotives of a payment."""
    return payment // 256, payment // 16 % 16, payment % 16
