"""All paths that complete a ticket, found breadth first: the search of the player ``evaluation`` (Õunmaa 2022, 5.4).

A path is a set of tracks that connects the two places of a ticket, usually without visiting a city twice. Parallel
tracks make different paths, since they differ in colour. Paths are found in the order of their number of tracks, then
in the order in which their prefixes were found, then by track number.

The paths of a ticket are stored in a *shelf*, a part of the player's memory: the ticket, the number of paths, and for
each path its tracks as bits and its length in spaces, the shortest first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.board import MAX_CITIES
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import TABLE_TYPE, TRACK_WORDS, Table

MOST_PATHS = 100
"""Maximum number of paths found for a ticket (thesis, 5.4)."""

MOST_VISITS = 10_000
"""Maximum number of visits to cities in the search for a ticket (thesis, 5.4)."""

SHELF_TICKET, SHELF_COUNT, SHELF_PATHS = 0, 1, 2
PATH_LENGTH = TRACK_WORDS
"""Offset of a path's length, after the words of its tracks."""
PATH_WORDS = TRACK_WORDS + 1
SHELF_WORDS = SHELF_PATHS + MOST_PATHS * PATH_WORDS

# A visit is packed into one word: the previous visit, the track, the city, the trains needed so far.
_TRAINS_BITS, _CITY_BITS, _TRACK_BITS = 8, 6, 8
_CITY_SHIFT = _TRAINS_BITS
_TRACK_SHIFT = _CITY_SHIFT + _CITY_BITS
_FROM_SHIFT = _TRACK_SHIFT + _TRACK_BITS
_ROOT = MOST_VISITS
"""The predecessor of the first visit of a path."""


@kernel(signature=int64(int64, int64, int64, int64), inline=True)
def _pack(origin: int, track: int, city: int, trains: int) -> int:
    return origin << _FROM_SHIFT | track << _TRACK_SHIFT | city << _CITY_SHIFT | trains


@kernel(signature=int64(int64, int64), inline=True)
def _unpack(visit: int, shift: int) -> int:
    """The city (6 bits), track or trains (8 bits) of a visit."""
    return visit >> shift & (63 if shift == _CITY_SHIFT else 255)


@kernel(signature=void(BOOK_TYPE, int64[::1], int64, int64, int64[::1]))
def _shelve(book: Rulebook, visits: Any, last: int, track: int, shelf: Any) -> None:
    """Store the path to a visit, extended by one more track, in the shelf."""
    start = SHELF_PATHS + PATH_WORDS * shelf[SHELF_COUNT]
    for word in range(PATH_WORDS):
        shelf[start + word] = 0
    while True:
        shelf[start + (track >> 6)] |= BIT[track & 63]
        shelf[start + PATH_LENGTH] += book.length[track]
        origin = visits[last] >> _FROM_SHIFT
        if origin == _ROOT:
            break
        track = _unpack(visits[last], ZERO + _TRACK_SHIFT)
        last = origin
    shelf[SHELF_COUNT] += 1


