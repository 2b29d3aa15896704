"""The cheapest way to complete several tickets at once: the plan of the player ``evaluation`` (Õunmaa 2022, 5.4).

A plan is the union of one path for each ticket. Its cost: for each colour the square of the number of cards that are
missing in the hand, and for the grey tracks their spaces. Locomotives in the hand do not count, own tracks cost nothing.
Of the unions that the trains suffice for, the cheapest is the plan; of equally cheap ones the shortest; of those the
first, as the paths are ordered on their shelves, the first ticket's path changing last.

With 100 paths for each of three tickets there are a million unions. Since a union never gets cheaper or shorter by a
further path, the search leaves out everything that begins with a union as costly as one already found. The plan is the
same as if every union had been looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from railwright.game.bits import BIT, lowest_bit
from railwright.game.colors import CARD_KINDS, GRAY
from railwright.game.kernel import ZERO, kernel
from railwright.game.ruleset import MAX_OFFER
from railwright.game.setup import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, SEAT_TYPE, TABLE_TYPE, TRACK_WORDS, Seat, Table
from railwright.players.evaluation_paths import (
    MOST_PATHS,
    PATH_WORDS,
    SHELF_COUNT,
    SHELF_PATHS,
    SHELF_WORDS,
)

SHELVES = MAX_OFFER
"""A plan is for at most so many tickets."""

COST_UNIT = 1 << 12
"""Unions are compared by cost, then by length: their *worth* is the cost in this unit plus the length."""

UNBOUNDED = 1 << 60
"""More than any worth."""

# The steps of the search: after d paths, row d of a working space is the union so far, the cards of each colour that
# it needs, the trains, the length and the cost.
_NEEDS = TRACK_WORDS
_TRAINS = _NEEDS + CARD_KINDS
_LENGTH = _TRAINS + 1
_COST = _LENGTH + 1
_STEP_WORDS = _COST + 1


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64[::1], int64, int64[:, ::1], int64))
def _add_path(book: Rulebook, table: Table, mine: Seat, paths: Any, start: int, steps: Any, depth: int) -> int:
    """Write the step after this one with the path that begins at ``start``; returns its worth."""
    for i in range(TRACK_WORDS, _STEP_WORDS):
        steps[depth + 1, i] = steps[depth, i]
    trains, length, cost = ZERO, ZERO, ZERO
    for word in range(TRACK_WORDS):
        own = table.own[table.seat, word]
        added = paths[start + word] & ~steps[depth, word]
        steps[depth + 1, word] = steps[depth, word] | added
        while added != 0:
            i = lowest_bit(added)
            added &= added - 1
            spaces = ZERO + book.length[64 * word + i]
            length += spaces
            if own & BIT[i] != 0:
                continue
            trains += spaces
            color = book.color[64 * word + i]
            if color == GRAY:
                cost += spaces
                continue
            before = steps[depth + 1, _NEEDS + color] - mine.hand[color]
            after = before + spaces
            steps[depth + 1, _NEEDS + color] += spaces
            if after > 0:
                cost += after * after - (before * before if before > 0 else 0)
    steps[depth + 1, _TRAINS] += trains
    steps[depth + 1, _LENGTH] += length
    steps[depth + 1, _COST] += cost
    if steps[depth + 1, _TRAINS] > table.trains[table.seat]:
        return UNBOUNDED
    return steps[depth + 1, _COST] * COST_UNIT + steps[depth + 1, _LENGTH]


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64[::1]))
def worth_of(book: Rulebook, table: Table, mine: Seat, union: Any) -> int:
    """The worth of a union; UNBOUNDED if the trains do not suffice."""
    steps = np.zeros((2, _STEP_WORDS), np.int64)
    return _add_path(book, table, mine, union, ZERO, steps, ZERO)


@kernel(signature=int64(TABLE_TYPE, int64[::1], int64), inline=True)
def is_available(table: Table, paths: Any, start: int) -> int:
    """1 if each track of the path that begins at ``start`` is the seat's own or may be claimed by it, otherwise 0."""
    for word in range(TRACK_WORDS):
        if paths[start + word] & ~(table.open[table.seat, word] | table.own[table.seat, word]) != 0:
            return 0
    return 1


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64[::1], int64, int64, int64[:, ::1], int64[:, ::1]))
def _candidates(
    book: Rulebook, table: Table, mine: Seat, shelves: Any, shelf: int, limit: int, starts: Any, alone: Any
) -> int:
    """List the paths of a shelf that can be part of a union worth less than the limit; returns how many.

    Row ``shelf`` of ``starts`` receives where they begin, that of ``alone`` what each is worth alone.
    """
    steps = np.zeros((2, _STEP_WORDS), np.int64)
    count = ZERO
    first = shelf * SHELF_WORDS
    for i in range(shelves[first + SHELF_COUNT]):
        start = first + SHELF_PATHS + i * PATH_WORDS
        if is_available(table, shelves, start):
            worth = _add_path(book, table, mine, shelves, start, steps, ZERO)
            if worth < limit:
                starts[shelf, count], alone[shelf, count] = start, worth
                count += 1
    return count


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64[::1], int64[::1], int64, int64[:, ::1], int64[::1]))
def _greedy_worth(
    book: Rulebook, table: Table, mine: Seat, shelves: Any, chosen: Any, depth: int, starts: Any, counts: Any
) -> int:
    """The worth of a fairly good union: ticket by ticket the path that adds least."""
    steps = np.zeros((SHELVES + 1, _STEP_WORDS), np.int64)
    worth = ZERO
    for d in range(depth):
        shelf = chosen[d]
        best, worth = NONE, ZERO + UNBOUNDED
        for i in range(counts[shelf]):
            found = _add_path(book, table, mine, shelves, starts[shelf, i], steps, ZERO + d)
            if found < worth:
                best, worth = starts[shelf, i], found
        if best == NONE:
            return UNBOUNDED
        _add_path(book, table, mine, shelves, best, steps, ZERO + d)
    return worth


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64[::1], int64, int64, int64[::1]))
def find_union(book: Rulebook, table: Table, mine: Seat, shelves: Any, tickets: int, limit: int, union: Any) -> int:
    """Find the best union of one path from each of some shelves (as bits) whose worth is below the limit.

    Writes it to ``union``, and returns its worth; NONE if there is none.
    """
    chosen = np.empty(SHELVES, np.int64)
    counts = np.empty(SHELVES, np.int64)
    starts = np.empty((SHELVES, MOST_PATHS), np.int64)
    alone = np.empty((SHELVES, MOST_PATHS), np.int64)
    depth = ZERO
    while tickets != 0:
        shelf = lowest_bit(tickets)
        tickets &= tickets - 1
        counts[shelf] = _candidates(book, table, mine, shelves, shelf, limit, starts, alone)
        if counts[shelf] == 0:
            return NONE
        chosen[depth] = shelf
        depth += 1
    limit = min(limit, _greedy_worth(book, table, mine, shelves, chosen, depth, starts, counts) + 1)
    steps = np.zeros((SHELVES + 1, _STEP_WORDS), np.int64)
    tried = np.zeros(SHELVES + 1, np.int64)
    best, d = ZERO + NONE, ZERO
    while d >= 0:
        if d == depth:
            best = limit = steps[d, _COST] * COST_UNIT + steps[d, _LENGTH]
            for word in range(TRACK_WORDS):
                union[word] = steps[d, word]
            d -= 1
            continue
        i, shelf = tried[d], chosen[d]
        if i == counts[shelf]:
            d -= 1
            continue
        tried[d] += 1
        if alone[shelf, i] >= limit:
            continue
        if _add_path(book, table, mine, shelves, starts[shelf, i], steps, d) < limit:
            d += 1
            if d < depth:
                tried[d] = 0
    return best
