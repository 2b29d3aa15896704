"""The plan of the hungry player: routes that connect all cities of its tickets, and the cards they need.

The two cities furthest apart start two groups; every other city joins the group of the member nearest to it, and at
last the groups are connected where they are nearest. Distances are in train spaces; own tracks cost nothing.

The authors' code has two bugs, which are reproduced unless the variant is published. The best distance is not reset
from one city to the next, so a city further away is connected to the member found for an earlier one. And each route is
recorded under one of its cities, by a rule that can record the same route under both: it then counts twice.
"""

from __future__ import annotations

from typing import Annotated

import numba
import numpy as np
from numba import int64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import Ints, dtype_of
from railwright.game.board import MAX_CITIES, MAX_TRACKS
from railwright.game.colors import GRAY
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, TABLE_TYPE, TRACK_WORDS, Table
from railwright.players.kit.paths import FAR, fill_costs, find_distances
from railwright.players.silva.claims import CODED
from railwright.players.silva.joint_graph import is_own_route

VOID = -1
"""Returned instead of points if no plan can be made."""

LOCOMOTIVE_NEED = GRAY + 1
"""Index of the locomotives in the needs of a plan."""
NEEDS = LOCOMOTIVE_NEED + 1


class HungryPlan:
    """Routes to claim, and the cards they need."""

    tracks: Annotated[Ints, np.int64, TRACK_WORDS]
    """The tracks of the plan as bits. A claim fits if it is on the same route and in the same colour."""
    needs: Annotated[Ints, np.int64, NEEDS]
    """Cards by colour; gray counts as a colour. The locomotives of ferries are also included in the cards by colour."""


class Survey:
    """Distances between cities, and what planning writes on the way."""

    distance: Annotated[Ints, np.int64, MAX_CITIES, MAX_CITIES]
    """The distance from a city to every city; only the rows of ticket cities are filled in."""
    arrival: Annotated[Ints, np.int64, MAX_CITIES, MAX_CITIES]
    """The last track of the shortest path."""
    cost: Annotated[Ints, np.int64, MAX_TRACKS]
    """The cost of each track for the seat to act."""
    noted: Annotated[Ints, np.int64, MAX_CITIES]
    """The routes of a plan: for each city, the other ends of the routes recorded under it, as bits."""
    cities: Annotated[int, np.int64]
    """The cities to connect for the tickets held, as bits."""
    points: Annotated[int, np.int64]
    """The points of these tickets."""


PLAN = dtype_of(HungryPlan)
SURVEY = dtype_of(Survey)
PLAN_TYPE = numba.from_dtype(PLAN)
SURVEY_TYPE = numba.from_dtype(SURVEY)


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, SURVEY_TYPE))
def fill_distances(book: Rulebook, table: Table, cities: int, survey: Survey) -> None:
    """Fill in, for each of these cities, the distance to every city and the last track of the shortest path."""
    cost = survey.cost[:]
    fill_costs(book, table, table.seat, 0, 1, cost)
    while cities != 0:
        city = lowest_bit(cities)
        cities &= cities - 1
        find_distances(book, cost, BIT[city], survey.distance[city], survey.arrival[city])


@kernel(signature=int64(BOOK_TYPE, int64, SURVEY_TYPE))
def ticket_ends(book: Rulebook, ticket: int, survey: Survey) -> int:
    """The two cities that the plan connects for a ticket, as bits: the two nearest if places have several cities."""
    best, nearest = NONE, ZERO + FAR
    starts = book.ticket_from[ticket]
    while starts != 0:
        start = lowest_bit(starts)
        starts &= starts - 1
        ends = book.ticket_to[ticket]
        while ends != 0:
            end = lowest_bit(ends)
            ends &= ends - 1
            if best == NONE or survey.distance[start, end] < nearest:
                best, nearest = BIT[start] | BIT[end], survey.distance[start, end]
    return best


@kernel(signature=int64(int64, int64, SURVEY_TYPE))
def _nearest(city: int, group: int, survey: Survey) -> int:
    """The member of a group nearest to a city, or NONE if none is reachable."""
    best, distance = NONE, survey.distance
    while group != 0:
        member = lowest_bit(group)
        group &= group - 1
        if distance[city, member] < (FAR if best == NONE else distance[city, best]):
            best = member
    return best


