"""The choices of a decision, tried in games consistent with what the seat could see.

There are two kinds of trials. Those of the search look some turns ahead and then ask the network, as hints do: they
vary little, but they share the network's errors. Games played to the end by the network vary more, and depend on no
judgement of a position. In each world all choices meet the same hidden cards and the same luck.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import float64, int64, void
from numpy.typing import NDArray

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.game import Game
from railwright.game.rulebook import BOOKS_TYPE
from railwright.game.rules import apply
from railwright.game.scoring import win_share
from railwright.game.state import STATES_TYPE
from railwright.players.express.memory import MEMORIES_TYPE, new_memory
from railwright.players.express.neural_network import NETWORKS_TYPE
from railwright.players.express.player import SEEDS, network_of_express
from railwright.players.express.search import begin_search, play_on
from railwright.players.express.win_probability import judge
from railwright.players.express.worlds import deal_numbered_world
from railwright.review.playing_out import play_to_end

END_STREAM = 1 << 32
"""Worlds of playouts have numbers from here on, so playouts never reuse the search's worlds."""

AHEAD, TO_END = range(2)
"""How far an action is tried: as far as a search looks ahead, or until the game is over."""


@kernel(
    signature=void(BOOKS_TYPE, STATES_TYPE, NETWORKS_TYPE, MEMORIES_TYPE, int64, int64, int64[::1], float64[:, :, ::1])
)
def _try_actions(
    books: Any, states: Any, networks: Any, memories: Any, how_far: int, first: int, actions: Any, out: Any
) -> None:
    """Try actions in the worlds from ``first`` on.

    Writes for each world and action, some turns ahead, the network's value and the odds; at the end, the seat's share
    of the win.
    """
    book, memory, network, table = books[0], memories[0], networks[0], states[0].table
    seats, seat = ZERO + table.seats, ZERO + table.seat
    source = np.empty(1, np.uint64)
    for world in range(len(out)):
        deal_numbered_world(book, table, states[0].private[seat], first + world, memory, source)
        for i in range(len(actions)):
            memory.trial = memory.world
            apply(book, memory.trial.state, actions[i], None)
            if how_far == AHEAD:
                out[world, i, 0] = play_on(book, seat, ZERO + memory.trials.turns, network, memory, source)
                out[world, i, 1] = memory.trials.last_odds
            else:
                play_to_end(book, network, memory, source)
                out[world, i, 0] = win_share(memory.result, seats, seat)


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more one choice gives than another, with its standard error."""

    mean: float
    error: float


def difference(first: NDArray[np.float64], second: NDArray[np.float64]) -> Difference:
    """The mean difference of two choices that were tried in the same worlds."""
    each = first - second
    return Difference(float(each.mean()), float(each.std() / np.sqrt(len(each))))


class DecisionTrials:
    """Trials of the choices of the deciding seat."""

    def __init__(self, game: Game, *, seed: int) -> None:
        self._books, self._states = game.setup.rulebook, game.states.copy()
        self._network, self._memory = network_of_express(), new_memory()
        self.odds = judge(game.setup, self._states, self._network, self._memory)
        """The chance that a hint would state."""
        count = int(begin_search(self._books, self._states, seed % SEEDS, self._memory))
        self.candidates = [int(action) for action in self._memory["trials"]["actions"][0][:count]]
        """The actions that the network would try, its own choice first."""

    def ahead(self, actions: list[int], first: int, count: int) -> NDArray[np.float64]:
        """Value and odds after each action in worlds from ``first`` on: an array by world, action, and these two."""
        out = np.zeros((count, len(actions), 2))
        self._try(AHEAD, first, actions, out)
        return out

    def to_end(self, actions: list[int], first: int, count: int) -> NDArray[np.float64]:
        """The share of the win after each action, by world and action."""
        out = np.zeros((count, len(actions), 1))
        self._try(TO_END, END_STREAM + first, actions, out)
        found: NDArray[np.float64] = out[:, :, 0]
        return found

    def _try(self, how_far: int, first: int, actions: list[int], out: NDArray[np.float64]) -> None:
        network, tried = self._network.record, np.array(actions, np.int64)
        _try_actions(self._books, self._states, network, self._memory, how_far, first, tried, out)
