"""Results of games on a design: sums over rounds, which can be added and fit on one line of a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Win shares over some rounds. The games of a round have the same deal, and each player takes every seat once."""

    rounds: int
    totals: NDArray[np.float64]
    """Sum of each player's shares over the rounds."""
    products: NDArray[np.float64]
    """Sums of the products of two players' shares."""

    @staticmethod
    def of(shares: NDArray[np.float64]) -> Sample:
        """The sample of shares with a row for each round and a column for each player."""
        return Sample(len(shares), shares.sum(axis=0), shares.T @ shares)

    @staticmethod
    def none(players: int) -> Sample:
        """An empty sample."""
        return Sample(0, np.zeros(players), np.zeros((players, players)))

    def __add__(self, other: Sample) -> Sample:
        return Sample(self.rounds + other.rounds, self.totals + other.totals, self.products + other.products)

    @property
    def games(self) -> int:
        """Number of games played."""
        return self.rounds * len(self.totals)

    @property
    def mean(self) -> NDArray[np.float64]:
        """Mean share of each player."""
        return self.totals / self.rounds

    @property
    def covariance_of_mean(self) -> NDArray[np.float64]:
        """Covariance of the mean; needs at least two rounds."""
        mean = self.mean
        spread = (self.products - self.rounds * np.outer(mean, mean)) / (self.rounds - 1)
        return spread / self.rounds

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for a file; ``from_dict`` restores it exactly."""
        return {"rounds": self.rounds, "totals": self.totals.tolist(), "products": self.products.tolist()}

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Sample:
        """The sample of a dictionary made by ``to_dict``."""
        return Sample(int(data["rounds"]), np.array(data["totals"], float), np.array(data["products"], float))
