"""A duel: rounds of games between two players, until the caller stops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.game.game import check_seats
from railwright.game.setup import Setup
from railwright.matches.results import Block
from railwright.workers.pool import WorkerPool
from railwright.workers.tasks import GameBatch

CHUNK_ROUNDS = 256
"""Most rounds requested at once."""


@dataclass(frozen=True, slots=True)
class DuelRound:
    """The games of one deal, in which A and B have each seat in turn."""

    score: float
    """The share of the games that were won by A's seats, from 0 to 1."""
    decisions: tuple[int, int]
    """The number of decisions of A and of B that were timed."""
    nanoseconds: tuple[int, int]
    """The time that these decisions took, which depends on the machine and its load."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """Two players at a table of two or more seats."""

    setup: Setup
    a: str
    b: str
    seats: int = 2
    is_alone: bool = False
    """Whether A has one seat and B all others; otherwise they have alternate seats."""
    seed: int

    def __post_init__(self) -> None:
        check_seats(self.setup, self.seats)

    def places_of_a(self) -> list[tuple[bool, ...]]:
        """Which places at each table of a round are A's. Everyone moves on by one seat from game to game.

        With an odd number of alternate seats there are two tables, so that each player has the additional seat at one
        of them.
        """
        if self.is_alone:
            return [tuple(place == 0 for place in range(self.seats))]
        return [tuple(place % 2 == first for place in range(self.seats)) for first in range(1 + self.seats % 2)]

    def tables(self) -> list[tuple[str, ...]]:
        """The players at each table of a round, by place."""
        return [tuple(self.a if is_a else self.b for is_a in places) for places in self.places_of_a()]

    @property
    def games_in_round(self) -> int:
        """The number of games in a round."""
        return self.seats * len(self.places_of_a())

    def play(self, pool: WorkerPool, rounds: int, first: int = 0) -> Iterator[DuelRound]:
        """Play the rounds from ``first`` up to a number; yields them in order, as soon as they are over."""
        places = self.places_of_a()
        played: list[list[NDArray[np.float64]]] = [[] for _ in places]
        blocks = pool.play(self._chunks(first, rounds))
        try:
            for number, block in blocks:
                table = number % len(places)
                played[table] += list(_measure(block, np.array(places[table])))
                while all(len(games) >= self.seats for games in played):
                    yield self._round_of(np.array([game for games in played for game in games[: self.seats]]))
                    for games in played:
                        del games[: self.seats]
        finally:
            blocks.close()  # type: ignore[attr-defined]

    def _round_of(self, games: NDArray[np.float64]) -> DuelRound:
        """A round of the measures of its games."""
        won, *times = games.sum(axis=0).tolist()
        decisions_a, decisions_b, time_a, time_b = map(int, times)
        return DuelRound(won / self.games_in_round, (decisions_a, decisions_b), (time_a, time_b))

    def _chunks(self, first: int, rounds: int) -> Iterator[GameBatch]:
        """Split the rounds into chunks of growing size, each played at all tables in turn."""
        size = 1
        while first < rounds:
            size = min(size, rounds - first, CHUNK_ROUNDS)
            for table in self.tables():
                yield GameBatch(self.setup, table, self.seed, size * self.seats, first * self.seats)
            first, size = first + size, 2 * size


def _measure(block: Block, is_a: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Each game in one row: A's share of the win, timed decisions of A and B, their nanoseconds."""
    columns = [block.by_player(block.win_shares())[:, is_a].sum(axis=1)]
    for name in ("decisions", "nanoseconds"):
        values = block.by_player(block.game_stats[name][:, : block.seats])
        columns += [values[:, is_a].sum(axis=1), values[:, ~is_a].sum(axis=1)]
    return np.stack(columns, axis=1).astype(float)
