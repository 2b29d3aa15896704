"""The rules of the game: set up, list the legal actions, apply one.

Everything here is compiled. ``book`` is a Rulebook record, ``state`` a State, ``table`` and ``mine`` its public part and the
deciding seat's own. What is legal depends on nothing but ``table`` and ``mine``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.game.actions import CLAIM, DECK, DECLINE, KEEP, PASS, PASSENGER, PAY, PAY_STEP, STATION, TICKETS
from railwright.game.bits import BIT
from railwright.game.board import MAX_CITIES
from railwright.game.cards import discard, draw_card, refill_row, replace_locomotives, take_face_up
from railwright.game.colors import CARD_KINDS, COLORS, GRAY, LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.kernel import kernel
from railwright.game.log import (
    ALL_PASSED, CLAIMED, DEALT, DREW, ENDED, LAST_ROUND, PASSED, PASSENGER_TAKEN, ROW, STATION_BUILT, TRAINS, TUNNELLED,
    packed, tell, tell_values,
)  # fmt: skip
from railwright.game.payment import (
    can_pay_station, is_paying_station, list_claims, list_locomotive_payment, list_payments, move_cards, spend, take_back,
)  # fmt: skip
from railwright.game.rng import below, seeded
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER, MAX_SEATS
from railwright.game.state import KEEP as KEEP_STAGE
from railwright.game.state import LONG, MIX, NONE, OVER, SECOND_CARD, SHORT, TUNNEL, TUNNEL_CARDS, TURN
from railwright.game.state import PASSENGER as PASSENGER_STAGE
from railwright.game.state import PAY as PAY_STAGE
from railwright.game.tickets import close_opening, fill_ticket_decks, keep_tickets, list_keeps, list_mixes, offer_tickets

_PASSENGER_BITS = 3
_PASSENGER_MASK = 7


# --- setting up ------------------------------------------------------------------------------------------------------


@kernel
def deal(book: Any, state: Any, seats: int, seed: Any, log: Any) -> None:
    """Set up a new game in a state that may hold anything before."""
    _clear(state)
    state.rng[0] = seeded(seed)
    table = state.table
    table.seats = seats
    fill_ticket_decks(book, state)
    _place_passengers(book, state)
    for kind in range(CARD_KINDS):
        state.deck[kind] = book.cards[kind]
        table.deck_size += book.cards[kind]
    for seat in range(seats):
        table.trains[seat] = book.trains
        table.stations_left[seat] = book.stations
        table.hand_size[seat] = book.opening_cards
        for word in range(book.track_words):
            table.open[seat, word] = book.all_tracks[word]
        for _ in range(book.opening_cards):
            card = draw_card(state, log)
            state.private[seat].hand[card] += 1
            tell(log, DEALT, seat, card, 0, 0)
    for place in range(book.face_up):
        table.face_up[place] = draw_card(state, log)
    tell(log, ROW, 0, 0, 0, 0)
    tell_values(log, table.face_up)
    replace_locomotives(book, state, log)
    table.opening = 1
    _open_seat(book, state, np.int64(0), log)


@kernel
def _clear(state: Any) -> None:
    table = state.table
    for seat in range(MAX_SEATS):
        for word in range(table.own.shape[1]):
            table.own[seat, word] = 0
            table.open[seat, word] = 0
        table.points[seat] = 0
        table.hand_size[seat] = 0
        table.trains[seat] = 0
        table.stations_left[seat] = 0
        for kind in range(CARD_KINDS):
            table.shown[seat, kind] = 0
            state.private[seat].hand[kind] = 0
        for kind in range(2):
            table.tickets[seat, kind] = 0
        for color in range(len(PASSENGER_COLORS)):
            table.taken[seat, color] = 0
        mine = state.private[seat]
        for word in range(mine.tickets.shape[0]):
            mine.tickets[word] = 0
            mine.returned[word] = 0
            mine.boxed[word] = 0
        for i in range(MAX_OFFER):
            mine.offer[i] = NONE
    for word in range(state.box.shape[0]):
        state.box[word] = 0
    for city in range(MAX_CITIES):
        table.passengers[city] = 0
        table.station[city] = NONE
    for kind in range(CARD_KINDS):
        table.discards[kind] = 0
    for kind in range(2):
        table.boxed[kind] = 0
        table.offered[kind] = 0
    for i in range(TUNNEL_CARDS):
        table.revealed[i] = NONE
    for place in range(FACE_UP_PLACES):
        table.face_up[place] = NONE
    table.deck_size = 0
    table.discard_size = 0
    table.turn = 0
    table.track = NONE
    table.city = NONE
    table.last_round = 0
    table.passes = 0
    table.laid_color = NONE
    table.laid_cards = 0
    table.laid_locomotives = 0
    table.extra = 0


@kernel
def _place_passengers(book: Any, state: Any) -> None:
    """Draw the passengers from the bag, place by place."""
    colors = len(PASSENGER_COLORS)
    left = book.passenger_total
    bag = np.zeros(colors, np.int64)
    for color in range(colors):
        bag[color] = left // colors + (color < left % colors)
    for place in range(book.cities):
        for _ in range(book.passengers[place]):
            rank = below(state.rng, left)
            color = 0
            while rank >= bag[color]:
                rank -= bag[color]
                color += 1
            bag[color] -= 1
            left -= 1
            state.table.passengers[place] += 1 << (_PASSENGER_BITS * color)


@kernel
def _open_seat(book: Any, state: Any, seat: int, log: Any) -> None:
    """Ask this seat, or the next one that can be asked, for its opening tickets; after the last the first turn begins."""
    table = state.table
    while seat < table.seats:
        table.seat = seat
        if book.deal_any > 0:
            if table.ticket_deck[SHORT] + table.ticket_deck[LONG] > 0:
                table.stage = MIX
                return
        elif table.ticket_deck[SHORT] * book.deal[SHORT] + table.ticket_deck[LONG] * book.deal[LONG] > 0:
            offer_tickets(book, state, book.deal[SHORT], book.deal[LONG], log)
            table.stage = KEEP_STAGE
            return
        seat += 1
    close_opening(book, state)
    table.opening = 0
    table.seat = 0
    table.stage = TURN


# --- what is legal ---------------------------------------------------------------------------------------------------


@kernel
def legal(book: Any, table: Any, mine: Any, out: Any) -> int:
    """Write the numbers of all legal actions into ``out``, ascending; returns how many."""
    if table.stage == TURN:
        return _list_turn(book, table, mine, out)
    n = np.int64(0)
    if table.stage == SECOND_CARD:
        return _list_draws(table, out, True)
    if table.stage == PAY_STAGE:
        if is_paying_station(table):
            cost = book.stations - table.stations_left[table.seat] + 1
            return list_payments(mine.hand, cost, 0, GRAY, out, n)
        track = table.track
        return list_payments(mine.hand, book.length[track], book.needs[track], book.color[track], out, n)
    if table.stage == KEEP_STAGE:
        offered = table.offered[SHORT] + table.offered[LONG]
        return list_keeps(offered, min(offered, book.keep if table.opening else book.draw_keep), out, n, KEEP)
    if table.stage == TUNNEL:
        out[0] = DECLINE
        if table.laid_color == LOCOMOTIVE:
            return list_locomotive_payment(mine.hand, table.extra, out, n + 1)
        return list_payments(mine.hand, table.extra, 0, table.laid_color, out, n + 1)
    if table.stage == PASSENGER_STAGE:
        waiting = table.passengers[book.place[table.city]]
        for color in range(len(PASSENGER_COLORS)):
            if waiting >> (_PASSENGER_BITS * color) & _PASSENGER_MASK:
                out[n] = PASSENGER + color
                n += 1
        return n
    if table.stage == MIX:
        return list_mixes(table, book.deal_any, out, n, TICKETS)
    return n


@kernel(inline=True)
def _list_draws(table: Any, out: Any, second: bool) -> int:
    n = np.int64(0)
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
def _list_turn(book: Any, table: Any, mine: Any, out: Any) -> int:
    n = _list_draws(table, out, False)
    if book.draw_any > 0:
        n = list_mixes(table, book.draw_any, out, n, TICKETS)
    elif table.ticket_deck[SHORT] * book.draw[SHORT] + table.ticket_deck[LONG] * book.draw[LONG] > 0:
        out[n] = TICKETS
        n += 1
    left = table.stations_left[table.seat]
    if left > 0 and can_pay_station(mine, book.stations - left + 1):
        for city in range(book.cities):
            if table.station[city] == NONE:
                out[n] = STATION + city
                n += 1
    n = list_claims(book, table, mine, out, n)
    if n == 0:
        out[0] = PASS
        n += 1
    return n


# --- what an action does ---------------------------------------------------------------------------------------------


@kernel
def apply(book: Any, state: Any, action: int, log: Any) -> None:
    """Carry out a legal action of the deciding seat."""
    table = state.table
    if action >= PAY:
        color, locomotives = (action - PAY) // PAY_STEP, (action - PAY) % PAY_STEP
        if table.stage == TUNNEL:
            _settle_tunnel(book, state, color, table.extra - locomotives, locomotives, log)
        elif is_paying_station(table):
            _build_station(book, state, color, locomotives, log)
        else:
            _pay_track(book, state, color, locomotives, log)
    elif action >= CLAIM:
        table.track = action - CLAIM
        table.stage = PAY_STAGE
        table.passes = 0
    elif action <= DECK:
        _draw(book, state, action, log)
    elif action >= STATION:
        table.city = action - STATION
        table.stage = PAY_STAGE
        table.passes = 0
    elif action >= KEEP:
        keep_tickets(book, state, action - KEEP, log)
        if table.opening:
            _open_seat(book, state, np.int64(table.seat) + 1, log)
        else:
            _end_turn(book, state, log)
    elif action >= PASSENGER:
        _take_passenger(book, state, action - PASSENGER, log)
    elif action >= TICKETS:
        _draw_tickets(book, state, action - TICKETS, log)
    elif action == DECLINE:
        _decline_tunnel(book, state, log)
    else:
        _pass(book, state, log)


@kernel
def _draw(book: Any, state: Any, source: int, log: Any) -> None:
    table = state.table
    seat = table.seat
    table.passes = 0
    wild_taken = False
    if source == DECK:
        card = draw_card(state, log)
        tell(log, DREW, seat, source, card, 0)
    else:
        card = table.face_up[source]
        wild_taken = card == LOCOMOTIVE
        table.shown[seat, card] += 1
        tell(log, DREW, seat, source, card, 0)
        take_face_up(book, state, source, log)
    state.private[seat].hand[card] += 1
    table.hand_size[seat] += 1
    if wild_taken or table.stage == SECOND_CARD or not _has_second_card(table):
        _end_turn(book, state, log)
    else:
        table.stage = SECOND_CARD


@kernel(inline=True)
def _has_second_card(table: Any) -> bool:
    if table.deck_size + table.discard_size > 0:
        return True
    for place in range(FACE_UP_PLACES):
        if table.face_up[place] != NONE and table.face_up[place] != LOCOMOTIVE:
            return True
    return False


@kernel
def _draw_tickets(book: Any, state: Any, from_long: int, log: Any) -> None:
    table = state.table
    table.passes = 0
    any_mix = book.deal_any if table.opening else book.draw_any
    if any_mix > 0:
        drawn = min(any_mix, table.ticket_deck[SHORT] + table.ticket_deck[LONG])
        offer_tickets(book, state, drawn - from_long, from_long, log)
    else:
        offer_tickets(book, state, book.draw[SHORT], book.draw[LONG], log)
    table.stage = KEEP_STAGE


@kernel
def _pay_track(book: Any, state: Any, color: int, locomotives: int, log: Any) -> None:
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
def _claim(book: Any, state: Any, payment: int, log: Any) -> None:
    """Give the paid track to the deciding seat."""
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
    _end_turn(book, state, log)


@kernel(inline=True)
def _close_twin(book: Any, table: Any, seat: int, twin: int) -> None:
    word, others = twin >> 6, ~BIT[twin & 63]
    if table.seats <= book.single_track_seats:
        for other in range(table.seats):
            table.open[other, word] &= others
    else:
        table.open[seat, word] &= others


@kernel
def _enter_tunnel(book: Any, state: Any, color: int, cards: int, locomotives: int, log: Any) -> None:
    """Lay the payment down and turn cards over."""
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
        table.stage = TUNNEL
    else:
        _settle_tunnel(book, state, LOCOMOTIVE, np.int64(0), np.int64(0), log)


@kernel
def _settle_tunnel(book: Any, state: Any, color: int, cards: int, locomotives: int, log: Any) -> None:
    """Pay the extra cards and take the track."""
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
def _decline_tunnel(book: Any, state: Any, log: Any) -> None:
    """Take the payment back and end the turn."""
    table = state.table
    mine = state.private[table.seat]
    tell(log, TUNNELLED, table.seat, table.track, NONE, table.extra)
    tell_values(log, table.revealed)
    take_back(table, mine, table.laid_color, table.laid_cards)
    take_back(table, mine, LOCOMOTIVE, table.laid_locomotives)
    _leave_tunnel(table)
    refill_row(book, state, log)
    _end_turn(book, state, log)


@kernel(inline=True)
def _leave_tunnel(table: Any) -> None:
    """Discard the turned-over cards and clear the table of the tunnel."""
    for i in range(TUNNEL_CARDS):
        if table.revealed[i] != NONE:
            discard(table, table.revealed[i], 1)
            table.revealed[i] = NONE
    table.laid_color = NONE
    table.laid_cards = 0
    table.laid_locomotives = 0
    table.extra = 0


@kernel
def _build_station(book: Any, state: Any, color: int, locomotives: int, log: Any) -> None:
    table = state.table
    seat = table.seat
    mine = state.private[seat]
    cards = book.stations - table.stations_left[seat] + 1 - locomotives
    tell(log, STATION_BUILT, seat, table.city, packed(color, cards, locomotives), 0)
    spend(table, mine, color, cards)
    spend(table, mine, LOCOMOTIVE, locomotives)
    table.station[table.city] = seat
    table.stations_left[seat] -= 1
    refill_row(book, state, log)
    _end_turn(book, state, log)


@kernel
def _await_passenger(book: Any, table: Any, end: int) -> bool:
    """Ask for a passenger at this end of the claimed track (0 or 1) or the next; False if none is left there."""
    if end == 0 and table.passengers[book.place[book.city_a[table.track]]] != 0:
        table.city = book.city_a[table.track]
    elif table.passengers[book.place[book.city_b[table.track]]] != 0:
        table.city = book.city_b[table.track]
    else:
        return False
    table.stage = PASSENGER_STAGE
    return True


@kernel
def _take_passenger(book: Any, state: Any, color: int, log: Any) -> None:
    table = state.table
    tell(log, PASSENGER_TAKEN, table.seat, table.city, color, 0)
    table.passengers[book.place[table.city]] -= 1 << (_PASSENGER_BITS * color)
    table.taken[table.seat, color] += 1
    if not (table.city == book.city_a[table.track] and _await_passenger(book, table, 1)):
        _end_turn(book, state, log)


@kernel
def _pass(book: Any, state: Any, log: Any) -> None:
    table = state.table
    tell(log, PASSED, table.seat, 0, 0, 0)
    table.passes += 1
    if table.passes >= table.seats:
        table.stage = OVER
        tell(log, ENDED, ALL_PASSED, 0, 0, 0)
    else:
        _end_turn(book, state, log)


@kernel
def _end_turn(book: Any, state: Any, log: Any) -> None:
    table = state.table
    table.track = NONE
    table.city = NONE
    if table.last_round > 0:
        table.last_round -= 1
        if table.last_round == 0:
            table.stage = OVER
            tell(log, ENDED, TRAINS, 0, 0, 0)
            return
    elif table.trains[table.seat] <= book.end_trains:
        table.last_round = table.seats
        tell(log, LAST_ROUND, table.seat, 0, 0, 0)
    table.seat = 0 if table.seat + 1 == table.seats else table.seat + 1
    table.stage = TURN
    table.turn += 1
