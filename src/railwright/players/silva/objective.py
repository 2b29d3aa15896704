"""The objective of the one-step and long-route players: a route to claim next, and the cards to draw for it.

The players choose a new objective whenever somebody has scored: the next route for a ticket, else the longest track.
"""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
from numba import int16, int64, types, void

from railwright.compiled.bits import lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import dtype_of, words_of
from railwright.game.actions import DECK, KEEP, MAX_LEGAL
from railwright.game.board import MAX_CITIES
from railwright.game.colors import COLORS, GRAY, LOCOMOTIVE
from railwright.game.network import connect_own, is_completed
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.ruleset import MAX_OFFER
from railwright.game.state import AT_TURN, NONE, PRIVATE_TYPE, TABLE_TYPE, TICKET_WORDS, PrivateState, Table
from railwright.players.kit.choices import is_legal
from railwright.players.silva.claims import (
    HAND_ORDER,
    PUBLISHED,
    VARIANT_OPTION,
    SharedMemory,
    draw_or_claim,
    face_up,
    first_claim,
    list_by_size,
    preferred_kind,
)
from railwright.players.silva.joint_graph import fill_neighbours, find_fewest, is_own_route, open_track

LOST_TRAINS = 50
"""Trains that any ticket seems to need: as coded, the test for a path to a ticket always fails."""


class ObjectiveMemory:
    """The memory of a player with an objective. All of it is kept between decisions."""

    shared: SharedMemory
    track: Annotated[int, np.int64]
    """A track of the route to claim, plus 1; 0 for no objective."""
    wanted: Annotated[int, np.int64]
    """The kind of card that the objective needs."""
    seen: Annotated[int, np.int64]
    """Points of all seats when the objective was chosen, plus 1; 0 forces a new choice."""


MEMORY = dtype_of(ObjectiveMemory)
MEMORY_TYPE = numba.from_dtype(MEMORY)
MEMORY_WORDS = words_of(MEMORY)
OPTIONS = (VARIANT_OPTION,)
"""The options of a player with an objective, which its memory begins with."""
OWN_WORDS = MEMORY_WORDS - len(OPTIONS)
"""Words of the memory besides the options."""


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, MEMORY_TYPE))
def aim_at_ticket(book: Rulebook, table: Table, mine: PrivateState, least: int, memory: ObjectiveMemory) -> int:
    """Aim at the next route for the open ticket with most points; 0 if no ticket is open.

    A ticket is open if it is not completed but still can be, with open tracks of length at least ``least``. The
    objective is the first route on its path with the fewest routes that the seat does not own.
    """
    seat = ZERO + table.seat
    near, path, parent = np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64)
    fill_neighbours(book, table, seat, least, near)
    connect_own(book, table.own[seat], parent)
    cities, most = ZERO, ZERO
    for word in range(TICKET_WORDS):
        held = mine.tickets[word]
        while held != 0:
            ticket = 64 * word + lowest_bit(held)
            held &= held - 1
            if book.ticket_points[ticket] > most and not is_completed(book, table.own[seat], parent, ticket):
                found = find_fewest(near, ZERO + book.ticket_from[ticket], ZERO + book.ticket_to[ticket], path)
                if found > 0:
                    cities, most = found, ZERO + book.ticket_points[ticket]
    for i in range(cities - 1):
        if not is_own_route(book, table, seat, path[i], path[i + 1]):
            track = open_track(book, table, seat, path[i], path[i + 1])
            memory.track = track + 1
            memory.wanted = preferred_kind(book, table, mine, track, HAND_ORDER)
            return 1
    return 0


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, MEMORY_TYPE))
def aim_at_longest(book: Rulebook, table: Table, mine: PrivateState, gray_rank: int, memory: ObjectiveMemory) -> None:
    """Aim at the longest open track that the seat has trains for; of equally long ones, at the easiest to pay for.

    Ease is a rank: ``gray_rank`` for a gray track that can be paid for without locomotives, 10 for a coloured one, 9
    with locomotives, otherwise lower the more cards are missing. As coded, the missing cards of a coloured track are
    counted from the most frequent colour in hand, whatever its own colour.
    """
    largest = ZERO
    for kind in range(len(COLORS)):
        largest = max(largest, ZERO + mine.hand[kind])
    memory.track = 0
    best_length, best_rank = ZERO, ZERO
    for word in range(book.track_words):
        tracks = table.open[table.seat, word]
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            length, color = ZERO + book.length[track], book.color[track]
            if length < best_length or length > table.trains[table.seat]:
                continue
            held = largest if color == GRAY else ZERO + mine.hand[color]
            if held >= length:
                rank = gray_rank if color == GRAY else 10
            elif held + mine.hand[LOCOMOTIVE] >= length:
                rank = 9
            else:
                rank = (10 if color == GRAY else 9) - length + largest
            if length > best_length or rank > best_rank:
                best_length, best_rank = length, rank
                memory.track = track + 1
                memory.wanted = color