@kernel(signature=void(BOOK_TYPE, int64, int64, int64, SURVEY_TYPE))
def _note_path(book: Rulebook, start: int, end: int, variant: int, survey: Survey) -> None:
    """Record the routes of the shortest path between two cities, each under one of its cities.

    That is the lower city, unless (as coded) only the other one already has routes recorded under it.
    """
    arrival, noted = survey.arrival, survey.noted
    here = start
    while arrival[end, here] != NONE:
        track = arrival[end, here]
        there = ZERO + book.city_a[track] + book.city_b[track] - here
        low, high = min(here, there), max(here, there)
        if variant == CODED and noted[low] == 0 and noted[high] != 0:
            low, high = high, low
        noted[low] |= BIT[high]
        here = there


@kernel(signature=int64(int64, SURVEY_TYPE))
def _furthest(cities: int, survey: Survey) -> int:
    """The two cities furthest apart, as bits; 0 if no two are connected at a positive distance."""
    distance = survey.distance
    best, longest = ZERO, ZERO
    rest = cities
    while rest != 0:
        a = lowest_bit(rest)
        rest &= rest - 1
        others = rest
        while others != 0:
            b = lowest_bit(others)
            others &= others - 1
            if longest < distance[a, b] < FAR:
                best, longest = BIT[a] | BIT[b], distance[a, b]
    return best


@kernel(signature=int64(BOOK_TYPE, int64, int64, SURVEY_TYPE))
def _join_cities(book: Rulebook, cities: int, variant: int, survey: Survey) -> int:
    """Record the routes of a plan for some cities; VOID if (as coded) a city cannot be connected, otherwise 0."""
    distance = survey.distance
    seeds = _furthest(cities, survey)
    start = seeds & -seeds
    end = seeds & ~start
    rest = cities & ~seeds
    member, at_start, shortest = NONE, False, ZERO + FAR
    while rest != 0:
        city = lowest_bit(rest)
        rest &= rest - 1
        if variant != CODED:
            member, shortest = NONE, ZERO + FAR
        for group in (start, end):
            near = _nearest(city, group, survey)
            if near != NONE and distance[city, near] < shortest:
                member, at_start, shortest = near, group == start, distance[city, near]
        if member == NONE:
            if variant == CODED:
                return VOID
            continue
        if at_start:
            start |= BIT[city]
        else:
            end |= BIT[city]
        _note_path(book, city, member, variant, survey)
    first = last = NONE
    while start != 0:
        city = lowest_bit(start)
        start &= start - 1
        near = _nearest(city, end, survey)
        if near != NONE and (first == NONE or distance[city, near] < distance[first, last]):
            first, last = city, near
    if first != NONE:
        _note_path(book, first, last, variant, survey)
    return 0


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, int64, PLAN_TYPE))
def _plan_route(book: Rulebook, table: Table, a: int, b: int, only_single: int, plan: HungryPlan) -> int:
    """Add a track between two cities to the plan, and its cards to the needs; returns its points.

    Of several open tracks it takes the one whose colour the plan needs least. With ``only_single`` 1 it adds nothing if
    there are several tracks, with 0 nothing if there is only one.
    """
    best, tracks_found = NONE, 0
    for word in range(book.track_words):
        tracks = book.at_city[a, word] & book.at_city[b, word] & table.open[table.seat, word]
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            tracks_found += 1
            if best == NONE or plan.needs[book.color[track]] < plan.needs[book.color[best]]:
                best = track
    if best == NONE or (tracks_found == 1) != (only_single == 1):
        return 0
    plan.tracks[best >> 6] |= BIT[best & 63]
    plan.needs[book.color[best]] += book.length[best]
    plan.needs[LOCOMOTIVE_NEED] += book.needs[best]
    return ZERO + book.route_points[book.length[best]]


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, SURVEY_TYPE, PLAN_TYPE))
def make_plan(book: Rulebook, table: Table, cities: int, variant: int, survey: Survey, plan: HungryPlan) -> int:
    """Plan how the seat to act connects some cities; returns the points of the planned routes, or VOID.

    The distances of these cities must be filled in.
    """
    for word in range(TRACK_WORDS):
        plan.tracks[word] = 0
    for kind in range(NEEDS):
        plan.needs[kind] = 0
    for city in range(book.cities):
        survey.noted[city] = 0
    if _join_cities(book, cities, variant, survey) == VOID:
        return VOID
    points, seat = ZERO, ZERO + table.seat
    for only_single in (1, 0):
        for a in range(book.cities):
            others = survey.noted[a]
            while others != 0:
                b = lowest_bit(others)
                others &= others - 1
                if not is_own_route(book, table, seat, a, b):
                    points += _plan_route(book, table, a, b, only_single, plan)
    return points


@kernel(signature=int64(PLAN_TYPE))
def planned_trains(plan: HungryPlan) -> int:
    """The number of trains that a plan needs."""
    trains = ZERO
    for color in range(GRAY + 1):
        trains += plan.needs[color]
    return trains
