"""The search tree: which sequences of actions have been tried, how often, and with what value.

A node is a sequence of actions from the root. Because of chance and hidden cards, different states lead to the same
node: at each visit the choice is among the actions that are legal in the current state, and each node counts how often
its action was available (information-set MCTS: Cowling, Powley and Whitehouse 2012).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Annotated, Any

import numba
import numpy as np
from numba import float64, int16, int64, types, uint64, void

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import dtype_of
from railwright.compiled.rng import below
from railwright.game.actions import ACTIONS
from railwright.players.kit.options import DECIMALS
from railwright.players.mcts.settings import (
    AT_RANDOM,
    BY_CHANCE,
    CHOICE,
    MEAN_VALUE,
    MOST_VISITED,
    NORMALISED,
    REWARDS,
    SELECTION,
    TIES,
    K,
)

MAX_NODES = 1 << 16
"""Maximum number of nodes. When the tree is full, rollouts start from its leaves."""

ROOT = 0
NOBODY = 0
"""No child or sibling; safe, since the root is neither."""

LOWEST = -1e300
"""A number below every value."""


class Node:
    """An action that follows the actions of its ancestors."""

    total: Annotated[float, np.float64]
    """Sum of the values backed up by the iterations through it."""
    visits: Annotated[int, np.int32]
    available: Annotated[int, np.int32]
    """Visits of its parent at which the action was legal."""
    children: Annotated[int, np.int32]
    child: Annotated[int, np.int32]
    """The newest child, or NOBODY."""
    sibling: Annotated[int, np.int32]
    """The next older child of the same parent, or NOBODY."""
    chance: Annotated[int, np.uint64]
    """In a closed loop: the random state after the action, the same at each visit."""
    action: Annotated[int, np.int16]


class Tree:
    """Data of a tree besides its nodes."""

    used: Annotated[int, np.int64]
    """Number of nodes in use."""
    listed: Annotated[int, np.int64]
    """Number of lists of legal actions marked so far."""
    mark: Annotated[Any, np.int64, ACTIONS]
    """For each action, the number of the last list that contained it, or 0 once its node has been found."""
    low: Annotated[float, np.float64]
    """The lowest value of an iteration."""
    high: Annotated[float, np.float64]
    """The highest value of an iteration."""


NODE = dtype_of(Node)
TREE = dtype_of(Tree)
NODE_TYPE = numba.from_dtype(NODE)
NODES_TYPE = types.Array(NODE_TYPE, 1, "C")
TREE_TYPE = numba.from_dtype(TREE)


@kernel(signature=int64(NODES_TYPE, TREE_TYPE, int64, int64))
def add_node(nodes: Any, tree: Tree, parent: int, action: int) -> int:
    """Add a child to a node, or the root to an empty tree; returns its index."""
    new = ZERO + tree.used
    node = nodes[new]
    node.total, node.visits, node.available = 0.0, 0, 1
    node.children, node.child, node.sibling, node.action, node.chance = 0, NOBODY, NOBODY, action, 0
    if new != ROOT:
        node.sibling = nodes[parent].child
        nodes[parent].child = new
        nodes[parent].children += 1
    tree.used += 1
    return new


@kernel(signature=float64(NODE_TYPE, TREE_TYPE, int64, int64[::1], uint64[::1]), inline=True)
def _bound(node: Node, tree: Tree, sign: int, settings: Any, source: Any) -> float:
    """The priority of a child: the upper confidence bound of UCT (thesis, equation 1), or a random number.

    For an action that is not always legal, only the visits at which it was legal count.
    """
    if settings[SELECTION] == AT_RANDOM:
        return float(below(source, 1 << 30))
    mean = node.total / node.visits
    if settings[REWARDS] == NORMALISED:
        mean = (mean - tree.low) / (tree.high - tree.low) if tree.low < tree.high else 0.0
    return sign * mean + settings[K] / DECIMALS * sqrt(log(node.available) / node.visits)


@kernel(signature=int64(NODES_TYPE, TREE_TYPE, int64, int16[::1], int64, int64, int64[::1], uint64[::1]))
def descend(nodes: Any, tree: Tree, parent: int, legal: Any, count: int, sign: int, settings: Any, source: Any) -> int:
    """Select a child of a node: a new one while there are untried actions, otherwise the one with the highest bound.

    ``sign`` is 1 if the seat to act wants a high value, -1 if it wants a low one. NOBODY if the tree is full and
    contains none of the actions.
    """
    tree.listed += 1
    listed = ZERO + tree.listed
    for i in range(count):
        tree.mark[legal[i]] = listed
    has_untried = nodes[parent].children < count
    best, best_bound, tried = ZERO + NOBODY, LOWEST, ZERO
    child = ZERO + nodes[parent].child
    while child != NOBODY:
        node = nodes[child]
        if tree.mark[node.action] == listed:
            tree.mark[node.action] = 0
            tried += 1
            node.available += 1
            if not has_untried or tree.used == MAX_NODES:
                bound = _bound(node, tree, sign, settings, source)
                if bound > best_bound:
                    best, best_bound = child, bound
        child = ZERO + node.sibling
    if tried == count or tree.used == MAX_NODES:
        return best
    rank = below(source, count - tried)
    for i in range(count):
        if tree.mark[legal[i]] == listed:
            if rank == 0:
                return add_node(nodes, tree, parent, ZERO + legal[i])
            rank -= 1
    return best


@kernel(signature=void(NODES_TYPE, int64[::1], int64, float64))
def back_up(nodes: Any, path: Any, length: int, value: float) -> None:
    """Add a value to the root and to all nodes of a path."""
    nodes[ROOT].visits += 1
    nodes[ROOT].total += value
    for i in range(length):
        nodes[path[i]].visits += 1
        nodes[path[i]].total += value


@kernel(signature=types.boolean(NODES_TYPE))
def _are_visited_equally(nodes: Any) -> bool:
    """Whether all actions tried at the root have the same number of visits."""
    child = ZERO + nodes[ROOT].child
    visits = nodes[child].visits
    while child != NOBODY:
        if nodes[child].visits != visits:
            return False
        child = ZERO + nodes[child].sibling
    return True


@kernel(signature=int64(NODES_TYPE, int64[::1], uint64[::1]))
def best_action(nodes: Any, settings: Any, source: Any) -> int:
    """The action to play, by the setting ``choice``.

    A tie for most visits goes to the best mean, or to a random one of them (then the best mean decides only if all have
    the same number of visits). Further ties go to the action tried last, which is random too.
    """
    choice = settings[CHOICE]
    by_chance = choice == MOST_VISITED and settings[TIES] == BY_CHANCE
    if by_chance and _are_visited_equally(nodes):
        choice, by_chance = MEAN_VALUE, False
    best, best_worth, best_mean, tied = ZERO + nodes[ROOT].child, LOWEST, LOWEST, ZERO
    child = best
    while child != NOBODY:
        node = nodes[child]
        mean = node.total / node.visits
        worth = node.total
        if choice == MOST_VISITED:
            worth = float(node.visits)
        elif choice == MEAN_VALUE:
            worth = mean
        if worth > best_worth:
            best, best_worth, best_mean, tied = child, worth, mean, ZERO + 1
        elif worth == best_worth:
            tied += 1
            if below(source, tied) == 0 if by_chance else mean > best_mean:
                best, best_mean = child, mean
        child = ZERO + node.sibling
    return ZERO + nodes[best].action
