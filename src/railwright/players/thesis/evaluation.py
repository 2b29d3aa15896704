"""Plans one network for all its tickets and values every action: the evaluation player of Õunmaa (2022, 5.4).

Based on a player by Schwarcz, Twigg and Zeng. For each ticket it finds up to 100 paths breadth first
(``evaluation_paths``); its plan is the cheapest union of one path for each ticket (``evaluation_plan``). At the start
of each turn it chooses a plan from its known paths, or searches new paths if a track of the old plan has been taken
(``evaluation_tickets``). Then it takes the action with the highest value (thesis, table 2):

| action | value |
| --- | --- |
| claim a track of the plan | 2 + its points + the points of the plan's tracks claimed since the paths were found |
| claim another track | -1; with nothing left to build, its points |
| draw from the deck | 1 |
| take a face-up colour | the cards of that colour that the plan's missing tracks need |
| take a face-up locomotive | 2 |
| draw tickets | -1; with nothing left to build, its trains - 15 |
| pay | -9 for each locomotive; on a gray track also minus the cards of the colour that the plan needs |
| keep opening tickets | half the points of the plan's tracks - the plan's cost (equation 7 with the other sign) |
| keep later tickets | minus the plan's cost |

Readings. Ties are broken in the order tickets, locomotive, colour, deck, claim, as the text says ("at least 16", "more
than 2"), then by the lowest number. Equation 8 uses the points of the plan at the time it was found, as in the
original; otherwise its two sums would cancel. The cards that the plan needs are counted without those in hand, as in
the original, except in the cost of a plan. A completed ticket needs no path, and a ticket without a path is left out of
the plan. If no union fits the remaining trains, there is nothing to build, which the player treats like completed
tickets: it gives them up. After a later draw the plan covers the tickets kept then. A player that starts in the middle
of a game plans for its first open tickets, seven at most.

Other readings are options. ``ticket-cost=spaces``: the original uses the spaces of a path as the cost in equation 7 and
for later tickets. ``plan=equation-7``: the plan itself minimises equation 7, in spaces, which favours the points of
long tracks; the text says that the combination of tickets is kept "that gives the most points".
``new-tickets=completed``: as in the original, tickets are drawn only when all held tickets are completed, not when the
player has given them up. ``cities=again``: in the original the test for visited cities has no effect.
``lost-ticket=no-plan``: a plan must cover all tickets. ``taken-paths=keep``: the original also chooses paths that
others have blocked since they were found, and finds new ones in the next turn.

It builds a station only if nothing else is legal. On boards with additional rules it pays the extra cost of a tunnel if
it can, draws as few long tickets as possible, and takes passengers in the colour it has most of.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int16, int64, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import CLAIM, DECK, PAY, PAY_STEP, STATION, TICKETS
from railwright.game.colors import CARD_KINDS, GRAY, LOCOMOTIVE
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER
from railwright.game.state import (
    AT_KEEP,
    AT_PASSENGER,
    AT_PAY,
    AT_SECOND_CARD,
    AT_TUNNEL,
    AT_TURN,
    NONE,
    PRIVATE_TYPE,
    TABLE_TYPE,
    TRACK_WORDS,
    PrivateState,
    Table,
)
from railwright.players.kit.choices import usual_passenger
from railwright.players.kit.interface import compiled
from railwright.players.thesis.evaluation_memory import (
    COMPLETED,
    LASTING_WORDS,
    MEMORY,
    MEMORY_TYPE,
    MEMORY_WORDS,
    OPTIONS,
    EvaluationMemory,
)
from railwright.players.thesis.evaluation_tickets import has_open_ticket, keep_tickets, points_of, update_plan

# The values of table 2 and equation 8 of the thesis.
ON_PLAN_VALUE = 2
OFF_PLAN_VALUE = -1
DECK_VALUE = 1
LOCOMOTIVE_VALUE = 2
TICKETS_TOO_EARLY = -1
TICKETS_TRAINS = -15
LOCOMOTIVE_PRICE = 9

NEVER = -(1 << 40)
"""The value of actions taken only if nothing else is legal."""

# Tie-break between actions of the same value: the higher rank goes first.
_CLAIM_RANK, _DECK_RANK, _COLOR_RANK, _LOCOMOTIVE_RANK, _TICKETS_RANK = range(5)
_RANKS = 8


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, MEMORY_TYPE))
def _count_needs(book: Rulebook, table: Table, memory: EvaluationMemory) -> None:
    """Count the plan's missing tracks, and the cards of each colour that they need."""
    outlook, missing = memory.outlook, ZERO
    for kind in range(CARD_KINDS):
        outlook.needs[kind] = 0
    for word in range(TRACK_WORDS):
        tracks = memory.plan[word] & ~table.own[table.seat, word]
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            outlook.needs[book.color[track]] += book.length[track]
            missing += 1
    outlook.missing = missing


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, MEMORY_TYPE))
def _points_since(book: Rulebook, table: Table, memory: EvaluationMemory) -> int:
    """Equation 8 without its first two terms: the points of the plan's tracks claimed since its paths were found."""
    claimed = np.empty(TRACK_WORDS, np.int64)
    for word in range(TRACK_WORDS):
        claimed[word] = memory.plan[word] & table.own[table.seat, word] & ~memory.own_before[word]
    return points_of(book, claimed)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, MEMORY_TYPE))
