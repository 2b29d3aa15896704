"""The longest trail of a dense network, exactly: dynamic programming over a frontier of cities.

Used where a search trail by trail would take too long. A trail is a connected set of tracks in which at most two cities
have odd degree. The tracks are decided one after the other: taken or left. A city is at the *frontier* while some of
its tracks are decided and some are not. All that matters about past decisions is whether each frontier city has odd
degree so far, and which frontier cities are connected. Partial solutions that agree in this are one state, of which
only the least waste is kept: the total length of the tracks that were left.

There could be very many states. But if connectivity is ignored, the least waste still to come depends only on the odd
cities, and a table of this lower bound needs ``3 * 2**width`` numbers for each track. Only states whose bound is within
an allowed waste are kept; the allowance starts at the lower bound and grows. In a dense network the first attempt
usually succeeds, with few states.

A state is two words. The first has four bits for each place of the frontier: the number of its connected part, 0 if no
track at the city was taken. The second has one bit for each place, set if its degree is odd; above these bits it counts
the odd cities that have left the frontier.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.board import MAX_CITIES
from railwright.game.city_order import MAX_WIDTH
from railwright.game.state import NONE

PLACES = MAX_WIDTH + 1
"""Maximal size of the frontier: that of a board, plus one for the artificial end of an added track (``bridges.py``)."""

CITIES = MAX_CITIES + 1
"""Number of city numbers, including the one of the artificial end."""

_PART_BITS, _PART_MASK = 4, 15
_EVERY_PART = sum(1 << _PART_BITS * place for place in range(PLACES))
_NEW_PART = 15
_FREE = -1
FEW_STATES, ALL_STATES = 2_000, 1 << 60
"""Limits on the number of states kept after each track."""

_NEVER = 30_000
"""Infinite waste: more spaces than any network has."""

_STAYS, _ENDS_EVEN, _MAY_END_ODD = range(3)
"""What happens to a city after a track: it stays at the frontier; it leaves it and must have even degree; it leaves it
and may have odd degree, as an end of the trail. In a longest trail only a city of odd degree in the network can be an
end."""

_PLACE_A, _PLACE_B, _FATE_A, _FATE_B, _LENGTH, _IN_USE = range(6)
"""Columns of the plan, one row for each track: places and fates of its two cities, its length, and the places in use
while it is decided, as bits."""


@kernel
def longest_by_frontier(city_a: Any, city_b: Any, length: Any, count: int, best: int) -> int:
    """The longest trail in a connected network, or ``best`` if none is longer.

    The tracks must be in the order in which they are decided, and the frontier never larger than PLACES.
    """
    plan = np.empty((count, 6), np.int64)
    places = _make_plan(city_a, city_b, length, count, plan)
    total = ZERO
    for i in range(count):
        total += length[i]
    to_come = _least_waste(plan, count, places)
    least = ZERO + to_come[0, 0]  # lower bound on the waste
    step = 1
    while least < total - best:
        allowed = min(least + step - 1, total - best - 1)
        for max_states in (FEW_STATES, ALL_STATES):  # with few states it usually finds a trail, which tightens the rest
            waste = _waste_within(plan, count, places, to_come, total, allowed, max_states)
            if waste != _NEVER:
                best = total - waste
                allowed = waste - 1
            if allowed < least:
                break
        least = allowed + 1
        step *= 2
    return best


@kernel
def _make_plan(city_a: Any, city_b: Any, length: Any, count: int, plan: Any) -> int:
    """Assign each city a place while it is at the frontier; returns the number of places."""
    degree = np.zeros(CITIES, np.int64)
    last = np.zeros(CITIES, np.int64)
    place = np.full(CITIES, NONE, np.int64)
    for i in range(count):
        for city in (city_a[i], city_b[i]):
            degree[city] += 1
            last[city] = i
    places = ZERO
    in_use = ZERO
    for i in range(count):
        for end in range(2):
            city = city_a[i] if end == 0 else city_b[i]
            if place[city] == NONE:
                slot = ZERO
                while in_use >> slot & 1:
                    slot += 1
                place[city] = slot
                in_use |= 1 << slot
                places = max(places, slot + 1)
            leaves = _MAY_END_ODD if degree[city] & 1 else _ENDS_EVEN
            plan[i, _PLACE_A + end] = place[city]
            plan[i, _FATE_A + end] = leaves if last[city] == i else _STAYS
        plan[i, _LENGTH] = length[i]
        plan[i, _IN_USE] = in_use
        for city in (city_a[i], city_b[i]):
            if last[city] == i:
                in_use &= ~(1 << place[city])
    return places


@kernel
def _least_waste(plan: Any, count: int, places: int) -> Any:
    """Lower bounds on the waste from each track on, for each set of odd cities before it, ignoring connectivity."""
    table = np.full((count + 1, 3 << places), _NEVER, np.int16)
    for ends in range(3):
        table[count, ends << places] = 0
    for i in range(count - 1, -1, -1):
        odd = ZERO
        while True:
            for ends in range(3):
                before = ends << places | odd
                left = _without_ends(plan, i, before, places)
                taken = _without_ends(plan, i, before ^ _both(plan, i), places)
                least = ZERO + _NEVER
                if left != NONE:
                    least = min(least, plan[i, _LENGTH] + table[i + 1, left])
                if taken != NONE:
                    least = min(least, ZERO + table[i + 1, taken])
                table[i, before] = least
            odd = (odd - plan[i, _IN_USE]) & plan[i, _IN_USE]  # the next subset of the places in use
            if odd == 0:
                break
    return table


@kernel(inline=True)
def _both(plan: Any, i: int) -> int:
    """The places of a track's two cities, as bits."""
    return (ZERO + 1 << plan[i, _PLACE_A]) ^ (ZERO + 1 << plan[i, _PLACE_B])


