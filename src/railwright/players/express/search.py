"""The search: the best choices of the network are tried in games consistent with the view.

Each world is a new deal consistent with what the seat sees. In each, every remaining candidate is played; then the
network plays for all seats (or planners for the others, by option) until the seat has had some more turns, and the
network's value judges the position. Near the end of the game the trials are played to the end and scored. After each
phase the weaker half of the candidates is eliminated (sequential halving). The network's own choice is never
eliminated: another action is taken only if its lead is significant.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numba import float64, int64, uint64, void

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import MAX_LEGAL
from railwright.game.rulebook import BOOK_TYPE, BOOKS_TYPE, Rulebook
from railwright.game.rules import apply, legal
from railwright.game.scoring import score, win_share
from railwright.game.state import (
    AT_TURN,
    NONE,
    OVER,
    PRIVATE_TYPE,
    STATE_TYPE,
    STATES_TYPE,
    TABLE_TYPE,
    PrivateState,
    State,
    Table,
)
from railwright.players.express.memory import (
    FINE,
    MEMORIES_TYPE,
    MEMORY_TYPE,
    MOST_CHOICES,
    PLANNER_REPLIES,
    ExpressMemory,
)
from railwright.players.express.neural_network import NETWORK_TYPE, NetworkRecord, odds_of, value_of
from railwright.players.express.outcome import outcome_value
from railwright.players.express.position_features import write_position
from railwright.players.express.thinking import think
from railwright.players.express.worlds import deal_numbered_world
from railwright.players.kit.clock import MILLISECOND, nanoseconds
from railwright.players.kit.game_length import turns_left
from railwright.players.kit.options import DECIMALS
from railwright.players.planner.cards import count_needs
from railwright.players.planner.following import follow_plan

LONGEST_TRIAL = 1200
"""Actions after which a trial is cut off and scored."""
FAR_BEHIND = 7.0
"""Choices whose score is this much lower than the best are not tried."""
CLEAR = 2.0
"""Standard errors by which one choice must be better than another to be called so, in hints and in reviews."""


@kernel(signature=float64(BOOK_TYPE, STATE_TYPE, int64, MEMORY_TYPE))
def final_value(book: Rulebook, state: State, seat: int, memory: ExpressMemory) -> float:
    """The value of a finished game for a seat, in the units in which the network judges positions."""
    seats = ZERO + state.table.seats
    score(book, state, memory.result)
    memory.trials.last_odds = win_share(memory.result, seats, seat)
    return outcome_value(book, memory.result, seats, seat)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, MEMORY_TYPE))
def trial_turns(book: Rulebook, table: Table, memory: ExpressMemory) -> int:
    """Own turns after which a trial is judged: near the end of the game more than there are."""
    return ZERO + LONGEST_TRIAL if turns_left(book, table) <= 100 * memory.endgame else ZERO + memory.depth


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, MEMORY_TYPE))
def is_early(book: Rulebook, table: Table, memory: ExpressMemory) -> int:
    """1 while the network alone decides: so early in a game, trials find no better choices than the network's."""
    return int(turns_left(book, table) > 100 * memory.search_from)