def _value(book: Rulebook, table: Table, action: int, memory: EvaluationMemory) -> int:
    """The value of an action in a turn, in units of one over the setup's scale, combined with its tie-break rank."""
    outlook, scale = memory.outlook, ZERO + book.scale
    if action >= CLAIM:
        track = action - CLAIM
        points = ZERO + book.route_points[book.length[track]]
        if outlook.missing == 0:
            return points * _RANKS + _CLAIM_RANK
        if memory.plan[track >> 6] & BIT[track & 63] != 0:
            return (ON_PLAN_VALUE * scale + points + outlook.points_since) * _RANKS + _CLAIM_RANK
        return OFF_PLAN_VALUE * scale * _RANKS + _CLAIM_RANK
    if action >= STATION:
        return NEVER
    if TICKETS <= action <= TICKETS + MAX_OFFER:
        trains = ZERO + table.trains[table.seat]
        return (
            TICKETS_TOO_EARLY if outlook.is_early != 0 else TICKETS_TRAINS + trains
        ) * scale * _RANKS + _TICKETS_RANK
    if action == DECK:
        return DECK_VALUE * scale * _RANKS + _DECK_RANK
    if action < FACE_UP_PLACES:
        card = ZERO + table.face_up[action]
        if card == LOCOMOTIVE:
            return LOCOMOTIVE_VALUE * scale * _RANKS + _LOCOMOTIVE_RANK
        return outlook.needs[card] * scale * _RANKS + _COLOR_RANK
    return 0


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, MEMORY_TYPE))
def _best_action(
    book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: EvaluationMemory
) -> int:
    """The action with the highest value, in a turn or for the second card."""
    outlook = memory.outlook
    _count_needs(book, table, memory)
    outlook.points_since = _points_since(book, table, memory)
    outlook.is_early = outlook.missing > 0
    if outlook.is_early == 0 and memory.new_tickets == COMPLETED:
        outlook.is_early = has_open_ticket(book, table, mine)
    best, highest = ZERO + legal[0], ZERO
    for i in range(count):
        value = _value(book, table, ZERO + legal[i], memory)
        if i == 0 or value > highest:
            best, highest = ZERO + legal[i], value
    return best


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int16[::1], int64, MEMORY_TYPE))
def _best_payment(book: Rulebook, table: Table, legal: Any, count: int, memory: EvaluationMemory) -> int:
    """The payment that costs the fewest needed cards; NONE if it cannot pay the extra cost of a tunnel."""
    _count_needs(book, table, memory)
    best, lowest = NONE, ZERO
    is_gray = table.track != NONE and book.color[table.track] == GRAY
    for i in range(count):
        if legal[i] < PAY:
            continue
        color, locomotives = (ZERO + legal[i] - PAY) // PAY_STEP, (ZERO + legal[i] - PAY) % PAY_STEP
        price = LOCOMOTIVE_PRICE * locomotives
        if is_gray and color != LOCOMOTIVE:
            price += memory.outlook.needs[color]
        if best == NONE or price < lowest:
            best, lowest = ZERO + legal[i], price
    return best


@compiled(name="evaluation", memory=MEMORY_WORDS - len(OPTIONS), options=OPTIONS, lasting=LASTING_WORDS)
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Plans the cheapest network for all its tickets and takes the action with the highest value."""
    own = memory[:MEMORY_WORDS].view(MEMORY)[0]
    action = NONE
    if table.stage == AT_TURN:
        update_plan(book, table, mine, own)
        action = _best_action(book, table, mine, legal, count, own)
    elif table.stage == AT_SECOND_CARD:
        action = _best_action(book, table, mine, legal, count, own)
    elif table.stage == AT_KEEP:
        action = keep_tickets(book, table, mine, legal, count, own)
    elif table.stage == AT_PAY or table.stage == AT_TUNNEL:
        action = _best_payment(book, table, legal, count, own)
    elif table.stage == AT_PASSENGER:
        action = usual_passenger(table, legal, count)
    return ZERO + legal[0] if action == NONE else action
