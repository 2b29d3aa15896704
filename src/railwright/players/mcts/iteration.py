"""One iteration of the search: where its state comes from, which action is next, and what its end is worth.

With self-only evaluation the tree holds the searching seat's own decisions, and the others act at random in between:
this is what the policy of that name does in the framework of the thesis. With paranoid evaluation everybody's decisions
are in the tree, and the others choose what is worst for the searching seat.
"""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
from numba import float64, int16, int64, types, uint64, void

from railwright.game.actions import PASSENGER, TICKETS
from railwright.game.kernel import ZERO, kernel
from railwright.game.layout import dtype_of
from railwright.game.rng import below
from railwright.game.rules import legal
from railwright.game.scoring import Result, score
from railwright.game.setup import BOOK_TYPE, Rulebook
from railwright.game.state import AT_TURN, NONE, OVER, TABLE_TYPE, State, Table
from railwright.players.clock import nanoseconds
from railwright.players.mcts.heuristics import hand_over, needs_result, value_of
from railwright.players.mcts.settings import (
    BUDGET,
    CALLS,
    CHANGE,
    DEPTH,
    DRAWS_TICKETS,
    EVALUATION,
    HEURISTIC,
    HORIZON,
    ITERATIONS,
    NO,
    PARANOID,
    RETURNS,
    ROLLOUT,
    UNIT,
)
from railwright.players.mcts.tree import NOBODY, NODES_TYPE, ROOT, Tree, add_node, back_up, descend

NO_LIMIT = 1 << 62


class Work:
    """What a search works with, besides the nodes of its tree."""

    state: State
    """The state that the iteration has come to."""
    result: Result
    """Room for its score."""
    tree: Tree
    calls: Annotated[int, np.int64]
    """How many actions have been carried out in the search (the thesis: calls of the forward model)."""
    call_limit: Annotated[int, np.int64]
    turn_limit: Annotated[int, np.int64]
    """No iteration goes on when so many turns of the game are over."""
    iterations: Annotated[int, np.int64]
    deadline: Annotated[int, np.int64]
    """When the search is to end, on the clock in nanoseconds."""
    seat: Annotated[int, np.int64]
    """Who searches."""
    base: Annotated[float, np.float64]
    """What the root is worth."""
    node: Annotated[int, np.int64]
    """The node that the iteration has come to."""
    depth: Annotated[int, np.int64]
    """How deep it is."""
    in_tree: Annotated[int, np.int64]
    """1 until the roll-out begins."""
    left: Annotated[int, np.int64]
    """Actions left for the roll-out."""


WORK = dtype_of(Work)
WORK_TYPE = numba.from_dtype(WORK)

_OPTIONS, _PATH, _ROOM, _SETTINGS, _SOURCE = int16[::1], int64[::1], int64[:, ::1], int64[::1], uint64[::1]


@kernel(signature=void(TABLE_TYPE, WORK_TYPE, NODES_TYPE, _SETTINGS))
def begin_search(table: Table, work: Work, nodes: Any, settings: Any) -> None:
    """Set the limits and begin a tree."""
    budget = settings[BUDGET]
    work.seat = table.seat
    work.calls = 0
    work.iterations = 0
    work.call_limit = budget if settings[UNIT] == CALLS else NO_LIMIT
    work.turn_limit = table.turn + settings[HORIZON] if settings[HORIZON] > 0 else NO_LIMIT
    work.deadline = nanoseconds() + 1_000_000 * budget
    work.tree.used = 0
    add_node(nodes, work.tree, ZERO + ROOT, ZERO)


@kernel(signature=types.boolean(WORK_TYPE, _SETTINGS))
def is_spent(work: Work, settings: Any) -> bool:
    """Whether the budget is used up. One iteration is always made."""
    if work.iterations == 0:
        return False
    if settings[UNIT] == CALLS:
        return work.calls >= work.call_limit
    if settings[UNIT] == ITERATIONS:
        return work.iterations >= settings[BUDGET]
    return nanoseconds() >= work.deadline


@kernel(signature=float64(BOOK_TYPE, WORK_TYPE, _ROOM, _SETTINGS))
def worth(book: Rulebook, work: Work, room: Any, settings: Any) -> float:
    """What the state is worth to the searching seat; with paranoid evaluation, less what it is worth to the others."""
    state, heuristic = work.state, settings[HEURISTIC]
    hand_over(book, state.table, ZERO + 1)
    if needs_result(state.table, heuristic):
        score(book, state, work.result)
    total = value_of(book, state, ZERO + work.seat, heuristic, work.result, room)
    if settings[EVALUATION] == PARANOID:
        for other in range(state.table.seats):
            if other != work.seat:
                total -= value_of(book, state, ZERO + other, heuristic, work.result, room)
    hand_over(book, state.table, ZERO - 1)
    return total


@kernel(signature=void(WORK_TYPE, float64, _SETTINGS))
def begin_iteration(work: Work, base: float, settings: Any) -> None:
    """Stand at the root, whose state is worth ``base``."""
    work.base = base
    work.node = ROOT
    work.depth = 0
    work.in_tree = 1
    work.left = settings[ROLLOUT]


@kernel(signature=void(WORK_TYPE, NODES_TYPE, _PATH, float64, _SETTINGS))
def end_iteration(work: Work, nodes: Any, path: Any, reached: float, settings: Any) -> None:
    """Report what the state that was reached is worth to all nodes on the way."""
    value = reached - work.base if settings[RETURNS] == CHANGE else reached
    back_up(nodes, path, ZERO + work.depth, value)
    work.iterations += 1


@kernel(signature=int64(_OPTIONS, int64))
def drop_ticket_draws(options: Any, count: int) -> int:
    """Take the drawing of tickets out of a list of actions, unless there is nothing else; returns how many are left."""
    left = ZERO
    for i in range(count):
        if not TICKETS <= options[i] < PASSENGER:
            options[left] = options[i]
            left += 1
    return left if left > 0 else count


@kernel(signature=int64(BOOK_TYPE, WORK_TYPE, NODES_TYPE, _OPTIONS, _PATH, _SETTINGS, _SOURCE))
def next_action(book: Rulebook, work: Work, nodes: Any, options: Any, path: Any, settings: Any, source: Any) -> int:
    """The next action of an iteration, or NONE where it ends: by the tree, then at random.

    The roll-out begins with the first decision below a new node, or where the tree may not grow.
    """
    table = work.state.table
    if table.stage == OVER or work.calls >= work.call_limit or table.turn >= work.turn_limit:
        return NONE
    is_mine = table.seat == work.seat
    decides = is_mine or settings[EVALUATION] == PARANOID
    is_new = work.node != ROOT and nodes[work.node].visits == 0
    if decides and (is_new or work.depth == settings[DEPTH]):
        work.in_tree = 0
    if work.in_tree == 0:
        if work.left == 0:
            return NONE
        work.left -= 1
    count = legal(book, table, work.state.private[table.seat], options)
    if settings[DRAWS_TICKETS] == NO and table.stage == AT_TURN:
        count = drop_ticket_draws(options, count)
    if work.in_tree == 0 or not decides:
        return ZERO + options[below(source, count)]
    child = descend(nodes, work.tree, ZERO + work.node, options, count, 1 if is_mine else -1, settings, source)
    if child == NOBODY:
        work.in_tree = 0
        return ZERO + options[below(source, count)]
    path[work.depth] = child
    work.node = child
    work.depth += 1
    return ZERO + nodes[child].action
