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
from railwright.players.silva.claims import PUBLISHED, settle, total_points
from railwright.players.silva.objective import (
    MEMORY,
    MEMORY_WORDS,
    OPTIONS,
    OWN_WORDS,
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


@compiled(name="long-route", memory=OWN_WORDS, options=OPTIONS)
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Goes for the longest routes, with two cheap tickets on the way."""
    own = memory[:MEMORY_WORDS].view(MEMORY)[0]
    least = _least_length(table, own.shared.variant)
    if table.stage == AT_KEEP:
        own.seen = 0
        return choose_tickets(book, table, mine, legal, count, least, own.shared.variant)
    if table.stage != AT_TURN and table.stage != AT_SECOND_CARD:
        return settle(table, mine, legal, count, own.shared)
    if total_points(table) >= own.seen:
        own.seen = total_points(table) + 1
        if not aim_at_ticket(book, table, mine, least, own):
            aim_at_longest(book, table, mine, ZERO + GRAY_RANK, own)
    return pursue(book, table, mine, legal, count, own, source)
