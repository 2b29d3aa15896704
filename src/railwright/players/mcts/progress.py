"""How far a seat is with a ticket: the shortest way between its places, what of it is built, which cards are in hand.

The shortest way has the fewest routes, over tracks that are the seat's own or open to it: the thesis (5.1.2) takes the
way of its rule-based player, which is found by breadth-first search (5.3). This is the way that ``players.paths`` finds
at a price of 1 for each track, found faster: a search looks at thousands of positions for each decision.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, types

from railwright.game.bits import BIT, lowest_bit
from railwright.game.board import MAX_CITIES
from railwright.game.colors import CARD_KINDS, COLORS, GRAY, LOCOMOTIVE
from railwright.game.kernel import ZERO, kernel
from railwright.game.setup import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, SEAT_TYPE, TABLE_TYPE, Seat, Table

MAX_GRAY = MAX_CITIES
"""No way has more tracks."""

PROGRESS: Any = types.UniTuple(int64, 3)  # type: ignore[no-untyped-call]


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, int64[::1]))
def find_way(book: Rulebook, table: Table, seat: int, ticket: int, arrival: Any) -> int:
    """Where the shortest way from a ticket's first place reaches its second, or NONE if it is cut off.

    ``arrival`` receives the last track of the way to each city that was reached on the way.
    """
    seen = ahead = ZERO + book.ticket_from[ticket]
    while ahead != 0:
        reached = ZERO
        while ahead != 0:
            here = lowest_bit(ahead)
            ahead &= ahead - 1
            for word in range(book.track_words):
                tracks = book.at_city[here, word] & (table.own[seat, word] | table.open[seat, word])
                while tracks != 0:
                    track = 64 * word + lowest_bit(tracks)
                    tracks &= tracks - 1
                    there = book.city_a[track] + book.city_b[track] - here
                    if seen & BIT[there] == 0:
                        seen |= BIT[there]
                        reached |= BIT[there]
                        arrival[there] = track
        if reached & book.ticket_to[ticket] != 0:
            return lowest_bit(reached & book.ticket_to[ticket])
        ahead = reached
    return NONE


@kernel(signature=PROGRESS(BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64, int64, int64[::1]))
def ticket_progress(book: Rulebook, table: Table, mine: Seat, seat: int, ticket: int, arrival: Any) -> Any:
    """Spaces that are built on the shortest way, spaces that are missing, and how many of those the hand can pay.

    All are 0 if there is no way. Coloured tracks are served first; then each grey one gets the colour that most cards
    are left of, and locomotives fill what is missing anywhere.
    """
    built, missing, payable = ZERO, ZERO, ZERO
    city = find_way(book, table, seat, ticket, arrival)
    if city == NONE:
        return built, missing, payable
    left = np.empty(CARD_KINDS, np.int64)
    for kind in range(CARD_KINDS):
        left[kind] = mine.hand[kind]
    gray = np.empty(MAX_GRAY, np.int64)
    grays = 0
    while book.ticket_from[ticket] & BIT[city] == 0:
        track = arrival[city]
        length = ZERO + book.length[track]
        color = book.color[track]
        city = book.city_a[track] + book.city_b[track] - city
        if table.own[seat, track >> 6] & BIT[track & 63] != 0:
            built += length
            continue
        missing += length
        if color == GRAY:
            gray[grays] = length
            grays += 1
        else:
            paid = min(length, left[color])
            left[color] -= paid
            payable += paid
    for i in range(grays):
        most = 0
        for color in range(1, len(COLORS)):
            if left[color] > left[most]:
                most = color
        paid = min(gray[i], left[most])
        left[most] -= paid
        payable += paid
    return built, missing, payable + min(left[LOCOMOTIVE], missing - payable)
