"""Shared by the four players of de Mesentier Silva, Lee, Togelius and Nealen (2017, 2018).

A claim is a route and a colour: it is paid for with that colour first and locomotives for the rest. Claims are listed
route by route in the order of the board, and for one route by colour in CLAIM_ORDER. The path of a ticket is the one
with the fewest routes, whatever their length, and own routes count as much as open ones (``silva.joint_graph``).

The option ``variant`` chooses between what the authors' program does (coded: it produced the published figures) and
what the papers say (published), wherever the two differ. Ties go to the first in a fixed order.

On other boards than North America, which the papers do not cover: a place with several cities is reached at any of
them; the extra cards of a tunnel are paid if possible; as few long tickets as possible are drawn; passengers are taken
in the colour that the seat has most of; stations are built only if nothing else is legal.
"""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
from numba import int16, int64, types, void

from railwright.compiled.bits import BIT, count_bits, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import dtype_of
from railwright.compiled.rng import below
from railwright.game.actions import CLAIM, DECK, KEEP, PAY, PAY_STEP, STATION
from railwright.game.colors import CARDS, GRAY, LOCOMOTIVE
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER
from railwright.game.state import (
    AT_PASSENGER,
    AT_PAY,
    AT_TUNNEL,
    NONE,
    PRIVATE_TYPE,
    TABLE_TYPE,
    PrivateState,
    Table,
)
from railwright.players.kit.choices import sparing_payment, usual_passenger
from railwright.players.kit.options import Option

VARIANT_OPTION = Option(
    name="variant",
    default="coded",
    choices=("coded", "published"),
    summary="what the authors' program does, or what the papers say",
)
CODED, PUBLISHED = range(2)


class SharedMemory:
    """What every player of this family has at the start of its memory."""

    variant: Annotated[int, np.int64]
    """The option ``variant``."""
    paying: Annotated[int, np.int64]
    """Colour of the claim that is being paid for, plus 1; 0 for any colour."""


SHARED = dtype_of(SharedMemory)
SHARED_TYPE = numba.from_dtype(SHARED)


def _numbers(*names: str) -> Any:
    return np.array([CARDS.index(name) for name in names], np.int64)


CLAIM_ORDER = _numbers("red", "orange", "blue", "pink", "white", "yellow", "black", "green")
"""The order in which the claims of one route are listed."""

HAND_ORDER = _numbers("blue", "pink", "black", "yellow", "orange", "green", "white", "locomotive", "red")
"""The order in which the kinds of card are examined, in the hand and face up."""

ORDER_TYPE: Any = types.Array(types.int64, 1, "C", readonly=True)
"""The argument type of an order: constants are read-only arrays."""


@kernel(signature=int64(TABLE_TYPE))
def total_points(table: Table) -> int:
    """The points of all seats together for tracks."""
    total = ZERO
    for seat in range(table.seats):
        total += table.points[seat]
    return total


# claims


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64))
def track_to_claim(book: Rulebook, table: Table, mine: PrivateState, route: int, color: int) -> int:
    """The first track of a route (given by any of its tracks) that can now be claimed with a colour, or NONE."""
    seat, wild = table.seat, ZERO + mine.hand[LOCOMOTIVE]
    reach = min(wild + mine.hand[color], ZERO + table.trains[seat])
    for word in range(book.track_words):
        tracks = book.at_city[book.city_a[route], word] & book.at_city[book.city_b[route], word]
        tracks &= table.open[seat, word]
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            fits = book.color[track] == color or book.color[track] == GRAY
            if fits and book.length[track] <= reach and book.needs[track] <= wild:
                return track
    return NONE


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, SHARED_TYPE))
def claim(book: Rulebook, table: Table, mine: PrivateState, route: int, color: int, shared: SharedMemory) -> int:
    """Claim a route with a colour and remember the colour for the payment; NONE if that is impossible."""
    track = track_to_claim(book, table, mine, route, color)
    if track == NONE:
        return NONE
    shared.paying = color + 1
    return CLAIM + track


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, SHARED_TYPE))
def first_claim(book: Rulebook, table: Table, mine: PrivateState, route: int, shared: SharedMemory) -> int:
    """The first listed claim of a route, or NONE."""
    for color in CLAIM_ORDER:
        action = claim(book, table, mine, route, color, shared)
        if action != NONE:
            return action
    return NONE


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, ORDER_TYPE))
def preferred_kind(book: Rulebook, table: Table, mine: PrivateState, route: int, order: Any) -> int:
    """The kind of card held most among those a route's open tracks take; ties go to the first in ``order``.

    A gray track takes every kind in ``order``.
    """
    kinds = ZERO
    for word in range(book.track_words):
        tracks = book.at_city[book.city_a[route], word] & book.at_city[book.city_b[route], word]
        tracks &= table.open[table.seat, word]
        while tracks != 0:
            color = book.color[64 * word + lowest_bit(tracks)]
            tracks &= tracks - 1
            kinds |= BIT[color] if color != GRAY else ~ZERO
    best, most = NONE, ZERO
    for kind in order:
        if kinds & BIT[kind] != 0 and (best == NONE or mine.hand[kind] > most):
            best, most = kind, ZERO + mine.hand[kind]
    return best


