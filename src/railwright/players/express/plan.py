"""The plan: which tracks to build, for all tickets together.

A turn has a value in points. So the cost of a track is the value of the turns needed to gather its cards and to claim
it, minus the points it scores: long tracks are cheap, short ones expensive. Tickets are planned one after the other,
the most valuable first, and tracks already in the plan cost nothing more. A ticket is planned if its cheapest path
costs less than the score gains by completing it, and if there are enough trains and turns.

All costs and values are in hundredths of a point, turns in hundredths of a turn.
"""

from __future__ import annotations

from typing import Any

from numba import int64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.board import MAX_CITIES, MAX_TRACKS
from railwright.game.colors import COLORS, GRAY
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, PRIVATE_TYPE, TABLE_TYPE, TICKET_WORDS, TRACK_WORDS, PrivateState, Table
from railwright.players.express.style import EXTRA, GUEST, PACE, SHARE, TURN
from railwright.players.kit.paths import CLOSED, find_way

# Layout of a plan, as offsets in words of memory.
WANTED = 0
"""The tracks of the plan, as bits, including those that the seat already owns."""
TICKETS_HELD = WANTED + TRACK_WORDS
"""The tickets that it was made for, as bits."""
MADE = TICKETS_HELD + TICKET_WORDS
"""1 if there is a plan."""
VALUE = MADE + 1
"""The value of the plan."""
REFUSED = VALUE + 1
"""1 if the seat could not pay the extra cost of a tunnel, and has drawn no card since."""
PLAN_WORDS = REFUSED + 1

# Layout of the scratch space for planning, in words.
_COST = 0
_DISTANCE = _COST + MAX_TRACKS
_ARRIVAL = _DISTANCE + MAX_CITIES
PLAN_ROOM = _ARRIVAL + MAX_CITIES

LAST_TURN = 100
"""The last turn of each seat, in hundredths of a turn."""
CLAIMS_PER_TRAIN = 25
"""Hundredths of a turn spent on claims per train, for tracks of length four."""
DRAWS_PER_TRAIN = 50
"""Hundredths of a turn spent on drawing per train: two cards a turn."""
LEAST_PRICE = 20
PRICE_OF_LENGTH = 10
"""Minimum cost of a track, and its part per space. Even a track that pays for itself costs this, to avoid detours."""

_COLORS = len(COLORS)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE))
def turns_left(book: Rulebook, table: Table) -> int:
    """Estimated number of turns left for each seat, until the first seat can have spent its trains."""
    if table.last_round > 0:
        return ZERO + LAST_TURN
    least = ZERO + 1_000_000
    for seat in range(table.seats):
        trains = ZERO + table.trains[seat] - book.end_trains
        drawing = DRAWS_PER_TRAIN * max(ZERO, trains - table.hand_size[seat])
        least = min(least, drawing + CLAIMS_PER_TRAIN * trains)
    return least + LAST_TURN


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
    return max(ZERO + book.needs[track], ZERO + book.length[track] - held)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64[::1]))
def gain_of(book: Rulebook, table: Table, track: int, style: Any) -> int:
    """The value of a track by itself: its points, and the passengers at its ends."""
    gain = 100 * ZERO + 100 * book.route_points[book.length[track]] // book.scale
    if book.passenger_total > 0:
        gain += style[GUEST] * (table.passengers[book.place[book.city_a[track]]] != 0)
        gain += style[GUEST] * (table.passengers[book.place[book.city_b[track]]] != 0)
    return gain


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, int64[::1]))
def price_of(book: Rulebook, table: Table, mine: PrivateState, most: int, track: int, style: Any) -> int:
    """The cost of a track: the turns for all its cards and the claim, minus its gain.

    Cards in hand count too, since they could be used elsewhere; missing cards count a little more. A locomotive that a
    ferry requires counts twice, a tunnel counts as one more card.
    """
    missing = cards_missing(book, mine, most, track) + book.needs[track] + book.tunnel[track]
    turns = 100 + DRAWS_PER_TRAIN * book.length[track] + missing * style[EXTRA]
    return turns * style[TURN] // 100 - gain_of(book, table, track, style)


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64[::1], int64[::1]))
def _price_tracks(book: Rulebook, table: Table, mine: PrivateState, seat: int, style: Any, cost: Any) -> None:
    most = most_of_a_color(mine)
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


