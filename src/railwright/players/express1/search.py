"""The search: try actions in games consistent with the view, each played to its end by planners.

Each world is a new deal consistent with what the seat sees. All remaining candidates are tried in the same worlds, so
that luck is equal for all of them. After each phase the weaker half is eliminated (sequential halving). The planner's
own choice is never eliminated: another action is taken only if its lead is significant.

``express1`` is frozen on purpose, as a yardstick for other players (docs/ladder.md). So code here that resembles code
in ``players/express`` stays separate: a change there must not change the decisions here.
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
from railwright.game.sampling import sample_state
from railwright.game.scoring import score
from railwright.game.state import NONE, OVER, PRIVATE_TYPE, TABLE_TYPE, PrivateState, Table
from railwright.players.express1.memory import MEMORY_TYPE, MOST_CANDIDATES, Express1Memory
from railwright.players.kit.clock import MILLISECOND, nanoseconds
from railwright.players.kit.options import DECIMALS
from railwright.players.planner.following import follow_plan
from railwright.players.planner.hoarding import hoarding_chance
from railwright.players.planner.memory import PLAN_TYPE, TrackPlan
from railwright.players.planner.plan import plan_for_held

MOST_CLAIMS = 7
"""Maximum number of candidates that claim a track, besides the favourite."""
PLANNED_LENGTH = 3
"""Spaces added to the length of a planned track when claims are ranked by length."""
LONGEST_ROLLOUT = 1200
"""Actions after which a rollout is cut off and scored. Games between planners have about 270, the longest seen 470."""
LEAD = 15.0
"""Lead in points at which a win is e times as likely as a loss."""
WORST = -1_000_000
"""A score below any other."""


@kernel(signature=void(BOOK_TYPE, MEMORY_TYPE, uint64[::1]))
def _roll_out(book: Rulebook, memory: Express1Memory, source: Any) -> None:
    """Play the trial to its end, each seat with its own style and plan."""
    options = np.empty(MAX_LEGAL, np.int16)
    state = memory.trial.state
    for _ in range(LONGEST_ROLLOUT):
        if state.table.stage == OVER:
            return
        seat = ZERO + state.table.seat
        mine = state.private[seat]
        action = follow_plan(book, state.table, mine, seat, memory.trial.planners[seat], memory.scratch)
        if action == NONE:
            count = legal(book, state.table, mine, options)
            action = ZERO + options[below(source, count)]
        apply(book, state, action, None)


@kernel(signature=float64(BOOK_TYPE, int64, MEMORY_TYPE))
def _value_of(book: Rulebook, seat: int, memory: Express1Memory) -> float:
    """The value of the finished trial for a seat, from 0 to 1, by its lead over the best other seat."""
    result = memory.result
    score(book, memory.trial.state, result)
    best = ZERO + WORST
    for other in range(memory.trial.state.table.seats):
        if other != seat:
            best = max(best, ZERO + result.scores[other])
    return 1.0 / (1.0 + exp((best - result.scores[seat]) / (LEAD * book.scale)))


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, int16[::1], int64, PLAN_TYPE, int64[::1]))
def list_candidates(
    book: Rulebook, table: Table, options: Any, favourite: int, plan: TrackPlan, candidates: Any
) -> int:  # fmt: skip
    """Fill in the actions worth trying, the favourite first; returns their number.

    These are one face-up card of each kind and the longest few claims, planned tracks first; no stations.
    """
    candidates[0] = favourite
    n = 1
    for action in options:
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
        for action in options:
            if action < CLAIM or action >= PAY or action == favourite or n == most:
                continue
            track = action - CLAIM
            is_planned = plan.tracks[track >> 6] & BIT[track & 63] != 0
            if rank == book.length[track] + PLANNED_LENGTH * is_planned:
                candidates[n] = action
                n += 1
    return n


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, MEMORY_TYPE, uint64[::1]))
def deal_world(book: Rulebook, table: Table, mine: PrivateState, memory: Express1Memory, source: Any) -> None:
    """Deal a world consistent with the view, with a guessed style and a plan for every other seat."""
    seat, world = ZERO + table.seat, memory.world
    sample_state(book, table, mine, seat, world.state, source)
    for other in range(table.seats):
        planner = world.planners[other]
        if other == seat:
            world.planners[other] = memory.planner
            continue
        planner.style = memory.planner.style
        planner.style.replan_below = 0  # replanning for other seats would take half the time of a rollout
        planner.hoards = below(source, 100) < hoarding_chance(table, other)
        planner.plan.refused = 0
        plan_for_held(book, world.state.table, world.state.private[other], other, planner, memory.scratch)


@kernel(signature=float64(BOOK_TYPE, int64, int64, MEMORY_TYPE, uint64[::1]))
def try_action(book: Rulebook, seat: int, action: int, memory: Express1Memory, source: Any) -> float:
    """Play an action and the rest of the game in the current world; returns the value of the result."""
    memory.trial = memory.world
    apply(book, memory.trial.state, action, None)
    _roll_out(book, memory, source)
    return _value_of(book, seat, memory)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, MEMORY_TYPE, uint64[::1]))
def search(book: Rulebook, table: Table, mine: PrivateState, n: int, memory: Express1Memory, source: Any) -> int:
    """The best of ``n`` candidates after the ``iterations`` of the options, or within their milliseconds if not 0.

    A candidate other than the first must beat it by ``doubt`` standard errors.
    """
    seat, candidates, milliseconds = ZERO + table.seat, memory.candidates, memory.ms
    leads, squares = np.zeros(MOST_CANDIDATES, np.float64), np.zeros(MOST_CANDIDATES, np.float64)
    worlds = np.zeros(MOST_CANDIDATES, np.int64)
    order = np.arange(MOST_CANDIDATES)
    phases = 1
    while 1 << phases < n:
        phases += 1
    began = nanoseconds() if milliseconds > 0 else ZERO
    live = n
    for phase in range(1, phases + 1):
        quota = max(1, memory.iterations // (phases * live))
        until = began + MILLISECOND * milliseconds * phase // phases
        tried = 0
        while tried == 0 or (tried < quota if milliseconds == 0 else nanoseconds() < until):
            deal_world(book, table, mine, memory, source)
            reference = try_action(book, seat, candidates[0], memory, source)
            for i in range(1, live):
                lead = try_action(book, seat, candidates[order[i]], memory, source) - reference
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
    return candidates[best] if lead > memory.doubt / DECIMALS * error else candidates[0]
