"""Which tracks a seat can pay for, and how."""

from __future__ import annotations

from typing import Any

from numba import int16, int64, void

from railwright.compiled.bits import lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import CLAIM, PAY, PAY_STEP
from railwright.game.board import MAX_LENGTH
from railwright.game.colors import COLORS, GRAY, LOCOMOTIVE
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import AT_PAY, AT_TUNNEL, NONE, PRIVATE_TYPE, TABLE_TYPE, PrivateState, Table
from railwright.game.train_cards import discard

_COLORS = len(COLORS)


@kernel(signature=int64(int64, int64, int16[::1], int64), inline=True)
def _list_tracks(tracks: int, first: int, out: Any, n: int) -> int:
    while tracks != 0:
        out[n] = CLAIM + first + lowest_bit(tracks)
        n += 1
        tracks &= tracks - 1
    return n


@kernel
def list_claims(book: Rulebook, table: Table, mine: PrivateState, out: Any, n: int) -> int:
    """Write the actions that claim a track, for each track that the deciding seat may claim and can pay for."""
    seat = table.seat
    locomotives = mine.hand[LOCOMOTIVE]
    limit = min(table.trains[seat], MAX_LENGTH)
    can_need = min(locomotives, MAX_LENGTH)
    best = 0
    first = second = third = ZERO  # the three words of the set of payable tracks
    for color in range(_COLORS):
        held = mine.hand[color]
        best = max(best, held)
        reach = min(held + locomotives, limit)
        first |= book.colored[color, reach, 0]
        second |= book.colored[color, reach, 1]
        third |= book.colored[color, reach, 2]
    reach = min(best + locomotives, limit)
    first |= book.gray[reach, 0]
    second |= book.gray[reach, 1]
    third |= book.gray[reach, 2]
    n = _list_tracks(first & table.open[seat, 0] & book.needing[can_need, 0], 0, out, n)
    n = _list_tracks(second & table.open[seat, 1] & book.needing[can_need, 1], 64, out, n)
    return _list_tracks(third & table.open[seat, 2] & book.needing[can_need, 2], 128, out, n)


@kernel(signature=int64(PRIVATE_TYPE, int64, int64, int64, int16[::1], int64))
def list_payments(mine: PrivateState, cost: int, needs: int, color: int, out: Any, n: int) -> int:
    """Write the actions that pay ``cost`` cards, at least ``needs`` of them locomotives.

    ``color`` is the only colour allowed, or GRAY for any. Locomotives only are one payment, whatever the colour.
    """
    locomotives = mine.hand[LOCOMOTIVE]
    first, last = (0, _COLORS) if color == GRAY else (color, color + 1)
    for kind in range(first, last):
        for wild in range(max(needs, cost - mine.hand[kind]), min(locomotives, cost - 1) + 1):
            out[n] = PAY + PAY_STEP * kind + wild
            n += 1
    if locomotives >= cost:
        out[n] = PAY + PAY_STEP * LOCOMOTIVE + cost
        n += 1
    return n


@kernel(signature=int64(PRIVATE_TYPE, int64, int16[::1], int64))
def list_locomotive_payment(mine: PrivateState, cost: int, out: Any, n: int) -> int:
    """Write the action that pays ``cost`` locomotives and nothing else, if the hand has enough."""
    if mine.hand[LOCOMOTIVE] >= cost:
        out[n] = PAY + PAY_STEP * LOCOMOTIVE + cost
        n += 1
    return n


@kernel(signature=void(TABLE_TYPE, PRIVATE_TYPE, int64, int64), inline=True)
def move_cards(table: Table, mine: PrivateState, kind: int, count: int) -> None:
    """Remove cards from the deciding seat's hand, and from the part of it that others know."""
    if count > 0:
        mine.hand[kind] -= count
        table.hand_size[table.seat] -= count
        table.shown[table.seat, kind] = max(0, table.shown[table.seat, kind] - count)


@kernel(signature=void(TABLE_TYPE, PRIVATE_TYPE, int64, int64), inline=True)
def take_back(table: Table, mine: PrivateState, kind: int, count: int) -> None:
    """Return cards that everyone has seen to the deciding seat's hand."""
    if count > 0:
        mine.hand[kind] += count
        table.hand_size[table.seat] += count
        table.shown[table.seat, kind] += count


@kernel(signature=void(TABLE_TYPE, PRIVATE_TYPE, int64, int64), inline=True)
def spend(table: Table, mine: PrivateState, kind: int, count: int) -> None:
    """Discard cards from the deciding seat's hand."""
    move_cards(table, mine, kind, count)
    if count > 0:
        discard(table, kind, count)


@kernel
def can_pay_station(mine: PrivateState, cost: int) -> bool:
    """Whether the hand has ``cost`` cards of one colour, locomotives included."""
    best = 0
    for color in range(_COLORS):
        best = max(best, mine.hand[color])
    return best + mine.hand[LOCOMOTIVE] >= cost


@kernel(inline=True)
def is_paying_station(table: Table) -> bool:
    """Whether the current payment is for a station, not for a track."""
    return table.city != NONE


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64), inline=True)
def station_price(book: Rulebook, table: Table, seat: int) -> int:
    """The price of a seat's next station in cards: 1 for the first, and one more for each that it has built."""
    return book.stations - table.stations_left[seat] + 1


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE))
def price(book: Rulebook, table: Table) -> int:
    """Cards to be paid now for a track, a station or the extra cost of a tunnel; 0 if nothing is to be paid."""
    if table.stage == AT_TUNNEL:
        return ZERO + table.extra
    if table.stage != AT_PAY:
        return ZERO
    if is_paying_station(table):
        return station_price(book, table, ZERO + table.seat)
    return ZERO + book.length[table.track]
