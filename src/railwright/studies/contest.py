"""A contest: an experiment of games between players under one set of rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Self

from railwright.game.chance import seed_of
from railwright.players.registry import split_options
from railwright.studies.contest_outcome import ContestOutcome
from railwright.studies.variant import Variant

if TYPE_CHECKING:
    from railwright.workers.pool import WorkerPool


@dataclass(frozen=True, slots=True)
class LineupPlace:
    """One place in a line-up."""

    player: str
    """The player's name, with its options."""
    label: str = ""
    """The name under which its results are reported; empty if they are not."""


Lineup = tuple[LineupPlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Games between one or more line-ups, equally many for each. Players with equal labels are counted together."""

    name: str
    """Its name, also that of its file."""
    variant: Variant
    lineups: tuple[Lineup, ...]
    games: int
    """Games of all line-ups together: whole rounds for each, so that every player has every seat equally often."""
    deals: str = ""
    """Contests with the same text here start from the same deals; the default is the name."""

    def __post_init__(self) -> None:
        seats = {len(lineup) for lineup in self.lineups}
        if len(seats) != 1 or self.games % (len(self.lineups) * max(seats)) or self.games < 2 * max(seats):
            raise ValueError(f"{self.name}: {self.games} games do not make two or more whole rounds of every line-up")

    @property
    def size(self) -> int:
        """Number of games."""
        return self.games

    @property
    def seats(self) -> int:
        """Number of players in each game."""
        return len(self.lineups[0])

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the reported players, in the order of their first appearance."""
        return tuple(dict.fromkeys(chair.label for lineup in self.lineups for chair in lineup if chair.label))

    @property
    def names(self) -> dict[str, str]:
        """The player reported under each label, without its options."""
        chairs = [chair for lineup in self.lineups for chair in lineup]
        return {chair.label: split_options(chair.player)[0] for chair in chairs if chair.label}

    @property
    def players(self) -> tuple[str, ...]:
        """Every player that takes part."""
        return tuple(dict.fromkeys(chair.player for lineup in self.lineups for chair in lineup))

    def seed(self, seed: int, lineup: int) -> int:
        """The seed of one line-up's match. It depends only on the study's seed and on names."""
        return seed_of(f"{seed}/{self.deals or self.name}/{lineup}")

    def describe(self, seed: int) -> dict[str, Any]:
        """Everything that the result depends on: equal descriptions have equal results."""
        return {
            "experiment": self.name,
            "seed": seed,
            "games": self.games,
            "deals": self.deals,
            **self.variant.describe(),
            "lineups": [[[chair.player, chair.label] for chair in lineup] for lineup in self.lineups],
            "program": _program(tuple(sorted({split_options(player)[0] for player in self.players}))),
        }

    def read(self, data: Mapping[str, Any]) -> ContestOutcome:
        """The outcome stored in a file."""
        return ContestOutcome.from_dict(data)

    @classmethod
    def run_all(
        cls, experiments: Sequence[Self], *, seed: int, pool: WorkerPool, done: Callable[[int], None]
    ) -> Iterator[tuple[Self, ContestOutcome]]:
        """Play contests one after another, each on all workers; ``done`` is called with the games just finished."""
        for contest in experiments:
            yield contest, play_contest(contest, seed=seed, pool=pool, done=done)


def play_contest(contest: Contest, *, seed: int, pool: WorkerPool, done: Callable[[int], None]) -> ContestOutcome:
    """Play all games of a contest. ``done`` is called with the number of games just finished."""
    from railwright.studies.contest_tally import ContestTally
    from railwright.workers.tasks import GameBatch  # here: a study without games does not load NumPy

    began = time.perf_counter()
    setup = contest.variant.setup()
    tally = ContestTally(setup)
    games = contest.games // len(contest.lineups)
    tasks = [
        GameBatch(setup, tuple(chair.player for chair in lineup), contest.seed(seed, number), games)
        for number, lineup in enumerate(contest.lineups)
    ]
    for number, block in pool.play(tasks):
        tally.add(number, [chair.label for chair in contest.lineups[number]], block)
        done(len(block))
    players = {player.label: player for player in tally.outcomes()}
    return ContestOutcome(contest.describe(seed), time.perf_counter() - began, pool.size, players)


@cache
def _program(players: tuple[str, ...]) -> dict[str, str]:
    """Fingerprints of the engine and of some players; any edit changes them."""
    from railwright.arena.tournament import source_digests  # here: a study without games does not load the engine

    return source_digests(players)
