"""Plans one network for all its tickets and values every action: the evaluation player of Õunmaa (2022, 5.4).

Based on a player by Schwarcz, Twigg and Zeng. For each ticket it finds up to 100 paths breadth first
(``evaluation_paths``); its plan is the cheapest union of one path for each ticket (``evaluation_plan``). At the start
of each turn it chooses a plan from its known paths, or searches new paths if a track of the old plan has been taken.
Then it takes the action with the highest value (thesis, table 2):

| action | value |
| --- | --- |
| claim a track of the plan | 2 + its points + the points of the plan's tracks claimed since the paths were found |
| claim another track | -1; with nothing left to build, its points |
| draw from the deck | 1 |
| take a face-up colour | the cards of that colour that the plan's missing tracks need |
| take a face-up locomotive | 2 |
| draw tickets | -1; with nothing left to build, its trains - 15 |
| pay | -9 for each locomotive; on a grey track also minus the cards of the colour that the plan needs |
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

from railwright.compiled.bits import BIT, count_bits, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import CLAIM, DECK, KEEP, PAY, PAY_STEP, STATION, TICKETS
from railwright.game.board import MAX_CITIES
from railwright.game.colors import CARD_KINDS, GRAY, LOCOMOTIVE
from railwright.game.network import connect_own, is_completed
from railwright.game.rulebook import BOOK_TYPE, LENGTHS, Rulebook
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER
from railwright.game.state import (
    AT_KEEP,
    AT_PASSENGER,
    AT_PAY,
    AT_SECOND_CARD,
    AT_TUNNEL,
    AT_TURN,
    LONG,
    NONE,
    PRIVATE_TYPE,
    SHORT,
    TABLE_TYPE,
    TICKET_WORDS,
    TRACK_WORDS,
    PrivateState,
    Table,
)
from railwright.players.kit.choices import usual_passenger
from railwright.players.kit.interface import compiled
from railwright.players.kit.options import Option
from railwright.players.thesis.evaluation_paths import SHELF_COUNT, SHELF_TICKET, SHELF_WORDS, find_paths
from railwright.players.thesis.evaluation_plan import (
    COST_UNIT,
    EQUATION_7,
    SHELVES,
    UNBOUNDED,
    find_union,
    is_available,
)

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

SQUARES, SPACES = range(2)
FILTER, KEEP_TAKEN = range(2)
ONCE, AGAIN = range(2)
LEAVE_OUT, NO_PLAN = range(2)
UNPLANNED, COMPLETED = range(2)

OPTIONS = (
    Option(
        name="plan", default="cheapest", choices=("cheapest", "equation-7"),
        summary="which paths make the plan: the cheapest, or those with the least spaces minus half their points",
    ),
    Option(
        name="ticket-cost", default="squares", choices=("squares", "spaces"),
        summary="the cost that decides which tickets to keep: that of the plan, or its missing spaces",
    ),
    Option(
        name="taken-paths", default="filter", choices=("filter", "keep"),
        summary="whether a plan may use paths that others have blocked since they were found",
    ),
    Option(
        name="cities", default="once", choices=("once", "again"),
        summary="whether a path may visit the same city again",
    ),
    Option(
        name="lost-ticket", default="leave-out", choices=("leave-out", "no-plan"),
        summary="what happens when a ticket has no path: the plan covers the others, or there is no plan",
    ),
    Option(
        name="new-tickets", default="unplanned", choices=("unplanned", "completed"),
        summary="when tickets are drawn: with nothing left to build, or only if all tickets are completed, too",
    ),
)  # fmt: skip
"""Readings: points where the text, the Python original and our default differ."""

_AIM, _TICKET_COST, _TAKEN_PATHS, _CITIES, _LOST_TICKET, _NEW_TICKETS = range(len(OPTIONS))

# The player's memory after its options: whether it has planned, for which shelves, the plan, its own tracks at the time
# the paths were found.
_PLANNED = len(OPTIONS)
_TICKETS = _PLANNED + 1
_PLAN = _TICKETS + 1
_BEFORE = _PLAN + TRACK_WORDS
_SHELVES = _BEFORE + TRACK_WORDS
_MEMORY = _SHELVES + SHELVES * SHELF_WORDS - len(OPTIONS)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64[::1], int64[::1]))
def _open_shelves(book: Rulebook, table: Table, mine: PrivateState, parent: Any, memory: Any) -> int:
    """The shelves of the planned tickets that are not completed yet, as bits.

    If it has never planned, because it started in the middle of a game, its open tickets get shelves first.
    """
    place, found = ZERO, ZERO
    for word in range(TICKET_WORDS):
        held = mine.tickets[word] if memory[_PLANNED] == 0 else ZERO
        while held != 0 and place < SHELVES:
            ticket = 64 * word + lowest_bit(held)
            held &= held - 1
            if not is_completed(book, table.own[table.seat], parent, ticket):
                memory[_SHELVES + place * SHELF_WORDS + SHELF_TICKET] = ticket
                memory[_TICKETS] |= BIT[place]
                place += 1
    for place in range(SHELVES):
        ticket = memory[_SHELVES + place * SHELF_WORDS + SHELF_TICKET]
        if memory[_TICKETS] & BIT[place] != 0 and not is_completed(book, table.own[table.seat], parent, ticket):
            found |= BIT[place]
    return found


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64[::1], int64[::1]))
def _fill_shelves(book: Rulebook, table: Table, tickets: int, parent: Any, memory: Any) -> int:
    """Find the paths of the tickets in some shelves (as bits); returns the shelves that have paths."""
    found = ZERO
    for place in range(SHELVES):
        if tickets & BIT[place] != 0:
            first = _SHELVES + place * SHELF_WORDS
            connected = ZERO + is_completed(book, table.own[table.seat], parent, memory[first + SHELF_TICKET])
            shelf = memory[first : first + SHELF_WORDS]
            find_paths(book, table, shelf[SHELF_TICKET], connected, memory[_CITIES], shelf)
            if memory[first + SHELF_COUNT] > 0:
                found |= BIT[place]
    for word in range(TRACK_WORDS):
        memory[_BEFORE + word] = table.own[table.seat, word]
    return found


@kernel(signature=void(int64, int64[::1], int64[::1]))
def _adopt(tickets: int, plan: Any, memory: Any) -> None:
    """Store a plan for the tickets in some shelves (as bits)."""
    memory[_PLANNED], memory[_TICKETS] = 1, tickets
    for word in range(TRACK_WORDS):
        memory[_PLAN + word] = plan[word]


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64[::1]))
def _update_plan(book: Rulebook, table: Table, mine: PrivateState, memory: Any) -> None:
    """At the start of a turn, choose a plan from the known paths, or search new paths if the old plan is broken.

    If there is still no plan, the tickets are given up.
    """
    parent = np.empty(MAX_CITIES, np.int64)
    connect_own(book, table.own[table.seat], parent)
    plan = np.zeros(TRACK_WORDS, np.int64)
    is_broken = memory[_PLANNED] == 0 or is_available(table, memory, ZERO + _PLAN) == 0
    tickets = _open_shelves(book, table, mine, parent, memory)
    while True:
        if is_broken:
            found = _fill_shelves(book, table, tickets, parent, memory)
            tickets = tickets if memory[_LOST_TICKET] == NO_PLAN else found
        worth = find_union(
            book, table, mine, memory[_SHELVES:], tickets, memory[_AIM], memory[_TAKEN_PATHS], ZERO + UNBOUNDED, plan
        )
        if worth != NONE or is_broken:
            break
        is_broken = True
    _adopt(ZERO if worth == NONE else tickets, plan, memory)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64[::1], int64[::1]))
def _count_needs(book: Rulebook, table: Table, memory: Any, needs: Any) -> int:
    """Count the cards of each colour that the plan's missing tracks need; returns the number of missing tracks."""
    missing = ZERO
    for kind in range(CARD_KINDS):
        needs[kind] = 0
    for word in range(TRACK_WORDS):
        tracks = memory[_PLAN + word] & ~table.own[table.seat, word]
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            needs[book.color[track]] += book.length[track]
            missing += 1
    return missing


