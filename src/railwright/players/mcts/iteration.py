"""The steps of the search: limits, the value of a state, selection of the next action, backing up.

With self-only evaluation the tree holds only the decisions of the searching seat, and the others act at random in
between, like the policy of that name in the framework of the thesis. With paranoid evaluation the tree holds
everybody's decisions, and the others choose what is worst for the searching seat.
"""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
from numba import float64, int16, int64, types, uint64, void

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import dtype_of
from railwright.game.actions import PASSENGER, TICKETS
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.scoring import Result, score
from railwright.game.state import AT_TURN, NONE, TABLE_TYPE, State, Table
from railwright.players.kit.clock import MILLISECOND, nanoseconds
from railwright.players.mcts.heuristics import hand_over, needs_result, value_of
from railwright.players.mcts.settings import (
    BUDGET,
    CALLS,
    DEPTH,
    DRAWS_TICKETS,
    EVALUATION,
    HEURISTIC,
    HORIZON,
    ITERATIONS,
    PARANOID,
    RATIOS,
    UNIT,
    YES,
)
from railwright.players.mcts.tree import LOWEST, NOBODY, NODES_TYPE, ROOT, Tree, add_node, back_up, descend

NO_LIMIT = 1 << 62


class Work:
    """The working data of a search, besides the nodes of its tree."""

    state: State
    """The current state of the iteration."""
    result: Result
    """Scratch space for its score."""
    tree: Tree
    calls: Annotated[int, np.int64]
    """Number of actions simulated in the search (in the thesis: calls of the forward model)."""
    call_limit: Annotated[int, np.int64]
    turn_limit: Annotated[int, np.int64]
    """The turn of the game at which every iteration stops."""
    iterations: Annotated[int, np.int64]
    deadline: Annotated[int, np.int64]
    """The time when the search ends, in nanoseconds of the clock."""
    seat: Annotated[int, np.int64]
    """The searching seat."""
    node: Annotated[int, np.int64]
    """The current node of the iteration."""
    depth: Annotated[int, np.int64]
    """The depth of the current node."""


WORK = dtype_of(Work)
WORK_TYPE = numba.from_dtype(WORK)

_OPTIONS, _PATH, _SCRATCH, _SETTINGS, _SOURCE = int16[::1], int64[::1], int64[:, ::1], int64[::1], uint64[::1]


@kernel(signature=void(TABLE_TYPE, WORK_TYPE, NODES_TYPE, _SETTINGS))
def begin_search(table: Table, work: Work, nodes: Any, settings: Any) -> None:
    """Set the limits and start a new tree."""
    budget = settings[BUDGET]
    work.seat = table.seat
    work.calls = 0
    work.iterations = 0
    work.call_limit = budget if settings[UNIT] == CALLS else NO_LIMIT
    work.turn_limit = table.turn + settings[HORIZON] if settings[HORIZON] > 0 else NO_LIMIT
    work.deadline = nanoseconds() + MILLISECOND * budget
    work.node = ROOT
    work.depth = 0
    work.tree.used = 0
    work.tree.low, work.tree.high = -LOWEST, LOWEST
    add_node(nodes, work.tree, ZERO + ROOT, ZERO)


@kernel(signature=types.boolean(WORK_TYPE, _SETTINGS))
def is_spent(work: Work, settings: Any) -> bool:
    """Whether the budget is used up. There is always at least one iteration."""
    if work.iterations == 0:
        return False
    if settings[UNIT] == CALLS:  # in a closed loop an iteration may need no calls
        return max(work.calls, work.iterations) >= work.call_limit
    if settings[UNIT] == ITERATIONS:
        return work.iterations >= settings[BUDGET]
    return nanoseconds() >= work.deadline


@kernel(signature=float64(BOOK_TYPE, WORK_TYPE, _SCRATCH, _SETTINGS))
def worth(book: Rulebook, work: Work, scratch: Any, settings: Any) -> float:
    """The value of the state for the searching seat; with paranoid evaluation, minus its values for the others."""
    state, heuristic, ratios = work.state, settings[HEURISTIC], settings[RATIOS]
    hand_over(book, state.table, ZERO + 1)
    if needs_result(state.table, heuristic):
        score(book, state, work.result)
    total = value_of(book, state, ZERO + work.seat, heuristic, ratios, work.result, scratch)
    if settings[EVALUATION] == PARANOID:
        for other in range(state.table.seats):
            if other != work.seat:
                total -= value_of(book, state, ZERO + other, heuristic, ratios, work.result, scratch)
    hand_over(book, state.table, ZERO - 1)
    return total


@kernel(signature=int64(_OPTIONS, int64, TABLE_TYPE, _SETTINGS), inline=True)
def allow(options: Any, count: int, table: Table, settings: Any) -> int:
    """Remove the drawing of tickets from a list of actions if the settings say so; returns the number left.

    It is kept if there is no other action.
    """
    if settings[DRAWS_TICKETS] == YES or table.stage != AT_TURN:
        return count
    left = ZERO
    for i in range(count):
        if not TICKETS <= options[i] < PASSENGER:
            options[left] = options[i]
            left += 1
    return left if left > 0 else count


@kernel(signature=int64(WORK_TYPE, NODES_TYPE, _OPTIONS, int64, _PATH, _SETTINGS, _SOURCE))
def next_in_tree(work: Work, nodes: Any, options: Any, count: int, path: Any, settings: Any, source: Any) -> int:
    """The action for a decision inside the tree, or NONE where the rollout begins.

    It begins at the first such decision below a new node, or where the tree cannot grow.
    """
    is_new = work.node != ROOT and nodes[work.node].visits == 0
    if is_new or work.depth == settings[DEPTH]:
        return NONE
    sign = 1 if work.state.table.seat == work.seat else -1
    child = descend(nodes, work.tree, ZERO + work.node, options, count, sign, settings, source)
    if child == NOBODY:
        return NONE
    path[work.depth] = child
    work.node = child
    work.depth += 1
    return ZERO + nodes[child].action


@kernel(signature=void(WORK_TYPE, NODES_TYPE, _PATH, float64))
def end_iteration(work: Work, nodes: Any, path: Any, value: float) -> None:
    """Back up a value along the path, and return to the root."""
    back_up(nodes, path, ZERO + work.depth, value)
    work.tree.low, work.tree.high = min(work.tree.low, value), max(work.tree.high, value)
    work.iterations += 1
    work.node = ROOT
    work.depth = 0
