"""Writes what a seat sees, as it is, into an observation that is all zeros.

These kernels read nothing but the public table and the seat's own private state.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float32, int64, void

from railwright.compiled.bits import lowest_bit
from railwright.compiled.kernel import kernel
from railwright.game.colors import CARD_KINDS, PASSENGER_COLORS
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.ruleset import MAX_OFFER
from railwright.game.state import (
    LONG,
    NONE,
    PASSENGER_BITS,
    PASSENGER_MASK,
    PRIVATE_TYPE,
    SHORT,
    TABLE_TYPE,
    TUNNEL_CARDS,
    PrivateState,
    Table,
)
from railwright.players.observation.fields import (
    BOXED_COUNTS,
    CITY,
    DECIDING,
    DECK_SIZE,
    DISCARDS,
    EXTRA,
    FACE_UP,
    HAND,
    HAND_SIZES,
    LAID_CARDS,
    LAID_COLOR,
    LAID_LOCOMOTIVES,
    LAST_ROUND,
    LONG_TICKETS,
    OFFERED_COUNTS,
    OPENING,
    PASSENGERS_TAKEN,
    PASSENGERS_WAITING,
    PASSES,
    POINTS,
    REVEALED,
    SHORT_TICKETS,
    SHOWN,
    STAGE,
    STATIONS,
    STATIONS_LEFT,
    TICKET_DECKS,
    TICKETS,
    TICKETS_BOXED,
    TICKETS_OFFERED,
    TICKETS_RETURNED,
    TRACK_PAID,
    TRACKS_CLOSED,
    TRACKS_OWNED,
    TRAINS,
    TURN,
)
from railwright.players.observation.layout import LAYOUT_TYPE, ObservationLayout

_PASSENGERS = len(PASSENGER_COLORS)


@kernel(inline=True)
def _mark(out: Any, at: int, members: int) -> None:
    """Write a 1 for each bit of a word."""
    while members != 0:
        out[at + lowest_bit(members)] = 1
        members &= members - 1


@kernel(inline=True)
def _relative(seat: int, other: int, seats: int) -> int:
    """The number of steps clockwise from a seat to another."""
    return other - seat if other >= seat else other - seat + seats


@kernel(inline=True)
def _write_tracks(book: Rulebook, table: Table, seat: int, layout: ObservationLayout, out: Any) -> None:
    owned, closed = layout.offset[TRACKS_OWNED], layout.offset[TRACKS_CLOSED]
    for word in range(book.track_words):
        free = book.all_tracks[word]
        for other in range(table.seats):
            tracks = table.own[other, word]
            free &= ~tracks
            _mark(out, owned + _relative(seat, other, table.seats) * book.tracks + 64 * word, tracks)
        _mark(out, closed + 64 * word, free & ~table.open[seat, word])
    if table.track != NONE:
        out[layout.offset[TRACK_PAID] + table.track] = 1


@kernel(inline=True)
def _write_cards(book: Rulebook, table: Table, mine: PrivateState, layout: ObservationLayout, out: Any) -> None:
    at, inverse = layout.offset[HAND], layout.inverse[HAND]
    for kind in range(CARD_KINDS):
        out[at + kind] = np.float32(mine.hand[kind]) * inverse
    at = layout.offset[DISCARDS]
    for kind in range(CARD_KINDS):
        out[at + kind] = np.float32(table.discards[kind]) * inverse
    at = layout.offset[FACE_UP]
    for place in range(book.face_up):
        card = table.face_up[place]
        out[at + (CARD_KINDS if card == NONE else card)] = 1
        at += CARD_KINDS + 1
    out[layout.offset[DECK_SIZE]] = np.float32(table.deck_size) * layout.inverse[DECK_SIZE]


@kernel(inline=True)
def _write_tickets(book: Rulebook, mine: PrivateState, layout: ObservationLayout, out: Any) -> None:
    for word in range((book.tickets + 63) >> 6):
        _mark(out, layout.offset[TICKETS] + 64 * word, mine.tickets[word])
        _mark(out, layout.offset[TICKETS_RETURNED] + 64 * word, mine.returned[word])
        _mark(out, layout.offset[TICKETS_BOXED] + 64 * word, mine.boxed[word])
    for i in range(MAX_OFFER):
        if mine.offer[i] == NONE:
            break
        out[layout.offset[TICKETS_OFFERED] + i * book.tickets + mine.offer[i]] = 1


@kernel(inline=True)
def _write_seats(book: Rulebook, table: Table, seat: int, layout: ObservationLayout, out: Any) -> None:
    offset, inverse = layout.offset, layout.inverse
    points = inverse[POINTS] / np.float32(book.scale)
    for other in range(table.seats):
        r = _relative(seat, other, table.seats)
        out[offset[TRAINS] + r] = np.float32(table.trains[other]) * inverse[TRAINS]
        out[offset[POINTS] + r] = np.float32(table.points[other]) * points
        out[offset[HAND_SIZES] + r] = np.float32(table.hand_size[other]) * inverse[HAND_SIZES]
        out[offset[SHORT_TICKETS] + r] = np.float32(table.tickets[other, SHORT]) * inverse[SHORT_TICKETS]
        if offset[LONG_TICKETS] != NONE:
            out[offset[LONG_TICKETS] + r] = np.float32(table.tickets[other, LONG]) * inverse[LONG_TICKETS]
        at = offset[SHOWN] + r * CARD_KINDS
        for kind in range(CARD_KINDS):
            out[at + kind] = np.float32(table.shown[other, kind]) * inverse[SHOWN]


@kernel(inline=True)
def _write_moment(table: Table, seat: int, layout: ObservationLayout, out: Any) -> None:
    """Write the decks of tickets, the stage and the progress of the game."""
    offset, inverse = layout.offset, layout.inverse
    for deck in range(2):
        out[offset[TICKET_DECKS] + deck] = np.float32(table.ticket_deck[deck]) * inverse[TICKET_DECKS]
        out[offset[OFFERED_COUNTS] + deck] = np.float32(table.offered[deck]) * inverse[OFFERED_COUNTS]
        if offset[BOXED_COUNTS] != NONE:
            out[offset[BOXED_COUNTS] + deck] = np.float32(table.boxed[deck]) * inverse[BOXED_COUNTS]
    out[offset[STAGE] + table.stage] = 1
    out[offset[OPENING]] = table.opening
    out[offset[LAST_ROUND]] = np.float32(table.last_round) * inverse[LAST_ROUND]
    out[offset[TURN]] = np.float32(table.turn) * inverse[TURN]
    out[offset[PASSES]] = np.float32(table.passes) * inverse[PASSES]
    out[offset[DECIDING] + _relative(seat, table.seat, table.seats)] = 1
    if table.city != NONE:
        out[offset[CITY] + table.city] = 1


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, LAYOUT_TYPE, float32[::1]))
def _write_stations(book: Rulebook, table: Table, seat: int, layout: ObservationLayout, out: Any) -> None:
    built = 0
    for other in range(table.seats):
        r = _relative(seat, other, table.seats)
        left = table.stations_left[other]
        built += book.stations - left
        out[layout.offset[STATIONS_LEFT] + r] = np.float32(left) * layout.inverse[STATIONS_LEFT]
    if built > 0:
        for city in range(book.cities):
            if table.station[city] != NONE:
                r = _relative(seat, table.station[city], table.seats)
                out[layout.offset[STATIONS] + r * book.cities + city] = 1


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, LAYOUT_TYPE, float32[::1]))
def _write_passengers(book: Rulebook, table: Table, seat: int, layout: ObservationLayout, out: Any) -> None:
    at = layout.offset[PASSENGERS_WAITING]
    for city in range(book.cities):
        if book.passengers[city] == 0:
            continue
        waiting = table.passengers[city]
        while waiting != 0:
            color = lowest_bit(waiting) // PASSENGER_BITS
            number = waiting >> (PASSENGER_BITS * color) & PASSENGER_MASK
            out[at + color] = np.float32(number) * layout.inverse[PASSENGERS_WAITING]
            waiting &= ~(PASSENGER_MASK << (PASSENGER_BITS * color))
        at += _PASSENGERS
    for other in range(table.seats):
        at = layout.offset[PASSENGERS_TAKEN] + _relative(seat, other, table.seats) * _PASSENGERS
        for color in range(_PASSENGERS):
            out[at + color] = np.float32(table.taken[other, color]) * layout.inverse[PASSENGERS_TAKEN]


@kernel(signature=void(TABLE_TYPE, LAYOUT_TYPE, float32[::1]))
def _write_tunnel(table: Table, layout: ObservationLayout, out: Any) -> None:
    offset, inverse = layout.offset, layout.inverse
    out[offset[LAID_COLOR] + table.laid_color] = 1
    out[offset[LAID_CARDS]] = np.float32(table.laid_cards) * inverse[LAID_CARDS]
    out[offset[LAID_LOCOMOTIVES]] = np.float32(table.laid_locomotives) * inverse[LAID_LOCOMOTIVES]
    out[offset[EXTRA]] = np.float32(table.extra) * inverse[EXTRA]
    for i in range(TUNNEL_CARDS):
        if table.revealed[i] != NONE:
            out[offset[REVEALED] + table.revealed[i]] += inverse[REVEALED]


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, LAYOUT_TYPE, float32[::1]))
def write_raw(book: Rulebook, table: Table, mine: PrivateState, seat: int, layout: ObservationLayout, out: Any) -> None:
    """Write the raw fields of an observation for a seat."""
    _write_tracks(book, table, seat, layout, out)
    _write_cards(book, table, mine, layout, out)
    _write_tickets(book, mine, layout, out)
    _write_seats(book, table, seat, layout, out)
    _write_moment(table, seat, layout, out)
    if layout.offset[STATIONS] != NONE:
        _write_stations(book, table, seat, layout, out)
    if layout.offset[PASSENGERS_WAITING] != NONE:
        _write_passengers(book, table, seat, layout, out)
    if table.laid_color != NONE:
        _write_tunnel(table, layout, out)
