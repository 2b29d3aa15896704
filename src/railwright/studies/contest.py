"""A contest: an experiment of games between named players under one set of rules, and whose results are wanted."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Self

from railwright.game.chance import MAX_SEED
from railwright.players.registry import split_options
from railwright.studies.contest_outcome import ContestOutcome
from railwright.studies.variant import Variant

if TYPE_CHECKING:
    from railwright.workers.pool import WorkerPool


@dataclass(frozen=True, slots=True)
class Chair:
    """One place in a line-up."""

    player: str
    """The player's name, with its options."""
    label: str = ""
    """Under which name its results are reported; without one they are not."""


Lineup = tuple[Chair, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Games between one or more line-ups, each as often as the others. Equal labels are counted together."""

    name: str
    """Also the name of its file."""
    variant: Variant
    lineups: tuple[Lineup, ...]
    games: int
    """In all line-ups together: a whole number of rounds for each, so that everyone has every seat equally often."""
    deals: str = ""
    """Experiments with the same word here begin their games with the same deals."""

    def __post_init__(self) -> None:
        seats = {len(lineup) for lineup in self.lineups}
        if len(seats) != 1 or self.games % (len(self.lineups) * max(seats)) or self.games < 2 * max(seats):
            raise ValueError(f"{self.name}: {self.games} games are not two or more whole rounds of every line-up")

    @property
    def size(self) -> int:
        """How many games it is."""
        return self.games

    @property
    def seats(self) -> int:
        """Players in each game."""
        return len(self.lineups[0])

    @property
    def labels(self) -> tuple[str, ...]:
        """Whose results are reported, in the order of their first appearance."""
        return tuple(dict.fromkeys(chair.label for lineup in self.lineups for chair in lineup if chair.label))

    @property
    def names(self) -> dict[str, str]:
        """Which player, without its options, is reported under each label."""
        chairs = [chair for lineup in self.lineups for chair in lineup]
        return {chair.label: split_options(chair.player)[0] for chair in chairs if chair.label}

    @property
    def players(self) -> tuple[str, ...]:
        """Every player that takes part."""
        return tuple(dict.fromkeys(chair.player for lineup in self.lineups for chair in lineup))

    def seed(self, seed: int, lineup: int) -> int:
        """The seed of one line-up's match. It follows from the study's seed and the names alone."""
        text = f"{seed}/{self.deals or self.name}/{lineup}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % MAX_SEED

    def describe(self, seed: int) -> dict[str, Any]:
        """Everything that the result follows from: an equal description has an equal result."""
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
        """An outcome from a file."""
        return ContestOutcome.from_dict(data)

    @classmethod
    def run_all(
        cls, experiments: Sequence[Self], *, seed: int, pool: WorkerPool, done: Callable[[int], None]
    ) -> Iterator[tuple[Self, ContestOutcome]]:
        """Play one contest after the other, each on all workers. ``done`` hears how many more games are finished."""
        for contest in experiments:
            yield contest, play_contest(contest, seed=seed, pool=pool, done=done)


def play_contest(contest: Contest, *, seed: int, pool: WorkerPool, done: Callable[[int], None]) -> ContestOutcome:
    """Play all games of a contest. ``done`` hears how many more games are finished."""
    from railwright.studies.tally import ContestTally
    from railwright.workers.tasks import GameBatch  # here: a study without games does not load the engine

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
    """Fingerprints of the engine and of some players: an edit of any of them makes another."""
    from railwright.arena.tournament import source_digests  # here: a study without games does not load the engine

    return source_digests(players)
