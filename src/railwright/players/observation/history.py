"""The history of public events: what everyone at the table saw happen, and nothing else.

An event is made from an action and the public table before and after it. So the card that a seat draws from the deck
and the tickets that it keeps cannot enter it; how many it keeps is public.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float32, int16, int64, void

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import DECK, DECLINE, KEEP, PASS, PASSENGER, PAY, PAY_STEP, STATION, TICKETS
from railwright.game.colors import CARD_KINDS
from railwright.game.payment import is_paying_station, price
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import AT_TUNNEL, LONG, NONE, SHORT, TABLE_TYPE, Table
from railwright.players.observation.fields import EVENT_KINDS, EVENTS, TICKETS_UNIT
from railwright.players.observation.layout import LAYOUT_TYPE, ObservationLayout

(
    TOOK_FACE_UP, DREW_FROM_DECK, DREW_TICKETS, KEPT_TICKETS, CLAIMED_TRACK, PAID_TUNNEL, DECLINED_TUNNEL,
    BUILT_STATION, TOOK_PASSENGER, PASSED_TURN,
) = range(len(EVENT_KINDS))  # fmt: skip

KIND, SEAT, COLOR, COUNT, SPECIAL, CITY_A, CITY_B = range(7)
"""The fields of an event: its kind, the seat, a colour, the number of cards or tickets, how many of them are
locomotives or long, and a city or the two ends of a track. NONE where there is nothing."""

EVENT_FIELDS = 7
DEFAULT_EVENTS = 32
"""Number of events that a history keeps unless told otherwise."""

_KINDS = len(EVENT_KINDS)
_INVERSE = np.float32(1 / TICKETS_UNIT)


@kernel(inline=True)
def _set_ends(book: Rulebook, table: Table, event: Any) -> None:
    event[CITY_A], event[CITY_B] = book.city_a[table.track], book.city_b[table.track]


@kernel(inline=True)
def _held(table: Table) -> int:
    return table.tickets[table.seat, SHORT] + table.tickets[table.seat, LONG]


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64, int16[::1]))
def begin_event(book: Rulebook, table: Table, action: int, event: Any) -> None:
    """Describe an action that is about to be taken. Its kind is NONE if it is only the first half of an event."""
    event[KIND], event[SEAT], event[COLOR], event[COUNT], event[SPECIAL] = NONE, table.seat, NONE, 0, 0
    event[CITY_A] = event[CITY_B] = NONE
    if action < DECK:
        event[KIND], event[COLOR], event[COUNT] = TOOK_FACE_UP, table.face_up[action], 1
    elif action == DECK:
        event[KIND], event[COUNT] = DREW_FROM_DECK, 1
    elif action == PASS:
        event[KIND] = PASSED_TURN
    elif action == DECLINE or (action >= PAY and table.stage == AT_TUNNEL):
        event[KIND] = DECLINED_TUNNEL if action == DECLINE else PAID_TUNNEL
        event[COLOR], event[COUNT] = table.laid_color, table.extra
        event[SPECIAL] = table.laid_locomotives
        _set_ends(book, table, event)
    elif action >= PAY:
        event[COLOR], event[SPECIAL] = (action - PAY) // PAY_STEP, (action - PAY) % PAY_STEP
        event[COUNT] = price(book, table)
        if is_paying_station(table):
            event[KIND], event[CITY_A] = BUILT_STATION, table.city
        else:
            event[KIND] = CLAIMED_TRACK
            _set_ends(book, table, event)
    elif STATION <= action < PAY:
        event[KIND] = NONE  # a claim or a station is told when it is paid for
    elif action >= KEEP:
        event[KIND] = KEPT_TICKETS
        event[COUNT], event[SPECIAL] = -_held(table), -table.tickets[table.seat, LONG]
    elif action >= PASSENGER:
        event[KIND], event[COLOR], event[CITY_A] = TOOK_PASSENGER, action - PASSENGER, table.city
        event[COUNT] = 1
    elif action >= TICKETS:
        event[KIND] = DREW_TICKETS


@kernel(signature=int64(TABLE_TYPE, int16[::1]))
def end_event(table: Table, event: Any) -> int:
    """Complete the event after the action was taken; returns 1 if there is one to be told, otherwise 0."""
    if event[KIND] == DREW_TICKETS:
        event[COUNT], event[SPECIAL] = table.offered[SHORT] + table.offered[LONG], table.offered[LONG]
    elif event[KIND] == KEPT_TICKETS:
        seat = event[SEAT]
        event[COUNT] += table.tickets[seat, SHORT] + table.tickets[seat, LONG]
        event[SPECIAL] += table.tickets[seat, LONG]
    elif event[KIND] == CLAIMED_TRACK and table.stage == AT_TUNNEL:
        return 0  # the payment was laid down; the answer to the tunnel will be told
    return 1 if event[KIND] != NONE else 0


@kernel(signature=void(TABLE_TYPE, int64, LAYOUT_TYPE, int16[:, ::1], int64, float32[::1]))
def write_history(table: Table, seat: int, layout: ObservationLayout, events: Any, told: int, out: Any) -> None:
    """Write the last events into an observation for a seat.

    ``events`` is a ring of the last events and ``told`` the number of all events of the game.
    """
    at = ZERO + layout.offset[EVENTS]
    seats = ZERO + table.seats
    for back in range(min(told, layout.events)):
        event = events[(told - 1 - back) % layout.events]
        out[at + (event[SEAT] - seat + seats) % seats] = 1
        out[at + seats + event[KIND]] = 1
        first = at + seats + _KINDS
        if event[COLOR] != NONE:
            out[first + event[COLOR]] = 1
        first += CARD_KINDS
        out[first] = np.float32(event[COUNT]) * _INVERSE
        out[first + 1] = np.float32(event[SPECIAL]) * _INVERSE
        if event[CITY_A] != NONE:
            out[first + 2 + event[CITY_A]] = 1
        if event[CITY_B] != NONE:
            out[first + 2 + event[CITY_B]] = 1
        at += layout.event_size
