"""How the bound of a relaxation depends on the budget."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class Curve:
    """Upper bound on the score for every budget, from the dual prices of a train at the budgets solved so far."""

    def __init__(self, base: int) -> None:
        self._base = base
        self._lines: list[tuple[float, float]] = []
        self._too_few = -1

    def add(self, trains: int, bound: float, price: float) -> None:
        """Record the bound at a budget, where each further train adds at most ``price``."""
        self._lines.append((bound - self._base - price * trains, price))

    def rule_out(self, trains: int) -> None:
        """Record that there is no solution with this many trains."""
        self._too_few = max(self._too_few, trains)

    def gains(self, most: int) -> NDArray[np.float64]:
        """The bound without the base for 0 to ``most`` trains: inf if unknown, -inf if infeasible."""
        trains = np.arange(most + 1)
        offsets, prices = np.array([(np.inf, 0.0), *self._lines]).T
        lines = offsets[:, None] + prices[:, None] * trains
        return np.where(trains <= self._too_few, -np.inf, lines.min(axis=0))
