"""For which tickets the player ``evaluation`` plans, and which it keeps (Õunmaa 2022, 5.4).

The readings of the thesis are listed in ``evaluation``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int16, int64, void

from railwright.compiled.bits import BIT, count_bits, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import KEEP
from railwright.game.board import MAX_CITIES
from railwright.game.network import connect_own, is_completed
from railwright.game.rulebook import BOOK_TYPE, LENGTHS, Rulebook
from railwright.game.ruleset import MAX_OFFER
from railwright.game.state import (
    LONG,
    NONE,
    PRIVATE_TYPE,
    SHORT,
    TABLE_TYPE,
    TICKET_WORDS,
    TRACK_WORDS,
    PrivateState,
    Table,
)  # fmt: skip
from railwright.players.thesis.evaluation_memory import (
    EQUATION_7,
    MEMORY_TYPE,
    NO_PLAN,
    SHELVES,
    SPACES,
    EvaluationMemory,
)  # fmt: skip
from railwright.players.thesis.evaluation_paths import find_paths
from railwright.players.thesis.evaluation_plan import COST_UNIT, UNBOUNDED, find_union, is_available


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64[::1], MEMORY_TYPE))
def _open_shelves(book: Rulebook, table: Table, mine: PrivateState, parent: Any, memory: EvaluationMemory) -> int:
    """The shelves of the planned tickets that are not completed yet, as bits.

    If it has never planned, because it started in the middle of a game, its open tickets get shelves first.
    """
    place, found = ZERO, ZERO
    for word in range(TICKET_WORDS):
        held = mine.tickets[word] if memory.has_planned == 0 else ZERO
        while held != 0 and place < SHELVES:
            ticket = 64 * word + lowest_bit(held)
            held &= held - 1
            if not is_completed(book, table.own[table.seat], parent, ticket):
                memory.shelves[place].ticket = ticket
                memory.tickets |= BIT[place]
                place += 1
    for place in range(SHELVES):
        ticket = memory.shelves[place].ticket
        if memory.tickets & BIT[place] != 0 and not is_completed(book, table.own[table.seat], parent, ticket):
            found |= BIT[place]
    return found


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64[::1], MEMORY_TYPE))
def _fill_shelves(book: Rulebook, table: Table, tickets: int, parent: Any, memory: EvaluationMemory) -> int:
    """Find the paths of the tickets in some shelves (as bits); returns the shelves that have paths."""
    found = ZERO
    for place in range(SHELVES):
        if tickets & BIT[place] != 0:
            shelf = memory.shelves[place]
            connected = ZERO + is_completed(book, table.own[table.seat], parent, shelf.ticket)
            find_paths(book, table, connected, memory.cities, shelf)
            if shelf.count > 0:
                found |= BIT[place]
    for word in range(TRACK_WORDS):
        memory.own_before[word] = table.own[table.seat, word]
    return found


@kernel(signature=void(int64, int64[::1], MEMORY_TYPE))
def _adopt(tickets: int, plan: Any, memory: EvaluationMemory) -> None:
    """Store a plan for the tickets in some shelves (as bits)."""
    memory.has_planned, memory.tickets = 1, tickets
    for word in range(TRACK_WORDS):
        memory.plan[word] = plan[word]


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, MEMORY_TYPE))
def update_plan(book: Rulebook, table: Table, mine: PrivateState, memory: EvaluationMemory) -> None:
    """At the start of a turn, choose a plan from the known paths, or search new paths if the old plan is broken.

    If there is still no plan, the tickets are given up.
    """
    parent = np.empty(MAX_CITIES, np.int64)
    connect_own(book, table.own[table.seat], parent)
    is_broken = memory.has_planned == 0 or is_available(table, memory.plan[:]) == 0
    tickets = _open_shelves(book, table, mine, parent, memory)
    while True:
        if is_broken:
            found = _fill_shelves(book, table, tickets, parent, memory)
            tickets = tickets if memory.lost_ticket == NO_PLAN else found
        worth = find_union(book, table, mine, tickets, UNBOUNDED, memory)
        if worth != NONE or is_broken:
            break
        is_broken = True
    _adopt(ZERO if worth == NONE else tickets, memory.search.union[:], memory)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE))
def has_open_ticket(book: Rulebook, table: Table, mine: PrivateState) -> int:
    """1 if the seat holds a ticket that is not completed, otherwise 0."""
    parent = np.empty(MAX_CITIES, np.int64)
    connect_own(book, table.own[table.seat], parent)
    for word in range(TICKET_WORDS):
        held = mine.tickets[word]
        while held != 0:
            if not is_completed(book, table.own[table.seat], parent, 64 * word + lowest_bit(held)):
                return 1
            held &= held - 1
    return 0


@kernel(signature=int64(BOOK_TYPE, int64[::1]))
def points_of(book: Rulebook, tracks: Any) -> int:
    """The points of a set of tracks."""
    points = ZERO
    for word in range(TRACK_WORDS):
        left = tracks[word]
        while left != 0:
            points += book.route_points[book.length[64 * word + lowest_bit(left)]]
            left &= left - 1
    return points


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64[::1]))
def _missing_spaces(book: Rulebook, table: Table, tracks: Any) -> int:
    """The number of trains still needed for a set of tracks."""
    spaces = ZERO
    for word in range(TRACK_WORDS):
        left = tracks[word] & ~table.own[table.seat, word]
        while left != 0:
            spaces += book.length[64 * word + lowest_bit(left)]
            left &= left - 1
    return spaces


@kernel(signature=int64(BOOK_TYPE, int64))
def _most_points(book: Rulebook, trains: int) -> int:
    """An upper bound for the points of tracks that need this many trains."""
    most = ZERO
    for length in range(1, LENGTHS):
        most = max(most, -(-trains * book.route_points[length] // length))
    return most


@kernel(signature=int64(int64[::1], int64, int64))
def _is_hopeless(worths: Any, tickets: int, limit: int) -> int:
    """1 if a subset of these tickets already has no plan below the limit; ``worths`` holds the results so far."""
    left = tickets
    while left != 0:
        if worths[tickets & ~BIT[lowest_bit(left)]] >= limit:
            return 1
        left &= left - 1
    return 0


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, MEMORY_TYPE))
def keep_tickets(
    book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: EvaluationMemory
) -> int:
    """Keep the tickets with the best plan, and adopt that plan. If no choice has a plan, take the first choice.

    Later in the game only choices of the fewest tickets are considered: a plan for more tickets is never cheaper.
    """
    parent = np.empty(MAX_CITIES, np.int64)
    connect_own(book, table.own[table.seat], parent)
    offered = table.offered[SHORT] + table.offered[LONG]
    for place in range(offered):
        memory.shelves[place].ticket = mine.offer[place]
    _fill_shelves(book, table, (1 << offered) - 1, parent, memory)
    plan, union = np.zeros(TRACK_WORDS, np.int64), memory.search.union[:]
    worths = np.zeros(1 << MAX_OFFER, np.int64)
    margin = _most_points(book, ZERO + table.trains[table.seat]) if table.opening else ZERO
    best, lowest, limit = NONE, ZERO, ZERO + UNBOUNDED
    by_spaces = memory.ticket_cost == SPACES or memory.plan_aim == EQUATION_7
    for i in range(count):
        tickets = ZERO + legal[i] - KEEP
        if not table.opening and count_bits(tickets) > count_bits(ZERO + legal[0] - KEEP):
            continue
        worths[tickets] = UNBOUNDED
        if _is_hopeless(worths, tickets, limit):
            continue
        worth = find_union(book, table, mine, tickets, limit, memory)
        if worth == NONE:
            continue
        worths[tickets] = worth
        cost = _missing_spaces(book, table, union) if by_spaces else worth // COST_UNIT
        value = 2 * cost * book.scale - (points_of(book, union) if table.opening else ZERO)
        if best == NONE or value < lowest:
            best, lowest = ZERO + legal[i], value
            if not by_spaces:  # a plan that costs more cannot be better
                limit = ((lowest + margin) // (2 * book.scale) + 1) * COST_UNIT
            for word in range(TRACK_WORDS):
                plan[word] = union[word]
    _adopt(ZERO if best == NONE else best - KEEP, plan, memory)
    return ZERO + legal[0] if best == NONE else best
