"""Monte Carlo tree search: deal a state, go down the tree, play on at random, report what came of it, and again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numba import uint64, void

from railwright.game.actions import MAX_LEGAL
from railwright.game.board import MAX_CITIES
from railwright.game.kernel import ZERO, kernel
from railwright.game.rng import below, seeded
from railwright.game.rules import apply
from railwright.game.setup import BOOK_TYPE, Rulebook
from railwright.game.state import AT_TURN, LONG, NONE, SHORT, STATE, STATE_TYPE, Seat, State, Table
from railwright.game.tickets import shuffle_tickets
from railwright.game.view import sample_state
from railwright.players.interface import STATE_WORDS, compiled
from railwright.players.mcts.iteration import (
    WORK,
    begin_iteration,
    begin_search,
    drop_ticket_draws,
    end_iteration,
    is_spent,
    next_action,
    worth,
)
from railwright.players.mcts.settings import CHOICE, DRAWS_TICKETS, EVALUATION, MAX_DEPTH, NO, OPTIONS, PARANOID
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
    work = memory[WORK_START:NODES_START].view(WORK)[0]
    states = memory[WORK_START : WORK_START + STATE_WORDS].view(STATE)  # the first part of work
    nodes = memory[NODES_START:MEMORY_END].view(NODE)
    options, path = np.empty(MAX_LEGAL, np.int16), np.empty(MAX_DEPTH, np.int64)
    room = np.empty((2, MAX_CITIES), np.int64)
    for i in range(count):
        options[i] = legal[i]
    if memory[DRAWS_TICKETS] == NO and table.stage == AT_TURN:
        count = drop_ticket_draws(options, count)
    begin_search(table, work, nodes, memory)
    if count == 1:
        return options[0]
    base = 0.0
    while not is_spent(work, memory):
        if whole[0].table.seats > 0:
            states[0] = whole[0]
            shuffle_decks(book, work.state, source)
        else:
            sample_state(book, table, mine, ZERO + work.seat, work.state, source)
        if work.iterations == 0 or memory[EVALUATION] == PARANOID:
            base = worth(book, work, room, memory)
        begin_iteration(work, base, memory)
        action = next_action(book, work, nodes, options, path, memory, source)
        while action != NONE:
            apply(book, work.state, action, None)
            work.calls += 1
            action = next_action(book, work, nodes, options, path, memory, source)
        end_iteration(work, nodes, path, worth(book, work, room, memory), memory)
    return best_action(nodes, memory[CHOICE])


peeking = replace(
    player,
    name="mcts-peeking",
    summary="The same search, but it knows the other hands and tickets, as in the thesis; only the decks are shuffled.",
    memory=MEMORY_END - WORK_START,
    peeks=True,
)