@kernel(inline=True)
def _without_ends(plan: Any, i: int, parity: int, places: int) -> int:
    """The second word of a state after finished cities have left the frontier; NONE if too many were odd."""
    for end in range(2):
        fate = plan[i, _FATE_A + end]
        bit = ZERO + 1 << plan[i, _PLACE_A + end]
        if fate != _STAYS and parity & bit:
            parity ^= bit
            parity += ZERO + 1 << places
            if fate == _ENDS_EVEN or parity >> places > 2:
                return ZERO + NONE
    return parity


@kernel
def _waste_within(plan: Any, count: int, places: int, to_come: Any, total: int, allowed: int, max_states: int) -> int:
    """The least waste of a trail if it is at most ``allowed``, otherwise _NEVER.

    If ``max_states`` is reached, the result is only an upper bound.
    """
    parts, parity, waste = np.zeros(1, np.int64), np.zeros(1, np.int32), np.zeros(1, np.int16)
    rest = total
    least = ZERO + _NEVER
    for i in range(count):
        rest -= plan[i, _LENGTH]
        size = 64
        while size < 4 * len(parts):
            size *= 2
        new_parts, new_parity, new_waste = np.empty(size, np.int64), np.empty(size, np.int32), np.empty(size, np.int16)
        new_parity[:] = _FREE
        kept = 0
        for k in range(len(parts)):
            for taken in range(2):
                spent = waste[k] + (ZERO if taken else plan[i, _LENGTH])
                after = _without_ends(plan, i, ZERO + parity[k] ^ (_both(plan, i) if taken else ZERO), places)
                if after == NONE or spent + to_come[i + 1, after] > allowed:
                    continue
                joined = _joined(parts[k], plan[i, _PLACE_A], plan[i, _PLACE_B]) if taken else parts[k]
                joined, complete = _without_finished(plan, i, joined)
                if not complete and kept < max_states:
                    kept += _store(new_parts, new_parity, new_waste, _renamed(joined, places), after, spent)
                elif complete and joined == 0 and spent + rest <= allowed:  # the only part: a trail
                    least = spent + rest
                    allowed = least - 1
        parts, parity, waste = _stored(new_parts, new_parity, new_waste, kept)
    return least


@kernel(inline=True)
def _part(parts: int, place: int) -> int:
    return parts >> _PART_BITS * place & _PART_MASK


@kernel(inline=True)
def _members(parts: int, part: int) -> int:
    """The places that belong to a part: for each of them, the lowest of its four bits is set."""
    other = parts ^ part * _EVERY_PART
    other |= other >> 1
    other |= other >> 2
    return ~other & _EVERY_PART


@kernel(inline=True)
def _joined(parts: int, a: int, b: int) -> int:
    """The parts after taking a track between two places."""
    part, other = _part(parts, a), _part(parts, b)
    if part == 0 and other == 0:
        part = other = ZERO + _NEW_PART
    elif part == 0:
        part = other
    elif other != 0 and other != part:
        members = _members(parts, other)
        parts = parts & ~(members * _PART_MASK) | members * part
    return parts | part << _PART_BITS * a | part << _PART_BITS * b


@kernel(inline=True)
def _without_finished(plan: Any, i: int, parts: int) -> Any:
    """The parts without the finished cities, and whether some part has lost its last city."""
    for end in range(2):
        if plan[i, _FATE_A + end] != _STAYS:
            place = plan[i, _PLACE_A + end]
            part = _part(parts, place)
            if part != 0:
                parts &= ~(ZERO + _PART_MASK << _PART_BITS * place)
                if _members(parts, part) == 0:
                    return parts, True
    return parts, False


@kernel(inline=True)
def _renamed(parts: int, places: int) -> int:
    """Renumber the parts in the order of their places, so that equal states have equal words."""
    names = ZERO  # four bits for the new number of each old one
    count = ZERO
    result = ZERO
    for place in range(places):
        part = _part(parts, place)
        if part != 0:
            name = _part(names, part - 1)
            if name == 0:
                count += 1
                name = count
                names |= name << _PART_BITS * (part - 1)
            result |= name << _PART_BITS * place
    return result


@kernel(inline=True)
def _store(table_parts: Any, table_parity: Any, table_waste: Any, parts: int, parity: int, waste: int) -> int:
    """Store a state with its least waste in a hash table; returns 1 if the state is new."""
    mask = len(table_parts) - 1
    slot = parts * 0x9E3779B1 ^ parity * 0x85EBCA77
    slot = (slot ^ slot >> 29) & mask
    while table_parity[slot] != _FREE and (table_parity[slot] != parity or table_parts[slot] != parts):
        slot = (slot + 1) & mask
    new = table_parity[slot] == _FREE
    if new or waste < table_waste[slot]:
        table_parts[slot], table_parity[slot], table_waste[slot] = parts, parity, waste
    return 1 if new else 0


@kernel
def _stored(table_parts: Any, table_parity: Any, table_waste: Any, count: int) -> Any:
    """The states of a hash table with their waste, without the free slots."""
    parts, parity, waste = np.empty(count, np.int64), np.empty(count, np.int32), np.empty(count, np.int16)
    k = 0
    for slot in range(len(table_parts)):
        if table_parity[slot] != _FREE:
            parts[k], parity[k], waste[k] = table_parts[slot], table_parity[slot], table_waste[slot]
            k += 1
    return parts, parity, waste
