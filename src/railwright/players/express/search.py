"""The search: try actions in games consistent with the view, each played to its end by planners.

Each world is a new deal consistent with what the seat sees. All remaining candidates are tried in the same worlds, so
that luck is equal for all of them. After each phase the weaker half is eliminated (sequential halving). The planner's
own choice is never eliminated: another action is taken only if its lead is significant.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np
from numba import float64, int16, int64, uint64, void

from railwright.compiled.bits import BIT
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import below
from railwright.game.actions import CLAIM, DECK, MAX_LEGAL, PAY, STATION
from railwright.game.board import MAX_LENGTH
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.rules import apply, legal
from railwright.game.ruleset import MAX_SEATS
from railwright.game.scoring import RESULT, score
from railwright.game.state import NONE, OVER, PRIVATE_TYPE, STATE, STATE_TYPE, TABLE_TYPE, PrivateState, State, Table
from railwright.game.view import sample_state
from railwright.players.express.opponents import hoarding_chance
from railwright.players.express.plan import PLAN_WORDS, REFUSED, WANTED, make_plan
from railwright.players.express.policy import POLICY_ROOM, follow_plan
from railwright.players.express.style import ANEW, HOARDING, STYLE_WORDS
from railwright.players.kit.clock import nanoseconds
from railwright.players.kit.interface import STATE_WORDS

# Scratch space in words: a world and the plans of all seats in it, the same for a trial, its result, the styles.
RESULT_WORDS = RESULT.itemsize // 8
_ALL_PLANS = MAX_SEATS * PLAN_WORDS
_WORLD = 0
_WORLD_PLANS = _WORLD + STATE_WORDS
_TRIAL = _WORLD_PLANS + _ALL_PLANS
_TRIAL_PLANS = _TRIAL + STATE_WORDS
RESULT_PLACE = _TRIAL_PLANS + _ALL_PLANS
_STYLES = RESULT_PLACE + RESULT_WORDS
_POLICY = _STYLES + MAX_SEATS * STYLE_WORDS
SEARCH_ROOM = _POLICY + POLICY_ROOM

MOST_CANDIDATES = 16
MOST_CLAIMS = 7
"""Maximum number of candidates that claim a track, besides the favourite."""
PLANNED_LENGTH = 3
"""Spaces added to the length of a planned track when claims are ranked by length."""
LONGEST_ROLL_OUT = 1200
"""Actions after which a roll-out is cut off and scored. Games between planners have about 270, the longest seen 470."""
LEAD = 15.0
"""Lead in points at which a win is e times as likely as a loss."""


@kernel(signature=void(BOOK_TYPE, STATE_TYPE, int64[::1], uint64[::1]))
def _roll_out(book: Rulebook, state: State, room: Any, source: Any) -> None:
    """Play a game to its end, each seat with its own style and plan."""
    options = np.empty(MAX_LEGAL, np.int16)
    for _ in range(LONGEST_ROLL_OUT):
        if state.table.stage == OVER:
            return
        seat = ZERO + state.table.seat
        mine = state.private[seat]
        style, plan = _STYLES + seat * STYLE_WORDS, _TRIAL_PLANS + seat * PLAN_WORDS
        action = follow_plan(
            book, state.table, mine, seat,
            room[style : style + STYLE_WORDS], room[plan : plan + PLAN_WORDS], room[_POLICY:],
        )  # fmt: skip
        if action == NONE:
            count = legal(book, state.table, mine, options)
            action = ZERO + options[below(source, count)]
        apply(book, state, action, None)


@kernel(signature=float64(BOOK_TYPE, STATE_TYPE, int64, int64[::1]))
def _value_of(book: Rulebook, state: State, seat: int, room: Any) -> float:
    """The value of a final state for a seat, from 0 to 1, by its lead over the best other seat."""
    result = room[RESULT_PLACE : RESULT_PLACE + RESULT_WORDS].view(RESULT)[0]
    score(book, state, result)
    best = ZERO - 1_000_000
    for other in range(state.table.seats):
        if other != seat:
            best = max(best, ZERO + result.scores[other])
    return 1.0 / (1.0 + exp((best - result.scores[seat]) / (LEAD * book.scale)))


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int16[::1], int64, int64, int64[::1], int64[::1]))
def list_candidates(
    book: Rulebook, table: Table, options: Any, count: int, favourite: int, plan: Any, candidates: Any
) -> int:
    """Fill in the actions worth trying, the favourite first; returns their number.

    These are one face-up card of each kind and the longest few claims, planned tracks first; no stations.
    """
    candidates[0] = favourite
    n = 1
    for i in range(count):
        action = ZERO + options[i]
        if action == favourite or action >= STATION or n == MOST_CANDIDATES:
            continue
        is_double = action < DECK and favourite < DECK and table.face_up[favourite] == table.face_up[action]
        if action < DECK:
            for place in range(action):
                is_double |= table.face_up[place] == table.face_up[action]
        if not is_double:
            candidates[n] = action
            n += 1
    most = min(MOST_CANDIDATES, n + MOST_CLAIMS)
    for rank in range(MAX_LENGTH + PLANNED_LENGTH, 0, -1):
        for i in range(count):
            action = ZERO + options[i]
            if action < CLAIM or action >= PAY or action == favourite or n == most:
                continue
            track = action - CLAIM
            is_planned = plan[WANTED + (track >> 6)] & BIT[track & 63] != 0
            if rank == book.length[track] + PLANNED_LENGTH * is_planned:
                candidates[n] = action
                n += 1
    return n


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64[::1], int64[::1], int64[::1], uint64[::1]))
def deal_world(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, style: Any, plan: Any, room: Any, source: Any
) -> None:
    """Deal a world consistent with the view, with a guessed style and a plan for every other seat."""
    world = room[_WORLD : _WORLD + STATE_WORDS].view(STATE)[0]
    sample_state(book, table, mine, seat, world, source)
    for other in range(table.seats):
        style_at, plan_at = _STYLES + other * STYLE_WORDS, _WORLD_PLANS + other * PLAN_WORDS
        for k in range(STYLE_WORDS):
            room[style_at + k] = style[k]
        if other == seat:
            for k in range(PLAN_WORDS):
                room[plan_at + k] = plan[k]
            continue
        room[style_at + ANEW] = 0  # replanning for other seats would take half the time of a roll-out
        room[style_at + HOARDING] = below(source, 100) < hoarding_chance(table, other)
        room[plan_at + REFUSED] = 0
        theirs = world.private[other]
        make_plan(
            book, world.table, theirs, other, theirs.tickets[0], theirs.tickets[1],
            room[style_at : style_at + STYLE_WORDS], room[plan_at : plan_at + PLAN_WORDS], room[_POLICY:],
        )  # fmt: skip


@kernel(signature=float64(BOOK_TYPE, int64, int64, int64[::1], uint64[::1]))
def try_action(book: Rulebook, seat: int, action: int, room: Any, source: Any) -> float:
    """Play an action and the rest of the game in the current world; returns the value of the result."""
    room[_TRIAL : _TRIAL + STATE_WORDS].view(STATE)[0] = room[_WORLD : _WORLD + STATE_WORDS].view(STATE)[0]
    for k in range(_ALL_PLANS):
        room[_TRIAL_PLANS + k] = room[_WORLD_PLANS + k]
    trial = room[_TRIAL : _TRIAL + STATE_WORDS].view(STATE)[0]
    apply(book, trial, action, None)
    _roll_out(book, trial, room, source)
    return _value_of(book, trial, seat, room)


@kernel(
    signature=int64(
        BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64[::1], int64, int64, int64, float64,
        int64[::1], int64[::1], int64[::1], uint64[::1],
    )
)  # fmt: skip
def search(
    book: Rulebook, table: Table, mine: PrivateState, candidates: Any, n: int, iterations: int, milliseconds: int,
    doubt: float,
    style: Any, plan: Any, room: Any, source: Any,
) -> int:  # fmt: skip
    """The best candidate after ``iterations`` roll-outs or, if ``milliseconds`` is not 0, as many as time allows.

    A candidate other than the first must beat it by ``doubt`` standard errors.
    """
    seat = ZERO + table.seat
    leads, squares = np.zeros(MOST_CANDIDATES, np.float64), np.zeros(MOST_CANDIDATES, np.float64)
    worlds = np.zeros(MOST_CANDIDATES, np.int64)
    order = np.arange(MOST_CANDIDATES)
    phases = 1
    while 1 << phases < n:
        phases += 1
    began = nanoseconds() if milliseconds > 0 else ZERO
    live = n
    for phase in range(1, phases + 1):
        quota = max(ZERO + 1, iterations // (phases * live))
        until = began + 1_000_000 * milliseconds * phase // phases
        tried = 0
        while tried == 0 or (tried < quota if milliseconds == 0 else nanoseconds() < until):
            deal_world(book, table, mine, seat, style, plan, room, source)
            reference = try_action(book, seat, candidates[0], room, source)
            for i in range(1, live):
                lead = try_action(book, seat, candidates[order[i]], room, source) - reference
                leads[order[i]] += lead
                squares[order[i]] += lead * lead
                worlds[order[i]] += 1
            tried += 1
        for i in range(2, live):  # sort by lead behind the favourite: all were tried in the same number of worlds
            k = i
            while k > 1 and leads[order[k]] > leads[order[k - 1]]:
                order[k], order[k - 1] = order[k - 1], order[k]
                k -= 1
        live = max(2, (live + 1) // 2)
    best = order[1]
    lead = leads[best] / worlds[best]
    error = sqrt(max(0.0, squares[best] / worlds[best] - lead * lead) / worlds[best])
    return candidates[best] if lead > doubt * error else candidates[0]
