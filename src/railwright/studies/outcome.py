"""Plays an experiment and keeps what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from railwright.studies.experiment import Experiment
from railwright.studies.measures import PlayerOutcome

if TYPE_CHECKING:
    from railwright.arena.workers import Crew


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one experiment."""

    description: Mapping[str, Any]
    """What was played: ``Experiment.describe``."""
    seconds: float
    workers: int
    players: Mapping[str, PlayerOutcome]

    @property
    def games(self) -> int:
        """How many games were played."""
        return int(self.description["games"])

    def __getitem__(self, label: str) -> PlayerOutcome:
        return self.players[label]

    def to_dict(self) -> dict[str, Any]:
        """For a file."""
        return {
            "description": dict(self.description),
            "seconds": round(self.seconds, 2),
            "workers": self.workers,
            "players": [player.to_dict() for player in self.players.values()],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Outcome:
        """From a file."""
        players = [PlayerOutcome.from_dict(player) for player in data["players"]]
        return cls(data["description"], data["seconds"], data["workers"], {player.label: player for player in players})


def run_experiment(experiment: Experiment, *, seed: int, crew: Crew, done: Callable[[int], None]) -> Outcome:
    """Play all games of an experiment. ``done`` hears how many more games are finished."""
    from railwright.arena.tasks import Task  # here: a study without games does not load the engine
    from railwright.studies.tally import ExperimentTally

    began = time.perf_counter()
    setup = experiment.variant.setup()
    tally = ExperimentTally(setup)
    games = experiment.games // len(experiment.lineups)
    tasks = [
        Task(setup, tuple(chair.player for chair in lineup), experiment.seed(seed, number), games)
        for number, lineup in enumerate(experiment.lineups)
    ]
    for number, block in crew.play(tasks):
        tally.add(number, [chair.label for chair in experiment.lineups[number]], block)
        done(len(block))
    players = {player.label: player for player in tally.outcomes()}
    return Outcome(experiment.describe(seed), time.perf_counter() - began, crew.size, players)
