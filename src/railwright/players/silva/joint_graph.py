"""The graph of a seat's own routes and those it may claim, and paths with the fewest routes in it.

Sets of cities are bits of a word, so a search takes one step per city instead of one per track.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.board import MAX_CITIES
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, TABLE_TYPE, Table


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, int64, int64[::1]))
def fill_neighbours(book: Rulebook, table: Table, seat: int, least: int, near: Any) -> None:
    """Fill in the neighbours of each city, over the seat's own tracks and those it may claim.

    Tracks that it may claim count only if their length is at least ``least``.
    """
    for city in range(book.cities):
        near[city] = 0
    for word in range(book.track_words):
        own = ZERO + table.own[seat, word]
        tracks = own | table.open[seat, word]
        while tracks != 0:
            i = lowest_bit(tracks)
            tracks &= tracks - 1
            track = 64 * word + i
            if book.length[track] >= least or own & BIT[i] != 0:
                near[book.city_a[track]] |= BIT[book.city_b[track]]
                near[book.city_b[track]] |= BIT[book.city_a[track]]


@kernel(signature=int64(int64[::1], int64, int64, int64[::1]))
def find_fewest(near: Any, starts: int, ends: int, path: Any) -> int:
    """Breadth-first search: write the cities of a path with the fewest routes; returns their number.

    The path leads from any of ``starts`` to any of ``ends``. If there is none, returns 0 and writes nothing. Ties go to
    the path whose last city has the lowest number, then the last but one, and so on.
    """
    levels = np.empty(MAX_CITIES, np.int64)  # cities by number of routes from the start
    levels[0] = starts
    reached = starts
    depth = 0
    while levels[depth] & ends == 0:
        fresh = ZERO
        edge = levels[depth]
        while edge != 0:
            fresh |= near[lowest_bit(edge)]
            edge &= edge - 1
        fresh &= ~reached
        if fresh == 0:
            return 0
        reached |= fresh
        depth += 1
        levels[depth] = fresh
    path[depth] = lowest_bit(levels[depth] & ends)
    for step in range(depth - 1, -1, -1):
        path[step] = lowest_bit(levels[step] & near[path[step + 1]])
    return depth + 1


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, int64))
def is_own_route(book: Rulebook, table: Table, seat: int, a: int, b: int) -> int:
    """1 if a seat owns a track between two cities, otherwise 0."""
    for word in range(book.track_words):
        if book.at_city[a, word] & book.at_city[b, word] & table.own[seat, word] != 0:
            return 1
    return 0


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, int64))
def open_track(book: Rulebook, table: Table, seat: int, a: int, b: int) -> int:
    """The first track between two cities that a seat may claim, or NONE."""
    for word in range(book.track_words):
        tracks = book.at_city[a, word] & book.at_city[b, word] & table.open[seat, word]
        if tracks != 0:
            return 64 * word + lowest_bit(tracks)
    return NONE
