"""Writes a whole observation: the one place where a seat's view becomes numbers."""

from __future__ import annotations

from typing import Any

from numba import float32, int16, int64, void

from railwright.compiled.kernel import kernel
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import PRIVATE_TYPE, TABLE_TYPE, PrivateState, Table
from railwright.players.observation.history import write_history
from railwright.players.observation.layout import LAYOUT_TYPE, ObservationLayout
from railwright.players.observation.planner import PATH_SCRATCH_TYPE, PathScratch, write_planner
from railwright.players.observation.raw import write_raw

OBSERVE = void(
    BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, LAYOUT_TYPE, int16[:, ::1], int64, PATH_SCRATCH_TYPE, float32[::1]
)


@kernel(signature=OBSERVE)
def observe(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, layout: ObservationLayout, events: Any, told: int,
    scratch: PathScratch, out: Any,
) -> None:  # fmt: skip
    """Fill ``out`` with what a seat sees: ``mine`` is its private state, ``events`` and ``told`` the history."""
    for i in range(layout.total):
        out[i] = 0
    write_raw(book, table, mine, seat, layout, out)
    if layout.with_planner:
        write_planner(book, table, mine, seat, layout, scratch, out)
    if layout.events > 0:
        write_history(table, seat, layout, events, told, out)
