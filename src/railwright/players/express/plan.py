"""Which tracks to build: one plan for all tickets together.

A turn is worth a certain number of points (``TURN``). So a track costs the turns that it takes, to gather the cards and
to claim it, less the points that it brings: long tracks are cheap, short ones dear. A ticket is planned for if its
cheapest way costs less than what completing it changes in the score, and if there are trains and turns enough for it.
"""

from __future__ import annotations

from typing import Any

from numba import int64, void

from railwright.game.bits import BIT, lowest_bit
from railwright.game.board import MAX_CITIES, MAX_TRACKS
from railwright.game.colors import COLORS, GRAY
from railwright.game.kernel import ZERO, kernel
from railwright.game.setup import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, SEAT_TYPE, TABLE_TYPE, TICKET_WORDS, TRACK_WORDS, Seat, Table
from railwright.players.express.style import EXTRA, GUEST, LOCO, MORE, NETWORK, PACE, SHARE, TURN
from railwright.players.paths import CLOSED, FAR, find_distances

# a plan: words of memory
WANTED = 0
"""The tracks of the plan, as bits."""
FOR = WANTED + TRACK_WORDS
"""The tickets that it was made with."""
MADE = FOR + TICKET_WORDS
"""1 if there is a plan."""
SCORE = MADE + 1
"""What the plan is worth, in hundredths of a point."""
PLAN_WORDS = SCORE + 1

# room for planning
COST = 0
DISTANCE = COST + MAX_TRACKS
ARRIVAL = DISTANCE + MAX_CITIES
PARENT = ARRIVAL + MAX_CITIES
ROOM_WORDS = PARENT + MAX_CITIES

_COLORS = len(COLORS)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE))
def turns_left(book: Rulebook, table: Table) -> int:
    """A guess at how many turns each seat still has, in hundredths: until the first has spent its trains."""
    least = ZERO + 100_000
    if table.last_round > 0:
        return ZERO + 100
    for seat in range(table.seats):
        trains = ZERO + table.trains[seat] - book.end_trains
        gathering = max(ZERO, trains - table.hand_size[seat]) * 50
        least = min(least, gathering + trains * 25)
    return least + 100


@kernel(signature=int64(BOOK_TYPE, SEAT_TYPE, int64))
def missing_cards(book: Rulebook, mine: Seat, track: int) -> int:
    """How many cards a seat lacks for a track, its locomotives not counted."""
    length = ZERO + book.length[track]
    color = book.color[track]
    held = ZERO
    if color == GRAY:
        for kind in range(_COLORS):
            held = max(held, ZERO + mine.hand[kind])
    else:
        held += mine.hand[color]
    return max(ZERO + book.needs[track], length - held)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64[::1]))
def gain_of(book: Rulebook, table: Table, track: int, style: Any) -> int:
    """What a track brings by itself, in hundredths of a point: its points, and the passengers at its ends."""
    gain = ZERO + 100 * book.route_points[book.length[track]] // book.scale
    if book.passenger_total > 0:
        gain += style[GUEST] * (table.passengers[book.place[book.city_a[track]]] != 0)
        gain += style[GUEST] * (table.passengers[book.place[book.city_b[track]]] != 0)
    return gain


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64, int64[::1], int64[::1]))
def price_tracks(book: Rulebook, table: Table, mine: Seat, seat: int, style: Any, cost: Any) -> None:
    """The price of every track in hundredths of a point."""
    unit = 100 // book.scale
    most = ZERO
    for kind in range(_COLORS):
        most = max(most, ZERO + mine.hand[kind])
    for track in range(book.tracks):
        word, bit = track >> 6, BIT[track & 63]
        if table.own[seat, word] & bit != 0:
            cost[track] = 0
        elif table.open[seat, word] & bit == 0 or book.length[track] > table.trains[seat]:
            cost[track] = CLOSED
        else:
            color = book.color[track]
            held = most if color == GRAY else ZERO + mine.hand[color]
            cards = max(ZERO + 2 * book.needs[track], ZERO + book.length[track] - held) + book.tunnel[track]
            turns = 100 + 50 * book.length[track] + cards * style[EXTRA]
            price = turns * style[TURN] // 100 - gain_of(book, table, track, style)
            cost[track] = max(ZERO + 20 + 10 * book.length[track], price)


