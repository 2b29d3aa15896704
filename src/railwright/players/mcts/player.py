"""Monte Carlo tree search: deal a state, descend the tree, roll out at random, back up the value, and repeat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numba import int64, uint64, void

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import words_of
from railwright.compiled.rng import below, seeded
from railwright.game.actions import MAX_LEGAL
from railwright.game.chance import begin_chance
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.rules import apply
from railwright.game.rules import legal as list_actions
from railwright.game.sampling import sample_state
from railwright.game.state import (
    LONG,
    NONE,
    OVER,
    PRIVATE_TYPE,
    SHORT,
    STATE,
    STATE_TYPE,
    STATES_TYPE,
    TABLE_TYPE,
    PrivateState,
    State,
    Table,
)
from railwright.game.tickets import shuffle_tickets
from railwright.players.kit.interface import STATE_WORDS, compiled
from railwright.players.mcts.iteration import (
    WORK,
    WORK_TYPE,
    Work,
    allow,
    begin_search,
    end_iteration,
    is_spent,
    next_in_tree,
    worth,
)
from railwright.players.mcts.settings import (
    ALL_ACTIONS,
    ANYWHERE,
    CHANGE,
    CLOSED,
    EVALUATION,
    LOOP,
    MAX_DEPTH,
    OPTIONS,
    PARANOID,
    RETURNS,
    ROLLOUT,
    ROLLOUT_COUNTS,
    ROLLOUT_END,
)
from railwright.players.mcts.ticket_distance import new_scratch
from railwright.players.mcts.tree import MAX_NODES, NODE, NODE_TYPE, Node, best_action

WHOLE = len(OPTIONS)
"""Offset in memory of the whole state that a peeking player sees; zeros for other players."""
WORK_START = WHOLE + STATE_WORDS
NODES_START = WORK_START + words_of(WORK)
MEMORY_END = NODES_START + MAX_NODES * words_of(NODE)


@kernel(signature=void(BOOK_TYPE, STATE_TYPE, uint64[::1]))
def shuffle_decks(book: Rulebook, state: State, source: Any) -> None:
    """Shuffle the decks of a state: their contents are known, their order is not."""
    below(source, 2)
    begin_chance(state.rng, seeded(source[0]))
    shuffle_tickets(book, state, ZERO + LONG)
    shuffle_tickets(book, state, ZERO + SHORT)


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, STATES_TYPE, WORK_TYPE, STATES_TYPE, int64, uint64[::1]))
def deal(
    book: Rulebook, table: Table, mine: PrivateState, whole: Any, work: Work, states: Any, is_closed: int, source: Any
) -> None:  # fmt: skip
    """Start an iteration with a state consistent with what is known; in a closed loop, the same state each time.

    A peeking player knows the whole state except the order of the decks.
    """
    if whole[0].table.seats > 0:
        states[0] = whole[0]
    else:
        sample_state(book, table, mine, ZERO + work.seat, work.state, source)
    if whole[0].table.seats > 0 and not is_closed:
        shuffle_decks(book, work.state, source)


@kernel(signature=void(NODE_TYPE, int64, uint64[::1], uint64[::1]))
def fix_chance(node: Node, in_tree: int, chance: Any, source: Any) -> None:
    """In a closed loop, set the random state to that of a node, or to a new one for a new node or a rollout."""
    if in_tree and node.visits > 0:
        chance[0] = node.chance
        return
    below(source, 2)
    chance[0] = seeded(source[0])
    if in_tree:
        node.chance = chance[0]


@compiled(name="mcts", memory=MEMORY_END - WHOLE, options=OPTIONS, lasting=0)
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Monte Carlo tree search over games consistent with what its seat sees."""
    whole = memory[WHOLE:WORK_START].view(STATE)
    states = memory[WORK_START : WORK_START + STATE_WORDS].view(STATE)  # the first part of work
    work = memory[WORK_START:NODES_START].view(WORK)[0]
    nodes = memory[NODES_START:MEMORY_END].view(NODE)
    options, path, scratch = np.empty(MAX_LEGAL, np.int16), np.empty(MAX_DEPTH, np.int64), new_scratch()
    begin_search(table, work, nodes, memory)
    for i in range(count):
        options[i] = legal[i]
    if allow(options, count, table, memory) == 1:
        return options[0]
    state, base = work.state, 0.0
    is_closed, chance, first = memory[LOOP] == CLOSED, source.copy(), source[0]
    while not is_spent(work, memory):
        chance[0] = first
        deal(book, table, mine, whole, work, states, ZERO + is_closed, chance if is_closed else source)
        if memory[RETURNS] == CHANGE and (work.iterations == 0 or memory[EVALUATION] == PARANOID):
            base = worth(book, work, scratch, memory)
        calls, in_tree, left = ZERO + work.calls, True, memory[ROLLOUT]
        while state.table.stage != OVER and calls < work.call_limit and state.table.turn < work.turn_limit:
            count = list_actions(book, state.table, state.private[state.table.seat], options)
            count = allow(options, count, state.table, memory)
            action = ZERO + NONE
            if in_tree and (memory[EVALUATION] == PARANOID or state.table.seat == work.seat):
                action = next_in_tree(work, nodes, options, count, path, memory, source)
                in_tree = action != NONE
                if is_closed:
                    fix_chance(nodes[work.node], ZERO + in_tree, chance, source)
                    shuffle_decks(book, state, chance)
            if not in_tree:
                if left <= 0 and (memory[ROLLOUT_END] == ANYWHERE or state.table.seat == work.seat):
                    break
                left -= memory[ROLLOUT_COUNTS] == ALL_ACTIONS or state.table.seat == work.seat
            if action == NONE:
                action = ZERO + options[below(chance if is_closed else source, count)]
            apply(book, state, action, None)
            if not (is_closed and in_tree and nodes[work.node].visits > 0):  # repeated actions are not counted
                calls += 1
        work.calls = calls
        end_iteration(work, nodes, path, worth(book, work, scratch, memory) - base)
    return best_action(nodes, memory, source)


peeking = replace(  # it knows all hands and tickets, as in the thesis; only the decks are shuffled
    player,
    name="mcts-peeking",
    memory=MEMORY_END - WORK_START,
    peeks=True,
)
