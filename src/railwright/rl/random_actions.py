"""Uniformly random legal actions for all games of a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import int16, int64, types, uint64, void
from numpy.typing import NDArray

from railwright.compiled.kernel import kernel
from railwright.compiled.rng import next_below, seeded, stream_seed
from railwright.game.chance import check_seed

if TYPE_CHECKING:
    from railwright.rl.batch import Batch

_STREAM = 63
"""The stream of random choices, apart from those of deals and players."""


@kernel(
    signature=void(
        types.Array(int16, 2, "C", readonly=True), types.Array(int64, 1, "C", readonly=True), uint64[::1], int64[::1]
    )
)
def _pick(legal: Any, legal_count: Any, words: Any, actions: Any) -> None:
    for i in range(len(actions)):
        if legal_count[i] > 0:
            words[i], place = next_below(words[i], legal_count[i])
            actions[i] = legal[i, place]


class RandomActions:
    """Chooses for a batch. Each game has its own random numbers, so that the choices do not depend on its size.

    >>> from railwright.rl import Batch
    >>> batch = Batch("usa", 2, games=4, seed=1)
    >>> choose = RandomActions(batch, seed=1)
    >>> batch.step(choose())
    """

    def __init__(self, batch: Batch, *, seed: int) -> None:
        check_seed(seed)
        self._batch = batch
        numbers = range(batch.first, batch.first + batch.games)
        self._words = np.array([seeded(np.uint64(stream_seed(seed, i, _STREAM))) for i in numbers], np.uint64)
        self._actions = np.zeros(batch.games, np.int64)

    def __call__(self) -> NDArray[np.int64]:
        """A random legal action for each game, 0 where the game is over; the array is the same at each call."""
        _pick(self._batch.legal, self._batch.legal_count, self._words, self._actions)
        return self._actions
