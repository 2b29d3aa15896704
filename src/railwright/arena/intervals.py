"""Means and rates with 95 % intervals, where the unit is the round and not the game.

The games of a round share a deal, so they are not independent: with equal players, what a lucky seat gives to one
player in one game it gives to the other in the next, which makes rates *more* exact than as many independent games
would; players that like the same deals make them less exact. Both show in the spread of the rounds' sums. So variances
are cluster-robust: the residuals are added up within each round before they are squared. That also holds for an
unfinished last round.

A rate is then said to rest on as many independent games as would give the same variance (its effective sample size,
with the correction of Korn and Graubard 1998 for few rounds), and Wilson's interval for that many games is taken: it
stays within 0 and 1 and behaves well near them. If every round is a single game, it is Wilson's interval itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi, sqrt, tan

import numpy as np
from numpy.typing import NDArray

Z_95 = 1.959963984540054
"""Standard errors on each side of a 95 % interval."""

PRIOR_ROUNDS = 1
"""Weight, in rounds, of the assumption that games of a round are independent. It matters only for a few rounds, where
the spread of the rounds' sums can be nil by chance."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float
    sample: float
    """The effective sample size: how many independent games would tell as much."""


def student(freedom: int) -> float:
    """Standard errors on each side of a 95 % interval when the error itself is estimated: Student's t.

    The series in powers of one over the degrees of freedom is exact to 0.2 % from three degrees of freedom on.
    """
    if freedom < 1:
        return inf
    if freedom == 1:
        return tan(0.475 * pi)
    if freedom == 2:
        return sqrt(2 * 0.95**2 / (1 - 0.95**2))
    z, n = Z_95, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def wilson(*, rate: float, trials: float) -> tuple[float, float]:
    """The 95 % Wilson interval of a rate."""
    if trials <= 0:
        return 0.0, 1.0
    middle = (rate + Z_95**2 / (2 * trials)) / (1 + Z_95**2 / trials)
    half = Z_95 * sqrt(rate * (1 - rate) / trials + Z_95**2 / (4 * trials**2)) / (1 + Z_95**2 / trials)
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))  # the rate itself: against rounding


def estimate_rate(values: NDArray[np.float64], rounds: NDArray[np.int64]) -> Estimate:
    """The mean of values from 0 to 1, such as shares of wins. ``rounds`` says to which round each value belongs."""
    games, mean = len(values), float(values.mean())
    spread = _Spread.of(values, rounds)
    few = student(games - 1) / student(spread.rounds - 1) if spread.rounds > 1 else 0.0
    if spread.single == 0:  # all values are equal: nothing is known of how games of a round go together
        sample = spread.rounds * few**2
    else:
        sample = games * mean * (1 - mean) / (spread.single / games * spread.design_effect(games)) * few**2
    low, high = wilson(rate=mean, trials=sample)
    return Estimate(mean, low, high, sample)


def estimate_mean(values: NDArray[np.float64], rounds: NDArray[np.int64]) -> Estimate | None:
    """The mean of any values with an interval from Student's t; None if there is but one round."""
    spread = _Spread.of(values, rounds)
    if spread.rounds < 2:
        return None
    games, mean = len(values), float(values.mean())
    half = student(spread.rounds - 1) * sqrt(spread.rounds / (spread.rounds - 1) * spread.summed) / games
    sample = games / spread.design_effect(games) if spread.single else float(spread.rounds)
    return Estimate(mean, mean - half, mean + half, sample)


@dataclass(frozen=True, slots=True)
class _Spread:
    """Squared residuals of values that belong to rounds."""

    rounds: int
    single: float
    """The sum of the squares of all residuals."""
    summed: float
    """The sum of the squares of the rounds' sums of residuals."""

    @staticmethod
    def of(values: NDArray[np.float64], rounds: NDArray[np.int64]) -> _Spread:
        residuals = values - values.mean()
        if np.ptp(values) == 0:
            residuals = np.zeros(len(values))
        _, number = np.unique(rounds, return_inverse=True)
        sums = np.bincount(number, weights=residuals)
        return _Spread(len(sums), float(residuals @ residuals), float(sums @ sums))

    def design_effect(self, games: int) -> float:
        """The variance of the mean, compared with that of as many independent games."""
        found = self.rounds * self.summed / ((self.rounds - 1) or 1) / (games * self.single / (games - 1))
        return ((self.rounds - 1) * found + PRIOR_ROUNDS) / (self.rounds - 1 + PRIOR_ROUNDS)
