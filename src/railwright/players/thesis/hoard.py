"""Hoards cards for twenty rounds, then claims the longest tracks: the card hoarding player of Õunmaa (2022, 5.2).

Round 1 is the choice of the opening tickets; with the option ``rounds=from-zero`` it is round 0.

- tickets: it keeps the cheapest choice (in the base game the two cheapest of three) and never draws more
- rounds 2 to 9: both cards from the deck
- rounds 10 to 21: for each card the first face-up colour of which it holds fewer than five, otherwise the deck. A
  face-up locomotive is never taken: it would cost the second card of the turn, and the thesis counts two per turn
- from round 22: the longest track that it can pay for; of equally long ones, the one with the lowest number. If it can
  pay for none, it draws as in rounds 10 to 21

Where the thesis is silent: it pays with as few locomotives as possible, for a gray track with the colour it holds most
of. When there is no card left to draw, it claims before round 22 too, then draws tickets, and builds a station only if
nothing else is legal. On boards with additional rules it pays the extra cost of a tunnel if it can, draws as few long
tickets as possible, and takes passengers in the colour it has most of.

("For the next 9 rounds" in the thesis would be rounds 2 to 10, and the hand at the end of round 21 would have 44 cards
instead of the stated 46. With ``rounds=from-zero`` both are right.)
"""

from __future__ import annotations

from typing import Any

from numba import int16, int64

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import KEEP
from railwright.game.colors import LOCOMOTIVE
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER
from railwright.game.state import (
    AT_KEEP,
    AT_SECOND_CARD,
    AT_TURN,
    NONE,
    PRIVATE_TYPE,
    TABLE_TYPE,
    PrivateState,
    Table,
)
from railwright.players.kit.choices import ROUNDS, deck_or_row, longest_claim, round_of, settle_sparingly
from railwright.players.kit.interface import compiled

ROW_ROUND = 10
"""The first round in which it considers the face-up cards (thesis, 5.2)."""

CLAIM_ROUND = 22
"""The first round in which it claims (thesis, 5.2)."""

ENOUGH = 5
"""It takes no face-up card of a colour once it holds this many (thesis, 5.2)."""


@kernel(signature=int64(BOOK_TYPE, PRIVATE_TYPE, int16[::1], int64))
def _keep_cheapest(book: Rulebook, mine: PrivateState, legal: Any, count: int) -> int:
    """Keep the choice of tickets with the fewest total points; ties go to the first listed."""
    best, least = NONE, ZERO
    for i in range(count):
        points = ZERO
        for place in range(MAX_OFFER):
            if (legal[i] - KEEP) >> place & 1:
                points += book.ticket_points[mine.offer[place]]
        if best == NONE or points < least:
            best, least = ZERO + legal[i], points
    return best


@kernel(signature=int64(TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, int64))
def _draw(table: Table, mine: PrivateState, legal: Any, count: int, rounds: int) -> int:
    """Draw a card by the rule of the current round; NONE if there is none to draw."""
    if round_of(table, rounds) >= ROW_ROUND:
        for i in range(count):
            if legal[i] >= FACE_UP_PLACES:
                break
            card = table.face_up[legal[i]]
            if card != LOCOMOTIVE and mine.hand[card] < ENOUGH:
                return ZERO + legal[i]
    return deck_or_row(table, legal, count)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, int64))
def _take_turn(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, rounds: int) -> int:
    action = NONE
    if round_of(table, rounds) >= CLAIM_ROUND:
        action = longest_claim(book, legal, count)
    if action == NONE:
        action = _draw(table, mine, legal, count, rounds)
    if action == NONE:
        action = longest_claim(book, legal, count)
    return ZERO + legal[0] if action == NONE else action


@compiled(name="hoard", options=(ROUNDS,))
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Hoards cards for twenty rounds, then claims the longest tracks."""
    action, rounds = NONE, memory[0]
    if table.stage == AT_TURN:
        action = _take_turn(book, table, mine, legal, count, rounds)
    elif table.stage == AT_SECOND_CARD:
        action = _draw(table, mine, legal, count, rounds)
    elif table.stage == AT_KEEP:
        action = _keep_cheapest(book, mine, legal, count)
    else:
        action = settle_sparingly(table, mine, legal, count)
    return ZERO + legal[0] if action == NONE else action
