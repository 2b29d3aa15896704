"""The fewest trains that complete tickets, exactly, and the best tickets for the trains that are left.

This is for compiled players; ``networks.py`` offers the same to Python code. Card colours and stations are ignored. A
compiled player needs one call for its seat:

    needed = best_tickets(book, table, seat, mine.tickets[0], mine.tickets[1], trains, chosen, tracks)

With ANY_TRAINS as the budget, every ticket that can be completed is chosen, and ``tracks`` is the cheapest network for
all of them. A player can also price the tracks in its own way, compute the costs of all subsets of some tickets at once
(``networks.costs``) and pick from them:

    networks = find_networks(book, cost, first, second, limit)
    subset = best_subset(book, networks, budget)
    trace_network(networks, cost, subset, tracks)

A cheapest network is a Steiner forest: each of its trees completes some of the tickets. ``steiner_trees.py`` computes
the cheapest tree for any set of ticket ends; this module finds the best partition of the tickets among trees. Sets of
tickets and of tracks are bit sets; input tickets are two words, because Numba does not accept a record field as an
array.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, types, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import Ints
from railwright.game.board import MAX_CITIES, MAX_TRACKS
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, TABLE_TYPE, TICKET_WORDS, TRACK_WORDS, Table
from railwright.optimum.steiner_trees import (
    FAR,
    ROWS,
    cost_tree,
    gap_between,
    grow_trees,
    measure,
    number_vertices,
    trace_tree,
    vertices_of,
)

MAX_PLACES = 16
"""Maximum number of different ticket ends. Each one triples the time and doubles the memory."""

MAX_WANTED = 12
"""Maximum number of tickets that are neither complete nor out of reach. More would take too much time."""

ANY_TRAINS = FAR
"""A budget that is never too small."""

TOO_MANY = -1
"""Returned instead of a number of trains if there are too many places or tickets."""


class Networks(NamedTuple):
    """The cheapest networks for all subsets of some tickets."""

    size: int
    """Number of wanted tickets: neither complete nor out of reach. TOO_MANY if there are too many."""
    wanted: Ints
    """Numbers of the wanted tickets. Bit ``i`` of a subset stands for the ticket at index ``i``."""
    done: Ints
    """Tickets that are complete already, as bit words."""
    costs: Ints
    """Cost of the cheapest network for each subset; FAR if it exceeds the limit."""
    tree_costs: Ints
    """Cost of the cheapest network for each subset that is a single tree."""
    ends: Ints
    """The two places of each wanted ticket, as bits."""
    places: Ints
    """The vertices of each place, as bits."""
    link: Any
    """The cheapest track between each two vertices, from ``steiner_trees.py``."""
    trees: Any
    """The costs of trees, from ``steiner_trees.py``."""


NETWORKS_TYPE: Any = types.NamedTuple(  # type: ignore[no-untyped-call]
    (int64, *[int64[::1]] * 6, ROWS, ROWS), Networks
)
_SIZE_AND_LIMIT: Any = types.UniTuple(int64, 2)  # type: ignore[no-untyped-call]


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, int64[::1]))
def price_by_trains(book: Rulebook, table: Table, seat: int, cost: Any) -> None:
    """Price every track in trains: the seat's own tracks cost 0, claimable tracks their length, all others NONE."""
    for track in range(book.tracks):
        word, bit = track >> 6, BIT[track & 63]
        if table.own[seat, word] & bit != 0:
            cost[track] = 0
        else:
            cost[track] = book.length[track] if table.open[seat, word] & bit != 0 else NONE


@kernel(signature=int64(int64[::1], int64))
def _place_number(places: Any, vertices: int) -> int:
    """Index of a place in the list, appended if it is new; NONE if the list is full."""
    for i in range(MAX_PLACES):
        if places[i] == 0:
            places[i] = vertices
        if places[i] == vertices:
            return i
    return NONE


@kernel(
    signature=_SIZE_AND_LIMIT(
        BOOK_TYPE, int64[::1], ROWS, int64, int64, int64, int64[::1], int64[::1], int64[::1], int64[::1]
    )
)
def _sort_tickets(
    book: Rulebook,
    vertex: Any,
    distance: Any,
    first: int,
    second: int,
    limit: int,
    wanted: Any,
    ends: Any,
    places: Any,
    done: Any,
) -> tuple[int, int]:
    """List the wanted tickets with their ends, and record those that are done.

    Returns the number of wanted tickets, or TOO_MANY, and an upper bound on the cost of a cheapest network: the limit,
    or the sum of the tickets' shortest paths.
    """
    size, total = ZERO, ZERO
    for word in range(TICKET_WORDS):
        left = first if word == 0 else second
        while left != 0:
            i = lowest_bit(left)
            left &= left - 1
            starts = vertices_of(vertex, book.ticket_from[64 * word + i])
            goals = vertices_of(vertex, book.ticket_to[64 * word + i])
            gap = gap_between(distance, starts, goals)
            if gap == 0:
                done[word] |= BIT[i]
            elif gap <= limit and gap < FAR:
                one, other = _place_number(places, starts), _place_number(places, goals)
                if size == MAX_WANTED or one == NONE or other == NONE:
                    return ZERO + TOO_MANY, ZERO
                wanted[size], ends[size] = 64 * word + i, BIT[one] | BIT[other]
                total += gap
                size += 1
    return size, min(total, limit, ZERO + FAR - 1)


