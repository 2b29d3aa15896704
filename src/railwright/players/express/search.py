"""The search: tries candidate actions in worlds that fit the view, each played to its end by planners.

Every world is dealt anew from what the seat sees, and every candidate still in the race is tried in it, so that
candidates are compared on the same luck. After each phase the weaker half leaves the race (sequential halving).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np
from numba import float64, int64, types, uint64, void

from railwright.game.actions import CLAIM, DECK, MAX_LEGAL, PAY, STATION
from railwright.game.bits import BIT
from railwright.game.kernel import ZERO, kernel
from railwright.game.rng import below
from railwright.game.rules import apply, legal
from railwright.game.ruleset import MAX_SEATS
from railwright.game.scoring import RESULT, score
from railwright.game.setup import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, OVER, SEAT_TYPE, STATE, STATE_TYPE, TABLE_TYPE, Seat, State, Table
from railwright.game.view import sample_state
from railwright.players.clock import nanoseconds
from railwright.players.express.plan import PLAN_WORDS, WANTED, make_plan
from railwright.players.express.policy import POLICY_ROOM, follow_plan
from railwright.players.express.style import HOARDING, STYLE_WORDS
from railwright.players.interface import STATE_WORDS

RESULT_WORDS = RESULT.itemsize // 8

# the room of a search, in words
WORLD = 0
TRIAL = WORLD + STATE_WORDS
OUTCOME = TRIAL + STATE_WORDS
WORLD_PLANS = OUTCOME + RESULT_WORDS
TRIAL_PLANS = WORLD_PLANS + MAX_SEATS * PLAN_WORDS
STYLES = TRIAL_PLANS + MAX_SEATS * PLAN_WORDS
POLICY = STYLES + MAX_SEATS * STYLE_WORDS
SEARCH_ROOM = POLICY + POLICY_ROOM

MOST_CANDIDATES = 16
LONGEST = 1200
"""Actions after which a roll-out is broken off. Planners' games have about 250; some never end, when all the cards are
in hands that wait for others."""
MARGIN = 15.0
"""Points of a lead that make a win about three times as likely as a loss."""


@kernel(signature=void(BOOK_TYPE, STATE_TYPE, int64[::1], uint64[::1]))
def roll_out(book: Rulebook, state: State, room: Any, source: Any) -> None:
    """Play a game to its end with planners in all seats."""
    policy_room = room[POLICY : POLICY + POLICY_ROOM]
    options = np.empty(MAX_LEGAL, np.int16)
    for _ in range(LONGEST):
        if state.table.stage == OVER:
            return
        seat = ZERO + state.table.seat
        plan = TRIAL_PLANS + seat * PLAN_WORDS
        style = STYLES + seat * STYLE_WORDS
        mine = state.private[seat]
        action = follow_plan(
            book, state.table, mine, seat, room[style : style + STYLE_WORDS], room[plan : plan + PLAN_WORDS], policy_room
        )
        if action == NONE:
            count = legal(book, state.table, mine, options)
            action = ZERO + options[below(source, count)]
        apply(book, state, action, None)


@kernel(signature=int64(TABLE_TYPE, int64))
def hoards(table: Table, seat: int) -> int:
    """How likely a seat is gathering cards for one rush of long tracks at the end, in percent."""
    rounds = ZERO + table.turn // table.seats
    built = ZERO
    for word in range(table.own.shape[1]):
        built |= table.own[seat, word]
    if built != 0 and rounds <= 20:
        return ZERO
    if built != 0:
        return ZERO + 100 if table.hand_size[seat] >= 20 else ZERO
    return min(ZERO + 98, 33 + 8 * max(ZERO, rounds - 3))


@kernel(signature=float64(BOOK_TYPE, STATE_TYPE, int64, int64[::1]))
def value_of(book: Rulebook, state: State, seat: int, room: Any) -> float:
    """How good the end of a game is for a seat, from 0 to 1."""
    result = room[OUTCOME : OUTCOME + RESULT_WORDS].view(RESULT)[0]
    score(book, state, result)
    best = ZERO - 1_000_000
    for other in range(state.table.seats):
        if other != seat:
            best = max(best, ZERO + result.scores[other])
    lead = float64(result.scores[seat] - best) / book.scale
    return 1.0 / (1.0 + exp(-lead / MARGIN))


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, types.int16[::1], int64, int64, int64[::1], int64[::1]))
def list_candidates(
    book: Rulebook, table: Table, options: Any, count: int, favourite: int, plan: Any, candidates: Any
) -> int:
    """The actions worth trying: the planner's own first; of cards one of each kind; of claims the best few."""
    candidates[0] = favourite
    n = 1
    for i in range(count):
        action = ZERO + options[i]
        if action == favourite or action >= STATION:
            continue
        if action < DECK:
            double = action < DECK and favourite < DECK and table.face_up[favourite] == table.face_up[action]
            for place in range(action):
                double |= table.face_up[place] == table.face_up[action]
            if double:
                continue
        if n < MOST_CANDIDATES:
            candidates[n] = action
            n += 1
    claims = n
    for length in range(9, 0, -1):
        for i in range(count):
            action = ZERO + options[i]
            if action < CLAIM or action >= PAY or action == favourite:
                continue
            track = action - CLAIM
            wanted = plan[WANTED + (track >> 6)] & BIT[track & 63] != 0
            rank = min(9, book.length[track] + 3) if wanted else ZERO + book.length[track]
            if rank == length and n < min(MOST_CANDIDATES, claims + 6):
                candidates[n] = action
                n += 1
    return n


