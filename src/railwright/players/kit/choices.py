"""Choices shared by several rule players: the longest track, how to pay, which passenger, how to draw.

A choice is a legal action, or NONE if there is none of its kind.
"""

from __future__ import annotations

from typing import Any

from numba import int16, int64

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import CLAIM, DECK, PASSENGER, PAY, PAY_STEP, TICKETS
from railwright.game.colors import LOCOMOTIVE
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.ruleset import FACE_UP_PLACES
from railwright.game.state import AT_PASSENGER, AT_PAY, AT_TUNNEL, NONE, PRIVATE_TYPE, TABLE_TYPE, PrivateState, Table
from railwright.players.kit.options import Option

FROM_ONE, FROM_ZERO = range(2)

ROUNDS = Option(
    name="rounds", default="from-one", choices=("from-one", "from-zero"),
    summary="how rounds are counted: the choice of the opening tickets is round 1, or round 0",
)  # fmt: skip
"""The option for counting rounds, which is ambiguous in the thesis of Õunmaa (2022).

The thesis speaks of the "first turn" of the game, in which tickets are chosen (4.3). But its card hoarder's nine rounds
before round 10 and its 46 cards at the end of round 21 (5.2) are right only if that is round 0; the framework that it
used counts rounds from 0."""


@kernel(signature=int64(TABLE_TYPE, int64))
def round_of(table: Table, rounds: int) -> int:
    """The number of the current round, counted as in the thesis of Õunmaa (2022)."""
    return ZERO + table.turn // table.seats + (1 if rounds == FROM_ZERO else 2)


@kernel(signature=int64(int16[::1], int64, int64))
def is_legal(legal: Any, count: int, action: int) -> int:
    """1 if an action is among the legal ones, otherwise 0."""
    for i in range(count):
        if legal[i] == action:
            return 1
    return 0


@kernel(signature=int64(BOOK_TYPE, int16[::1], int64))
def longest_claim(book: Rulebook, legal: Any, count: int) -> int:
    """Claim the longest affordable track; of several, the one with the lowest number."""
    best, longest = NONE, ZERO
    for i in range(count):
        if CLAIM <= legal[i] < PAY and book.length[legal[i] - CLAIM] > longest:
            best, longest = ZERO + legal[i], ZERO + book.length[legal[i] - CLAIM]
    return best


@kernel(signature=int64(PRIVATE_TYPE, int16[::1], int64))
def sparing_payment(mine: PrivateState, legal: Any, count: int) -> int:
    """Pay with the fewest locomotives, then with the most frequent colour in hand, then the lowest colour."""
    best, fewest, most = NONE, ZERO, ZERO
    for i in range(count):
        if legal[i] < PAY:
            continue
        color, locomotives = (ZERO + legal[i] - PAY) // PAY_STEP, (ZERO + legal[i] - PAY) % PAY_STEP
        held = ZERO + mine.hand[color]
        if best == NONE or locomotives < fewest or (locomotives == fewest and held > most):
            best, fewest, most = ZERO + legal[i], locomotives, held
    return best


@kernel(signature=int64(TABLE_TYPE, int16[::1], int64))
def usual_passenger(table: Table, legal: Any, count: int) -> int:
    """Take a passenger of the colour that the seat has most of; of several, the lowest colour."""
    best, most = NONE, ZERO
    for i in range(count):
        taken = ZERO + table.taken[table.seat, legal[i] - PASSENGER]
        if best == NONE or taken > most:
            best, most = ZERO + legal[i], taken
    return best


@kernel(signature=int64(TABLE_TYPE, int16[::1], int64))
def deck_or_row(table: Table, legal: Any, count: int) -> int:
    """Draw from the deck; if it is empty, take the first face-up card, a locomotive only if there is no other."""
    if is_legal(legal, count, ZERO + DECK):
        return DECK
    wild = NONE
    for i in range(count):
        if legal[i] >= FACE_UP_PLACES:
            break
        if table.face_up[legal[i]] != LOCOMOTIVE:
            return ZERO + legal[i]
        if wild == NONE:
            wild = ZERO + legal[i]
    return wild


@kernel(signature=int64(int16[::1], int64))
def draw_tickets(legal: Any, count: int) -> int:
    """Draw tickets, as few long ones as possible; NONE if no tickets are left."""
    for i in range(count):
        if TICKETS <= legal[i] < PASSENGER:
            return ZERO + legal[i]
    return NONE


@kernel(signature=int64(TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64))
def settle_sparingly(table: Table, mine: PrivateState, legal: Any, count: int) -> int:
    """Pay for a track, a station or a tunnel, or take a passenger; NONE at any other stage."""
    if table.stage == AT_PAY or table.stage == AT_TUNNEL:
        return sparing_payment(mine, legal, count)
    if table.stage == AT_PASSENGER:
        return usual_passenger(table, legal, count)
    return NONE
