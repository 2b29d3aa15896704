"""Stations in plans: a plan may borrow a track of another seat instead of building a way around it.

A station lets its owner use one track of another seat that ends in its city. So for the plan such a track is another
way, at the price of a station: its cards, the turn, and the points that an unbuilt station would score. A plan builds
at most one new station; after that, another may be planned.
"""

from __future__ import annotations

from numba import int64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import STATION
from railwright.game.payment import can_pay_station, station_price
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, PRIVATE_TYPE, TABLE_TYPE, TRACK_WORDS, PrivateState, Table
from railwright.players.kit.game_length import DRAWS_PER_TRAIN
from railwright.players.kit.paths import CLOSED, FAR, find_path
from railwright.players.planner.memory import PLAN_TYPE, PLANNER_TYPE, SCRATCH_TYPE, Planner, Scratch, TrackPlan
from railwright.players.planner.style import STYLE_TYPE, PlayingStyle

BUILT_PRICE = 20
"""The cost of borrowing a track with a station that stands already."""


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, STYLE_TYPE))
def price_of_station(book: Rulebook, table: Table, seat: int, style: PlayingStyle) -> int:
    """The cost of the next station, in hundredths of a point; CLOSED if the seat has none left."""
    if table.stations_left[seat] == 0:
        return ZERO + CLOSED
    turns = 100 + DRAWS_PER_TRAIN * station_price(book, table, seat)
    return turns * style.turn // 100 + 100 * (ZERO + book.station_points) // book.scale


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64))
def _end_with(book: Rulebook, table: Table, track: int, owner: int) -> int:
    """The first end of a track where the station belongs to ``owner`` (NONE: where there is no station), or NONE."""
    if table.station[book.city_a[track]] == owner:
        return ZERO + book.city_a[track]
    if table.station[book.city_b[track]] == owner:
        return ZERO + book.city_b[track]
    return ZERO + NONE


@kernel(signature=int64(PLAN_TYPE, int64))
def _is_loan(plan: TrackPlan, track: int) -> int:
    return int(plan.loans[track >> 6] & BIT[track & 63] != 0)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, PLAN_TYPE))
def _used_stations(book: Rulebook, table: Table, seat: int, plan: TrackPlan) -> int:
    """The cities of the seat's stations that the plan uses, as bits."""
    used = ZERO
    for word in range(TRACK_WORDS):
        loans = plan.loans[word]
        while loans != 0:
            city = _end_with(book, table, 64 * word + lowest_bit(loans), seat)
            loans &= loans - 1
            if city != NONE:
                used |= BIT[city]
    return used


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, PLAN_TYPE))
def planned_station(book: Rulebook, table: Table, seat: int, plan: TrackPlan) -> int:
    """The city in which the plan builds a station, or NONE."""
    for word in range(TRACK_WORDS):
        loans = plan.loans[word]
        while loans != 0:
            track = 64 * word + lowest_bit(loans)
            loans &= loans - 1
            if _end_with(book, table, track, seat) == NONE:
                return _end_with(book, table, track, ZERO + NONE)
    return ZERO + NONE


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLAN_TYPE))
def build_planned_station(book: Rulebook, table: Table, mine: PrivateState, seat: int, plan: TrackPlan) -> int:
    """Build the station of the plan; NONE if there is none, or too few cards for it."""
    city = planned_station(book, table, seat, plan)
    if city == NONE or not can_pay_station(mine, station_price(book, table, seat)):
        return ZERO + NONE
    return STATION + city


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, STYLE_TYPE, PLAN_TYPE, SCRATCH_TYPE))
def _open_loans(
    book: Rulebook, table: Table, seat: int, style: PlayingStyle, plan: TrackPlan, scratch: Scratch
) -> None:  # fmt: skip
    """Fill in the costs of the tracks of other seats that the plan could borrow besides its loans."""
    used = _used_stations(book, table, seat, plan)
    new = ZERO + CLOSED
    if planned_station(book, table, seat, plan) == NONE:
        new = price_of_station(book, table, seat, style)
    for other in range(table.seats):
        for word in range(TRACK_WORDS):
            tracks = table.own[other, word] if other != seat else ZERO
            while tracks != 0:
                track = 64 * word + lowest_bit(tracks)
                tracks &= tracks - 1
                if _is_loan(plan, track):
                    continue
                station = _end_with(book, table, track, seat)
                if station != NONE:
                    scratch.cost[track] = CLOSED if used & BIT[station] != 0 else BUILT_PRICE
                elif _end_with(book, table, track, ZERO + NONE) != NONE:
                    scratch.cost[track] = new


@kernel(signature=void(TABLE_TYPE, int64, PLAN_TYPE, SCRATCH_TYPE))
def _close_loans(table: Table, seat: int, plan: TrackPlan, scratch: Scratch) -> None:
    """Close the tracks of other seats again, but for the plan's loans."""
    for other in range(table.seats):
        for word in range(TRACK_WORDS):
            tracks = table.own[other, word] & ~plan.loans[word] if other != seat else ZERO
            while tracks != 0:
                scratch.cost[64 * word + lowest_bit(tracks)] = CLOSED
                tracks &= tracks - 1


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, SCRATCH_TYPE))
def _only_loan(book: Rulebook, table: Table, seat: int, end: int, scratch: Scratch) -> int:
    """The track of another seat on the path to a city that is not yet part of the plan; NONE if there are more."""
    found, here = ZERO + NONE, end
    while scratch.arrival[here] != NONE:
        track = scratch.arrival[here]
        here = ZERO + book.city_a[track] + book.city_b[track] - here
        word, bit = track >> 6, BIT[track & 63]
        is_others = (table.open[seat, word] | table.own[seat, word]) & bit == 0
        if scratch.cost[track] > 0 and is_others:
            if found != NONE:
                return ZERO + NONE
            found = ZERO + track
    return found


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, int64, PLANNER_TYPE, SCRATCH_TYPE))
def find_loan(
    book: Rulebook, table: Table, seat: int, ticket: int, end: int, planner: Planner, scratch: Scratch
) -> int:  # fmt: skip
    """The end of the cheapest path of a ticket if one more track may be borrowed for it, which is ``scratch.loan``.

    ``end`` is that of the path without a loan, or NONE; the path itself is in ``scratch``.
    """
    plan = planner.plan
    cost, distance, arrival = scratch.cost[:], scratch.distance[:], scratch.arrival[:]
    starts, goals = book.ticket_from[ticket], book.ticket_to[ticket]
    without = distance[end] if end != NONE else ZERO + FAR
    scratch.loan = NONE
    if without <= BUILT_PRICE:
        return end
    _open_loans(book, table, seat, planner.style, plan, scratch)
    other_end = find_path(book, cost, starts, goals, distance, arrival)
    if other_end != NONE and distance[other_end] < without:
        scratch.loan = _only_loan(book, table, seat, other_end, scratch)
    _close_loans(table, seat, plan, scratch)
    return other_end if scratch.loan != NONE else find_path(book, cost, starts, goals, distance, arrival)


@kernel(signature=void(PLAN_TYPE, SCRATCH_TYPE))
def add_loan(plan: TrackPlan, scratch: Scratch) -> None:
    """Make the loan that was found part of the plan, if there is one."""
    loan = scratch.loan
    if loan != NONE:
        plan.loans[loan >> 6] |= BIT[loan & 63]
        scratch.cost[loan] = 0
