"""The cheapest network for several tickets: the plan of the player ``evaluation`` (Õunmaa 2022, 5.4).

A plan is the union of one path for each ticket. Its cost is, for each colour, the square of the number of cards missing
from the hand, plus the spaces of its grey tracks. Locomotives in hand do not count, and own tracks cost nothing. The
plan is the cheapest union that the seat has enough trains for; ties go to the shortest, then to the first in
lexicographic order of the paths on their shelves.

With 100 paths for each of three tickets there are a million unions. Since adding a path never makes a union cheaper or
shorter, branch and bound prunes every partial union that is worse than a complete one already found. The plan is the
same as with an exhaustive search.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, void

from railwright.compiled.bits import BIT, count_bits, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.colors import CARD_KINDS, GRAY
from railwright.game.rulebook import BOOK_TYPE, LENGTHS, Rulebook
from railwright.game.ruleset import MAX_OFFER
from railwright.game.state import NONE, PRIVATE_TYPE, TABLE_TYPE, TRACK_WORDS, PrivateState, Table
from railwright.players.thesis.evaluation_paths import (
    MOST_PATHS,
    PATH_WORDS,
    SHELF_COUNT,
    SHELF_PATHS,
    SHELF_WORDS,
)

SHELVES = MAX_OFFER
"""Maximum number of tickets in a plan."""

COST_UNIT = 1 << 12
"""Unions are compared by cost, then by length: their *worth* is the cost in this unit plus the length."""

UNBOUNDED = 1 << 60
"""A number above any worth."""

CHEAPEST, EQUATION_7 = range(2)
"""What a plan minimises: its cost, or the spaces minus half the points of its missing tracks."""

_LIFT = 1 << 20
"""Offset that keeps the worth by equation 7 positive."""

# Layout of a step: after d paths, row d of ``steps`` holds the union so far, the cards of each colour that it needs,
# its trains, length, cost and points.
_NEEDS = TRACK_WORDS
_TRAINS = _NEEDS + CARD_KINDS
_LENGTH = _TRAINS + 1
_COST = _LENGTH + 1
_POINTS = _COST + 1
_STEP_WORDS = _POINTS + 1

# The candidate paths: at level d of the search, ``lists[d, t]`` holds for each path that ticket t can take after d - 1
# others its start and the worth of the union with it; ``counts[d, t]`` is their number.
_START, _WORTH = 0, 1


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64[::1], int64, int64[:, ::1], int64, int64))
def _add_path(
    book: Rulebook, table: Table, mine: PrivateState, paths: Any, start: int, steps: Any, depth: int, aim: int
) -> int:  # fmt: skip
    """Write the next step, with the path that begins at ``start`` added; returns its worth."""
    for i in range(TRACK_WORDS, _STEP_WORDS):
        steps[depth + 1, i] = steps[depth, i]
    trains, length, cost, points = ZERO, ZERO, ZERO, ZERO
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
            points += book.route_points[spaces]
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
    steps[depth + 1, _POINTS] += points
    if steps[depth + 1, _TRAINS] > table.trains[table.seat]:
        return UNBOUNDED
    if aim == EQUATION_7:
        value = 2 * book.scale * steps[depth + 1, _TRAINS] - steps[depth + 1, _POINTS]
        return (value + _LIFT) * COST_UNIT + steps[depth + 1, _LENGTH]
    return steps[depth + 1, _COST] * COST_UNIT + steps[depth + 1, _LENGTH]


@kernel(signature=int64(TABLE_TYPE, int64[::1], int64), inline=True)
def is_available(table: Table, paths: Any, start: int) -> int:
    """1 if the seat owns or may claim each track of the path that begins at ``start``, otherwise 0."""
    for word in range(TRACK_WORDS):
        if paths[start + word] & ~(table.open[table.seat, word] | table.own[table.seat, word]) != 0:
            return 0
    return 1


@kernel(signature=void(TABLE_TYPE, int64[::1], int64, int64, int64[:, :, :, ::1], int64[:, ::1]))
def _list_paths(table: Table, shelves: Any, tickets: int, keep_taken: int, lists: Any, counts: Any) -> None:
    """List the available paths of each ticket at level 0; with ``keep_taken`` also those that others have blocked."""
    ticket = ZERO
    while tickets != 0:
        first = lowest_bit(tickets) * SHELF_WORDS
        tickets &= tickets - 1
        counts[0, ticket] = 0
        for i in range(shelves[first + SHELF_COUNT]):
            start = first + SHELF_PATHS + i * PATH_WORDS
            if keep_taken or is_available(table, shelves, start):
                lists[0, ticket, counts[0, ticket], _START] = start
                lists[0, ticket, counts[0, ticket], _WORTH] = 0
                counts[0, ticket] += 1
        ticket += 1


@kernel(
    signature=int64(
        BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64[::1], int64, int64, int64, int64,
        int64[:, :, :, ::1], int64[:, ::1], int64[:, ::1],
    )
)  # fmt: skip
def _narrow(
    book: Rulebook, table: Table, mine: PrivateState, shelves: Any, aim: int, level: int, left: int, limit: int,
    lists: Any, counts: Any, steps: Any,
) -> int:  # fmt: skip
    """List the candidate paths at the next level for the remaining tickets (as bits), given the union at this level.

    Returns the ticket with the fewest candidates; NONE if a ticket has none.
    """
    fewest = NONE
    while left != 0:
        ticket = lowest_bit(left)
        left &= left - 1
        count = ZERO
        for i in range(counts[level, ticket]):
            if lists[level, ticket, i, _WORTH] >= limit:
                continue
            start = lists[level, ticket, i, _START]
            worth = _add_path(book, table, mine, shelves, start, steps, level, aim)
            if worth < limit:
                lists[level + 1, ticket, count, _START] = start
                lists[level + 1, ticket, count, _WORTH] = worth
                count += 1
        counts[level + 1, ticket] = count
        if count == 0:
            return NONE
        if fewest == NONE or count < counts[level + 1, fewest]:
            fewest = ticket
    return fewest


@kernel(signature=int64(int64[:, ::1], int64))
def _cheapest(paths: Any, count: int) -> int:
    """The index of the listed path with the lowest worth; the first on ties."""
    best = ZERO
    for i in range(1, count):
        if paths[i, _WORTH] < paths[best, _WORTH]:
            best = ZERO + i
    return best


@kernel(signature=int64(int64[::1], int64[::1], int64))
def _is_earlier(picks: Any, others: Any, count: int) -> int:
    """1 if a choice of paths comes before another in lexicographic order of the tickets and their shelves."""
    for ticket in range(count):
        if picks[ticket] != others[ticket]:
            return 1 if picks[ticket] < others[ticket] else 0
    return 0


@kernel(signature=int64(int64[::1], int64[::1], int64, int64, int64[::1]))
def _unite(shelves: Any, picks: Any, number: int, worth: int, union: Any) -> int:
    """Write the union of the chosen paths, if there is one; returns its worth."""
    if number > 0 and worth == NONE:
        return NONE
    for word in range(TRACK_WORDS):
        union[word] = 0
        for ticket in range(number):
            union[word] |= shelves[picks[ticket] + word]
    return worth if number > 0 else ZERO


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE))
def _slack(book: Rulebook, table: Table) -> int:
    """Maximum by which further paths can lower the worth by equation 7: long tracks score more than they cost."""
    most = ZERO
    for length in range(1, LENGTHS):
        gain = ZERO + book.route_points[length] - 2 * book.scale * length
        most = max(most, -(-table.trains[table.seat] * gain // length))
    return most * COST_UNIT


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64[::1], int64, int64, int64, int64, int64[::1]))
def find_union(
    book: Rulebook, table: Table, mine: PrivateState, shelves: Any, tickets: int, aim: int, keep_taken: int, limit: int,
    union: Any,
) -> int:  # fmt: skip
    """Find the best union of one path from each of some shelves (as bits) with a worth below the limit.

    Writes it to ``union`` and returns its worth; NONE if there is none. With ``keep_taken`` it may contain tracks that
    others have taken. ``aim`` is what to minimise.

    Each level chooses the path of one ticket: the ticket with the fewest candidates, and its cheapest path first, so
    that a good union is found soon. This order affects only the running time.
    """
    number = count_bits(tickets)
    lists = np.empty((number + 1, max(number, 1), MOST_PATHS, 2), np.int64)
    counts = np.empty((number + 1, max(number, 1)), np.int64)
    _list_paths(table, shelves, tickets, keep_taken, lists, counts)
    steps = np.zeros((number + 2, _STEP_WORDS), np.int64)
    left, turn = np.zeros(number + 1, np.int64), np.zeros(number + 1, np.int64)
    picks, best_picks = np.zeros(number + 1, np.int64), np.zeros(number + 1, np.int64)
    best, level, slack = ZERO + NONE, ZERO, _slack(book, table) if aim == EQUATION_7 else ZERO
    left[0] = (1 << number) - 1
    turn[0] = _narrow(book, table, mine, shelves, aim, level, left[0], limit, lists, counts, steps)
    while level >= 0 and number > 0:
        ticket = turn[level]
        if ticket == NONE:
            level -= 1
            continue
        i = _cheapest(lists[level + 1, ticket], counts[level + 1, ticket])
        worth = lists[level + 1, ticket, i, _WORTH]
        if worth >= limit:
            level -= 1
            continue
        picks[ticket] = lists[level + 1, ticket, i, _START]
        lists[level + 1, ticket, i, _WORTH] = UNBOUNDED
        if left[level] != BIT[ticket]:
            _add_path(book, table, mine, shelves, picks[ticket], steps, level, aim)
            left[level + 1] = left[level] & ~BIT[ticket]
            level += 1
            turn[level] = _narrow(book, table, mine, shelves, aim, level, left[level], limit, lists, counts, steps)
        elif best == NONE or worth < best or (worth == best and _is_earlier(picks, best_picks, number)):
            best, limit = worth, worth + slack + 1
            for k in range(number):
                best_picks[k] = picks[k]
    return _unite(shelves, best_picks, number, best, union)