@kernel(signature=float64(BOOK_TYPE, int64, int64, NETWORK_TYPE, MEMORY_TYPE, uint64[::1]))
def play_on(
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
                if memory.trials.asks_odds:
                    memory.trials.last_odds = odds_of(network, memory.ahead)
                return value_of(network, memory.ahead)
            turns -= 1
        action = NONE
        if mover != seat and memory.replies == PLANNER_REPLIES:
            action = follow_plan(book, table, mine, mover, planners[mover], scratch)
        if action == NONE:
            count = legal(book, table, mine, options)
            action = think(
                book, table, mine, options[:count], planners[mover], scratch, network, memory.ahead, source
            )  # fmt: skip
        apply(book, state, action, None)
    return final_value(book, state, seat, memory)


@kernel(signature=int64(int64, MEMORY_TYPE))
def list_candidates(seed: int, memory: ExpressMemory) -> int:
    """Begin a search: list the choices with the highest scores, the best first; returns their number.

    The planner's choice is always among them: on unusual boards the network may be wrong.
    """
    thought, trials = memory.own, memory.trials
    n, least, has_planned = ZERO, np.float32(0), False
    while n < min(memory.breadth, thought.count):
        best = NONE
        for i in range(thought.count):
            is_listed = False
            for k in range(n):
                is_listed |= trials.actions[k] == thought.actions[i]
            if not is_listed and (best == NONE or thought.scores[i] > thought.scores[best]):
                best = ZERO + i
        if n == 0:
            least = thought.scores[best] - np.float32(FAR_BEHIND)
        if thought.scores[best] < least:
            break
        trials.actions[n] = thought.actions[best]
        has_planned |= best == 0
        n += 1
    if not has_planned:
        n = min(n, memory.breadth - 1)
        trials.actions[n] = thought.actions[0]
        n += 1
    trials.seed = seed
    memory.ahead.most = memory.trial_choices
    for i in range(MOST_CHOICES):
        trials.order[i] = i
        trials.worlds[i] = 0
        trials.leads[i] = trials.squares[i] = trials.odds[i] = 0
    return n


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, NETWORK_TYPE, MEMORY_TYPE))
def try_in_world(
    book: Rulebook, table: Table, mine: PrivateState, world: int, live: int, network: NetworkRecord,
    memory: ExpressMemory,
) -> None:  # fmt: skip
    """Try the first ``live`` candidates of the order in the world with a number."""
    trials = memory.trials
    source = np.empty(1, np.uint64)
    deal_numbered_world(book, table, mine, world, memory, source)
    reference, reference_odds = 0.0, 0.0
    for i in range(live):
        candidate = trials.order[i]
        memory.trial = memory.world
        apply(book, memory.trial.state, trials.actions[candidate], None)
        value = play_on(book, ZERO + table.seat, trials.turns, network, memory, source)
        odds = trials.last_odds
        if i == 0:
            reference = value
        lead = value - reference
        trials.leads[candidate] += round(FINE * lead)
        trials.squares[candidate] += round(FINE * lead * lead)
        trials.odds[candidate] += round(FINE * (odds - reference_odds))
        trials.worlds[candidate] += 1
        if i == 0:
            reference_odds = odds


@kernel(signature=void(int64, MEMORY_TYPE))
def sort_candidates(live: int, memory: ExpressMemory) -> None:
    """Sort the remaining candidates by their lead, behind the first. All were tried in the same number of worlds."""
    order, leads = memory.trials.order, memory.trials.leads
    for i in range(2, live):
        k = i
        while k > 1 and leads[order[k]] > leads[order[k - 1]]:
            order[k], order[k - 1] = order[k - 1], order[k]
            k -= 1


@kernel(signature=int64(int64))
def phases_for(n: int) -> int:
    """The number of phases after which two candidates are left, each phase with half of them."""
    phases = ZERO + 1
    while 1 << phases < n:
        phases += 1
    return phases


@kernel(signature=int64(MEMORY_TYPE))
def best_candidate(memory: ExpressMemory) -> int:
    """The index of the best candidate. Another than the first must beat it by ``doubt`` standard errors."""
    trials = memory.trials
    best = trials.order[1]
    worlds = trials.worlds[best]
    lead = trials.leads[best] / FINE / worlds
    error = sqrt(max(0.0, trials.squares[best] / FINE / worlds - lead * lead) / worlds)
    return best if lead > memory.doubt / DECIMALS * error else ZERO


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, NETWORK_TYPE, MEMORY_TYPE))
def search(
    book: Rulebook, table: Table, mine: PrivateState, n: int, network: NetworkRecord, memory: ExpressMemory
) -> int:  # fmt: skip
    """The best of ``n`` candidates after the ``iterations`` of the options, or within their milliseconds if not 0."""
    milliseconds = memory.ms
    memory.trials.turns = trial_turns(book, table, memory)
    phases, live, world = phases_for(n), n, ZERO
    began = nanoseconds() if milliseconds > 0 else ZERO
    for phase in range(1, phases + 1):
        quota = max(1, memory.iterations // (phases * live))
        until = began + MILLISECOND * milliseconds * phase // phases
        tried = 0
        while tried == 0 or (tried < quota if milliseconds == 0 else nanoseconds() < until):
            try_in_world(book, table, mine, world, live, network, memory)
            tried += 1
            world += 1
        sort_candidates(live, memory)
        live = max(2, (live + 1) // 2)
    return memory.trials.actions[best_candidate(memory)]


@kernel(signature=int64(BOOKS_TYPE, STATES_TYPE, int64, MEMORIES_TYPE))
def begin_search(books: Any, states: Any, seed: int, memories: Any) -> int:
    """Begin a search for Python code: list the best of the choices that were thought about; returns their number."""
    memory = memories[0]
    memory.trials.asks_odds = 1
    memory.trials.turns = trial_turns(books[0], states[0].table, memory)
    return list_candidates(seed, memory)