@kernel(signature=int64(BOOK_TYPE, int64[::1]))
def _points_of(book: Rulebook, tracks: Any) -> int:
    """The points of a set of tracks."""
    points = ZERO
    for word in range(TRACK_WORDS):
        left = tracks[word]
        while left != 0:
            points += book.route_points[book.length[64 * word + lowest_bit(left)]]
            left &= left - 1
    return points


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64[::1]))
def _missing_spaces(book: Rulebook, table: Table, tracks: Any) -> int:
    """The number of trains still needed for a set of tracks."""
    spaces = ZERO
    for word in range(TRACK_WORDS):
        left = tracks[word] & ~table.own[table.seat, word]
        while left != 0:
            spaces += book.length[64 * word + lowest_bit(left)]
            left &= left - 1
    return spaces


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64[::1]))
def _points_since(book: Rulebook, table: Table, memory: Any) -> int:
    """Equation 8 without its first two terms: the points of the plan's tracks claimed since its paths were found."""
    claimed = np.empty(TRACK_WORDS, np.int64)
    for word in range(TRACK_WORDS):
        claimed[word] = memory[_PLAN + word] & table.own[table.seat, word] & ~memory[_BEFORE + word]
    return _points_of(book, claimed)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE))
def _has_open_ticket(book: Rulebook, table: Table, mine: PrivateState) -> int:
    """1 if the seat holds a ticket that is not completed, otherwise 0."""
    parent = np.empty(MAX_CITIES, np.int64)
    connect_own(book, table.own[table.seat], parent)
    for word in range(TICKET_WORDS):
        held = mine.tickets[word]
        while held != 0:
            if not is_completed(book, table.own[table.seat], parent, 64 * word + lowest_bit(held)):
                return 1
            held &= held - 1
    return 0


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int64, int64[::1], int64, int64, int64, int64[::1]))
def _value(
    book: Rulebook, table: Table, action: int, needs: Any, missing: int, since: int, early: int, memory: Any
) -> int:  # fmt: skip
    """The value of an action in a turn, in units of one over the setup's scale, combined with its tie-break rank."""
    scale = ZERO + book.scale
    if action >= CLAIM:
        track = action - CLAIM
        points = ZERO + book.route_points[book.length[track]]
        if missing == 0:
            return points * _RANKS + _CLAIM_RANK
        if memory[_PLAN + (track >> 6)] & BIT[track & 63] != 0:
            return (ON_PLAN_VALUE * scale + points + since) * _RANKS + _CLAIM_RANK
        return OFF_PLAN_VALUE * scale * _RANKS + _CLAIM_RANK
    if action >= STATION:
        return NEVER
    if TICKETS <= action <= TICKETS + MAX_OFFER:
        trains = ZERO + table.trains[table.seat]
        return (TICKETS_TOO_EARLY if early != 0 else TICKETS_TRAINS + trains) * scale * _RANKS + _TICKETS_RANK
    if action == DECK:
        return DECK_VALUE * scale * _RANKS + _DECK_RANK
    if action < FACE_UP_PLACES:
        card = ZERO + table.face_up[action]
        if card == LOCOMOTIVE:
            return LOCOMOTIVE_VALUE * scale * _RANKS + _LOCOMOTIVE_RANK
        return needs[card] * scale * _RANKS + _COLOR_RANK
    return ZERO


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, int64[::1]))
def _best_action(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any) -> int:
    """The action with the highest value, in a turn or for the second card."""
    needs = np.empty(CARD_KINDS, np.int64)
    missing = _count_needs(book, table, memory, needs)
    since = _points_since(book, table, memory)
    early = ZERO + (missing > 0)
    if early == 0 and memory[_NEW_TICKETS] == COMPLETED:
        early = _has_open_ticket(book, table, mine)
    best, highest = ZERO + legal[0], ZERO
    for i in range(count):
        value = _value(book, table, ZERO + legal[i], needs, missing, since, early, memory)
        if i == 0 or value > highest:
            best, highest = ZERO + legal[i], value
    return best


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int16[::1], int64, int64[::1]))
def _best_payment(book: Rulebook, table: Table, legal: Any, count: int, memory: Any) -> int:
    """The payment that costs the fewest needed cards; NONE if it cannot pay the extra cost of a tunnel."""
    needs = np.empty(CARD_KINDS, np.int64)
    _count_needs(book, table, memory, needs)
    best, lowest = NONE, ZERO
    is_gray = table.track != NONE and book.color[table.track] == GRAY
    for i in range(count):
        if legal[i] < PAY:
            continue
        color, locomotives = (ZERO + legal[i] - PAY) // PAY_STEP, (ZERO + legal[i] - PAY) % PAY_STEP
        price = LOCOMOTIVE_PRICE * locomotives
        if is_gray and color != LOCOMOTIVE:
            price += needs[color]
        if best == NONE or price < lowest:
            best, lowest = ZERO + legal[i], price
    return best