@kernel(signature=int64(TABLE_TYPE, int16[::1], int64, int64))
def draw_wanted(table: Table, legal: Any, count: int, wanted: int) -> int:
    """A face-up card of the wanted kind, else a face-up locomotive, else from the deck; NONE if no card is left.

    If gray is wanted, that is a locomotive: both have the same number.
    """
    action = face_up(table, legal, count, wanted)
    if action == NONE:
        action = face_up(table, legal, count, ZERO + LOCOMOTIVE)
    if action == NONE and is_legal(legal, count, ZERO + DECK):
        return DECK
    return action


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, MEMORY_TYPE, types.uint64[::1]))
def pursue(
    book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: ObjectiveMemory, source: Any
) -> int:  # fmt: skip
    """Claim the objective if possible, in any colour; otherwise draw cards for it."""
    action = NONE
    if memory.track != 0:
        if table.stage == AT_TURN:
            action = first_claim(book, table, mine, memory.track - 1, memory.shared)
        if action == NONE:
            action = draw_wanted(table, legal, count, memory.wanted)
    return draw_or_claim(legal, count, memory.shared, source) if action == NONE else action


# tickets


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, int64[::1]))
def trains_for_ticket(book: Rulebook, table: Table, seat: int, ticket: int, near: Any) -> int:
    """Trains still needed on a ticket's path with the fewest routes, or NONE if there is no path."""
    path = np.empty(MAX_CITIES, np.int64)
    cities = find_fewest(near, ZERO + book.ticket_from[ticket], ZERO + book.ticket_to[ticket], path)
    trains = ZERO
    for i in range(cities - 1):
        if not is_own_route(book, table, seat, path[i], path[i + 1]):
            trains += book.length[open_track(book, table, seat, path[i], path[i + 1])]
    return trains if cities > 0 else NONE


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, int64, int64))
def choose_tickets(
    book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, least: int, variant: int
) -> int:  # fmt: skip
    """Keep the tickets with most points per train needed, or the cheapest if there are too few trains for any choice.

    Their paths use open tracks of length at least ``least``. As coded, no path is ever found: a ticket counts as
    needing LOST_TRAINS, and the cheapest are kept.
    """
    seat = ZERO + table.seat
    near, listed = np.empty(MAX_CITIES, np.int64), np.empty(MAX_LEGAL, np.int64)
    worth, trains = np.zeros(MAX_OFFER, np.int64), np.zeros(MAX_OFFER, np.int64)
    fill_neighbours(book, table, seat, least, near)
    for place in range(MAX_OFFER):
        ticket = mine.offer[place]
        if ticket != NONE:
            worth[place], trains[place] = -book.ticket_points[ticket], LOST_TRAINS
            needed = trains_for_ticket(book, table, seat, ticket, near) if variant == PUBLISHED else NONE
            if needed != NONE:
                worth[place], trains[place] = book.ticket_points[ticket], needed
    best, best_worth, best_trains = NONE, ZERO, ZERO + 1
    cheapest, fewest = NONE, ZERO
    list_by_size(legal, count, listed)
    for i in range(count):
        all_worth, all_trains, points = ZERO, ZERO, ZERO
        for place in range(MAX_OFFER):
            if (listed[i] - KEEP) >> place & 1:
                all_worth += worth[place]
                all_trains += trains[place]
                points += book.ticket_points[mine.offer[place]]
        if all_trains <= table.trains[seat] and all_worth > 0:
            if all_worth * best_trains > best_worth * all_trains:
                best, best_worth, best_trains = listed[i], all_worth, all_trains
        elif cheapest == NONE or points < fewest:
            cheapest, fewest = listed[i], points
    return cheapest if best == NONE else best
