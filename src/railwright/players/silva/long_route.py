"""Builds only long routes, and connects tickets with them: the Long Route Junkie of de Mesentier Silva et al. (2017).

- tickets: it keeps the cheapest choice (published: the one with most points per train needed) and draws no more
- it replans whenever somebody has scored: the next route for its open ticket with most points, over open tracks of at
  least three spaces (published: four); without such a ticket it goes for the longest track on the board
- it claims and draws like one-step
"""

from __future__ import annotations

from typing import Any

from numba import int64

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.rulebook import Rulebook
from railwright.game.state import AT_KEEP, AT_SECOND_CARD, AT_TURN, TABLE_TYPE, PrivateState, Table
from railwright.players.kit.interface import compiled
from railwright.players.silva.claims import PUBLISHED, VARIANT, VARIANT_OPTION, settle, total_points
from railwright.players.silva.objective import (
    OBJECTIVE_MEMORY,
    SEEN,
    aim_at_longest,
    aim_at_ticket,
    choose_tickets,
    pursue,
)

LONG_CODED, LONG_PUBLISHED = 3, 4
"""Minimum length of open tracks used for tickets. Smith & Anton (2022): "length greater than three"."""

GRAY_RANK = 15
"""Rank of a gray track that can be paid for without locomotives: above any coloured track."""


@kernel(signature=int64(TABLE_TYPE, int64))
def _least_length(table: Table, variant: int) -> int:
    """Minimum length of open tracks used for tickets, but never more than the seat's trains."""
    return min(LONG_PUBLISHED if variant == PUBLISHED else LONG_CODED, ZERO + table.trains[table.seat])


@compiled(name="long-route", memory=OBJECTIVE_MEMORY, options=(VARIANT_OPTION,))
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Goes for the longest routes, with two cheap tickets on the way."""
    least = _least_length(table, memory[VARIANT])
    if table.stage == AT_KEEP:
        memory[SEEN] = 0
        return choose_tickets(book, table, mine, legal, count, least, memory[VARIANT])
    if table.stage != AT_TURN and table.stage != AT_SECOND_CARD:
        return settle(table, mine, legal, count, memory)
    if total_points(table) >= memory[SEEN]:
        memory[SEEN] = total_points(table) + 1
        if not aim_at_ticket(book, table, mine, least, memory):
            aim_at_longest(book, table, mine, ZERO + GRAY_RANK, memory)
    return pursue(book, table, mine, legal, count, memory, source)