@kernel(signature=void(int64, int64[::1], int64[::1], ROWS, int64[::1], int64, int64[::1], int64[::1]))
def _share_out(
    size: int, ends: Any, places: Any, trees: Any, least: Any, limit: int, costs: Any, tree_costs: Any
) -> None:
    """Fill in the costs of all subsets of tickets: as a single tree, and as the best partition among trees."""
    for subset in range(1, costs.shape[0]):
        touched = ZERO
        for i in range(size):
            if subset & BIT[i] != 0:
                touched |= ends[i]
        tree_costs[subset] = cost_tree(touched, places, trees, least)
        rest = ZERO + (subset & (subset - 1))
        best = tree_costs[subset]
        others = rest  # the tickets of the other trees; the lowest ticket is in this tree
        while others != 0:
            best = min(best, tree_costs[subset ^ others] + costs[others])
            others = (others - 1) & rest
        costs[subset] = best if best <= limit else FAR


@kernel(signature=NETWORKS_TYPE(BOOK_TYPE, int64[::1], int64, int64, int64))
def find_networks(book: Rulebook, cost: Any, first: int, second: int, limit: int) -> Networks:
    """Find the cheapest networks within a limit for all subsets of some tickets (two bit words).

    ``cost`` has a price for each track, up to MAX_PRICE: 0 for a track the seat owns, negative for one that cannot be
    used. A ticket is out of reach if it costs more than the limit on its own.
    """
    vertex = np.empty(MAX_CITIES, np.int64)
    vertices = number_vertices(book, cost, vertex)
    link, distance = np.empty((vertices, vertices), np.int32), np.empty((vertices, vertices), np.int32)
    measure(book, cost, vertex, link, distance)
    wanted, ends = np.empty(MAX_WANTED, np.int64), np.empty(MAX_WANTED, np.int64)
    places, done = np.zeros(MAX_PLACES, np.int64), np.zeros(TICKET_WORDS, np.int64)
    size, most = _sort_tickets(book, vertex, distance, first, second, limit, wanted, ends, places, done)
    rows, subsets = ZERO + 1, BIT[max(ZERO, size)]
    for i in range(1, MAX_PLACES):
        rows = 2 * rows if size > 0 and places[i] != 0 else rows
    trees, least = np.empty((rows, vertices), np.int32), np.empty(rows, np.int64)
    grow_trees(distance, places, most, trees, least)
    costs, tree_costs = np.empty(subsets, np.int64), np.empty(subsets, np.int64)
    costs[0], tree_costs[0] = 0, 0
    _share_out(size, ends, places, trees, least, most, costs, tree_costs)
    return Networks(size, wanted, done, costs, tree_costs, ends, places, link, trees)


@kernel(signature=int64(BOOK_TYPE, NETWORKS_TYPE, int64))
def best_subset(book: Rulebook, networks: Networks, budget: int) -> int:
    """The subset of the wanted tickets with the most points whose network costs at most ``budget``.

    Ties go to the cheapest network, then to the lowest subset number.
    """
    best, most = ZERO, ZERO
    for subset in range(1, networks.costs.shape[0]):
        cost = networks.costs[subset]
        if cost <= budget and cost < FAR:
            points = ZERO
            for i in range(networks.size):
                if subset & BIT[i] != 0:
                    points += book.ticket_points[networks.wanted[i]]
            if points > most or (points == most and cost < networks.costs[best]):
                best, most = ZERO + subset, points
    return best


@kernel(signature=void(NETWORKS_TYPE, int64[::1], int64, int64[::1]))
def trace_network(networks: Networks, cost: Any, subset: int, tracks: Any) -> None:
    """Write the tracks of a cheapest network for a subset of the wanted tickets, without tracks that cost 0.

    ``cost`` must be the prices given to ``find_networks``. There are no tracks if the subset costs FAR.
    """
    for word in range(TRACK_WORDS):
        tracks[word] = 0
    if networks.costs[subset] == FAR:
        return
    while subset != 0:
        rest = subset & (subset - 1)
        others = rest
        while networks.tree_costs[subset ^ others] + networks.costs[others] != networks.costs[subset]:
            others = (others - 1) & rest
        touched = ZERO
        for i in range(networks.size):
            if (subset ^ others) & BIT[i] != 0:
                touched |= networks.ends[i]
        trace_tree(touched, cost, networks.places, networks.link, networks.trees, tracks)
        subset = others


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, int64, int64, int64[::1], int64[::1]))
def best_tickets(
    book: Rulebook, table: Table, seat: int, first: int, second: int, trains: int, chosen: Any, tracks: Any
) -> int:
    """Choose the tickets to complete within a budget so that the points are greatest. Returns the trains needed.

    The tickets are two bit words. An uncompleted ticket loses its points. Ties go to a choice with the fewest trains.
    ``chosen`` receives the tickets that will be complete, including those that already are, and ``tracks`` the tracks
    to claim. Returns TOO_MANY, and writes nothing, if more than MAX_WANTED tickets are neither complete nor out of
    reach, or if these have more than MAX_PLACES different ends.
    """
    cost = np.empty(MAX_TRACKS, np.int64)
    price_by_trains(book, table, seat, cost)
    networks = find_networks(book, cost, first, second, trains)
    if networks.size == TOO_MANY:
        return ZERO + TOO_MANY
    subset = best_subset(book, networks, trains)
    trace_network(networks, cost, subset, tracks)
    for word in range(TICKET_WORDS):
        chosen[word] = networks.done[word]
    for i in range(networks.size):
        if subset & BIT[i] != 0:
            chosen[networks.wanted[i] >> 6] |= BIT[networks.wanted[i] & 63]
    needed: int = networks.costs[subset]
    return needed
