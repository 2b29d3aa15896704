"""Writes the features of what tracks connect: own tickets, tickets that might be drawn, and the largest networks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.board import MAX_CITIES
from railwright.game.network import connect_own, is_completed, root_of
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import PRIVATE_TYPE, TABLE_TYPE, TRACK_WORDS, PrivateState, Table
from railwright.players.express.features import POSITION_TYPE, TICKET_POINTS, TICKETS, TRAINS, PositionFeatures
from railwright.players.planner.memory import PLAN_TYPE, TrackPlan

UNSEEN = 5.0
"""What shares of the unseen tickets are multiplied with: they are small."""


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64[::1]))
def _largest_network(book: Rulebook, table: Table, seat: int, parent: Any) -> int:
    """Spaces of the largest connected network of a seat. ``parent`` has the components of its tracks."""
    spaces = np.zeros(MAX_CITIES, np.int64)
    largest = ZERO
    for word in range(book.track_words):
        tracks = table.own[seat, word]
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            root = root_of(parent, ZERO + book.city_a[track])
            spaces[root] += book.length[track]
            largest = max(largest, spaces[root])
    return largest


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLAN_TYPE, POSITION_TYPE))
def write_connections(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, plan: TrackPlan, position: PositionFeatures
) -> None:  # fmt: skip
    """Write what the tracks of the seats connect, and what the own ones will connect together with the plan."""
    parent, planned_parent = np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64)
    planned = np.empty(TRACK_WORDS, np.int64)
    most = ZERO
    for other in range(table.seats):
        if other != seat:
            connect_own(book, table.own[other], parent)
            most = max(most, _largest_network(book, table, other, parent))
    for word in range(TRACK_WORDS):
        planned[word] = table.own[seat, word] | plan.tracks[word] | plan.loans[word]
    connect_own(book, table.own[seat], parent)
    connect_own(book, planned, planned_parent)
    completed, given_up, unseen, unseen_completed, unseen_planned = ZERO, ZERO, ZERO, ZERO, ZERO
    for ticket in range(book.tickets):
        word, bit = ticket >> 6, BIT[ticket & 63]
        is_done = is_completed(book, table.own[seat], parent, ticket)
        will_be = is_done or is_completed(book, planned, planned_parent, ticket)
        if mine.tickets[word] & bit != 0:
            completed += is_done
            if not will_be:
                given_up += book.ticket_points[ticket]
        elif (mine.returned[word] | mine.boxed[word]) & bit == 0:
            unseen += 1
            unseen_completed += is_done
            unseen_planned += will_be
    largest = _largest_network(book, table, seat, parent)
    position.completed_tickets = completed / TICKETS
    position.given_up_points = given_up / (book.scale * TICKET_POINTS)
    position.unseen_completed = UNSEEN * unseen_completed / max(ZERO + 1, unseen)
    position.unseen_planned = UNSEEN * unseen_planned / max(ZERO + 1, unseen)
    position.largest_network = largest / TRAINS
    position.network_lead = (largest - most) / TRAINS
