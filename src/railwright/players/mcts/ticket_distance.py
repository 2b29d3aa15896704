"""A seat's progress with a ticket: the shortest path between its places, how much is built, which cards are in hand.

The shortest path has the fewest spaces, over tracks that the seat owns or may claim, both at their length: the thesis
(5.1.2) uses the path of its rule-based player (5.3). ``players.kit.paths`` would find the same path at these costs.
This is faster, which matters because a search evaluates thousands of positions per decision: a bucket queue (Dial's
algorithm) in a ring of buckets, one per distance, which stops at the ticket's other place.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, types

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.board import MAX_CITIES, MAX_LENGTH
from railwright.game.colors import CARD_KINDS, COLORS, GRAY, LOCOMOTIVE
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, PRIVATE_TYPE, TABLE_TYPE, PrivateState, Table

ARRIVAL, DISTANCE, BUCKET, LEFT, GRAYS, PARENT = range(6)
"""Rows of the scratch space: the track by which a city is reached, its distance, the cities queued at each distance,
the cards left by colour, the lengths of gray tracks, the components of the seat's network."""

RING = 16
"""Number of buckets in the ring."""

assert MAX_LENGTH < RING <= MAX_CITIES

_SCRATCH = int64[:, ::1]
_PROGRESS: Any = types.UniTuple(int64, 3)  # type: ignore[no-untyped-call]


@kernel
def new_scratch() -> Any:
    """Scratch space for the functions of this module."""
    return np.empty((PARENT + 1, MAX_CITIES), np.int64)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, int64, _SCRATCH), inline=True)
def _look_around(book: Rulebook, table: Table, seat: int, here: int, reached: int, scratch: Any) -> int:
    """Queue the neighbours of a city that has just been settled; returns all cities reached so far."""
    for word in range(book.track_words):
        tracks = book.at_city[here, word] & (table.own[seat, word] | table.open[seat, word])
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            there = book.city_a[track] + book.city_b[track] - here
            distance = scratch[DISTANCE, here] + book.length[track]
            if reached & BIT[there] == 0 or distance < scratch[DISTANCE, there]:
                reached |= BIT[there]
                scratch[DISTANCE, there] = distance
                scratch[ARRIVAL, there] = track
                scratch[BUCKET, distance % RING] |= BIT[there]
    return reached


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, _SCRATCH))
def find_ticket_path(book: Rulebook, table: Table, seat: int, ticket: int, scratch: Any) -> int:
    """The city where the shortest path from a ticket's first place reaches its second, or NONE if there is none.

    The row ARRIVAL leads back from it to the first place.
    """
    for i in range(RING):
        scratch[BUCKET, i] = 0
    starts = ZERO + book.ticket_from[ticket]
    reached, settled = starts, ZERO
    scratch[BUCKET, 0] = starts
    while starts != 0:
        scratch[DISTANCE, lowest_bit(starts)] = 0
        starts &= starts - 1
    distance, last = ZERO, ZERO
    while distance <= last + MAX_LENGTH:
        waiting = scratch[BUCKET, distance % RING] & ~settled
        scratch[BUCKET, distance % RING] = 0
        if waiting & book.ticket_to[ticket] != 0:
            return lowest_bit(waiting & book.ticket_to[ticket])
        settled |= waiting
        while waiting != 0:
            last = distance
            reached = _look_around(book, table, seat, lowest_bit(waiting), reached, scratch)
            waiting &= waiting - 1
        distance += 1
    return NONE


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, _SCRATCH))
def _best_color(book: Rulebook, table: Table, seat: int, track: int, scratch: Any) -> int:
    """The colour for claiming a track or a parallel one: GRAY if any will do, else the one with most cards left."""
    best = ZERO + book.color[track]
    for i in range(book.twins.shape[1]):
        twin = book.twins[track, i]
        if twin != NONE and table.open[seat, twin >> 6] & BIT[twin & 63] != 0 and best != GRAY:
            color = ZERO + book.color[twin]
            if color == GRAY or scratch[LEFT, color] > scratch[LEFT, best]:
                best = color
    return best


@kernel(signature=int64(int64, int64, _SCRATCH), inline=True)
def _pay(color: int, length: int, scratch: Any) -> int:
    """Set aside cards of a colour for a track; returns the number of spaces they pay for."""
    paid = min(length, scratch[LEFT, color])
    scratch[LEFT, color] -= paid
    return paid


@kernel(signature=_PROGRESS(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, _SCRATCH))
def ticket_progress(book: Rulebook, table: Table, mine: PrivateState, seat: int, ticket: int, scratch: Any) -> Any:
    """Spaces built on the shortest path, spaces missing, and how many of the missing ones the hand can pay for.

    All are 0 if there is no path. Coloured tracks are paid for first, in path order; then each gray track with the
    colour that has most cards left; locomotives pay for any missing cards.
    """
    built, missing, payable = ZERO, ZERO, ZERO
    city = find_ticket_path(book, table, seat, ticket, scratch)
    if city == NONE:
        return built, missing, payable
    for kind in range(CARD_KINDS):
        scratch[LEFT, kind] = mine.hand[kind]
    grays = ZERO
    while book.ticket_from[ticket] & BIT[city] == 0:
        track = scratch[ARRIVAL, city]
        length = ZERO + book.length[track]
        city = book.city_a[track] + book.city_b[track] - city
        if table.own[seat, track >> 6] & BIT[track & 63] != 0:
            built += length
            continue
        missing += length
        color = _best_color(book, table, seat, track, scratch)
        if color == GRAY:
            scratch[GRAYS, grays] = length
            grays += 1
        else:
            payable += _pay(color, length, scratch)
    for i in range(grays):
        most = ZERO
        for color in range(1, len(COLORS)):
            if scratch[LEFT, color] > scratch[LEFT, most]:
                most = ZERO + color
        payable += _pay(most, ZERO + scratch[GRAYS, i], scratch)
    return built, missing, payable + min(scratch[LEFT, LOCOMOTIVE], missing - payable)
