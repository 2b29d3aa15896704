"""Writes the features of what tracks connect: own tickets, tickets that might be drawn, and the largest networks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, types, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.board import MAX_CITIES
from railwright.game.network import is_completed
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import PRIVATE_TYPE, TABLE_TYPE, TRACK_WORDS, PrivateState, Table
from railwright.players.express.features import POSITION_TYPE, TICKET_POINTS, TICKETS, TRAINS, PositionFeatures
from railwright.players.planner.memory import PLAN_TYPE, TrackPlan

UNSEEN = 5.0
"""What shares of the unseen tickets are multiplied with: they are small."""


@kernel(signature=int64(BOOK_TYPE, int64[::1], int64[::1], int64[::1]))
def _find_networks(book: Rulebook, tracks: Any, cities: Any, spaces: Any) -> int:
    """Fill in the cities of each connected network of some tracks, as bits, and its spaces; returns their number."""
    count = ZERO
    for word in range(book.track_words):
        left = tracks[word]
        while left != 0:
            track = 64 * word + lowest_bit(left)
            left &= left - 1
            ends = BIT[book.city_a[track]] | BIT[book.city_b[track]]
            joined, length = ends, ZERO + book.length[track]
            i = ZERO
            while i < count:
                if cities[i] & ends == 0:
                    i += 1
                    continue
                joined |= cities[i]
                length += spaces[i]
                count -= 1
                cities[i], spaces[i] = cities[count], spaces[count]
            cities[count], spaces[count] = joined, length
            count += 1
    return count


@kernel(signature=types.boolean(BOOK_TYPE, int64[::1], int64[::1], int64, int64))
def _completes(book: Rulebook, tracks: Any, cities: Any, count: int, ticket: int) -> bool:
    """Whether tracks with these networks complete a ticket."""
    if book.shortest_paths != 0:
        return is_completed(book, tracks, cities, ticket)
    for i in range(count):
        if cities[i] & book.ticket_from[ticket] != 0 and cities[i] & book.ticket_to[ticket] != 0:
            return True
    return False


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLAN_TYPE, POSITION_TYPE))
def write_connections(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, plan: TrackPlan, position: PositionFeatures
) -> None:  # fmt: skip
    """Write what the tracks of the seats connect, and what the own ones will connect together with the plan."""
    own, planned = np.empty(TRACK_WORDS, np.int64), np.empty(TRACK_WORDS, np.int64)
    cities, later_cities = np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64)
    spaces = np.empty(MAX_CITIES, np.int64)
    largest, most = ZERO, ZERO
    for other in range(table.seats):
        if other != seat:
            for word in range(TRACK_WORDS):
                own[word] = table.own[other, word]
            for i in range(_find_networks(book, own, cities, spaces)):
                most = max(most, spaces[i])
    for word in range(TRACK_WORDS):
        own[word] = table.own[seat, word]
        planned[word] = own[word] | plan.tracks[word] | plan.loans[word]
    later_count = _find_networks(book, planned, later_cities, spaces)
    count = _find_networks(book, own, cities, spaces)
    for i in range(count):
        largest = max(largest, spaces[i])
    completed, given_up, unseen, unseen_completed, unseen_planned = ZERO, ZERO, ZERO, ZERO, ZERO
    for ticket in range(book.tickets):
        word, bit = ticket >> 6, BIT[ticket & 63]
        is_done = _completes(book, own, cities, count, ticket)
        will_be = is_done or _completes(book, planned, later_cities, later_count, ticket)
        if mine.tickets[word] & bit != 0:
            completed += is_done
            if not will_be:
                given_up += book.ticket_points[ticket]
        elif (mine.returned[word] | mine.boxed[word]) & bit == 0:
            unseen += 1
            unseen_completed += is_done
            unseen_planned += will_be
    position.completed_tickets = completed / TICKETS
    position.given_up_points = given_up / (book.scale * TICKET_POINTS)
    position.unseen_completed = UNSEEN * unseen_completed / max(ZERO + 1, unseen)
    position.unseen_planned = UNSEEN * unseen_planned / max(ZERO + 1, unseen)
    position.largest_network = largest / TRAINS
    position.network_lead = (largest - most) / TRAINS
