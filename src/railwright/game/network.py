"""What a seat's tracks connect: components, completed tickets, and tracks borrowed by stations."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.board import MAX_CITIES
from railwright.game.rulebook import Rulebook
from railwright.game.ruleset import MAX_STATIONS
from railwright.game.state import LONG, NONE, SHORT, TICKET_WORDS, TRACK_WORDS, Table


@kernel(signature=int64(int64[::1], int64), inline=True)
def root_of(parent: Any, city: int) -> int:
    """The representative of a city's component (union-find, with path halving)."""
    while parent[city] != city:
        parent[city] = parent[parent[city]]
        city = parent[city]
    return city


@kernel(signature=void(int64[::1], int64, int64), inline=True)
def join(parent: Any, a: int, b: int) -> None:
    """Merge the components of two cities."""
    parent[root_of(parent, a)] = root_of(parent, b)


@kernel
def connect_own(book: Rulebook, own: Any, parent: Any) -> None:
    """Fill ``parent`` with the components of a set of tracks."""
    for city in range(book.cities):
        parent[city] = city
    for word in range(book.track_words):
        tracks = own[word]
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            join(parent, book.city_a[track], book.city_b[track])


@kernel
def is_connected(book: Rulebook, parent: Any, ticket: int) -> bool:
    """Whether a ticket's two places are in the same component."""
    starts = book.ticket_from[ticket]
    while starts != 0:
        start = root_of(parent, lowest_bit(starts))
        starts &= starts - 1
        ends = book.ticket_to[ticket]
        while ends != 0:
            if root_of(parent, lowest_bit(ends)) == start:
                return True
            ends &= ends - 1
    return False


@kernel
def is_completed(book: Rulebook, own: Any, parent: Any, ticket: int) -> bool:
    """Whether a set of tracks, with its components in ``parent``, completes a ticket.

    Any path completes it, unless the rules require the shortest path; parallel tracks count as equal.
    """
    if book.shortest_paths == 0:
        return is_connected(book, parent, ticket)
    for word in range(book.track_words):
        path = book.ticket_path[ticket, word]
        while path != 0:
            track = 64 * word + lowest_bit(path)
            path &= path - 1
            if not is_built(book, own, track):
                return False
    return True


@kernel
def is_built(book: Rulebook, own: Any, track: int) -> bool:
    """Whether a set of tracks contains a track or one parallel to it."""
    if own[track >> 6] & BIT[track & 63] != 0:
        return True
    for i in range(book.twins.shape[1]):
        twin = book.twins[track, i]
        if twin != NONE and own[twin >> 6] & BIT[twin & 63] != 0:
            return True
    return False


@kernel
def rate_tickets(book: Rulebook, tickets: Any, own: Any, parent: Any, done: Any) -> Any:
    """Points of some tickets for a set of tracks, with its components in ``parent``, and how many are completed.

    ``done`` receives the completed tickets.
    """
    points = ZERO
    completed = ZERO
    for word in range(TICKET_WORDS):
        held = tickets[word]
        done[word] = 0
        while held != 0:
            i = lowest_bit(held)
            held &= held - 1
            ticket = 64 * word + i
            if is_completed(book, own, parent, ticket):
                points += book.ticket_points[ticket]
                completed += 1
                done[word] |= BIT[i]
            else:
                points -= book.ticket_points[ticket]
    return points, completed


@kernel
def lend_tracks(book: Rulebook, table: Table, seat: int, tickets: Any, parent: Any, done: Any, lent: Any) -> Any:
    """The best use of a seat's stations: each borrows one track of another seat that ends in its city.

    Returns the best points and number of completed tickets. ``done`` receives the completed tickets and ``lent`` the
    track of each station, in the order of the cities; NONE if no track there would connect anything new.

    This is an exhaustive depth-first search. Two tracks to the same component are equivalent, and a further connection
    never hurts, so a station stays unused only if no track there connects anything new.
    """
    for i in range(MAX_STATIONS):
        lent[i] = NONE
    best_points, best_completed = rate_tickets(book, tickets, table.own[seat], parent, done)
    built = book.stations - table.stations_left[seat]
    if built == 0 or best_completed == table.tickets[seat, SHORT] + table.tickets[seat, LONG]:
        return best_points, best_completed
    cities = np.empty(MAX_STATIONS, np.int64)
    count = 0
    for city in range(book.cities):
        if table.station[city] == seat:
            cities[count] = city
            count += 1
    trial = np.empty((MAX_STATIONS + 1, MAX_CITIES), np.int64)  # trial[k]: the components after k loans
    for city in range(book.cities):
        trial[0, city] = parent[city]
    trial_done = np.empty(TICKET_WORDS, np.int64)
    waiting = np.empty((MAX_STATIONS, TRACK_WORDS), np.int64)  # the tracks still to be tried at each station
    seen = np.empty(MAX_STATIONS, np.int64)  # the components tried so far at each station, as bits
    choice = np.empty(MAX_STATIONS, np.int64)
    depth = 0
    seen[0] = _open_loans(book, table, seat, cities[0], trial[0], waiting[0])
    tried_any = np.zeros(MAX_STATIONS, np.int64)
    while depth >= 0:
        track = _next_loan(book, cities[depth], trial[depth], waiting[depth], seen[depth])
        if track == NONE and tried_any[depth] != 0:
            depth -= 1
            continue
        tried_any[depth] = 1
        choice[depth] = track
        for city in range(book.cities):
            trial[depth + 1, city] = trial[depth, city]
        if track != NONE:
            far = book.city_a[track] + book.city_b[track] - cities[depth]
            seen[depth] |= BIT[root_of(trial[depth], far)]
            join(trial[depth + 1], cities[depth], far)
        if depth + 1 < built:
            depth += 1
            tried_any[depth] = 0
            seen[depth] = _open_loans(book, table, seat, cities[depth], trial[depth], waiting[depth])
            continue
        points, completed = rate_tickets(book, tickets, table.own[seat], trial[built], trial_done)
        if points > best_points or (points == best_points and completed > best_completed):
            best_points, best_completed = points, completed
            for word in range(TICKET_WORDS):
                done[word] = trial_done[word]
            for i in range(built):
                lent[i] = choice[i]
    return best_points, best_completed


@kernel
def _open_loans(book: Rulebook, table: Table, seat: int, city: int, parent: Any, waiting: Any) -> int:
    """Collect the tracks of other seats that end in a station's city; returns the component of the city as a bit."""
    for word in range(book.track_words):
        waiting[word] = 0
        for other in range(table.seats):
            if other != seat:
                waiting[word] |= table.own[other, word] & book.at_city[city, word]
    return BIT[root_of(parent, city)]


@kernel
def _next_loan(book: Rulebook, city: int, parent: Any, waiting: Any, seen: int) -> int:
    """The next waiting track to a component that has not been tried yet, or NONE."""
    for word in range(book.track_words):
        while waiting[word] != 0:
            track = 64 * word + lowest_bit(waiting[word])
            waiting[word] &= waiting[word] - 1
            far = book.city_a[track] + book.city_b[track] - city
            if seen & BIT[root_of(parent, far)] == 0:
                return track
    return NONE
