"""A judge whose verdicts are known beforehand, and small canvases, for tests of the published method."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from railwright.game.board import City, Ticket
from railwright.mapmaker.balance.graph.graph import Graph
from railwright.mapmaker.balance.problem.design import Design, DesignCanvas
from railwright.mapmaker.balance.problem.judge import DesignTrial, Judge
from railwright.mapmaker.balance.problem.sample import Sample
from railwright.maps.load import load_ruleset
from railwright.workers.pool import WorkerPool

SQUARE = ((0, 1), (0, 2), (1, 3), (2, 3))
"""Routes around four cities."""


class StagedJudge(Judge):
    """Two players whose win shares on a design are such that it has a distance told by a rule of the test."""

    def __init__(self, distance: Callable[[Design], float]) -> None:
        super().__init__(("random", "random"), WorkerPool(1))
        self._rule = distance
        self.batches: list[list[DesignTrial]] = []

    def _play(self, trials: Sequence[DesignTrial]) -> list[Sample]:
        self.batches.append(list(trials))
        return [self._sample(self._rule(trial.design), trial.rounds) for trial in trials]

    def _sample(self, distance: float, rounds: int) -> Sample:
        """Both want one half, so shares that are off by d / 2 each have the distance (d / 2 + d / 2) / (2 - 1) = d."""
        return Sample.of(np.tile([0.5 + distance / 2, 0.5 - distance / 2], (rounds, 1)))

    @property
    def designs(self) -> list[Design]:
        """All that were played, in order."""
        return [trial.design for batch in self.batches for trial in batch]


def small_canvas(
    routes: Sequence[tuple[int, int]] = SQUARE, pairs: Sequence[tuple[int, int]] = ((0, 3), (1, 2)), cities: int = 4
) -> DesignCanvas:
    """A few cities in a row."""
    places = tuple(City(f"City {k}", 0.0, float(k)) for k in range(cities))
    tickets = tuple(Ticket((places[a].name, places[b].name), 1) for a, b in pairs)
    return DesignCanvas(Graph("small", "Small", places, tuple(routes)), tickets, load_ruleset("usa"))


def pairs_of(canvas: DesignCanvas) -> list[tuple[int, int]]:
    """The numbers of the cities of each ticket."""
    return [(starts[0], ends[0]) for starts, ends in canvas.ends]
