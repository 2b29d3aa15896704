"""The train cards: deck, discards and the face-up row."""

from __future__ import annotations

from typing import Any

from numba import int64, void

from railwright.compiled.kernel import kernel
from railwright.game.chance import chance_below
from railwright.game.colors import CARD_KINDS, LOCOMOTIVE
from railwright.game.log import REPLACE, RESHUFFLE, ROW, tell, tell_values
from railwright.game.rulebook import Rulebook
from railwright.game.ruleset import FACE_UP_PLACES
from railwright.game.state import NONE, TABLE_TYPE, State, Table


@kernel
def reshuffle(state: State, log: Any) -> None:
    """Make the discards the new deck."""
    table = state.table
    tell(log, RESHUFFLE, 0, 0, 0, 0)
    tell_values(log, table.discards)
    for kind in range(CARD_KINDS):
        state.deck[kind] = table.discards[kind]
        table.discards[kind] = 0
    table.deck_size = table.discard_size
    table.discard_size = 0


@kernel
def draw_card(state: State, log: Any) -> int:
    """Draw a card from the deck, reshuffling the discards if it is empty. NONE if there is no card."""
    table = state.table
    if table.deck_size == 0:
        if table.discard_size == 0:
            return NONE
        reshuffle(state, log)
    rank = chance_below(state.rng, table.deck_size)
    card = 0
    total = 0
    for kind in range(CARD_KINDS - 1):  # find the kind of the card with this rank, without branches
        total += state.deck[kind]
        card += rank >= total
    state.deck[card] -= 1
    table.deck_size -= 1
    return card


@kernel(signature=void(TABLE_TYPE, int64, int64), inline=True)
def discard(table: Table, kind: int, count: int) -> None:
    """Put cards on the discard pile."""
    table.discards[kind] += count
    table.discard_size += count


@kernel
def replace_locomotives(book: Rulebook, state: State, log: Any) -> None:
    """Replace the row while it has too many locomotives. Must be called whenever the row has changed."""
    if book.sweep_at == 0:
        return
    table = state.table
    while True:
        locomotives = 0
        others = 0
        for place in range(FACE_UP_PLACES):
            locomotives += table.face_up[place] == LOCOMOTIVE
            others += table.face_up[place] != LOCOMOTIVE and table.face_up[place] != NONE
        if locomotives < book.sweep_at:
            return
        in_deck = table.deck_size - state.deck[LOCOMOTIVE]
        in_reach = in_deck + table.discard_size - table.discards[LOCOMOTIVE] + others
        needed = book.face_up - book.sweep_at + 1  # other cards in a row that may stay (docs/rules.md, gap G3)
        if (in_deck if book.sweep_deck_only else in_reach) < needed:
            return
        tell(log, REPLACE, 0, 0, 0, 0)
        tell_values(log, table.face_up)
        for place in range(FACE_UP_PLACES):
            if table.face_up[place] != NONE:
                discard(table, table.face_up[place], 1)
                table.face_up[place] = NONE
        for place in range(book.face_up):
            table.face_up[place] = draw_card(state, log)
        tell(log, ROW, 0, 0, 0, 0)
        tell_values(log, table.face_up)


@kernel
def refill_row(book: Rulebook, state: State, log: Any) -> None:
    """Fill the empty places of the row as far as there are cards (docs/rules.md, gap G5)."""
    table = state.table
    if table.deck_size + table.discard_size == 0:
        return
    changed = False
    for place in range(book.face_up):
        if table.face_up[place] == NONE and table.deck_size + table.discard_size > 0:
            table.face_up[place] = draw_card(state, log)
            changed = True
    if changed:
        tell(log, ROW, 0, 0, 0, 0)
        tell_values(log, table.face_up)
        replace_locomotives(book, state, log)


@kernel
def take_face_up(book: Rulebook, state: State, place: int, log: Any) -> None:
    """Replace the card at one place of the row, which a seat has taken."""
    table = state.table
    table.face_up[place] = draw_card(state, log)
    tell(log, ROW, 0, 0, 0, 0)
    tell_values(log, table.face_up)
    replace_locomotives(book, state, log)
