"""The longest continuous path: the longest trail in a seat's tracks, exactly.

A trail may visit a city again but uses each track at most once. In a component with at most two cities of odd degree,
all tracks form one trail (Euler). Otherwise some longest trail starts at a city of odd degree, and a depth-first search
from these cities finds it. The search prunes with a bound: every city of odd degree that is left over, apart from the
end, costs at least half of an unused track. A dense network of short tracks has too many trails for that; after a
number of steps the methods of ``bridges.py`` and ``frontier.py`` take over. Their cost depends on how tangled the board
is, and a board that is too tangled for them is refused when it is loaded (``city_order.py``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.compiled.bits import lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.numba_settings import INTERPRETED
from railwright.game.board import MAX_LENGTH
from railwright.game.bridges import longest_with_bridges
from railwright.game.network import root_of
from railwright.game.rulebook import Rulebook

MAX_OWNED = 100
"""Most tracks that one seat can own: every track takes at least one train."""

MAX_STEPS = 20_000
"""Search steps after which a network counts as dense. On the official boards a seat needs about 40."""

SCRATCH = (13, 2 * MAX_OWNED)
"""Shape of the work array of the search, which is allocated once for all seats."""

SCRATCH_TYPE = np.int64 if INTERPRETED else np.uint32
"""Element type of the work array. Unsigned, so that Numba skips the check for negative indexes: a little faster."""


@kernel
def longest_trail(book: Rulebook, own: Any, parent: Any, scratch: Any) -> int:
    """Length in spaces of the longest trail in a set of tracks whose components are ``parent``."""
    tracks, degree, total, shortest, odd = scratch[0], scratch[1], scratch[2], scratch[3], scratch[4]
    for city in range(book.cities):
        degree[city] = total[city] = odd[city] = 0
        shortest[city] = MAX_LENGTH
    count = 0
    for word in range(book.track_words):
        rest = own[word]
        while rest != 0:
            track = 64 * word + lowest_bit(rest)
            rest &= rest - 1
            tracks[count] = track
            count += 1
            degree[book.city_a[track]] += 1
            degree[book.city_b[track]] += 1
            root = root_of(parent, book.city_a[track])
            total[root] += book.length[track]
            shortest[root] = min(shortest[root], book.length[track])
    for city in range(book.cities):
        if degree[city] & 1:
            odd[root_of(parent, city)] += 1
    best = ZERO
    for root in range(book.cities):
        if odd[root] <= 2:
            best = max(best, total[root])
    for root in range(book.cities):
        if odd[root] > 2 and total[root] - (odd[root] // 2 - 1) * shortest[root] > best:
            best, finished = _search(book, count, parent, root, best, scratch)
            if not finished:
                best = _search_dense(book, count, parent, root, best, scratch)
    return best


@kernel
def _search_dense(book: Rulebook, count: int, parent: Any, root: int, best: int, scratch: Any) -> int:
    """The longest trail of a component with very many trails, or ``best`` if none is longer."""
    city_a, city_b, length = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64)
    size = 0
    for i in range(count):
        track = scratch[0, i]
        if root_of(parent, book.city_a[track]) == root:
            city_a[size], city_b[size], length[size] = book.city_a[track], book.city_b[track], book.length[track]
            size += 1
    return longest_with_bridges(city_a[:size], city_b[:size], length[:size], book.city_rank, best)


@kernel
def _search(book: Rulebook, count: int, parent: Any, root: int, best: int, scratch: Any) -> Any:
    """Search one component, depth first, for a trail longer than ``best``; returns the best and whether it finished."""
    tracks, degree = scratch[0], scratch[1]
    total, shortest, odd = np.int64(scratch[2, root]), np.int64(scratch[3, root]), np.int64(scratch[4, root])
    start, fill, at = (
        scratch[5],
        scratch[6],
        scratch[7],
    )  # the tracks at a city: at[start[city]] to at[start[city + 1] - 1]
    used, left = scratch[8], scratch[9]  # whether a track is used, and how many unused ones are at a city
    cities, via, step = scratch[10], scratch[11], scratch[12]  # the trail so far
    start[0] = 0
    for city in range(book.cities):
        start[city + 1] = start[city] + degree[city]
        fill[city] = start[city]
        left[city] = degree[city]
    for i in range(count):
        used[i] = 0
        a, b = book.city_a[tracks[i]], book.city_b[tracks[i]]
        at[fill[a]] = i
        at[fill[b]] = i
        fill[a] += 1
        fill[b] += 1
    ceiling = total - (odd // 2 - 1) * shortest
    steps = 0
    for first in range(book.cities):
        if degree[first] & 1 == 0 or root_of(parent, first) != root:
            continue
        depth = 0
        length = ZERO
        cities[0] = first
        step[0] = start[first]
        while True:
            here = cities[depth]
            if step[depth] == start[here + 1]:
                if depth == 0:
                    break
                i = via[depth]
                depth -= 1
                odd += _change(left, cities[depth], here, 1)
                used[i] = 0
                length -= book.length[tracks[i]]
                continue
            i = at[step[depth]]
            step[depth] += 1
            if used[i]:
                continue
            steps += 1
            if steps > MAX_STEPS:
                return best, False
            there = book.city_a[tracks[i]] + book.city_b[tracks[i]] - here
            used[i] = 1
            length += book.length[tracks[i]]
            odd += _change(left, here, there, -1)
            depth += 1
            cities[depth] = there
            via[depth] = i
            if length > best:
                best = length
                if best == ceiling:
                    return best, True
            wasted = odd // 2 - (left[there] & 1)  # lower bound on the tracks that stay unused from here on
            hopeless = total - wasted * shortest <= best
            step[depth] = start[there + 1] if hopeless else start[there]
    return best, True


@kernel(inline=True)
def _change(left: Any, a: int, b: int, by: int) -> int:
    """Change the number of unused tracks at two cities; returns the change in the number of odd cities."""
    before = (left[a] & 1) + (left[b] & 1)
    left[a] += by
    left[b] += by
    return (left[a] & 1) + (left[b] & 1) - before
