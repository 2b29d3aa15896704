"""The rules of the game: what is legal, and what an action does.

Everything here is compiled. ``book`` is a Rulebook record and ``state`` a State; ``table`` is its public part and
``mine`` the private part of the deciding seat. What is legal depends on nothing but ``book``, ``table`` and ``mine``.
``log`` is where the rules tell what happens, or None if nobody wants to know.
"""

from __future__ import annotations

from typing import Any

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import CLAIM, DECK, DECLINE, KEEP, PASS, PASSENGER, PAY, PAY_STEP, STATION, TICKETS
from railwright.game.building import build_station, decline_tunnel, pay_track, settle_tunnel, take_passenger
from railwright.game.colors import GRAY, LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.dealing import open_seat
from railwright.game.payment import (
    can_pay_station,
    is_paying_station,
    list_claims,
    list_locomotive_payment,
    list_payments,
    station_price,
)  # fmt: skip
from railwright.game.rulebook import Rulebook
from railwright.game.ruleset import FACE_UP_PLACES
from railwright.game.state import (
    AT_KEEP,
    AT_MIX,
    AT_PASSENGER,
    AT_PAY,
    AT_SECOND_CARD,
    AT_TUNNEL,
    AT_TURN,
    LONG,
    NONE,
    PASSENGER_BITS,
    PASSENGER_MASK,
    SHORT,
    PrivateState,
    State,
    Table,
)
from railwright.game.tickets import keep_tickets, list_keeps, list_mixes
from railwright.game.turns import draw_tickets, draw_train_card, end_turn, pass_turn


@kernel
def legal(book: Rulebook, table: Table, mine: PrivateState, out: Any) -> int:
    """Write the numbers of all legal actions into ``out`` in ascending order; returns how many there are."""
    if table.stage == AT_TURN:
        return _list_turn(book, table, mine, out)
    n = ZERO
    if table.stage == AT_SECOND_CARD:
        return _list_draws(table, out, True)
    if table.stage == AT_PAY:
        if is_paying_station(table):
            return list_payments(mine, station_price(book, table, ZERO + table.seat), 0, GRAY, out, n)
        track = table.track
        return list_payments(mine, book.length[track], book.needs[track], book.color[track], out, n)
    if table.stage == AT_KEEP:
        offered = table.offered[SHORT] + table.offered[LONG]
        return list_keeps(offered, min(offered, book.keep if table.opening else book.draw_keep), out, n, KEEP)
    if table.stage == AT_TUNNEL:
        out[0] = DECLINE
        if table.laid_color == LOCOMOTIVE:
            return list_locomotive_payment(mine, table.extra, out, n + 1)
        return list_payments(mine, table.extra, 0, table.laid_color, out, n + 1)
    if table.stage == AT_PASSENGER:
        waiting = table.passengers[book.place[table.city]]
        for color in range(len(PASSENGER_COLORS)):
            if waiting >> (PASSENGER_BITS * color) & PASSENGER_MASK:
                out[n] = PASSENGER + color
                n += 1
        return n
    if table.stage == AT_MIX:
        return list_mixes(table, book.deal_any, out, n, TICKETS)
    return n


@kernel(inline=True)
def _list_draws(table: Table, out: Any, second: bool) -> int:
    n = ZERO
    for place in range(FACE_UP_PLACES):
        card = table.face_up[place]
        if card != NONE and not (second and card == LOCOMOTIVE):
            out[n] = place
            n += 1
    if table.deck_size + table.discard_size > 0:
        out[n] = DECK
        n += 1
    return n


@kernel
def _list_turn(book: Rulebook, table: Table, mine: PrivateState, out: Any) -> int:
    n = _list_draws(table, out, False)
    if book.draw_any > 0:
        n = list_mixes(table, book.draw_any, out, n, TICKETS)
    elif table.ticket_deck[SHORT] * book.draw[SHORT] + table.ticket_deck[LONG] * book.draw[LONG] > 0:
        out[n] = TICKETS
        n += 1
    seat = ZERO + table.seat
    if table.stations_left[seat] > 0 and can_pay_station(mine, station_price(book, table, seat)):
        for city in range(book.cities):
            if table.station[city] == NONE:
                out[n] = STATION + city
                n += 1
    n = list_claims(book, table, mine, out, n)
    if n == 0:
        out[0] = PASS
        n += 1
    return n


@kernel
def apply(book: Rulebook, state: State, action: int, log: Any) -> None:
    """Carry out a legal action of the deciding seat."""
    table = state.table
    if action >= PAY:
        color, locomotives = (action - PAY) // PAY_STEP, (action - PAY) % PAY_STEP
        if table.stage == AT_TUNNEL:
            settle_tunnel(book, state, color, table.extra - locomotives, locomotives, log)
        elif is_paying_station(table):
            build_station(book, state, color, locomotives, log)
        else:
            pay_track(book, state, color, locomotives, log)
    elif action >= CLAIM:
        table.track = action - CLAIM
        table.stage = AT_PAY
        table.passes = 0
    elif action <= DECK:
        draw_train_card(book, state, action, log)
    elif action >= STATION:
        table.city = action - STATION
        table.stage = AT_PAY
        table.passes = 0
    elif action >= KEEP:
        keep_tickets(book, state, action - KEEP, log)
        if table.opening:
            open_seat(book, state, ZERO + table.seat + 1, log)
        else:
            end_turn(book, state, log)
    elif action >= PASSENGER:
        take_passenger(book, state, action - PASSENGER, log)
    elif action >= TICKETS:
        draw_tickets(book, state, action - TICKETS, log)
    elif action == DECLINE:
        decline_tunnel(book, state, log)
    else:
        pass_turn(book, state, log)