# drawing


@kernel(signature=int64(TABLE_TYPE, int16[::1], int64, int64))
def face_up(table: Table, legal: Any, count: int, kind: int) -> int:
    """Take a face-up card of a kind; NONE if there is none or taking it is not legal."""
    for i in range(count):
        if legal[i] >= FACE_UP_PLACES:
            break
        if table.face_up[legal[i]] == kind:
            return ZERO + legal[i]
    return NONE


@kernel(signature=int64(int16[::1], int64, SHARED_TYPE, types.uint64[::1]))
def any_move(legal: Any, count: int, shared: SharedMemory, source: Any) -> int:
    """A random legal action; a station only if nothing else is legal."""
    shared.paying = 0
    stations = low = ZERO
    for i in range(count):
        stations += STATION <= legal[i] < CLAIM
        low += legal[i] < STATION
    if stations == count:
        return ZERO + legal[below(source, count)]
    chosen = below(source, count - stations)
    return ZERO + legal[chosen if chosen < low else chosen + stations]


@kernel(signature=int64(int16[::1], int64, SHARED_TYPE, types.uint64[::1]))
def draw_or_claim(legal: Any, count: int, shared: SharedMemory, source: Any) -> int:
    """A random card, otherwise a random claim, otherwise any move: for a seat without an objective."""
    shared.paying = 0
    draws = claims = ZERO
    for i in range(count):
        draws += legal[i] <= DECK
        claims += legal[i] >= CLAIM
    if draws > 0:
        return ZERO + legal[below(source, draws)]
    if claims > 0:
        return ZERO + legal[count - claims + below(source, claims)]
    return any_move(legal, count, shared, source)


# tickets


@kernel(signature=void(int16[::1], int64, int64[::1]))
def list_by_size(legal: Any, count: int, listed: Any) -> None:
    """Write the legal choices of tickets into ``listed``, sorted by the number of tickets kept (a stable sort)."""
    n = 0
    for size in range(1, MAX_OFFER + 1):
        for i in range(count):
            if count_bits(ZERO + legal[i] - KEEP) == size:
                listed[n] = legal[i]
                n += 1


# everything else


@kernel(signature=int64(PRIVATE_TYPE, int16[::1], int64, int64))
def _pay(mine: PrivateState, legal: Any, count: int, color: int) -> int:
    """Pay with as many cards of a colour as possible, sparingly if it is NONE; NONE if payment is impossible."""
    if color == NONE:
        return sparing_payment(mine, legal, count)
    for i in range(count):
        kind = (ZERO + legal[i] - PAY) // PAY_STEP
        if legal[i] >= PAY and kind in (color, LOCOMOTIVE):
            return ZERO + legal[i]
    return NONE


@kernel(signature=int64(TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, SHARED_TYPE))
def settle(table: Table, mine: PrivateState, legal: Any, count: int, shared: SharedMemory) -> int:
    """The decisions besides turns and tickets to keep: payments, tunnels, passengers, the mix of opening tickets."""
    if table.stage == AT_PASSENGER:
        return usual_passenger(table, legal, count)
    action = NONE
    if table.stage == AT_PAY or table.stage == AT_TUNNEL:
        action = _pay(mine, legal, count, shared.paying - 1)
    return ZERO + legal[0] if action == NONE else action
