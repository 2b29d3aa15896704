"""The probability that express gives the seat to act to win, judged from what the seat sees."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float64, uint64
from numpy.typing import NDArray

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import new_source
from railwright.game.actions import MAX_LEGAL
from railwright.game.game import Game
from railwright.game.rulebook import BOOKS_TYPE
from railwright.game.rules import legal
from railwright.game.setup import Setup
from railwright.game.state import STATES_TYPE
from railwright.players.express.memory import MEMORIES_TYPE, MOST_CHOICES, new_memory
from railwright.players.express.neural_network import NETWORKS_TYPE, ExpressNetwork, odds_of
from railwright.players.express.player import network_of_express
from railwright.players.express.position_features import write_position
from railwright.players.express.thinking import think
from railwright.players.planner.cards import count_needs


@kernel(signature=float64(BOOKS_TYPE, STATES_TYPE, NETWORKS_TYPE, MEMORIES_TYPE, uint64[::1]))
def _judge_decision(books: Any, states: Any, networks: Any, memories: Any, source: Any) -> float:
    """The win probability of the deciding seat. The network's thought about the decision stays in memory.

    Where the network is not asked, all legal actions are listed.
    """
    book, table, memory = books[0], states[0].table, memories[0]
    thought, planner, scratch = memory.own, memory.planner, memory.scratch
    seat = ZERO + table.seat
    mine = states[0].private[seat]
    options = np.empty(MAX_LEGAL, np.int16)
    count = legal(book, table, mine, options)
    thought.most = MOST_CHOICES
    choice = think(book, table, mine, options[:count], planner, scratch, networks[0], thought, source)
    if thought.count == 1:
        thought.scores[0] = 0
        for i in range(count):
            if options[i] != choice and thought.count < MOST_CHOICES:
                thought.actions[thought.count] = options[i]
                thought.scores[thought.count] = 0
                thought.count += 1
        count_needs(book, table, mine, seat, planner, scratch)
        write_position(book, table, mine, seat, planner, scratch, thought)
    return odds_of(networks[0], thought)


def judge(setup: Setup, states: NDArray[Any], network: ExpressNetwork, memory: NDArray[Any]) -> float:
    """The win probability of the deciding seat. The network's judgement of choices and position stays in memory."""
    return float(_judge_decision(setup.rulebook, states, network.record, memory, new_source(1)))


def win_chance(game: Game, network: ExpressNetwork | None = None) -> float:
    """The probability that the seat to act wins, judged from what it sees, by default with the package's network."""
    return judge(game.setup, game.states, network or network_of_express(), new_memory())


def judged_position(setup: Setup, states: NDArray[Any], network: ExpressNetwork) -> NDArray[np.float32]:
    """The features of a position as its odds are judged: with a plan that was made now."""
    memory = new_memory()
    judge(setup, states, network, memory)
    found: NDArray[np.float32] = memory["own"]["position"][0]
    return found