@kernel(
    signature=int64(
        BOOK_TYPE, TABLE_TYPE, SEAT_TYPE, int64, int64[::1], int64, int64, int64, float64, int64[::1], int64[::1], uint64[::1]
    )
)
def search(
    book: Rulebook, table: Table, mine: Seat, seat: int, candidates: Any, n: int, budget: int, deadline: int,
    doubt: float, plan: Any, room: Any, source: Any,
) -> int:  # fmt: skip
    """The best of some actions, by so many roll-outs or until a moment of the clock (0: none)."""
    world = room[WORLD : WORLD + STATE_WORDS].view(STATE)[0]
    trial = room[TRIAL : TRIAL + STATE_WORDS].view(STATE)[0]
    leads = np.zeros(MOST_CANDIDATES, np.float64)  # sums of the differences to the favourite, and of their squares
    squares = np.zeros(MOST_CANDIDATES, np.float64)
    counts = np.zeros(MOST_CANDIDATES, np.int64)
    order = np.empty(MOST_CANDIDATES, np.int64)
    for i in range(n):
        order[i] = i
    phases = 1
    while 1 << phases < n:
        phases += 1
    live = n
    worlds = 0
    began = nanoseconds() if deadline > 0 else ZERO
    for phase in range(phases):
        in_phase = max(ZERO + 1, budget // (phases * live))
        until = began + (deadline - began) * (phase + 1) // phases
        tried = 0
        while tried < in_phase if deadline == 0 else nanoseconds() < until:
            sample_state(book, table, mine, seat, world, source)
            for other in range(table.seats):
                at = WORLD_PLANS + other * PLAN_WORDS
                if other == seat:
                    for k in range(PLAN_WORDS):
                        room[at + k] = plan[k]
                else:
                    room[STYLES + other * STYLE_WORDS + HOARDING] = below(source, 100) < hoards(table, other)
                    theirs = world.private[other]
                    style = STYLES + other * STYLE_WORDS
                    make_plan(
                        book, world.table, theirs, other, theirs.tickets[0], theirs.tickets[1],
                        room[style : style + STYLE_WORDS], room[at : at + PLAN_WORDS],
                        room[POLICY : POLICY + POLICY_ROOM],
                    )  # fmt: skip
            reference = 0.0
            for i in range(live):
                for k in range(MAX_SEATS * PLAN_WORDS):
                    room[TRIAL_PLANS + k] = room[WORLD_PLANS + k]
                room[TRIAL : TRIAL + STATE_WORDS].view(STATE)[0] = world
                apply(book, trial, candidates[order[i]], None)
                roll_out(book, trial, room, source)
                value = value_of(book, trial, seat, room)
                if i == 0:
                    reference = value
                else:
                    leads[order[i]] += value - reference
                    squares[order[i]] += (value - reference) ** 2
                    counts[order[i]] += 1
            tried += 1
        worlds += tried
        for i in range(2, live):  # best first, but the favourite stays in front
            k = i
            while k > 1 and leads[order[k]] / counts[order[k]] > leads[order[k - 1]] / counts[order[k - 1]]:
                order[k], order[k - 1] = order[k - 1], order[k]
                k -= 1
        if phase < phases - 1:
            live = max(2, (live + 1) // 2)
    best = order[1]
    lead = leads[best] / counts[best]
    error = sqrt(max(0.0, squares[best] / counts[best] - lead * lead) / counts[best])
    return candidates[best] if lead > doubt * error else candidates[0]