@kernel(signature=void(int64[::1]))
def _sort(shelf: Any) -> None:
    """Sort the paths of a shelf by length (a stable insertion sort)."""
    held = np.empty(PATH_WORDS, np.int64)
    for i in range(1, shelf[SHELF_COUNT]):
        start = SHELF_PATHS + PATH_WORDS * i
        if shelf[start - PATH_WORDS + PATH_LENGTH] <= shelf[start + PATH_LENGTH]:
            continue
        for word in range(PATH_WORDS):
            held[word] = shelf[start + word]
        while start > SHELF_PATHS and shelf[start - PATH_WORDS + PATH_LENGTH] > held[PATH_LENGTH]:
            for word in range(PATH_WORDS):
                shelf[start + word] = shelf[start + word - PATH_WORDS]
            start -= PATH_WORDS
        for word in range(PATH_WORDS):
            shelf[start + word] = held[word]


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64[::1]))
def _mark_goals(book: Rulebook, table: Table, ticket: int, goals: Any) -> int:
    """Fill in the usable tracks that end at the goal of a ticket; returns the goal."""
    goal = book.ticket_to[ticket]
    for word in range(TRACK_WORDS):
        goals[word] = 0
    cities = goal
    while cities != 0:
        city = lowest_bit(cities)
        cities &= cities - 1
        for word in range(book.track_words):
            goals[word] |= book.at_city[city, word]
    for word in range(book.track_words):
        goals[word] &= table.open[table.seat, word] | table.own[table.seat, word]
    return goal


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, int64, int64, int64[::1]))
def _search(book: Rulebook, table: Table, ticket: int, again: int, goes_on: int, shelf: Any) -> None:
    """Visit cities breadth first. Visits beyond the limit are not queued.

    With ``goes_on``, find only the path that the search would find first if visits were not limited. That path has the
    fewest tracks of all that the seat has trains for, so of the visits to a city that need the same number of trains
    only the first matters: there are fewer than MOST_VISITS of them, however far the goal is.
    """
    visits = np.empty(MOST_VISITS, np.int64)
    been = np.empty(MOST_VISITS, np.int64)  # cities on the path of each visit, as bits
    seen = np.zeros(MAX_CITIES << _TRAINS_BITS if goes_on else 1, np.int64)
    goals = np.empty(TRACK_WORDS, np.int64)
    goal = _mark_goals(book, table, ticket, goals)
    seat, most = table.seat, ZERO + table.trains[table.seat]
    here, tail, starts = ZERO, ZERO, book.ticket_from[ticket]
    while starts != 0:
        visits[tail] = _pack(ZERO + _ROOT, ZERO, lowest_bit(starts), ZERO)
        been[tail] = book.ticket_from[ticket]
        starts &= starts - 1
        tail += 1
    while here < tail:
        city, trains = _unpack(visits[here], ZERO + _CITY_SHIFT), _unpack(visits[here], ZERO)
        for word in range(book.track_words):
            usable = book.at_city[city, word] & (table.open[seat, word] | table.own[seat, word])
            if tail == MOST_VISITS:
                usable &= goals[word]
            while usable != 0:
                track = 64 * word + lowest_bit(usable)
                usable &= usable - 1
                is_own = table.own[seat, word] & BIT[track & 63] != 0
                needed = trains if is_own else trains + book.length[track]
                there = ZERO + book.city_a[track] + book.city_b[track] - city
                if needed > most or (been[here] & BIT[there] != 0 and not again):
                    continue
                if goal & BIT[there] != 0:
                    _shelve(book, visits, here, track, shelf)
                    if goes_on or shelf[SHELF_COUNT] == MOST_PATHS:
                        return
                elif tail < MOST_VISITS and not (goes_on and seen[there << _TRAINS_BITS | needed]):
                    visits[tail] = _pack(here, track, there, needed)
                    been[tail] = been[here] | BIT[there]
                    seen[there << _TRAINS_BITS | needed if goes_on else 0] = 1
                    tail += 1
        here += 1


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, int64, int64, int64[::1]))
def find_paths(book: Rulebook, table: Table, ticket: int, connected: int, again: int, shelf: Any) -> None:
    """Fill a shelf with the paths of a ticket that the seat to act has enough trains for.

    With ``again`` a path may visit a city more than once; a track used twice counts twice in its length. A ticket that
    is already ``connected`` has one path, without any tracks. While the opening tickets are chosen, the search
    continues beyond its limit until there is a path (thesis, 5.4).
    """
    shelf[SHELF_TICKET], shelf[SHELF_COUNT] = ticket, 0
    if connected != 0:
        shelf[SHELF_COUNT] = 1
        for word in range(PATH_WORDS):
            shelf[SHELF_PATHS + word] = 0
        return
    for goes_on in range(2):
        if shelf[SHELF_COUNT] == 0 and (goes_on == 0 or table.opening):
            _search(book, table, ticket, again, ZERO + goes_on, shelf)
    _sort(shelf)
