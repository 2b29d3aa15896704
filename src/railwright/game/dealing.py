"""Setting up a game: cards, face-up row, passengers and opening tickets."""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import seeded
from railwright.game.board import MAX_CITIES
from railwright.game.chance import begin_chance, begin_secret_chance, chance_below
from railwright.game.colors import CARD_KINDS, PASSENGER_COLORS
from railwright.game.face_up_row import replace_locomotives
from railwright.game.log import DEALT, ROW, tell, tell_values
from railwright.game.rulebook import Rulebook
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER, MAX_SEATS
from railwright.game.state import AT_KEEP, AT_MIX, AT_TURN, LONG, NONE, PASSENGER_BITS, SHORT, TUNNEL_CARDS, State
from railwright.game.tickets import close_opening, fill_ticket_decks, offer_tickets
from railwright.game.train_cards import draw_card


@kernel
def deal(book: Rulebook, state: State, seats: int, seed: Any, log: Any) -> None:
    """Set up a new game, overwriting whatever the state holds."""
    begin_chance(state.rng, seeded(seed))
    _set_up(book, state, seats, log)


@kernel
def deal_secretly(book: Rulebook, state: State, seats: int, key: Any, log: Any) -> None:
    """Set up a new game whose randomness comes from a secret key."""
    begin_secret_chance(state.rng, key)
    _set_up(book, state, seats, log)


@kernel
def _set_up(book: Rulebook, state: State, seats: int, log: Any) -> None:
    _clear(state)
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
    open_seat(book, state, ZERO, log)


@kernel
def _clear(state: State) -> None:
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
def _place_passengers(book: Rulebook, state: State) -> None:
    """Draw passengers at random from the bag, place by place."""
    colors = len(PASSENGER_COLORS)
    left = book.passenger_total
    bag = np.zeros(colors, np.int64)
    for color in range(colors):
        bag[color] = left // colors + (color < left % colors)
    for place in range(book.cities):
        for _ in range(book.passengers[place]):
            rank = chance_below(state.rng, left)
            color = 0
            while rank >= bag[color]:
                rank -= bag[color]
                color += 1
            bag[color] -= 1
            left -= 1
            state.table.passengers[place] += 1 << (PASSENGER_BITS * color)


@kernel
def open_seat(book: Rulebook, state: State, seat: int, log: Any) -> None:
    """Offer opening tickets to this seat, or the next that can get any; after the last seat, begin the first turn."""
    table = state.table
    while seat < table.seats:
        table.seat = seat
        if book.deal_any > 0:
            if table.ticket_deck[SHORT] + table.ticket_deck[LONG] > 0:
                table.stage = AT_MIX
                return
        elif table.ticket_deck[SHORT] * book.deal[SHORT] + table.ticket_deck[LONG] * book.deal[LONG] > 0:
            offer_tickets(book, state, book.deal[SHORT], book.deal[LONG], log)
            table.stage = AT_KEEP
            return
        seat += 1
    close_opening(book, state)
    table.opening = 0
    table.seat = 0
    table.stage = AT_TURN
