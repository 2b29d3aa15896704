"""The choices of a decision, tried in games consistent with what the seat could see.

There are two kinds of trials. Those of the search look two turns ahead and then ask the network, as hints do: they
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
from railwright.compiled.rng import new_source, seeded
from railwright.game.game import Game
from railwright.game.rules import apply
from railwright.players.express.advice import (
    BOOKS,
    MEMORIES,
    NETWORKS,
    STATES,
    begin_search,
    judge_decision,
    new_memory,
)
from railwright.players.express.outcome import win_share
from railwright.players.express.player import SEEDS, network_of_express
from railwright.players.express.search import play_on
from railwright.players.express.worlds import deal_world
from railwright.review.playing_out import play_to_end

END_STREAM = 1 << 32
"""Worlds of playouts have numbers from here on, so playouts never reuse the search's worlds."""


_TRY = void(BOOKS, STATES, NETWORKS, MEMORIES, int64, int64, int64, int64[::1], float64[:, :, ::1])


@kernel(signature=_TRY)
def _search_ahead(
    books: Any, states: Any, networks: Any, memories: Any, seed: int, first: int, count: int, actions: Any, out: Any
) -> None:
    """Try actions in some worlds, two turns ahead; writes the network's value and the odds after each."""
    book, memory, table = books[0], memories[0], states[0].table
    seat = ZERO + table.seat
    source = np.empty(1, np.uint64)
    for world in range(count):
        source[0] = seeded(np.uint64(seed) ^ seeded(np.uint64(first + world)))
        deal_world(book, table, states[0].private[seat], memory, source)
        for i in range(len(actions)):
            memory.trial = memory.world
            apply(book, memory.trial.state, actions[i], None)
            out[world, i, 0] = play_on(book, seat, ZERO + memory.trials.turns, networks[0], memory, source)
            out[world, i, 1] = memory.trials.last_odds


@kernel(signature=_TRY)
def _play_out(
    books: Any, states: Any, networks: Any, memories: Any, seed: int, first: int, count: int, actions: Any, out: Any
) -> None:
    """Try actions in some worlds and play them to the end; writes the seat's share of the win after each."""
    book, memory, table = books[0], memories[0], states[0].table
    seats, seat = ZERO + table.seats, ZERO + table.seat
    source = np.empty(1, np.uint64)
    for world in range(count):
        source[0] = seeded(np.uint64(seed) ^ seeded(np.uint64(first + world)))
        deal_world(book, table, states[0].private[seat], memory, source)
        for i in range(len(actions)):
            memory.trial = memory.world
            apply(book, memory.trial.state, actions[i], None)
            play_to_end(book, networks[0], memory, source)
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
        self._setup, self._states, self._seed = game.setup, game.states.copy(), seed % SEEDS
        self._network = network_of_express().record
        self._memory = new_memory()
        self.odds = float(judge_decision(game.setup.rulebook, self._states, self._network, self._memory, new_source(1)))
        """The chance that a hint would state."""
        count = int(begin_search(self._setup.rulebook, self._states, self._seed, self._memory))
        self.candidates = [int(action) for action in self._memory["trials"]["actions"][0][:count]]
        """The actions that the network would try, its own choice first."""

    def ahead(self, actions: list[int], first: int, count: int) -> NDArray[np.float64]:
        """Value and odds after each action in worlds from ``first`` on: an array by world, action, and these two."""
        out = np.zeros((count, len(actions), 2))
        book, states, network, memory = self._arguments()
        _search_ahead(book, states, network, memory, self._seed, first, count, np.array(actions), out)
        return out

    def to_end(self, actions: list[int], first: int, count: int) -> NDArray[np.float64]:
        """The share of the win after each action, by world and action."""
        out = np.zeros((count, len(actions), 1))
        book, states, network, memory = self._arguments()
        _play_out(book, states, network, memory, self._seed, END_STREAM + first, count, np.array(actions), out)
        found: NDArray[np.float64] = out[:, :, 0]
        return found

    def _arguments(self) -> tuple[Any, Any, Any, Any]:
        return self._setup.rulebook, self._states, self._network, self._memory
