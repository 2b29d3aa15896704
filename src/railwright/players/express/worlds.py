"""Worlds: games consistent with what a seat sees, in which the other seats hold tickets that they might have kept.

Cards and tickets that the seat cannot see are dealt at random. But people and computers do not hold random tickets:
they chose them, and what they built served them. So each other seat is dealt several hands of tickets and holds the one
for which it can make the best plan from where it stands.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import below, seeded
from railwright.game.board import MAX_TICKETS
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.sampling import sample_state
from railwright.game.state import (
    LONG,
    PRIVATE_TYPE,
    SHORT,
    STATE_TYPE,
    TABLE_TYPE,
    TICKET_WORDS,
    PrivateState,
    State,
    Table,
)
from railwright.game.tickets import ring_start
from railwright.players.express.memory import MEMORY_TYPE, ExpressMemory
from railwright.players.planner.plan import plan_for_held


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64))
def _unknown_in_deck(book: Rulebook, table: Table, mine: PrivateState, kind: int) -> int:
    """Number of tickets of a kind in the deck that the seat has not put there itself."""
    known = ZERO
    for word in range(TICKET_WORDS):
        returned = mine.returned[word]
        while returned != 0:
            ticket = 64 * word + lowest_bit(returned)
            returned &= returned - 1
            known += (ticket < book.long_tickets) == (kind == LONG)
    return table.ticket_deck[kind] - known


@kernel(signature=void(BOOK_TYPE, STATE_TYPE, int64, int64, int64, uint64[::1]))
def _exchange(book: Rulebook, state: State, seat: int, short: int, long: int, source: Any) -> None:
    """Exchange each ticket of a seat for a random one of the same kind from the unknown part of its deck."""
    theirs = state.private[seat]
    for word in range(TICKET_WORDS):
        held = theirs.tickets[word]
        while held != 0:
            ticket = 64 * word + lowest_bit(held)
            held &= held - 1
            kind = LONG if ticket < book.long_tickets else SHORT
            unknown = long if kind == LONG else short
            place = below(source, unknown + 1)
            if place == unknown:  # it keeps this one
                continue
            place += ring_start(book, kind)
            drawn = ZERO + state.ticket_order[place]
            state.ticket_order[place] = ticket
            theirs.tickets[word] &= ~BIT[ticket & 63]
            theirs.tickets[drawn >> 6] |= BIT[drawn & 63]


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, MEMORY_TYPE, uint64[::1]))
def _choose_tickets(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, memory: ExpressMemory, source: Any
) -> None:  # fmt: skip
    """Deal hands of tickets to another seat and leave it the one with the best plan. Its planner has that plan."""
    world, scratch = memory.world, memory.scratch
    state, planner = world.state, world.planners[seat]
    theirs = state.private[seat]
    plan_for_held(book, state.table, theirs, seat, planner, scratch)
    short, long = _unknown_in_deck(book, table, mine, SHORT), _unknown_in_deck(book, table, mine, LONG)
    order = np.empty(MAX_TICKETS, np.int8)
    best, first, second = planner.plan.value, theirs.tickets[0], theirs.tickets[1]
    order[:] = state.ticket_order
    for _ in range(1, memory.hands):
        _exchange(book, state, seat, short, long, source)
        plan_for_held(book, state.table, theirs, seat, planner, scratch)
        if planner.plan.value > best:
            best, first, second = planner.plan.value, theirs.tickets[0], theirs.tickets[1]
            order[:] = state.ticket_order
    theirs.tickets[0], theirs.tickets[1] = first, second
    state.ticket_order[:] = order
    plan_for_held(book, state.table, theirs, seat, planner, scratch)


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, MEMORY_TYPE, uint64[::1]))
def deal_world(book: Rulebook, table: Table, mine: PrivateState, memory: ExpressMemory, source: Any) -> None:
    """Deal a world consistent with the view, with a plan for every other seat."""
    seat, world = ZERO + table.seat, memory.world
    sample_state(book, table, mine, seat, world.state, source)
    for other in range(table.seats):
        planner = world.planners[other]
        if other == seat:
            world.planners[other] = memory.planner
            continue
        planner.style = memory.planner.style
        planner.style.replan_below = planner.style.wanted_tickets = 0  # plans for other seats would take long
        planner.hoards = 0
        planner.plan.refused = 0
        _choose_tickets(book, table, mine, other, memory, source)


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, MEMORY_TYPE, uint64[::1]))
def deal_numbered_world(
    book: Rulebook, table: Table, mine: PrivateState, number: int, memory: ExpressMemory, source: Any
) -> None:  # fmt: skip
    """Deal the world with a number. Its random numbers follow from this and the seed of the search alone."""
    source[0] = seeded(np.uint64(memory.trials.seed) ^ seeded(np.uint64(number)))
    deal_world(book, table, mine, memory, source)
