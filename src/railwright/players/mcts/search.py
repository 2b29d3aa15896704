"""Monte Carlo tree search: deal a state, go down the tree, play on at random, report what came of it, and again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numba import uint64, void

from railwright.game.actions import MAX_LEGAL
from railwright.game.kernel import ZERO, kernel
from railwright.game.rng import below, seeded
from railwright.game.rules import apply
from railwright.game.rules import legal as list_actions
from railwright.game.setup import BOOK_TYPE, Rulebook
from railwright.game.state import LONG, NONE, OVER, SHORT, STATE, STATE_TYPE, Seat, State, Table
from railwright.game.tickets import shuffle_tickets
from railwright.game.view import sample_state
from railwright.players.interface import STATE_WORDS, compiled
from railwright.players.mcts.iteration import (
    WORK,
    allow,
    begin_search,
    end_iteration,
    is_spent,
    next_in_tree,
    worth,
)
from railwright.players.mcts.progress import new_room
from railwright.players.mcts.settings import CHANGE, CHOICE, EVALUATION, MAX_DEPTH, OPTIONS, PARANOID, RETURNS, ROLLOUT
from railwright.players.mcts.tree import MAX_NODES, NODE, best_action

WHOLE = len(OPTIONS)
"""Where in the memory of a player that peeks the whole state is; one that does not has zeros there."""
WORK_START = WHOLE + STATE_WORDS
NODES_START = WORK_START + WORK.itemsize // 8
MEMORY_END = NODES_START + MAX_NODES * NODE.itemsize // 8


@kernel(signature=void(BOOK_TYPE, STATE_TYPE, uint64[::1]))
def shuffle_decks(book: Rulebook, state: State, source: Any) -> None:
    """Shuffle the decks of a state: what lies in them is known, what comes next is not."""
    below(source, 2)
    state.rng[0] = seeded(source[0])
    shuffle_tickets(book, state, ZERO + LONG)
    shuffle_tickets(book, state, ZERO + SHORT)


@compiled(name="mcts", memory=MEMORY_END - WHOLE, options=OPTIONS)
def player(book: Rulebook, table: Table, mine: Seat, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Monte Carlo tree search over games that look like this one from its seat."""
    whole = memory[WHOLE:WORK_START].view(STATE)
    states = memory[WORK_START : WORK_START + STATE_WORDS].view(STATE)  # the first part of work
    work = memory[WORK_START:NODES_START].view(WORK)[0]
    nodes = memory[NODES_START:MEMORY_END].view(NODE)
    options, path, room = np.empty(MAX_LEGAL, np.int16), np.empty(MAX_DEPTH, np.int64), new_room()
    begin_search(table, work, nodes, memory)
    for i in range(count):
        options[i] = legal[i]
    if allow(options, count, table, memory) == 1:
        return options[0]
    state, base = work.state, 0.0
    while not is_spent(work, memory):
        if whole[0].table.seats > 0:
            states[0] = whole[0]
            shuffle_decks(book, state, source)
        else:
            sample_state(book, table, mine, ZERO + work.seat, state, source)
        if memory[RETURNS] == CHANGE and (work.iterations == 0 or memory[EVALUATION] == PARANOID):
            base = worth(book, work, room, memory)
        calls, in_tree, left = ZERO + work.calls, True, memory[ROLLOUT]
        while state.table.stage != OVER and calls < work.call_limit and state.table.turn < work.turn_limit:
            count = list_actions(book, state.table, state.private[state.table.seat], options)
            count = allow(options, count, state.table, memory)
            action = ZERO + NONE
            if in_tree and (memory[EVALUATION] == PARANOID or state.table.seat == work.seat):
                action = next_in_tree(work, nodes, options, count, path, memory, source)
                in_tree = action != NONE
            if not in_tree:
                if left == 0:
                    break
                left -= 1
            if action == NONE:
                action = ZERO + options[below(source, count)]
            apply(book, state, action, None)
            calls += 1
        work.calls = calls
        end_iteration(work, nodes, path, worth(book, work, room, memory) - base)
    return best_action(nodes, memory[CHOICE])


peeking = replace(
    player,
    name="mcts-peeking",
    summary="The same search, but it knows the other hands and tickets, as in the thesis; only the decks are shuffled.",
    memory=MEMORY_END - WORK_START,
    peeks=True,
)
