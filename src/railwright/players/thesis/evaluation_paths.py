"""All paths that complete a ticket, found breadth first: the search of the player ``evaluation`` (Õunmaa 2022, 5.4).

A path is a set of tracks that connects the two places of a ticket, usually without visiting a city twice. Parallel
tracks make different paths, since they differ in colour. Paths are found in the order of their number of tracks, then
in the order in which their prefixes were found, then by track number.

The paths of a ticket are stored in a *shelf*, a part of the player's memory (``evaluation_memory``).
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
from railwright.players.thesis.evaluation_memory import MOST_PATHS, PATH, SHELF_TYPE, PathShelf

MOST_VISITS = 10_000
"""Maximum number of visits to cities in the search for a ticket (thesis, 5.4)."""

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


@kernel(signature=void(SHELF_TYPE))
def _clear_next(shelf: PathShelf) -> None:
    """Empty the first path that is not in use."""
    path = shelf.paths[shelf.count]
    for word in range(TRACK_WORDS):
        path.tracks[word] = 0
    path.length = 0


@kernel(signature=void(BOOK_TYPE, int64[::1], int64, int64, SHELF_TYPE))
def _shelve(book: Rulebook, visits: Any, last: int, track: int, shelf: PathShelf) -> None:
    """Store the path to a visit, extended by one more track, in the shelf."""
    _clear_next(shelf)
    path = shelf.paths[shelf.count]
    while True:
        path.tracks[track >> 6] |= BIT[track & 63]
        path.length += book.length[track]
        origin = visits[last] >> _FROM_SHIFT
        if origin == _ROOT:
            break
        track = _unpack(visits[last], _TRACK_SHIFT)
        last = origin
    shelf.count += 1


@kernel(signature=void(SHELF_TYPE))
def _sort(shelf: PathShelf) -> None:
    """Sort the paths of a shelf by length (a stable insertion sort)."""
    paths, held = shelf.paths, np.empty(1, PATH)
    for i in range(1, shelf.count):
        if paths[i - 1].length <= paths[i].length:
            continue
        held[0] = paths[i]
        k = i
        while k > 0 and paths[k - 1].length > held[0].length:
            paths[k] = paths[k - 1]
            k -= 1
        paths[k] = held[0]


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


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, int64, SHELF_TYPE))
def _search(book: Rulebook, table: Table, again: int, goes_on: int, shelf: PathShelf) -> None:
    """Visit cities breadth first. Visits beyond the limit are not queued.

    With ``goes_on``, find only the path that the search would find first if visits were not limited. That path has the
    fewest tracks of all that the seat has trains for, so of the visits to a city that need the same number of trains
    only the first matters: there are fewer than MOST_VISITS of them, however far the goal is.
    """
    ticket, visits = shelf.ticket, np.empty(MOST_VISITS, np.int64)
    been = np.empty(MOST_VISITS, np.int64)  # cities on the path of each visit, as bits
    seen = np.zeros(MAX_CITIES << _TRAINS_BITS if goes_on else 1, np.int64)
    goals = np.empty(TRACK_WORDS, np.int64)
    goal = _mark_goals(book, table, ticket, goals)
    seat, most = table.seat, ZERO + table.trains[table.seat]
    here, tail, starts = ZERO, ZERO, book.ticket_from[ticket]
    while starts != 0:
        visits[tail] = _pack(_ROOT, 0, lowest_bit(starts), 0)
        been[tail] = book.ticket_from[ticket]
        starts &= starts - 1
        tail += 1
    while here < tail:
        city, trains = _unpack(visits[here], _CITY_SHIFT), _unpack(visits[here], 0)
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
                    if goes_on or shelf.count == MOST_PATHS:
                        return
                elif tail < MOST_VISITS and not (goes_on and seen[there << _TRAINS_BITS | needed]):
                    visits[tail] = _pack(here, track, there, needed)
                    been[tail] = been[here] | BIT[there]
                    seen[there << _TRAINS_BITS | needed if goes_on else 0] = 1
                    tail += 1
        here += 1


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, int64, SHELF_TYPE))
def find_paths(book: Rulebook, table: Table, connected: int, again: int, shelf: PathShelf) -> None:
    """Fill a shelf with the paths of its ticket that the seat to act has enough trains for.

    With ``again`` a path may visit a city more than once; a track used twice counts twice in its length. A ticket that
    is already ``connected`` has one path, without any tracks. While the opening tickets are chosen, the search
    continues beyond its limit until there is a path (thesis, 5.4).
    """
    shelf.count = 0
    if connected != 0:
        _clear_next(shelf)
        shelf.count = 1
        return
    for goes_on in range(2):
        if shelf.count == 0 and (goes_on == 0 or table.opening):
            _search(book, table, again, goes_on, shelf)
    _sort(shelf)
