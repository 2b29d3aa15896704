"""What the four players of de Mesentier Silva, Lee, Togelius and Nealen (2017, 2018) have in common.

A claim is a route and a colour: it is paid with that colour first and the rest with locomotives. Claims are listed
route by route in the order of the board, and for one route by colour in CLAIM_ORDER. Open tickets are looked for by the
fewest routes, whatever their length, and own routes count as much as open ones (``players.silva.joint_graph``).

The option ``variant`` chooses between what the authors' program does (coded: it made the published figures) and what
the papers say (published), wherever the two differ. Ties go to the first in a fixed order.

Beyond the board of North America, where the papers are silent: a place of several cities is reached at any of them; the
extra cards of a tunnel are paid if they can be; as few long tickets as possible are asked for; passengers are taken of
the colour that the seat has most of; stations are built only if nothing else is legal.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int16, int64, types, void

from railwright.compiled.bits import BIT, count_bits, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import below
from railwright.game.actions import CLAIM, DECK, KEEP, PAY, PAY_STEP, STATION
from railwright.game.colors import CARDS, GRAY, LOCOMOTIVE
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER
from railwright.game.setup import BOOK_TYPE, Rulebook
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
    summary="What the authors' program does, or what the papers say.",
)
CODED, PUBLISHED = range(2)

# the words of memory
VARIANT = 0
PAYING = 1
"""One more than the colour of the claim that is being paid for; 0 for any."""


def _numbers(*names: str) -> Any:
    return np.array([CARDS.index(name) for name in names], np.int64)


CLAIM_ORDER = _numbers("red", "orange", "blue", "pink", "white", "yellow", "black", "green")
"""In which order the claims of one route are listed."""

HAND_ORDER = _numbers("blue", "pink", "black", "yellow", "orange", "green", "white", "locomotive", "red")
"""In which order the kinds of card are looked at, in the hand and face up."""

ORDER_TYPE: Any = types.Array(types.int64, 1, "C", readonly=True)
"""The type of an order as an argument: constants are read-only."""


@kernel(signature=int64(TABLE_TYPE))
def total_points(table: Table) -> int:
    """The points that all seats together have for tracks."""
    total = ZERO
    for seat in range(table.seats):
        total += table.points[seat]
    return total


# claims


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64))
def track_to_claim(book: Rulebook, table: Table, mine: PrivateState, route: int, color: int) -> int:
    """The first track of a route (given by any of its tracks) that can be claimed now with a colour, or NONE."""
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


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, int64[::1]))
def claim(book: Rulebook, table: Table, mine: PrivateState, route: int, color: int, memory: Any) -> int:
    """Claim a route with a colour and note the colour for the payment; NONE if it cannot be claimed so."""
    track = track_to_claim(book, table, mine, route, color)
    if track == NONE:
        return NONE
    memory[PAYING] = color + 1
    return CLAIM + track


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64[::1]))
def first_claim(book: Rulebook, table: Table, mine: PrivateState, route: int, memory: Any) -> int:
    """The first listed claim of a route, or NONE."""
    for color in CLAIM_ORDER:
        action = claim(book, table, mine, route, color, memory)
        if action != NONE:
            return action
    return NONE


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, ORDER_TYPE))
def preferred_kind(book: Rulebook, table: Table, mine: PrivateState, route: int, order: Any) -> int:
    """Of the kinds of card that a route's open tracks take, the one held most, first in ``order`` on ties.

    A grey track takes everything that is in ``order``.
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
    """Take a face-up card of a kind; NONE if there is none or it may not be taken."""
    for i in range(count):
        if legal[i] >= FACE_UP_PLACES:
            break
        if table.face_up[legal[i]] == kind:
            return ZERO + legal[i]
    return NONE


@kernel(signature=int64(int16[::1], int64, int64[::1], types.uint64[::1]))
def any_move(legal: Any, count: int, memory: Any, source: Any) -> int:
    """Any legal action with the same chance; a station only if there is nothing else."""
    memory[PAYING] = 0
    stations = low = ZERO
    for i in range(count):
        stations += STATION <= legal[i] < CLAIM
        low += legal[i] < STATION
    if stations == count:
        return ZERO + legal[below(source, count)]
    chosen = below(source, count - stations)
    return ZERO + legal[chosen if chosen < low else chosen + stations]


@kernel(signature=int64(int16[::1], int64, int64[::1], types.uint64[::1]))
def draw_or_claim(legal: Any, count: int, memory: Any, source: Any) -> int:
    """A random card, otherwise a random claim, otherwise any move: what is left without an objective."""
    memory[PAYING] = 0
    draws = claims = ZERO
    for i in range(count):
        draws += legal[i] <= DECK
        claims += legal[i] >= CLAIM
    if draws > 0:
        return ZERO + legal[below(source, draws)]
    if claims > 0:
        return ZERO + legal[count - claims + below(source, claims)]
    return any_move(legal, count, memory, source)


# tickets


@kernel(signature=void(int16[::1], int64, int64[::1]))
def list_by_size(legal: Any, count: int, listed: Any) -> None:
    """Write the legal choices of tickets into ``listed``: those that keep fewer first, otherwise in their order."""
    n = 0
    for size in range(1, MAX_OFFER + 1):
        for i in range(count):
            if count_bits(ZERO + legal[i] - KEEP) == size:
                listed[n] = legal[i]
                n += 1


# everything else


@kernel(signature=int64(PRIVATE_TYPE, int16[::1], int64, int64))
def _pay(mine: PrivateState, legal: Any, count: int, color: int) -> int:
    """Pay with as many cards of a colour as possible, or sparingly if it is NONE; NONE if nothing can be paid."""
    if color == NONE:
        return sparing_payment(mine, legal, count)
    for i in range(count):
        kind = (ZERO + legal[i] - PAY) // PAY_STEP
        if legal[i] >= PAY and kind in (color, LOCOMOTIVE):
            return ZERO + legal[i]
    return NONE


@kernel(signature=int64(TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, int64[::1]))
def settle(table: Table, mine: PrivateState, legal: Any, count: int, memory: Any) -> int:
    """What is left to decide besides turns and tickets: payments, tunnels, passengers, the mix of opening tickets."""
    if table.stage == AT_PASSENGER:
        return usual_passenger(table, legal, count)
    action = NONE
    if table.stage == AT_PAY or table.stage == AT_TUNNEL:
        action = _pay(mine, legal, count, memory[PAYING] - 1)
    return ZERO + legal[0] if action == NONE else action
