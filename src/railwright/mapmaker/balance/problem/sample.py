"""What was seen of a design: sums over rounds of games, which add up and fit into a line of a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Win shares in a number of rounds. The games of a round have one deal and seat each player everywhere once."""

    rounds: int
    totals: NDArray[np.float64]
    """The sum of each player's shares, where a round counts 1."""
    products: NDArray[np.float64]
    """The sums of the products of two players' shares."""

    @staticmethod
    def of(shares: NDArray[np.float64]) -> Sample:
        """Of shares with a row for each round and a column for each player."""
        return Sample(len(shares), shares.sum(axis=0), shares.T @ shares)

    @staticmethod
    def none(players: int) -> Sample:
        """Nothing seen yet."""
        return Sample(0, np.zeros(players), np.zeros((players, players)))

    def __add__(self, other: Sample) -> Sample:
        return Sample(self.rounds + other.rounds, self.totals + other.totals, self.products + other.products)

    @property
    def games(self) -> int:
        """Games played."""
        return self.rounds * len(self.totals)

    @property
    def mean(self) -> NDArray[np.float64]:
        """The share of each player."""
        return self.totals / self.rounds

    @property
    def covariance_of_mean(self) -> NDArray[np.float64]:
        """How uncertain the mean is; of at least two rounds."""
        mean = self.mean
        spread = (self.products - self.rounds * np.outer(mean, mean)) / (self.rounds - 1)
        return spread / self.rounds

    def to_dict(self) -> dict[str, Any]:
        """For a file; comes back exactly."""
        return {"rounds": self.rounds, "totals": self.totals.tolist(), "products": self.products.tolist()}

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Sample:
        """From a file."""
        return Sample(int(data["rounds"]), np.array(data["totals"], float), np.array(data["products"], float))
