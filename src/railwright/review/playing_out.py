"""Games that are played to the end by the network of express, in all seats."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64, void

from railwright.compiled.chacha import KEY_WORDS
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import seeded
from railwright.game.actions import MAX_LEGAL
from railwright.game.chance import begin_chance
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.rules import apply, legal
from railwright.game.scoring import score
from railwright.game.state import OVER, STATE_TYPE, State
from railwright.game.tickets import renew_chance
from railwright.players.express.memory import MEMORY_TYPE, ExpressMemory
from railwright.players.express.neural_network import NETWORK_TYPE, NetworkRecord
from railwright.players.express.search import LONGEST_TRIAL
from railwright.players.express.thinking import think


@kernel(signature=void(BOOK_TYPE, NETWORK_TYPE, MEMORY_TYPE, uint64[::1]))
def play_to_end(book: Rulebook, network: NetworkRecord, memory: ExpressMemory, source: Any) -> None:
    """Play the game in ``memory.trial`` to its end and score it. Longer games than any real one are scored as they are.

    Nobody draws tickets for a bonus or changes a standing plan, as in the trials of the search.
    """
    options = np.empty(MAX_LEGAL, np.int16)
    state, planners = memory.trial.state, memory.trial.planners
    memory.ahead.most = memory.trial_choices
    for _ in range(LONGEST_TRIAL):
        table = state.table
        if table.stage == OVER:
            break
        mover = ZERO + table.seat
        mine = state.private[mover]
        count = legal(book, table, mine, options)
        action = think(
            book, table, mine, options[:count], planners[mover], memory.scratch, network, memory.ahead, source
        )
        apply(book, state, action, None)
    score(book, state, memory.result)


@kernel(signature=void(BOOK_TYPE, STATE_TYPE, uint64))
def renew_luck(book: Rulebook, state: State, word: Any) -> None:
    """Shuffle what nobody has seen: the deck of cards and the decks of tickets."""
    key = np.empty(KEY_WORDS, np.uint64)
    for i in range(KEY_WORDS):
        key[i] = seeded(word + np.uint64(i))
    renew_chance(book, state, key, None)
    begin_chance(state.rng, seeded(word))


@kernel(signature=void(STATE_TYPE, int64, MEMORY_TYPE))
def sit_down(state: State, seats: int, memory: ExpressMemory) -> None:
    """Begin ``memory.world`` with a state, and with players who have no plans yet."""
    memory.world.state = state
    for seat in range(seats):
        planner = memory.world.planners[seat]
        planner.style = memory.planner.style
        planner.hoards = planner.plan.refused = planner.plan.is_made = 0