@kernel(signature=int64(BOOK_TYPE, int64))
def _most_points(book: Rulebook, trains: int) -> int:
    """An upper bound for the points of tracks that need this many trains."""
    most = ZERO
    for length in range(1, LENGTHS):
        most = max(most, -(-trains * book.route_points[length] // length))
    return most


@kernel(signature=int64(int64[::1], int64, int64))
def _is_hopeless(worths: Any, tickets: int, limit: int) -> int:
    """1 if a subset of these tickets already has no plan below the limit; ``worths`` holds the results so far."""
    left = tickets
    while left != 0:
        if worths[tickets & ~BIT[lowest_bit(left)]] >= limit:
            return 1
        left &= left - 1
    return 0


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], int64, int64[::1]))
def _keep(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any) -> int:
    """Keep the tickets with the best plan, and adopt that plan. If no choice has a plan, take the first choice.

    Later in the game only choices of the fewest tickets are considered: a plan for more tickets is never cheaper.
    """
    parent = np.empty(MAX_CITIES, np.int64)
    connect_own(book, table.own[table.seat], parent)
    offered = table.offered[SHORT] + table.offered[LONG]
    for place in range(offered):
        memory[_SHELVES + place * SHELF_WORDS + SHELF_TICKET] = mine.offer[place]
    _fill_shelves(book, table, (1 << offered) - 1, parent, memory)
    plan, union = np.zeros(TRACK_WORDS, np.int64), np.zeros(TRACK_WORDS, np.int64)
    worths = np.zeros(1 << MAX_OFFER, np.int64)
    margin = _most_points(book, ZERO + table.trains[table.seat]) if table.opening else ZERO
    best, lowest, limit = NONE, ZERO, ZERO + UNBOUNDED
    by_spaces = memory[_TICKET_COST] == SPACES or memory[_AIM] == EQUATION_7
    for i in range(count):
        tickets = ZERO + legal[i] - KEEP
        if not table.opening and count_bits(tickets) > count_bits(ZERO + legal[0] - KEEP):
            continue
        worths[tickets] = UNBOUNDED
        if _is_hopeless(worths, tickets, limit):
            continue
        worth = find_union(book, table, mine, memory[_SHELVES:], tickets, memory[_AIM], ZERO + FILTER, limit, union)
        if worth == NONE:
            continue
        worths[tickets] = worth
        cost = _missing_spaces(book, table, union) if by_spaces else worth // COST_UNIT
        value = 2 * cost * book.scale - (_points_of(book, union) if table.opening else ZERO)
        if best == NONE or value < lowest:
            best, lowest = ZERO + legal[i], value
            if not by_spaces:  # a plan that costs more cannot be better
                limit = ((lowest + margin) // (2 * book.scale) + 1) * COST_UNIT
            for word in range(TRACK_WORDS):
                plan[word] = union[word]
    _adopt(ZERO if best == NONE else best - KEEP, plan, memory)
    return ZERO + legal[0] if best == NONE else best


@compiled(name="evaluation", memory=_MEMORY, options=OPTIONS)
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Plans the cheapest network for all its tickets and takes the action with the highest value."""
    action = NONE
    if table.stage == AT_TURN:
        _update_plan(book, table, mine, memory)
        action = _best_action(book, table, mine, legal, count, memory)
    elif table.stage == AT_SECOND_CARD:
        action = _best_action(book, table, mine, legal, count, memory)
    elif table.stage == AT_KEEP:
        action = _keep(book, table, mine, legal, count, memory)
    elif table.stage == AT_PAY or table.stage == AT_TUNNEL:
        action = _best_payment(book, table, legal, count, memory)
    elif table.stage == AT_PASSENGER:
        action = usual_passenger(table, legal, count)
    return ZERO + legal[0] if action == NONE else action
