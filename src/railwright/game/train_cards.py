"""The deck of train cards and the discard pile."""

from __future__ import annotations

from typing import Any

from numba import int64, void

from railwright.compiled.kernel import kernel
from railwright.game.chance import chance_below
from railwright.game.colors import CARD_KINDS
from railwright.game.log import RESHUFFLE, tell, tell_values
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
