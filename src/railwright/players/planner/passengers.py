"""The races for passengers: who leads in a colour, and which passenger to take."""

from __future__ import annotations

from numba import int64

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import PASSENGER
from railwright.game.colors import PASSENGER_COLORS
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, PASSENGER_BITS, PASSENGER_MASK, TABLE_TYPE, Table


@kernel(signature=int64(TABLE_TYPE, int64, int64))
def passenger_lead(table: Table, seat: int, color: int) -> int:
    """How many more passengers of a colour the seat has than any other."""
    most = ZERO
    for other in range(table.seats):
        if other != seat:
            most = max(most, ZERO + table.taken[other, color])
    return table.taken[seat, color] - most


@kernel(signature=int64(TABLE_TYPE, int64, int64))
def is_raced(table: Table, seat: int, color: int) -> int:
    """1 if one more passenger of a colour would bring the seat the lead, or level with the leader."""
    lead = passenger_lead(table, seat, color)
    return int(lead == 0 or lead == -1)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64))
def passengers_waiting(book: Rulebook, table: Table, color: int) -> int:
    """Passengers of a colour that wait anywhere."""
    waiting = ZERO
    for city in range(book.cities):
        waiting += table.passengers[city] >> PASSENGER_BITS * color & PASSENGER_MASK
    return waiting


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE))
def take_passenger(book: Rulebook, table: Table) -> int:
    """Take the colour with the closest race for the majority; of equal ones, one in which the seat is not behind."""
    waiting = table.passengers[book.place[table.city]]
    best, closest = NONE, ZERO
    for color in range(len(PASSENGER_COLORS)):
        if waiting >> (PASSENGER_BITS * color) & PASSENGER_MASK == 0:
            continue
        lead = passenger_lead(table, ZERO + table.seat, ZERO + color)
        gap = 2 * lead if lead >= 0 else 1 - 2 * lead
        if best == NONE or gap < closest:
            best, closest = color, gap
    return PASSENGER + best
