"""Means and rates with 95% confidence intervals that are clustered by round.

The games of a round share a deal, so they are not independent. With equal players, a lucky seat helps one player in one
game and the other in the next, which makes rates *more* precise than the same number of independent games; players that
do well with the same deals make them less precise. Both effects show in the variance of the rounds' sums, so variances
are cluster-robust: residuals are summed within each round before they are squared. An unfinished last round is handled
in the same way.

The effective sample size of a rate is the number of independent games with the same variance, with the correction of
Korn and Graubard (1998) for few rounds. The interval is Wilson's interval for that number of games: it stays within 0
and 1 and behaves well near them. If every round is a single game, it is the ordinary Wilson interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi, sqrt, tan

import numpy as np
from numpy.typing import NDArray

Z_95 = 1.959963984540054
"""The normal quantile for a 95% interval."""

PRIOR_ROUNDS = 1
"""Weight, in rounds, of the prior that the games of a round are independent. It matters only with few rounds, where the
variance of the rounds' sums can be zero by chance."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95% confidence interval."""

    mean: float
    low: float
    high: float
    sample: float
    """The effective sample size, in independent games."""


def student(freedom: int) -> float:
    """The quantile of Student's t for a 95% interval, given the degrees of freedom.

    The series in powers of 1/n is exact to 0.2% from three degrees of freedom on.
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
    """The 95% Wilson interval of a rate."""
    if trials <= 0:
        return 0.0, 1.0
    middle = (rate + Z_95**2 / (2 * trials)) / (1 + Z_95**2 / trials)
    half = Z_95 * sqrt(rate * (1 - rate) / trials + Z_95**2 / (4 * trials**2)) / (1 + Z_95**2 / trials)
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))  # contains the rate despite rounding


def estimate_rate(values: NDArray[np.float64], rounds: NDArray[np.int64]) -> Estimate:
    """Estimate the mean of values from 0 to 1, such as win shares. ``rounds`` has the round of each value."""
    games, mean = len(values), float(values.mean())
    spread = _Spread.of(values, rounds)
    few = student(games - 1) / student(spread.rounds - 1) if spread.rounds > 1 else 0.0
    if spread.single == 0:  # all values are equal: nothing is known about the correlation within rounds
        sample = spread.rounds * few**2
    else:
        sample = games * mean * (1 - mean) / (spread.single / games * spread.design_effect(games)) * few**2
    low, high = wilson(rate=mean, trials=sample)
    return Estimate(mean, low, high, sample)


def estimate_mean(values: NDArray[np.float64], rounds: NDArray[np.int64]) -> Estimate | None:
    """Estimate the mean of any values, with an interval from Student's t; None if there is only one round."""
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
    """The sum of squares of all residuals."""
    summed: float
    """The sum of squares of the residuals' sums by round."""

    @staticmethod
    def of(values: NDArray[np.float64], rounds: NDArray[np.int64]) -> _Spread:
        residuals = values - values.mean()
        if np.ptp(values) == 0:
            residuals = np.zeros(len(values))
        _, number = np.unique(rounds, return_inverse=True)
        sums = np.bincount(number, weights=residuals)
        return _Spread(len(sums), float(residuals @ residuals), float(sums @ sums))

    def design_effect(self, games: int) -> float:
        """The variance of the mean relative to that of the same number of independent games."""
        observed = self.rounds * self.summed / ((self.rounds - 1) or 1) / (games * self.single / (games - 1))
        return ((self.rounds - 1) * observed + PRIOR_ROUNDS) / (self.rounds - 1 + PRIOR_ROUNDS)
