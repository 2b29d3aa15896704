"""The plan: which tracks to build, for all tickets together.

A turn has a value in points. So the cost of a track is the value of the turns needed to gather its cards and to claim
it, minus the points it scores: long tracks are cheap, short ones expensive. Tickets are planned one after the other,
the most valuable first, and tracks already in the plan cost nothing more. A ticket is planned if its cheapest path
costs less than the score gains by completing it, and if there are enough trains and turns.

All costs and values are in hundredths of a point, turns in hundredths of a turn.
"""

from __future__ import annotations

from typing import Any

from numba import int64, types, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.colors import COLORS, GRAY
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, PRIVATE_TYPE, TABLE_TYPE, TICKET_WORDS, TRACK_WORDS, PrivateState, Table
from railwright.players.kit.game_length import DRAWS_PER_TRAIN, LAST_TURN, turns_left
from railwright.players.kit.paths import CLOSED, find_path
from railwright.players.planner.memory import (
    PLAN_TYPE,
    PLANNER_TYPE,
    SCRATCH_TYPE,
    Planner,
    Scratch,
    TrackPlan,
)  # fmt: skip
from railwright.players.planner.stations import add_loan, find_loan
from railwright.players.planner.style import STYLE_TYPE, PlayingStyle

LEAST_PRICE = 20
PRICE_OF_LENGTH = 10
"""Minimum cost of a track, and its part per space. Even a track that pays for itself costs this, to avoid detours."""
_COLORS = len(COLORS)
_THREE: Any = types.UniTuple(int64, 3)  # type: ignore[no-untyped-call]


@kernel(signature=int64(PRIVATE_TYPE))
def most_of_a_color(mine: PrivateState) -> int:
    """Number of cards of the seat's most frequent colour."""
    most = ZERO
    for color in range(_COLORS):
        most = max(most, ZERO + mine.hand[color])
    return most


@kernel(signature=int64(BOOK_TYPE, PRIVATE_TYPE, int64, int64))
def cards_missing(book: Rulebook, mine: PrivateState, most: int, track: int) -> int:
    """Number of locomotives that a track would cost: the missing cards of its colour, but at least those it requires.

    ``most`` is the seat's ``most_of_a_color``, for gray tracks.
    """
    color = book.color[track]
    held = most if color == GRAY else ZERO + mine.hand[color]
    return max(ZERO + book.needs[track], book.length[track] - held)


@kernel(signature=_THREE(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLAN_TYPE))
def missing_of(book: Rulebook, table: Table, mine: PrivateState, seat: int, plan: TrackPlan) -> tuple[int, int, int]:
    """Tracks of a plan that are not built yet, their spaces, and the cards missing for them."""
    tracks, spaces, cards, most = ZERO, ZERO, ZERO, most_of_a_color(mine)
    for word in range(TRACK_WORDS):
        missing = plan.tracks[word] & ~table.own[seat, word]
        while missing != 0:
            track = 64 * word + lowest_bit(missing)
            missing &= missing - 1
            tracks += 1
            spaces += book.length[track]
            cards += cards_missing(book, mine, most, track)
    return tracks, spaces, cards


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, STYLE_TYPE))
def gain_of(book: Rulebook, table: Table, track: int, style: PlayingStyle) -> int:
    """The value of a track by itself: its points, and the passengers at its ends."""
    gain = 100 * (ZERO + book.route_points[book.length[track]]) // book.scale
    if book.passenger_total > 0:
        gain += style.passenger_value * (table.passengers[book.place[book.city_a[track]]] != 0)
        gain += style.passenger_value * (table.passengers[book.place[book.city_b[track]]] != 0)
    return gain


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, STYLE_TYPE))
def price_of(book: Rulebook, table: Table, mine: PrivateState, most: int, track: int, style: PlayingStyle) -> int:
    """The cost of a track: the turns for all its cards and the claim, minus its gain.

    Cards in hand count too, since they could be used elsewhere; missing cards count a little more. A locomotive that a
    ferry requires counts twice, a tunnel counts as one more card.
    """
    missing = cards_missing(book, mine, most, track) + book.needs[track] + book.tunnel[track]
    turns = 100 + DRAWS_PER_TRAIN * book.length[track] + missing * style.extra
    return turns * style.turn // 100 - gain_of(book, table, track, style)


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, STYLE_TYPE, SCRATCH_TYPE))
def _price_tracks(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, style: PlayingStyle, scratch: Scratch
) -> None:  # fmt: skip
    """Fill in the cost of each track: nothing for the seat's own, CLOSED for those that it cannot have."""
    most, cost = most_of_a_color(mine), scratch.cost
    for track in range(book.tracks):
        word, bit = track >> 6, BIT[track & 63]
        length = ZERO + book.length[track]
        if table.own[seat, word] & bit != 0:
            cost[track] = 0
        elif table.open[seat, word] & bit == 0 or length > table.trains[seat]:
            cost[track] = CLOSED
        else:
            price = price_of(book, table, mine, most, track, style)
            cost[track] = max(LEAST_PRICE + PRICE_OF_LENGTH * length, price)


