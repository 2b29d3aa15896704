"""Cuts batches of games into smaller ones, each played as one block.

The number of games in a block depends on how long they take. That changes no result: a game depends only on its batch
and its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from railwright.workers.tasks import GameBatch

BLOCK_GAMES = 1000
"""Most games in a block, so that progress is visible."""

BLOCK_SECONDS = 0.5
"""Target duration of a block: short enough for Ctrl-C and progress, long compared with the cost of messages."""

GROWTH = 4
"""Limit on the growth of a block relative to the one before, because later games may take longer."""


class Pace:
    """The number of games in a block of some players, adapted to their speed."""

    games = 1

    def note(self, games: int, seconds: float) -> None:
        """Adapt to the duration of a block."""
        fitting = int(BLOCK_SECONDS * games / max(seconds, 1e-9))
        self.games = max(1, min(fitting, GROWTH * games, BLOCK_GAMES))


class BatchCutter:
    """Cuts batches for any number of workers, and remembers the pace of the players on each setup."""

    def __init__(self, size: Callable[[], int]) -> None:
        """``size`` returns the number of workers, which can change."""
        self._size = size
        self._paces: dict[tuple[str, ...], Pace] = {}

    def cut(self, batch: GameBatch) -> Iterator[tuple[GameBatch, Pace]]:
        """Cut a batch; each part is sized by the speed measured when it is requested."""
        setup = batch.setup
        key = (setup.board.name, setup.ruleset.name, setup.deck, *batch.names)
        pace = self._paces.setdefault(key, Pace())
        first, end = batch.first, batch.first + batch.games
        while first < end:
            games = min(pace.games, -(-(end - first) // self._size()))
            yield replace(batch, first=first, games=games), pace
            first += games
