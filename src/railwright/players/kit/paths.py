"""Shortest paths between cities, for players that plan.

``cost`` holds a cost for each track; a negative cost closes it. ``fill_costs`` writes the usual costs, from the tracks
that a seat owns or may claim.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.board import MAX_CITIES, MAX_TRACKS
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, TABLE_TYPE, Table

FAR = 1 << 40
"""The distance of an unreachable city."""

CLOSED = -1
"""The cost of a track that cannot be used."""

BY_LENGTH = -1
"""Value of ``own_price`` for which each own track costs its length."""


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, int64, int64, int64[::1]))
def fill_costs(book: Rulebook, table: Table, seat: int, own_price: int, per_train: int, cost: Any) -> None:
    """Set each track's cost for a seat: ``own_price`` for its own, ``per_train`` per space for those it may claim.

    With ``own_price`` BY_LENGTH, an own track costs its length. With ``per_train`` 0, a track that may be claimed costs
    1 whatever its length.
    """
    for track in range(book.tracks):
        word, bit = track >> 6, BIT[track & 63]
        if table.own[seat, word] & bit != 0:
            cost[track] = book.length[track] if own_price == BY_LENGTH else own_price
        elif table.open[seat, word] & bit != 0:
            cost[track] = per_train * book.length[track] if per_train > 0 else 1
        else:
            cost[track] = CLOSED


@kernel(signature=int64(BOOK_TYPE, int64[::1], int64, int64, int64[::1], int64[::1]))
def find_path(book: Rulebook, cost: Any, starts: int, goals: int, distance: Any, arrival: Any) -> int:
    """Dijkstra's algorithm: the nearest of ``goals`` from any of ``starts`` (cities as bits), or NONE.

    Fills in the distance and the last track of the shortest path for each city reached. The other cities have distance
    FAR; they and the starts have arrival NONE. Ties go to the path found first: cities are settled by distance, then
    by number, and their tracks are tried in the order of their numbers.
    """
    for city in range(book.cities):
        distance[city] = FAR
        arrival[city] = NONE
    edge = starts  # reached, but not settled
    while starts != 0:
        distance[lowest_bit(starts)] = 0
        starts &= starts - 1
    settled = ZERO
    while edge != 0:
        here = lowest_bit(edge)
        rest = edge & (edge - 1)
        while rest != 0:
            city = lowest_bit(rest)
            rest &= rest - 1
            if distance[city] < distance[here]:
                here = city
        if goals & BIT[here] != 0:
            return here
        edge &= ~BIT[here]
        settled |= BIT[here]
        for word in range(book.track_words):
            tracks = book.at_city[here, word]
            while tracks != 0:
                track = 64 * word + lowest_bit(tracks)
                tracks &= tracks - 1
                if cost[track] < 0:
                    continue
                there = book.city_a[track] + book.city_b[track] - here
                if distance[here] + cost[track] < distance[there] and settled & BIT[there] == 0:
                    distance[there] = distance[here] + cost[track]
                    arrival[there] = track
                    edge |= BIT[there]
    return NONE


@kernel(signature=void(BOOK_TYPE, int64[::1], int64, int64[::1], int64[::1]))
def find_distances(book: Rulebook, cost: Any, starts: int, distance: Any, arrival: Any) -> None:
    """Fill in each city's distance from the nearest of ``starts``, and the last track of its shortest path."""
    find_path(book, cost, starts, ZERO, distance, arrival)


@kernel(signature=int64(BOOK_TYPE, int64[::1], int64[::1], int64, int64[::1]))
def trace_path(book: Rulebook, distance: Any, arrival: Any, city: int, path: Any) -> int:
    """Write the tracks of the path to a city into ``path``, start first; returns their number (0 if unreachable)."""
    if distance[city] >= FAR:
        return 0
    count = 0
    here = city
    while arrival[here] != NONE:
        here = book.city_a[arrival[here]] + book.city_b[arrival[here]] - here
        count += 1
    here = city
    for i in range(count):
        path[count - 1 - i] = arrival[here]
        here = book.city_a[arrival[here]] + book.city_b[arrival[here]] - here
    return count


@kernel
def new_costs() -> Any:
    """An uninitialised array with one cost for each track."""
    return np.empty(MAX_TRACKS, np.int64)


@kernel
def new_distances() -> Any:
    """An uninitialised array with one number for each city."""
    return np.empty(MAX_CITIES, np.int64)
