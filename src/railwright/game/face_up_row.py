"""The face-up row: how it is filled, and how it is replaced when it has too many locomotives."""

from __future__ import annotations

from math import comb
from typing import Any

from railwright.compiled.kernel import kernel
from railwright.game.colors import LOCOMOTIVE
from railwright.game.log import REPLACE, ROW, tell, tell_values
from railwright.game.rulebook import Rulebook
from railwright.game.ruleset import FACE_UP_PLACES, Ruleset
from railwright.game.state import NONE, State
from railwright.game.train_cards import discard, draw_card


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


def mean_row_replacements(ruleset: Ruleset) -> float:
    """Expected number of replacements, in the worst case, until few enough locomotives lie face up.

    In the worst case only as many other cards are left as the row needs, so all of them must come up at once.
    """
    needed = ruleset.face_up - ruleset.sweep_at + 1
    if ruleset.sweep_at == 0 or needed <= 0 or ruleset.locomotives < ruleset.sweep_at:
        return 0.0
    return comb(ruleset.locomotives + needed, ruleset.face_up) / comb(ruleset.locomotives, ruleset.sweep_at - 1)
