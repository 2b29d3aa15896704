"""The cheapest network for several tickets: the plan of the player ``evaluation`` (Õunmaa 2022, 5.4).

A plan is the union of one path for each ticket. Its cost is, for each colour, the square of the number of cards missing
from the hand, plus the spaces of its gray tracks. Locomotives in hand do not count, and own tracks cost nothing. The
plan is the cheapest union that the seat has enough trains for; ties go to the shortest, then to the first in
lexicographic order of the paths on their shelves.

With 100 paths for each of three tickets there are a million unions. Since adding a path never makes a union cheaper or
shorter, branch and bound prunes every partial union that is worse than a complete one already found. The plan is the
same as with an exhaustive search.
"""

from __future__ import annotations

from typing import Any

from numba import int64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.colors import CARD_KINDS, GRAY
from railwright.game.rulebook import BOOK_TYPE, LENGTHS, Rulebook
from railwright.game.state import NONE, PRIVATE_TYPE, TABLE_TYPE, TRACK_WORDS, PrivateState, Table
from railwright.players.thesis.evaluation_memory import (
    CANDIDATES_TYPE,
    EQUATION_7,
    KEEP_TAKEN,
    MEMORY_TYPE,
    PATH_TYPE,
    STEP_TYPE,
    EvaluationMemory,
    Path,
    PathStep,
)

COST_UNIT = 1 << 12
"""Unions are compared by cost, then by length: their *worth* is the cost in this unit plus the length."""

UNBOUNDED = 1 << 60
"""A number above any worth."""

_LIFT = 1 << 20
"""Offset that keeps the worth by equation 7 positive."""


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, PATH_TYPE, STEP_TYPE, STEP_TYPE))
def _add_path(book: Rulebook, table: Table, mine: PrivateState, path: Path, before: PathStep, after: PathStep) -> None:
    """Write the union of a step and a path into the next step."""
    for color in range(CARD_KINDS):
        after.needs[color] = before.needs[color]
    trains, length, cost, points = ZERO, ZERO, ZERO, ZERO
    for word in range(TRACK_WORDS):
        own = table.own[table.seat, word]
        added = path.tracks[word] & ~before.tracks[word]
        after.tracks[word] = before.tracks[word] | added
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
            missing = after.needs[color] - mine.hand[color]
            more = missing + spaces
            after.needs[color] += spaces
            if more > 0:
                cost += more * more - (missing * missing if missing > 0 else 0)
    after.trains = before.trains + trains
    after.length = before.length + length
    after.cost = before.cost + cost
    after.points = before.points + points


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, STEP_TYPE, int64), inline=True)
def _worth_of(book: Rulebook, table: Table, step: PathStep, aim: int) -> int:
    """The worth of a union; UNBOUNDED if there are not enough trains for it."""
    if step.trains > table.trains[table.seat]:
        return UNBOUNDED
    if aim == EQUATION_7:
        return (2 * book.scale * step.trains - step.points + _LIFT) * COST_UNIT + step.length
    return step.cost * COST_UNIT + step.length


@kernel(signature=int64(TABLE_TYPE, int64[::1]), inline=True)
def is_available(table: Table, tracks: Any) -> int:
    """1 if the seat owns or may claim each of some tracks (as bits), otherwise 0."""
    for word in range(TRACK_WORDS):
        if tracks[word] & ~(table.open[table.seat, word] | table.own[table.seat, word]) != 0:
            return 0
    return 1


@kernel(signature=int64(TABLE_TYPE, int64, MEMORY_TYPE))
def _list_paths(table: Table, shelves: int, memory: EvaluationMemory) -> int:
    """List the paths of the tickets on some shelves (as bits) at level 0; returns the number of tickets.

    Unless the options say otherwise, paths that others have blocked are left out.
    """
    search, ticket = memory.search, ZERO
    while shelves != 0:
        place = lowest_bit(shelves)
        shelves &= shelves - 1
        count = ZERO
        for i in range(memory.shelves[place].count):
            if memory.taken_paths == KEEP_TAKEN or is_available(table, memory.shelves[place].paths[i].tracks[:]):
                search.candidates[0, ticket, count].path = i
                search.candidates[0, ticket, count].worth = 0
                count += 1
        search.shelves[ticket], search.counts[0, ticket] = place, count
        ticket += 1
    return ticket


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, MEMORY_TYPE))
def _narrow(book: Rulebook, table: Table, mine: PrivateState, memory: EvaluationMemory) -> int:
    """List the candidate paths at the next level for the remaining tickets, given the union at this level.

    Returns the ticket with the fewest candidates; NONE if a ticket has none.
    """
    search, aim = memory.search, memory.plan_aim
    level, limit = search.level, search.limit
    before, after = search.steps[level], search.steps[level + 1]
    fewest, left = NONE, search.left[level]
    while left != 0:
        ticket = lowest_bit(left)
        left &= left - 1
        paths = memory.shelves[search.shelves[ticket]].paths
        candidates, narrowed = search.candidates[level, ticket], search.candidates[level + 1, ticket]
        count = ZERO
        for i in range(search.counts[level, ticket]):
            if candidates[i].worth >= limit:
                continue
            path = candidates[i].path
            _add_path(book, table, mine, paths[path], before, after)
            worth = _worth_of(book, table, after, aim)
            if worth < limit:
                narrowed[count].path = path
                narrowed[count].worth = worth
                count += 1
        search.counts[level + 1, ticket] = count
        if count == 0:
            return NONE
        if fewest == NONE or count < search.counts[level + 1, fewest]:
            fewest = ticket
    return fewest


