"""Paying for tracks, tunnels and stations, and taking passengers."""

from __future__ import annotations

from typing import Any

from railwright.compiled.bits import BIT
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.colors import LOCOMOTIVE
from railwright.game.face_up_row import refill_row
from railwright.game.log import CLAIMED, PASSENGER_TAKEN, STATION_BUILT, TUNNELLED, packed, tell, tell_values
from railwright.game.payment import move_cards, spend, station_price, take_back
from railwright.game.rulebook import Rulebook
from railwright.game.state import AT_PASSENGER, AT_TUNNEL, NONE, PASSENGER_BITS, TUNNEL_CARDS, State, Table
from railwright.game.train_cards import discard, draw_card
from railwright.game.turns import end_turn


@kernel
def pay_track(book: Rulebook, state: State, color: int, locomotives: int, log: Any) -> None:
    """Pay for the chosen track and claim it, unless it is a tunnel that costs extra cards."""
    table = state.table
    mine = state.private[table.seat]
    cards = book.length[table.track] - locomotives
    if book.tunnel[table.track]:
        _enter_tunnel(book, state, color, cards, locomotives, log)
        return
    spend(table, mine, color, cards)
    spend(table, mine, LOCOMOTIVE, locomotives)
    _claim(book, state, packed(color, cards, locomotives), log)


@kernel
def _claim(book: Rulebook, state: State, payment: int, log: Any) -> None:
    """Give the track to the deciding seat, which has paid for it."""
    table = state.table
    seat, track = table.seat, table.track
    tell(log, CLAIMED, seat, track, payment, 0)
    table.trains[seat] -= book.length[track]
    table.points[seat] += book.route_points[book.length[track]]
    word, others = track >> 6, ~BIT[track & 63]
    table.own[seat, word] |= BIT[track & 63]
    for other in range(table.seats):
        table.open[other, word] &= others
    for i in range(book.twins.shape[1]):
        twin = book.twins[track, i]
        if twin != NONE:
            _close_twin(book, table, seat, twin)
    refill_row(book, state, log)
    if book.passenger_total > 0 and _await_passenger(book, table, 0):
        return
    end_turn(book, state, log)


@kernel(inline=True)
def _close_twin(book: Rulebook, table: Table, seat: int, twin: int) -> None:
    word, others = twin >> 6, ~BIT[twin & 63]
    if table.seats <= book.single_track_seats:
        for other in range(table.seats):
            table.open[other, word] &= others
    else:
        table.open[seat, word] &= others


@kernel
def _enter_tunnel(book: Rulebook, state: State, color: int, cards: int, locomotives: int, log: Any) -> None:
    """Lay down the payment and turn over cards."""
    table = state.table
    mine = state.private[table.seat]
    move_cards(table, mine, color, cards)
    move_cards(table, mine, LOCOMOTIVE, locomotives)
    table.laid_color, table.laid_cards, table.laid_locomotives = color, cards, locomotives
    table.extra = 0
    for i in range(book.tunnel_cards):
        card = draw_card(state, log)
        table.revealed[i] = card
        table.extra += card != NONE and (card == color or card == LOCOMOTIVE)
    if table.extra > 0:
        table.stage = AT_TUNNEL
    else:
        settle_tunnel(book, state, ZERO + LOCOMOTIVE, ZERO, ZERO, log)


@kernel
def settle_tunnel(book: Rulebook, state: State, color: int, cards: int, locomotives: int, log: Any) -> None:
    """Pay the extra cards and claim the track."""
    table = state.table
    mine = state.private[table.seat]
    tell(log, TUNNELLED, table.seat, table.track, packed(color, cards, locomotives), table.extra)
    tell_values(log, table.revealed)
    spend(table, mine, color, cards)
    spend(table, mine, LOCOMOTIVE, locomotives)
    laid = packed(table.laid_color, table.laid_cards, table.laid_locomotives)
    discard(table, table.laid_color, table.laid_cards)
    discard(table, LOCOMOTIVE, table.laid_locomotives)
    _leave_tunnel(table)
    _claim(book, state, laid, log)


@kernel
def decline_tunnel(book: Rulebook, state: State, log: Any) -> None:
    """Take the payment back and end the turn."""
    table = state.table
    mine = state.private[table.seat]
    tell(log, TUNNELLED, table.seat, table.track, NONE, table.extra)
    tell_values(log, table.revealed)
    take_back(table, mine, table.laid_color, table.laid_cards)
    take_back(table, mine, LOCOMOTIVE, table.laid_locomotives)
    _leave_tunnel(table)
    refill_row(book, state, log)
    end_turn(book, state, log)


@kernel(inline=True)
def _leave_tunnel(table: Table) -> None:
    """Discard the turned-over cards and reset the tunnel fields of the table."""
    for i in range(TUNNEL_CARDS):
        if table.revealed[i] != NONE:
            discard(table, table.revealed[i], 1)
            table.revealed[i] = NONE
    table.laid_color = NONE
    table.laid_cards = 0
    table.laid_locomotives = 0
    table.extra = 0


@kernel
def build_station(book: Rulebook, state: State, color: int, locomotives: int, log: Any) -> None:
    """Pay for a station in the chosen city and build it."""
    table = state.table
    seat = table.seat
    mine = state.private[seat]
    cards = station_price(book, table, ZERO + seat) - locomotives
    tell(log, STATION_BUILT, seat, table.city, packed(color, cards, locomotives), 0)
    spend(table, mine, color, cards)
    spend(table, mine, LOCOMOTIVE, locomotives)
    table.station[table.city] = seat
    table.stations_left[seat] -= 1
    refill_row(book, state, log)
    end_turn(book, state, log)


@kernel
def _await_passenger(book: Rulebook, table: Table, end: int) -> bool:
    """Ask for a passenger at this end of the claimed track (0 or 1) or a later one; False if none is left."""
    if end == 0 and table.passengers[book.place[book.city_a[table.track]]] != 0:
        table.city = book.city_a[table.track]
    elif table.passengers[book.place[book.city_b[table.track]]] != 0:
        table.city = book.city_b[table.track]
    else:
        return False
    table.stage = AT_PASSENGER
    return True


@kernel
def take_passenger(book: Rulebook, state: State, color: int, log: Any) -> None:
    """Take a passenger at one end of the claimed track, then go on to the other end."""
    table = state.table
    tell(log, PASSENGER_TAKEN, table.seat, table.city, color, 0)
    table.passengers[book.place[table.city]] -= 1 << (PASSENGER_BITS * color)
    table.taken[table.seat, color] += 1
    if not (table.city == book.city_a[table.track] and _await_passenger(book, table, 1)):
        end_turn(book, state, log)
