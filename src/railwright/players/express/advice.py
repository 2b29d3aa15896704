"""Express's opinion of the choices at a moment, for people who ask for a hint.

It is the player's own search with its own guard against noise, divided among several threads: every world has random
numbers of its own, so that the number of threads changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from math import sqrt
from typing import Any

import numpy as np
from numba import int64, void
from numpy.typing import NDArray

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.game import Game
from railwright.game.rulebook import BOOKS_TYPE
from railwright.game.state import STATES_TYPE
from railwright.players.express.memory import FINE, MEMORIES_TYPE, new_memory
from railwright.players.express.neural_network import NETWORKS_TYPE
from railwright.players.express.player import SEEDS, network_of_express
from railwright.players.express.search import (
    CLEAR,
    LONGEST_TRIAL,
    begin_search,
    best_candidate,
    is_early,
    phases_for,
    sort_candidates,
    try_in_world,
)
from railwright.players.express.win_probability import judge

ITERATIONS = 3000
"""Trials for a hint: about a second."""
MOST_THREADS = 8


@dataclass(frozen=True, slots=True)
class Opinion:
    """The estimate for one choice."""

    action: int
    win_chance: float
    """Estimated probability that the seat wins; a win shared by k seats counts 1/k."""
    is_about_equal: bool
    """Whether the search cannot tell it from the best choice."""


@kernel(signature=void(BOOKS_TYPE, STATES_TYPE, int64, int64, int64, NETWORKS_TYPE, MEMORIES_TYPE))
def _try_worlds(
    books: Any, states: Any, first: int, count: int, live: int, networks: Any, memories: Any
) -> None:  # fmt: skip
    """Try the remaining candidates in some worlds."""
    table = states[0].table
    mine = states[0].private[table.seat]
    for world in range(first, first + count):
        try_in_world(books[0], table, mine, world, live, networks[0], memories[0])


@kernel(signature=int64(MEMORIES_TYPE, int64))
def _sort(memories: Any, live: int) -> int:
    """Sort the remaining candidates; returns how many remain after that."""
    sort_candidates(live, memories[0])
    return max(ZERO + 2, (live + 1) // 2)


@kernel(signature=int64(BOOKS_TYPE, STATES_TYPE, MEMORIES_TYPE))
def _best(books: Any, states: Any, memories: Any) -> int:
    """The candidate that the player would choose."""
    return ZERO if is_early(books[0], states[0].table, memories[0]) else best_candidate(memories[0])


SUMS = ("worlds", "leads", "squares", "odds")
"""What the threads of a search add up."""


class _HintSearch:
    """A search of the deciding seat in several threads."""

    def __init__(self, game: Game, *, seed: int, iterations: int, threads: int) -> None:
        self._game = game
        self._iterations = iterations
        self._network = network_of_express().record
        self._memory = new_memory()
        self._odds = judge(game.setup, game.states, network_of_express(), self._memory)
        self._count = int(begin_search(game.setup.rulebook, game.states, seed % SEEDS, self._memory))
        self._parts = [self._memory.copy() for _ in range(threads)]

    def run(self) -> None:
        """Try the candidates and drop the weaker half after each phase, as the player does."""
        live, world, phases = self._count, 0, int(phases_for(self._count))
        with ThreadPoolExecutor(len(self._parts)) as pool:
            for _ in range(phases):
                quota = max(1, self._iterations // (phases * live))
                shares = _shares(world, quota, len(self._parts))
                list(pool.map(self._try, self._parts, shares, repeat(live)))
                self._add_up()
                live, world = int(_sort(self._memory, live)), world + quota
                for part in self._parts:
                    part["trials"]["order"] = self._memory["trials"]["order"]

    def _try(self, part: NDArray[Any], share: tuple[int, int], live: int) -> None:
        first, count = share
        _try_worlds(self._game.setup.rulebook, self._game.states, first, count, live, self._network, part)

    def _add_up(self) -> None:
        for name in SUMS:
            total = sum(part["trials"][name] for part in self._parts)
            self._memory["trials"][name] = total

    def opinions(self) -> list[Opinion]:
        """The opinions about all candidates, the best first."""
        trials = self._memory["trials"][0]
        best = int(_best(self._game.setup.rulebook, self._game.states, self._memory)) if self._count > 1 else 0
        worlds = np.maximum(1, trials["worlds"][: self._count])
        leads, squares, odds = (trials[name][: self._count] / FINE / worlds for name in ("leads", "squares", "odds"))
        errors = np.sqrt(np.maximum(0, squares - leads**2) / worlds)
        order = sorted(range(self._count), key=lambda i: (i != best, -leads[i], i))
        chances = odds + odds[0] * (np.arange(self._count) > 0)
        if not self._is_certain(chances[best]):
            chances += self._odds - chances[best]
        return [
            Opinion(
                int(trials["actions"][i]),
                float(max(0.0, min(chances[best], chances[i]))),
                bool(i == best or leads[best] - leads[i] <= CLEAR * sqrt(errors[i] ** 2 + errors[best] ** 2)),
            )
            for i in order
        ]

    def _is_certain(self, chance: float) -> bool:
        """Whether the best choice wins or loses in every world, where they are played to the end."""
        return bool(self._memory["trials"]["turns"][0] == LONGEST_TRIAL and chance in (0, 1))


def _shares(first: int, count: int, parts: int) -> Iterator[tuple[int, int]]:
    """Divide worlds among threads: the first world and the number of worlds of each."""
    for part in range(parts):
        begin, end = count * part // parts, count * (part + 1) // parts
        yield first + begin, end - begin


def advise(
    game: Game, *, seed: int, iterations: int = ITERATIONS, threads: int | None = None
) -> list[Opinion]:  # fmt: skip
    """Express's opinions about the choices of the seat to act, its own choice first. It sees only what the seat sees.

    The chance of its own choice is that of the position (``win_chance``); trials tell how much worse the others are.
    ``threads`` is by default the number of processors.
    """
    search = _HintSearch(
        game, seed=seed, iterations=iterations, threads=min(MOST_THREADS, threads or os.cpu_count() or 1)
    )
    search.run()
    return search.opinions()
