"""One game as plain bytes, for libraries that copy the attributes of a state: legal actions, playing, observing.

The bytes are those of a STATE record, padding included, so equal states have equal bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float32, int16, int64, types, uint8, void
from numpy.typing import NDArray

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import MAX_LEGAL
from railwright.game.rulebook import BOOKS_TYPE
from railwright.game.rules import apply, legal
from railwright.game.state import OVER, STATE
from railwright.players.observation.layout import LAYOUT_TYPE
from railwright.players.observation.observer import observe
from railwright.players.observation.planner import PATH_SCRATCH

Bytes = NDArray[np.uint8]
"""The bytes of one STATE record."""

NOBODY = -1
"""Instead of a seat: nobody decides, the game is over."""
ILLEGAL = -2
"""Instead of a seat: the action was not legal and nothing has changed."""

_LAYOUTS = types.Array(LAYOUT_TYPE, 1, "C", readonly=True)
_NUMBERS = types.Array(int16, 1, "C", readonly=True)


@kernel(signature=int16[::1](BOOKS_TYPE, uint8[::1], _NUMBERS))
def legal_numbers(books: Any, data: Any, compact: Any) -> Any:
    """The legal actions of the deciding seat, ascending, as ``ActionSpace`` numbers them."""
    state = data.view(STATE)[0]
    found = np.empty(MAX_LEGAL, np.int16)
    count = legal(books[0], state.table, state.private[state.table.seat], found)
    for i in range(count):
        found[i] = compact[found[i]]
    return found[:count]


@kernel(signature=int64(BOOKS_TYPE, uint8[::1], int64))
def play_number(books: Any, data: Any, number: int) -> int:
    """Play an action by its number in ``game/actions.py``; returns the seat that decides then, NOBODY or ILLEGAL."""
    state = data.view(STATE)[0]
    table = state.table
    found = np.empty(MAX_LEGAL, np.int16)
    count = legal(books[0], table, state.private[table.seat], found)
    is_legal = False
    for i in range(count):
        is_legal |= found[i] == number
    if not is_legal:
        return ZERO + ILLEGAL
    apply(books[0], state, number, None)
    return ZERO + NOBODY if table.stage == OVER else ZERO + table.seat


@kernel(signature=void(BOOKS_TYPE, uint8[::1], int64, _LAYOUTS, float32[::1]))
def observe_bytes(books: Any, data: Any, seat: int, layouts: Any, out: Any) -> None:
    """Fill ``out`` with what a seat sees, without a history."""
    state = data.view(STATE)[0]
    scratch = np.zeros(1, PATH_SCRATCH)
    no_events = np.empty((0, 0), np.int16)
    observe(books[0], state.table, state.private[seat], seat, layouts[0], no_events, ZERO, scratch[0], out)