@kernel(signature=int64(CANDIDATES_TYPE, int64))
def _cheapest(candidates: Any, count: int) -> int:
    """The index of the candidate with the lowest worth; the first on ties."""
    best = ZERO
    for i in range(1, count):
        if candidates[i].worth < candidates[best].worth:
            best = ZERO + i
    return best


@kernel(signature=int64(int64, MEMORY_TYPE))
def _is_earlier(number: int, memory: EvaluationMemory) -> int:
    """1 if the chosen paths come before the best ones in lexicographic order of the tickets and their shelves."""
    picks, best_picks = memory.search.picks, memory.search.best_picks
    for ticket in range(number):
        if picks[ticket] != best_picks[ticket]:
            return 1 if picks[ticket] < best_picks[ticket] else 0
    return 0


@kernel(signature=void(int64, MEMORY_TYPE))
def _unite(number: int, memory: EvaluationMemory) -> None:
    """Write the union of the best paths."""
    search = memory.search
    for word in range(TRACK_WORDS):
        search.union[word] = 0
        for ticket in range(number):
            shelf = memory.shelves[search.shelves[ticket]]
            search.union[word] |= shelf.paths[search.best_picks[ticket]].tracks[word]


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE))
def _slack(book: Rulebook, table: Table) -> int:
    """Maximum by which further paths can lower the worth by equation 7: long tracks score more than they cost."""
    most = ZERO
    for length in range(1, LENGTHS):
        gain = ZERO + book.route_points[length] - 2 * book.scale * length
        most = max(most, -(-table.trains[table.seat] * gain // length))
    return most * COST_UNIT


@kernel(signature=void(int64, MEMORY_TYPE))
def _begin_search(limit: int, memory: EvaluationMemory) -> None:
    """Start at level 0, with an empty union."""
    search, first = memory.search, memory.search.steps[0]
    search.level, search.limit = 0, limit
    for word in range(TRACK_WORDS):
        first.tracks[word] = search.union[word] = 0
    for kind in range(CARD_KINDS):
        first.needs[kind] = 0
    first.trains = first.length = first.cost = first.points = 0


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, MEMORY_TYPE))
def find_union(
    book: Rulebook, table: Table, mine: PrivateState, shelves: int, limit: int, memory: EvaluationMemory
) -> int:
    """Find the best union of one path from each of some shelves (as bits) with a worth below the limit.

    Writes it to ``memory.search.union`` and returns its worth; writes an empty one and returns NONE if there is none.

    Each level chooses the path of one ticket: the ticket with the fewest candidates, and its cheapest path first, so
    that a good union is found soon. This order affects only the running time.
    """
    search = memory.search
    number = _list_paths(table, shelves, memory)
    if number == 0:
        _unite(number, memory)
        return 0
    _begin_search(limit, memory)
    best, level = ZERO + NONE, ZERO
    slack = _slack(book, table) if memory.plan_aim == EQUATION_7 else ZERO
    search.left[0] = (1 << number) - 1
    search.turn[0] = _narrow(book, table, mine, memory)
    while level >= 0:
        ticket = search.turn[level]
        if ticket == NONE:
            level -= 1
            continue
        candidates = search.candidates[level + 1, ticket]
        i = _cheapest(candidates, search.counts[level + 1, ticket])
        path, worth = candidates[i].path, candidates[i].worth
        if worth >= search.limit:
            level -= 1
            continue
        search.picks[ticket] = path
        candidates[i].worth = UNBOUNDED
        if search.left[level] != BIT[ticket]:
            chosen = memory.shelves[search.shelves[ticket]].paths[path]
            _add_path(book, table, mine, chosen, search.steps[level], search.steps[level + 1])
            search.left[level + 1] = search.left[level] & ~BIT[ticket]
            level += 1
            search.level = level
            search.turn[level] = _narrow(book, table, mine, memory)
        elif best == NONE or worth < best or (worth == best and _is_earlier(number, memory)):
            best, search.limit = worth, worth + slack + 1
            for k in range(number):
                search.best_picks[k] = search.picks[k]
    if best != NONE:
        _unite(number, memory)
    return best
