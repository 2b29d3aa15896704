"""Minimum Steiner trees for all sets of places of the board at once: the algorithm of Dreyfus and Wagner.

A place is a set of cities of which any one will do, such as the terminals of a country. Vertices are cities, or groups
of cities that zero-cost tracks merge. The cheapest tree that contains a vertex and touches some places either follows a
shortest path to another vertex, or splits at the vertex into two trees that divide the places between them (Dreyfus and
Wagner 1971, "The Steiner problem in graphs"). A tree touches a place at one of its own vertices: travelling between two
cities of the same place is not free.

The costs are kept for every vertex and every set of the places 1, 2, ... Trees that also touch place 0 need no rows of
their own: they are the trees at a vertex of place 0. So row ``m`` is for the places whose bits are in ``2 * m``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int32, int64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.shortest_paths import close_paths
from railwright.game.board import MAX_CITIES
from railwright.game.network import join, root_of
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE

FAR = 1 << 28
"""Cost of what cannot be reached. Twice this value still fits into 32 bits."""

MAX_PRICE = 1 << 21
"""Highest price of a track: a tree of 63 tracks stays below FAR."""

ROWS = int32[:, ::1]
"""Type of tables with a row per vertex or per set of places."""


@kernel(signature=int64(BOOK_TYPE, int64[::1], int64[::1]))
def number_vertices(book: Rulebook, cost: Any, vertex: Any) -> int:
    """Fill in the vertex of each city; zero-cost tracks merge cities. Returns the number of vertices."""
    parent = np.empty(MAX_CITIES, np.int64)
    for city in range(book.cities):
        parent[city] = city
        vertex[city] = NONE
    for track in range(book.tracks):
        if cost[track] == 0:
            join(parent, book.city_a[track], book.city_b[track])
    count = ZERO
    for city in range(book.cities):
        root = root_of(parent, city)
        if vertex[root] == NONE:
            vertex[root] = count
            count += 1
        vertex[city] = vertex[root]
    return count


@kernel(signature=int64(int64[::1], int64))
def vertices_of(vertex: Any, cities: int) -> int:
    """The vertices of a set of cities, both as bits."""
    found = ZERO
    while cities != 0:
        found |= BIT[vertex[lowest_bit(cities)]]
        cities &= cities - 1
    return found


@kernel(signature=void(BOOK_TYPE, int64[::1], int64[::1], ROWS, ROWS))
def measure(book: Rulebook, cost: Any, vertex: Any, link: Any, distance: Any) -> None:
    """Fill in the cheapest track between each two vertices, NONE if there is none, and the shortest-path costs."""
    count = distance.shape[0]
    for a in range(count):
        for b in range(count):
            link[a, b] = NONE
            distance[a, b] = 0 if a == b else FAR
    for track in range(book.tracks):
        a, b = vertex[book.city_a[track]], vertex[book.city_b[track]]
        if cost[track] > 0 and a != b and cost[track] < distance[a, b]:
            link[a, b] = link[b, a] = track
            distance[a, b] = distance[b, a] = cost[track]
    close_paths(distance, FAR)


@kernel(signature=int64(ROWS, int64, int64))
def gap_between(distance: Any, starts: int, ends: int) -> int:
    """Cost of the shortest path from any of ``starts`` to any of ``ends``, FAR if there is none."""
    least = ZERO + FAR
    while starts != 0:
        start = lowest_bit(starts)
        starts &= starts - 1
        rest = ends
        while rest != 0:
            least = min(least, ZERO + distance[start, lowest_bit(rest)])
            rest &= rest - 1
    return least


@kernel(signature=void(int64, int64, ROWS, int64[::1], int32[::1]))
def _meet(chosen: int, limit: int, trees: Any, least: Any, joint: Any) -> None:
    """Fill in the cost of the cheapest two trees at each vertex that divide the chosen places between them."""
    count = trees.shape[1]
    for v in range(count):
        joint[v] = FAR
    lowest = chosen & -chosen
    rest = chosen ^ lowest
    others = rest  # the places of one tree; the other has the lowest place, so that no pair occurs twice
    while others != 0:
        if least[others] + least[chosen ^ others] <= limit:
            one, two = trees[others], trees[chosen ^ others]
            for v in range(count):
                joint[v] = min(joint[v], np.int32(one[v] + two[v]))
        others = (others - 1) & rest


@kernel(signature=int64(ROWS, int32[::1], int64, int32[::1]))
def _spread(distance: Any, joint: Any, limit: int, tree: Any) -> int:
    """Extend the joint trees along shortest paths to every vertex. Returns the least cost."""
    count = distance.shape[0]
    for v in range(count):
        tree[v] = FAR
    least = ZERO + FAR
    for u in range(count):
        here = joint[u]
        if here <= limit:
            least = min(least, ZERO + here)
            near = distance[u]
            for v in range(count):
                tree[v] = min(tree[v], np.int32(here + near[v]))
    for v in range(count):
        if tree[v] > limit:
            tree[v] = FAR
    return least


@kernel(signature=void(ROWS, int64[::1], int64, ROWS, int64[::1]))
def grow_trees(distance: Any, places: Any, limit: int, trees: Any, least: Any) -> None:
    """Fill in the cost of the cheapest tree at each vertex for each set of places, and the least cost of each set.

    A tree that costs more than ``limit`` counts as FAR, which prunes sets without a cheaper one.
    """
    count = distance.shape[0]
    joint = np.empty(MAX_CITIES, np.int32)  # cost of the cheapest two trees that meet at each vertex
    for chosen in range(1, trees.shape[0]):
        if chosen & (chosen - 1) == 0:
            place = places[1 + lowest_bit(ZERO + chosen)]
            for v in range(count):
                joint[v] = 0 if place & BIT[v] != 0 else FAR
        else:
            _meet(ZERO + chosen, limit, trees, least, joint)
        least[chosen] = _spread(distance, joint, limit, trees[chosen])


@kernel(signature=int64(int64, int64[::1], ROWS, int64[::1]))
def cost_tree(chosen: int, places: Any, trees: Any, least: Any) -> int:
    """Cost of the cheapest tree that touches the chosen places (bits), of which there must be at least two."""
    roots = places[0] if chosen & 1 != 0 else ZERO
    found = ZERO + (FAR if chosen & 1 != 0 else least[chosen >> 1])
    while roots != 0:
        found = min(found, ZERO + trees[chosen >> 1, lowest_bit(roots)])
        roots &= roots - 1
    return found


@kernel(signature=int64(int64, int64, ROWS))
def _split(chosen: int, here: int, trees: Any) -> int:
    """Places of one of the two trees into which the cheapest tree at a vertex splits there, 0 if it does not split."""
    rest = chosen & (chosen - 1)
    part = rest
    while part != 0 and trees[part, here] + trees[chosen ^ part, here] != trees[chosen, here]:
        part = (part - 1) & rest
    return part


@kernel(signature=void(int64, int64[::1], int64[::1], ROWS, ROWS, int64[::1]))
def trace_tree(chosen: int, cost: Any, places: Any, link: Any, trees: Any, tracks: Any) -> None:
    """Add the tracks (bits) of a cheapest tree that touches the chosen places; it must cost less than FAR."""
    roots = places[0] if chosen & 1 != 0 else ~ZERO
    root = NONE
    for v in range(trees.shape[1]):
        if roots & BIT[v] != 0 and (root == NONE or trees[chosen >> 1, v] < trees[chosen >> 1, root]):
            root = v
    waiting = np.empty((places.shape[0], 2), np.int64)  # trees still to be traced: places and a vertex
    waiting[0, 0], waiting[0, 1] = chosen >> 1, root
    size = 1
    while size > 0:
        some, here = waiting[size - 1, 0], waiting[size - 1, 1]
        part = _split(some, here, trees)
        if trees[some, here] == 0:  # it touches all its places here
            size -= 1
        elif part != 0:
            waiting[size - 1, 0] = some ^ part
            waiting[size, 0], waiting[size, 1] = part, here
            size += 1
        else:
            for v in range(trees.shape[1]):
                track = link[here, v]
                if track != NONE and cost[track] + trees[some, v] == trees[some, here]:
                    tracks[track >> 6] |= BIT[track & 63]
                    waiting[size - 1, 1] = v
                    break
