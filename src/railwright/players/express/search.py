"""The search: the best choices of the network are tried in games consistent with the view.

Each world is a new deal consistent with what the seat sees. In each, every remaining candidate is played, and then the
network plays for all seats until the seat has had some more turns; then its value judges the position. Near the end of
the game the trials are played to the end and scored. After each phase the weaker half of the candidates is eliminated
(sequential halving). The network's own choice is never eliminated: another action is taken only if its lead is
significant.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numba import float64, int64, uint64, void

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import MAX_LEGAL
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.rules import apply, legal
from railwright.game.scoring import score
from railwright.game.state import (
    AT_TURN,
    OVER,
    PRIVATE_TYPE,
    STATE_TYPE,
    TABLE_TYPE,
    PrivateState,
    State,
    Table,
)
from railwright.game.view import sample_state
from railwright.players.express.memory import MEMORY_TYPE, MOST_CHOICES, ExpressMemory
from railwright.players.express.network import NETWORK_TYPE, NetworkRecord, value_of
from railwright.players.express.outcome import outcome_value
from railwright.players.express.position_features import write_position
from railwright.players.express.thinking import think
from railwright.players.kit.clock import MILLISECOND, nanoseconds
from railwright.players.kit.game_length import turns_left
from railwright.players.kit.options import DECIMALS
from railwright.players.planner.cards import count_needs
from railwright.players.planner.following import follow_plan
from railwright.players.planner.plan import plan_for_held

LONGEST_TRIAL = 1200
"""Actions after which a trial is cut off and scored."""
FAR_BEHIND = 7.0
"""Choices whose score is this much lower than the best are not tried."""

_WORST = -1_000_000


@kernel(signature=float64(BOOK_TYPE, STATE_TYPE, int64, MEMORY_TYPE))
def final_value(book: Rulebook, state: State, seat: int, memory: ExpressMemory) -> float:
    """The value of a finished game for a seat, in the units in which the network judges positions."""
    score(book, state, memory.result)
    return outcome_value(book, memory.result, ZERO + state.table.seats, seat)


@kernel(signature=float64(BOOK_TYPE, int64, int64, NETWORK_TYPE, MEMORY_TYPE, uint64[::1]))
def _play_on(
    book: Rulebook, seat: int, turns: int, network: NetworkRecord, memory: ExpressMemory, source: Any
) -> float:  # fmt: skip
    """Play the trial until the seat has had some more turns, or to its end; returns the value for the seat."""
    options = np.empty(MAX_LEGAL, np.int16)
    state, planners, scratch = memory.trial.state, memory.trial.planners, memory.scratch
    for _ in range(LONGEST_TRIAL):
        table = state.table
        if table.stage == OVER:
            break
        mover = ZERO + table.seat
        mine = state.private[mover]
        if mover == seat and table.stage == AT_TURN:
            if turns == 0:
                follow_plan(book, table, mine, seat, planners[seat], scratch)
                count_needs(book, table, mine, seat, planners[seat], scratch)
                write_position(book, table, mine, seat, planners[seat], scratch, memory.ahead)
                return value_of(network, memory.ahead)
            turns -= 1
        count = legal(book, table, mine, options)
        action = think(
            book, table, mine, options[:count], planners[mover], scratch, network, memory.ahead, source
        )  # fmt: skip
        apply(book, state, action, None)
    return final_value(book, state, seat, memory)


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, MEMORY_TYPE, uint64[::1]))
def deal_world(book: Rulebook, table: Table, mine: PrivateState, memory: ExpressMemory, source: Any) -> None:
    """Deal a world consistent with the view, with a plan for every other seat."""
    seat, world = ZERO + table.seat, memory.world
    sample_state(book, table, mine, seat, world.state, source)
    for other in range(table.seats):
        planner = world.planners[other]
        if other == seat:
            world.planners[other] = memory.planner
            continue
        planner.style = memory.planner.style
        planner.style.replan_below = 0  # replanning for other seats would take long
        planner.hoards = 0
        planner.plan.refused = 0
        plan_for_held(book, world.state.table, world.state.private[other], other, planner, memory.scratch)


@kernel(signature=int64(MEMORY_TYPE))
def choose_candidates(memory: ExpressMemory) -> int:
    """List the choices with the highest scores, the best first; returns their number."""
    thought, candidates = memory.own, memory.candidates
    scores = thought.scores
    best = ZERO
    for i in range(1, thought.count):
        if scores[i] > scores[best]:
            best = ZERO + i
    least = scores[best] - np.float32(FAR_BEHIND)
    n = ZERO
    while n < min(memory.breadth, thought.count) and scores[best] >= least:
        candidates[n] = thought.actions[best]
        n += 1
        scores[best] = np.float32(_WORST)
        best = ZERO
        for i in range(1, thought.count):
            if scores[i] > scores[best]:
                best = ZERO + i
    return n


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, NETWORK_TYPE, MEMORY_TYPE, uint64[::1]))
def search(
    book: Rulebook, table: Table, mine: PrivateState, n: int, network: NetworkRecord, memory: ExpressMemory, source: Any
) -> int:
    """The best of ``n`` candidates after the ``iterations`` of the options, or within their milliseconds if not 0.

    A candidate other than the first must beat it by ``doubt`` standard errors.
    """
    seat, candidates, milliseconds = ZERO + table.seat, memory.candidates, memory.ms
    turns = ZERO + LONGEST_TRIAL if turns_left(book, table) <= 100 * memory.endgame else ZERO + memory.depth
    leads, squares = np.zeros(MOST_CHOICES, np.float64), np.zeros(MOST_CHOICES, np.float64)
    worlds = np.zeros(MOST_CHOICES, np.int64)
    order = np.arange(MOST_CHOICES)
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
            reference = 0.0
            for i in range(live):
                memory.trial = memory.world
                apply(book, memory.trial.state, candidates[order[i]], None)
                value = _play_on(book, seat, turns, network, memory, source)
                if i == 0:
                    reference = value
                lead = value - reference
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
