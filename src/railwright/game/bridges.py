"""The longest trail of a network with bridges: tracks whose removal would disconnect it.

A block is a component that remains when all bridges are removed. A trail crosses a bridge at most once, so a trail that
crosses into a block with a single bridge must end there. To the rest of the network, such a block is worth the longest
trail that starts at its end of the bridge. It is folded into the bridge, which grows by that length, until one block is
left whose folded bridges are dead ends.

Without this step ``frontier.py`` would be slow on dense blocks joined by single tracks: it would notice too late that a
trail cannot visit them all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.board import MAX_CITIES
from railwright.game.frontier import CITIES, longest_by_frontier
from railwright.game.network import join, root_of
from railwright.game.state import NONE

_ADDED_END = MAX_CITIES
"""Number of the artificial city at the end of a track that is added to a block."""


@kernel
def longest_with_bridges(city_a: Any, city_b: Any, lengths: Any, rank: Any, best: int) -> int:
    """The longest trail of a connected network, or ``best`` if none is longer. ``rank`` is the order of the cities."""
    count = len(lengths)
    length = lengths.copy()
    block = np.empty(CITIES, np.int64)
    is_bridge = np.empty(count, np.int64)
    _find_blocks(city_a, city_b, count, is_bridge, block)
    foot = np.full(count, NONE, np.int64)  # the city at which a folded bridge is attached
    root = block[city_a[0]]
    while True:
        bridge, inner = _next_bridge(city_a, city_b, count, is_bridge, foot, block)
        if bridge == NONE:
            return _longest_in_block(city_a, city_b, length, is_bridge, foot, block, rank, root, ZERO + NONE, best)
        outer = city_a[bridge] + city_b[bridge] - inner
        root = block[inner]
        best = _longest_in_block(city_a, city_b, length, is_bridge, foot, block, rank, root, ZERO + NONE, best)
        length[bridge] += _longest_in_block(city_a, city_b, length, is_bridge, foot, block, rank, root, inner, ZERO)
        foot[bridge] = outer
        root = block[outer]


@kernel
def _find_blocks(city_a: Any, city_b: Any, count: int, is_bridge: Any, block: Any) -> None:
    """Find the bridges, and for each city the city that represents its block."""
    for i in range(count):
        for city in range(CITIES):
            block[city] = city
        for k in range(count):
            if k != i:
                join(block, city_a[k], city_b[k])
        is_bridge[i] = root_of(block, city_a[i]) != root_of(block, city_b[i])
    for city in range(CITIES):
        block[city] = city
    for i in range(count):
        if not is_bridge[i]:
            join(block, city_a[i], city_b[i])
    for city in range(CITIES):
        block[city] = root_of(block, city)


@kernel
def _next_bridge(city_a: Any, city_b: Any, count: int, is_bridge: Any, foot: Any, block: Any) -> Any:
    """A bridge that is the last one left at one of its blocks, and its city there; NONE if all are folded."""
    left = np.zeros(CITIES, np.int64)
    for i in range(count):
        if is_bridge[i] and foot[i] == NONE:
            left[block[city_a[i]]] += 1
            left[block[city_b[i]]] += 1
    for i in range(count):
        if is_bridge[i] and foot[i] == NONE:
            if left[block[city_a[i]]] == 1:
                return i, city_a[i]
            if left[block[city_b[i]]] == 1:
                return i, city_b[i]
    return NONE, ZERO + NONE


@kernel
def _longest_in_block(
    city_a: Any, city_b: Any, length: Any, is_bridge: Any, foot: Any, block: Any, rank: Any, root: int, start: int,
    best: int,
) -> int:  # fmt: skip
    """The longest trail in a block and its folded bridges, or ``best`` if none is longer.

    With a ``start`` city, the longest trail that starts there: an artificial track, longer than all others together, is
    attached to the city to force the trail through it, and its length is subtracted again.
    """
    count = len(length)
    own_a, own_b, own_length = (
        np.empty(count + 1, np.int64),
        np.empty(count + 1, np.int64),
        np.empty(count + 1, np.int64),
    )
    keys = np.empty(count + 1, np.int64)
    size, total = ZERO, ZERO
    for i in range(count):
        inside = (
            block[foot[i]] == root
            if is_bridge[i] and foot[i] != NONE
            else not is_bridge[i] and block[city_a[i]] == root
        )
        if inside:
            a, b = city_a[i], city_b[i]
            key = _after(rank, foot[i]) if is_bridge[i] else max(rank[a], rank[b]) * 2 * CITIES + min(rank[a], rank[b])
            size = _insert(own_a, own_b, own_length, keys, size, a, b, length[i], key)
            total += length[i]
    if start == NONE:
        return longest_by_frontier(own_a, own_b, own_length, size, best) if total > best else best
    size = _insert(own_a, own_b, own_length, keys, size, start, ZERO + _ADDED_END, total + 1, _after(rank, start))
    return longest_by_frontier(own_a, own_b, own_length, size, total + 1) - (total + 1)


@kernel(inline=True)
def _after(rank: Any, city: int) -> int:
    """The sort key of a track that leads from a city into a dead end."""
    return rank[city] * 2 * CITIES + CITIES


@kernel
def _insert(
    own_a: Any, own_b: Any, own_length: Any, keys: Any, size: int, a: int, b: int, length: int, key: int
) -> int:
    """Insert a track into the list sorted by key; returns the new number of tracks."""
    k = size
    while k > 0 and keys[k - 1] > key:
        own_a[k], own_b[k], own_length[k], keys[k] = own_a[k - 1], own_b[k - 1], own_length[k - 1], keys[k - 1]
        k -= 1
    own_a[k], own_b[k], own_length[k], keys[k] = a, b, length, key
    return size + 1
