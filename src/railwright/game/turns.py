"""The course of a turn: drawing cards and tickets, passing, the last round."""

from __future__ import annotations

from typing import Any

from railwright.compiled.kernel import kernel
from railwright.game.actions import DECK
from railwright.game.colors import LOCOMOTIVE
from railwright.game.face_up_row import take_face_up
from railwright.game.log import ALL_PASSED, DREW, ENDED, LAST_ROUND, PASSED, TRAINS, tell
from railwright.game.rulebook import Rulebook
from railwright.game.ruleset import FACE_UP_PLACES
from railwright.game.state import AT_KEEP, AT_SECOND_CARD, AT_TURN, LONG, NONE, OVER, SHORT, State, Table
from railwright.game.tickets import offer_tickets
from railwright.game.train_cards import draw_card


@kernel
def end_turn(book: Rulebook, state: State, log: Any) -> None:
    """End the turn: go on to the next seat, start the last round if it is due, or end the game."""
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
    table.stage = AT_TURN
    table.turn += 1


@kernel
def draw_train_card(book: Rulebook, state: State, source: int, log: Any) -> None:
    """Draw a card from the deck or from a place of the row."""
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
    if wild_taken or table.stage == AT_SECOND_CARD or not _has_second_card(table):
        end_turn(book, state, log)
    else:
        table.stage = AT_SECOND_CARD


@kernel(inline=True)
def _has_second_card(table: Table) -> bool:
    if table.deck_size + table.discard_size > 0:
        return True
    for place in range(FACE_UP_PLACES):
        if table.face_up[place] != NONE and table.face_up[place] != LOCOMOTIVE:
            return True
    return False


@kernel
def draw_tickets(book: Rulebook, state: State, from_long: int, log: Any) -> None:
    """Offer new tickets to the deciding seat; ``from_long`` counts only where the rules let the seat announce a mix."""
    table = state.table
    table.passes = 0
    any_mix = book.deal_any if table.opening else book.draw_any
    if any_mix > 0:
        drawn = min(any_mix, table.ticket_deck[SHORT] + table.ticket_deck[LONG])
        offer_tickets(book, state, drawn - from_long, from_long, log)
    else:
        offer_tickets(book, state, book.draw[SHORT], book.draw[LONG], log)
    table.stage = AT_KEEP


@kernel
def pass_turn(book: Rulebook, state: State, log: Any) -> None:
    """Pass. When all seats have passed in a row, the game is over."""
    table = state.table
    tell(log, PASSED, table.seat, 0, 0, 0)
    table.passes += 1
    if table.passes >= table.seats:
        table.stage = OVER
        tell(log, ENDED, ALL_PASSED, 0, 0, 0)
    else:
        end_turn(book, state, log)
