"""Writes the planner's numbers: what is missing for each ticket that the seat holds or is offered."""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
from numba import float32, int64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import Ints, dtype_of
from railwright.game.board import MAX_CITIES, MAX_TRACKS
from railwright.game.colors import CARD_KINDS, COLORS, GRAY, LOCOMOTIVE
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.ruleset import MAX_OFFER
from railwright.game.state import NONE, PRIVATE_TYPE, TABLE_TYPE, TICKET_WORDS, PrivateState, Table
from railwright.players.kit.game_length import turns_left
from railwright.players.kit.paths import CLOSED, fill_costs, find_path
from railwright.players.observation.fields import (
    OFFERED_PATH_TRACKS,
    PATH_TRACKS,
    TICKET_CARDS,
    TICKET_COMPLETED,
    TICKET_REACHABLE,
    TICKET_SPACES,
    TURNS_LEFT,
)
from railwright.players.observation.layout import LAYOUT_TYPE, ObservationLayout

_COLORS = len(COLORS)


class PathScratch:
    """Arrays that are refilled for each observation."""

    cost: Annotated[Ints, np.int64, MAX_TRACKS]
    """The spaces missing on each track: 0 for an own one, CLOSED for one that cannot be used."""
    on_path: Annotated[Ints, np.int64, MAX_TRACKS]
    """The same costs, with all other tracks closed, where only the shortest path completes a ticket."""
    distance: Annotated[Ints, np.int64, MAX_CITIES]
    """The spaces missing on the cheapest path to each city."""
    arrival: Annotated[Ints, np.int64, MAX_CITIES]
    """The last track of that path."""
    left: Annotated[Ints, np.int64, CARD_KINDS]
    """The cards that are not spent yet."""
    grays: Annotated[Ints, np.int64, MAX_CITIES]
    """The lengths of the gray tracks on a path."""


PATH_SCRATCH = dtype_of(PathScratch)
PATH_SCRATCH_TYPE = numba.from_dtype(PATH_SCRATCH)


@kernel(inline=True)
def _spend(left: Any, color: int, length: int) -> int:
    """Pay for spaces with cards of a colour; returns the number of spaces that remain."""
    paid = min(length, left[color])
    left[color] -= paid
    return length - paid


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64, PATH_SCRATCH_TYPE))
def _best_color(book: Rulebook, table: Table, seat: int, track: int, scratch: PathScratch) -> int:
    """The colour for claiming a track or an equally long parallel one: the one with most cards left, or GRAY."""
    best = ZERO + book.color[track]
    for i in range(book.twins.shape[1]):
        twin = book.twins[track, i]
        if best == GRAY or twin == NONE or book.length[twin] != book.length[track]:
            continue
        if table.open[seat, twin >> 6] & BIT[twin & 63] != 0:
            color = ZERO + book.color[twin]
            if color == GRAY or scratch.left[color] > scratch.left[best]:
                best = color
    return best


@kernel(signature=void(BOOK_TYPE, int64, PATH_SCRATCH_TYPE))
def _close_others(book: Rulebook, ticket: int, scratch: PathScratch) -> None:
    """Close all tracks but those of the ticket's shortest path and the ones parallel to them."""
    for track in range(book.tracks):
        scratch.on_path[track] = CLOSED
    for track in range(book.tracks):
        if book.ticket_path[ticket, track >> 6] & BIT[track & 63] != 0:
            scratch.on_path[track] = scratch.cost[track]
            for i in range(book.twins.shape[1]):
                twin = book.twins[track, i]
                if twin != NONE:
                    scratch.on_path[twin] = scratch.cost[twin]


@kernel(
    signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, int64, PATH_SCRATCH_TYPE, float32[::1])
)  # fmt: skip
def _walk_back(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, city: int, plane: int, scratch: PathScratch, out: Any
) -> int:
    """Mark the missing tracks on the path to a city; returns the number of cards that the hand lacks for them.

    Coloured tracks are paid for first, then each gray one with the colour that has most cards left. Locomotives pay
    for what ferries require and for any missing cards.
    """
    left = scratch.left
    for kind in range(CARD_KINDS):
        left[kind] = mine.hand[kind]
    unpaid, grays = ZERO, ZERO
    while scratch.arrival[city] != NONE:
        track = scratch.arrival[city]
        city = book.city_a[track] + book.city_b[track] - city
        if table.own[seat, track >> 6] & BIT[track & 63] != 0:
            continue
        out[plane + track] = 1
        length = ZERO + book.length[track] - book.needs[track]
        unpaid += book.needs[track]
        color = _best_color(book, table, seat, track, scratch)
        if color == GRAY:
            scratch.grays[grays] = length
            grays += 1
        else:
            unpaid += _spend(left[:], color, length)
    for i in range(grays):
        most = ZERO
        for color in range(1, _COLORS):
            if left[color] > left[most]:
                most = ZERO + color
        unpaid += _spend(left[:], most, scratch.grays[i])
    return max(ZERO, unpaid - left[LOCOMOTIVE])


@kernel(
    signature=void(
        BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, LAYOUT_TYPE, int64, PATH_SCRATCH_TYPE, float32[::1]
    )
)
def _write_ticket(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, ticket: int, layout: ObservationLayout, plane: int,
    scratch: PathScratch, out: Any,
) -> None:  # fmt: skip
    """Write the numbers of one ticket, and the missing tracks of its cheapest path into the plane that begins there."""
    cost = scratch.cost[:]
    if book.shortest_paths != 0:
        _close_others(book, ticket, scratch)
        cost = scratch.on_path[:]
    starts, goals = book.ticket_from[ticket], book.ticket_to[ticket]
    city = find_path(book, cost, starts, goals, scratch.distance[:], scratch.arrival[:])
    if city == NONE:
        return
    missing = scratch.distance[city]
    out[layout.offset[TICKET_COMPLETED] + ticket] = missing == 0
    out[layout.offset[TICKET_REACHABLE] + ticket] = missing <= table.trains[seat]
    if missing > 0:
        out[layout.offset[TICKET_SPACES] + ticket] = np.float32(missing) * layout.inverse[TICKET_SPACES]
        cards = _walk_back(book, table, mine, seat, city, plane, scratch, out)
        out[layout.offset[TICKET_CARDS] + ticket] = np.float32(cards) * layout.inverse[TICKET_CARDS]


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, LAYOUT_TYPE, PATH_SCRATCH_TYPE, float32[::1]))
def write_planner(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, layout: ObservationLayout, scratch: PathScratch,
    out: Any,
) -> None:  # fmt: skip
    """Write the planner's numbers of an observation for a seat."""
    out[layout.offset[TURNS_LEFT]] = np.float32(turns_left(book, table)) * layout.inverse[TURNS_LEFT]
    fill_costs(book, table, seat, ZERO, ZERO + 1, scratch.cost[:])
    for word in range(TICKET_WORDS):
        held = mine.tickets[word]
        while held != 0:
            ticket = 64 * word + lowest_bit(held)
            held &= held - 1
            _write_ticket(book, table, mine, seat, ticket, layout, layout.offset[PATH_TRACKS], scratch, out)
    for i in range(MAX_OFFER):
        if mine.offer[i] == NONE:
            break
        ticket = ZERO + mine.offer[i]
        _write_ticket(book, table, mine, seat, ticket, layout, layout.offset[OFFERED_PATH_TRACKS], scratch, out)
