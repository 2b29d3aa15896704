"""Works on one ticket at a time, the most valuable first: the One Step Thinker of de Mesentier Silva et al. (2017).

- tickets: it keeps all opening tickets; later it keeps the cheapest choice (published: the one with most points per
  train needed)
- it replans whenever somebody has scored: the next route for its open ticket with most points; without an open ticket
  it draws tickets while every seat has eight trains, and then goes for the longest tracks
- it claims the planned route as soon as it can, with any colour, and draws cards for it otherwise

As coded, it does not check that it has enough trains for the route it plans.
"""

from __future__ import annotations

from typing import Any

from numba import int16, int64

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import AT_KEEP, AT_SECOND_CARD, AT_TURN, NONE, PRIVATE_TYPE, TABLE_TYPE, PrivateState, Table
from railwright.players.kit.choices import draw_tickets
from railwright.players.kit.interface import compiled
from railwright.players.silva.claims import settle, total_points
from railwright.players.silva.objective import (
    MEMORY,
    MEMORY_TYPE,
    MEMORY_WORDS,
    OPTIONS,
    OWN_WORDS,
    ObjectiveMemory,
    aim_at_longest,
    aim_at_ticket,
    choose_tickets,
    pursue,
)

ENOUGH_TRAINS = 8
"""It draws tickets as long as every seat has at least this many trains."""

GRAY_RANK = 10
"""Rank of a gray track that can be paid for without locomotives: the same as a coloured one."""

ANY_LENGTH = 0


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, MEMORY_TYPE))
def _plan(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: ObjectiveMemory) -> int:
    """Choose an objective and return NONE, or draw tickets."""
    memory.seen = total_points(table) + 1
    if aim_at_ticket(book, table, mine, ZERO + ANY_LENGTH, memory):
        return NONE
    fewest = ZERO + table.trains[0]
    for seat in range(table.seats):
        fewest = min(fewest, ZERO + table.trains[seat])
    tickets = draw_tickets(legal, count)
    if fewest >= ENOUGH_TRAINS and tickets != NONE:
        memory.seen, memory.track = 0, 0
        return tickets
    aim_at_longest(book, table, mine, ZERO + GRAY_RANK, memory)
    return NONE


@compiled(name="one-step", memory=OWN_WORDS, options=OPTIONS)
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Works on its most valuable ticket, one route at a time; draws more tickets when all are done."""
    own = memory[:MEMORY_WORDS].view(MEMORY)[0]
    if table.stage == AT_KEEP:
        own.seen = 0
        if table.opening:
            return ZERO + legal[count - 1]
        return choose_tickets(book, table, mine, legal, count, ZERO + ANY_LENGTH, own.shared.variant)
    if table.stage != AT_TURN and table.stage != AT_SECOND_CARD:
        return settle(table, mine, legal, count, own.shared)
    if total_points(table) >= own.seen:
        tickets = _plan(book, table, mine, legal, count, own)
        if tickets != NONE:
            return tickets
    return pursue(book, table, mine, legal, count, own, source)