@kernel(signature=int64(BOOK_TYPE, int64, int64))
def _richest(book: Rulebook, first: int, second: int) -> int:
    """The ticket with the most points in two words of bits."""
    best = NONE
    for word in range(TICKET_WORDS):
        tickets = first if word == 0 else second
        while tickets != 0:
            ticket = 64 * word + lowest_bit(tickets)
            tickets &= tickets - 1
            if best == NONE or book.ticket_points[ticket] > book.ticket_points[best]:
                best = ticket
    return best


@kernel(signature=void(BOOK_TYPE, int64, PLAN_TYPE, SCRATCH_TYPE))
def _add_way(book: Rulebook, end: int, plan: TrackPlan, scratch: Scratch) -> None:
    """Add the path to a city to the plan: its tracks now cost nothing, and their parallel tracks are closed."""
    cost, arrival = scratch.cost, scratch.arrival
    here = end
    while arrival[here] != NONE:
        track = arrival[here]
        here = ZERO + book.city_a[track] + book.city_b[track] - here
        if cost[track] > 0:
            plan.tracks[track >> 6] |= BIT[track & 63]
            cost[track] = 0
            for i in range(book.twins.shape[1]):
                if book.twins[track, i] != NONE:
                    cost[book.twins[track, i]] = CLOSED


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLANNER_TYPE, SCRATCH_TYPE))
def make_plan(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner, scratch: Scratch
) -> None:  # fmt: skip
    """Make a plan for the tickets in ``planner.plan.tickets``."""
    style, plan = planner.style, planner.plan
    cost, distance, arrival = scratch.cost[:], scratch.distance[:], scratch.arrival[:]
    _price_tracks(book, table, mine, seat, style, scratch)
    for word in range(TRACK_WORDS):
        plan.tracks[word] = plan.loans[word] = 0
    may_borrow = style.stations == 1 and book.stations > 0
    plan.is_made = 1
    value = ZERO
    most = most_of_a_color(mine)
    trains = ZERO + table.trains[seat]
    turns = max(LAST_TURN, turns_left(book, table) * style.share // 100)  # the last turn is certain
    first, second = plan.tickets[0], plan.tickets[1]
    while first | second != 0:
        ticket = _richest(book, first, second)
        if ticket < 64:
            first &= ~BIT[ticket]
        else:
            second &= ~BIT[ticket - 64]
        points = ZERO + 100 * book.ticket_points[ticket] // book.scale
        end = find_path(book, cost, book.ticket_from[ticket], book.ticket_to[ticket], distance, arrival)
        scratch.loan = NONE
        if may_borrow and (end == NONE or distance[end] >= 2 * points):
            end = find_loan(book, table, seat, ticket, end, planner, scratch)
        if end == NONE or distance[end] >= 2 * points:
            value -= points
            continue
        way_trains, way_turns = ZERO, ZERO + 100 * (scratch.loan != NONE)
        here = end
        while arrival[here] != NONE:
            track = arrival[here]
            here = ZERO + book.city_a[track] + book.city_b[track] - here
            if cost[track] > 0:
                way_trains += book.length[track]
                way_turns += 100 + cards_missing(book, mine, most, track) * 10_000 // style.pace
        if way_trains > trains or way_turns > turns:
            value -= points
            continue
        value += points - distance[end]
        trains -= way_trains
        turns -= way_turns
        _add_way(book, end, plan, scratch)
        add_loan(plan, scratch)
    plan.value = value


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLANNER_TYPE, SCRATCH_TYPE))
def plan_for_held(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner, scratch: Scratch
) -> None:  # fmt: skip
    """Make a plan for the tickets that the seat holds."""
    for word in range(TICKET_WORDS):
        planner.plan.tickets[word] = mine.tickets[word]
    make_plan(book, table, mine, seat, planner, scratch)


@kernel(signature=int64(TABLE_TYPE, PRIVATE_TYPE, int64, PLAN_TYPE))
def is_standing(table: Table, mine: PrivateState, seat: int, plan: TrackPlan) -> int:
    """1 if a plan is still valid: made for the tickets held, and all its tracks are the seat's own or still open."""
    if plan.is_made == 0:
        return 0
    for word in range(TICKET_WORDS):
        if plan.tickets[word] != mine.tickets[word]:
            return 0
    for word in range(TRACK_WORDS):
        if plan.tracks[word] & ~(table.open[seat, word] | table.own[seat, word]) != 0:
            return 0
    return 1