@kernel(signature=int64(BOOK_TYPE, int64, int64))
def _best_ticket(book: Rulebook, pending0: int, pending1: int) -> int:
    best = NONE
    while pending0 != 0:
        ticket = lowest_bit(pending0)
        pending0 &= pending0 - 1
        if best == NONE or book.ticket_points[ticket] > book.ticket_points[best]:
            best = ticket
    while pending1 != 0:
        ticket = 64 + lowest_bit(pending1)
        pending1 &= pending1 - 1
        if best == NONE or book.ticket_points[ticket] > book.ticket_points[best]:
            best = ticket
    return best


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64, int64, int64, int64[::1], int64[::1], int64[::1]))
def make_plan(
    book: Rulebook, table: Table, mine: Seat, seat: int, tickets0: int, tickets1: int, style: Any, plan: Any, room: Any
) -> None:
    """Plan for some tickets (two words of bits), the one with most points first."""
    cost = room[COST : COST + MAX_TRACKS]
    distance = room[DISTANCE : DISTANCE + MAX_CITIES]
    arrival = room[ARRIVAL : ARRIVAL + MAX_CITIES]
    unit = 100 // book.scale
    price_tracks(book, table, mine, seat, style, cost)
    for word in range(TRACK_WORDS):
        plan[WANTED + word] = 0
    trains = ZERO + table.trains[seat]
    turns = turns_left(book, table) * style[SHARE] // 100
    value = ZERO
    pending0, pending1 = tickets0, tickets1
    plan[FOR], plan[FOR + 1] = pending0, pending1
    plan[MADE] = 1
    while pending0 | pending1 != 0:
        ticket = _best_ticket(book, pending0, pending1)
        if ticket < 64:
            pending0 &= ~BIT[ticket]
        else:
            pending1 &= ~BIT[ticket - 64]
        points = unit * book.ticket_points[ticket]
        find_distances(book, cost, book.ticket_from[ticket], distance, arrival)
        end = NONE
        ends = book.ticket_to[ticket]
        while ends != 0:
            city = lowest_bit(ends)
            ends &= ends - 1
            if distance[city] < FAR and (end == NONE or distance[city] < distance[end]):
                end = city
        if end == NONE or distance[end] >= 2 * points:
            value -= points if (end == NONE or distance[end] > 0) else -points
            continue
        # what the way takes
        way_trains, way_turns = ZERO, ZERO
        here = end
        while arrival[here] != NONE:
            track = arrival[here]
            if cost[track] > 0:
                way_trains += book.length[track]
                way_turns += 100 + missing_cards(book, mine, track) * 10_000 // style[PACE]
            here = ZERO + book.city_a[track] + book.city_b[track] - here
        if way_trains > trains or way_turns > turns:
            value -= points
            continue
        value += points - distance[end]
        trains -= way_trains
        turns -= way_turns
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
    plan[SCORE] = value


@kernel(signature=int64(TABLE_TYPE, SEAT_TYPE, int64, int64[::1]))
def is_valid(table: Table, mine: Seat, seat: int, plan: Any) -> int:
    """Whether a plan still stands: made for the tickets held, with tracks that can still be had."""
    if plan[MADE] == 0:
        return 0
    for word in range(TICKET_WORDS):
        if plan[FOR + word] != mine.tickets[word]:
            return 0
    for word in range(TRACK_WORDS):
        if plan[WANTED + word] & ~(table.open[seat, word] | table.own[seat, word]) != 0:
            return 0
    return 1