@kernel(signature=void(BOOK_TYPE, int64[::1], int64[::1], int64, int64[::1]))
def _add_way(book: Rulebook, cost: Any, arrival: Any, end: int, plan: Any) -> None:
    """Add the path to a city to the plan: its tracks now cost nothing, and their parallel tracks are closed."""
    here = end
    while arrival[here] != NONE:
        track = arrival[here]
        here = ZERO + book.city_a[track] + book.city_b[track] - here
        if cost[track] > 0:
            plan[WANTED + (track >> 6)] |= BIT[track & 63]
            cost[track] = 0
            for i in range(book.twins.shape[1]):
                if book.twins[track, i] != NONE:
                    cost[book.twins[track, i]] = CLOSED


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, int64, int64[::1], int64[::1], int64[::1]))
def make_plan(
    book: Rulebook,
    table: Table,
    mine: PrivateState,
    seat: int,
    first: int,
    second: int,
    style: Any,
    plan: Any,
    room: Any,
) -> None:
    """Make a plan for some tickets, given as two words of bits."""
    cost = room[_COST : _COST + MAX_TRACKS]
    distance = room[_DISTANCE : _DISTANCE + MAX_CITIES]
    arrival = room[_ARRIVAL : _ARRIVAL + MAX_CITIES]
    _price_tracks(book, table, mine, seat, style, cost)
    for word in range(TRACK_WORDS):
        plan[WANTED + word] = 0
    plan[TICKETS_HELD], plan[TICKETS_HELD + 1] = first, second
    plan[MADE] = 1
    plan[VALUE] = 0
    most = most_of_a_color(mine)
    trains = ZERO + table.trains[seat]
    turns = max(ZERO + LAST_TURN, turns_left(book, table) * style[SHARE] // 100)  # the last turn is certain
    while first | second != 0:
        ticket = _richest(book, first, second)
        if ticket < 64:
            first &= ~BIT[ticket]
        else:
            second &= ~BIT[ticket - 64]
        points = ZERO + 100 * book.ticket_points[ticket] // book.scale
        end = find_way(book, cost, book.ticket_from[ticket], book.ticket_to[ticket], distance, arrival)
        if end == NONE or distance[end] >= 2 * points:
            plan[VALUE] -= points
            continue
        way_trains, way_turns = ZERO, ZERO
        here = end
        while arrival[here] != NONE:
            track = arrival[here]
            here = ZERO + book.city_a[track] + book.city_b[track] - here
            if cost[track] > 0:
                way_trains += book.length[track]
                way_turns += 100 + cards_missing(book, mine, most, track) * 10_000 // style[PACE]
        if way_trains > trains or way_turns > turns:
            plan[VALUE] -= points
            continue
        plan[VALUE] += points - distance[end]
        trains -= way_trains
        turns -= way_turns
        _add_way(book, cost, arrival, end, plan)


@kernel(signature=int64(TABLE_TYPE, PRIVATE_TYPE, int64, int64[::1]))
def is_standing(table: Table, mine: PrivateState, seat: int, plan: Any) -> int:
    """1 if a plan is still valid: made for the tickets held, and all its tracks are the seat's own or still open."""
    if plan[MADE] == 0:
        return 0
    for word in range(TICKET_WORDS):
        if plan[TICKETS_HELD + word] != mine.tickets[word]:
            return 0
    for word in range(TRACK_WORDS):
        if plan[WANTED + word] & ~(table.open[seat, word] | table.own[seat, word]) != 0:
            return 0
    return 1
