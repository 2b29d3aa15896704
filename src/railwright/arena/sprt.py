"""A sequential test between two players, which stops as soon as the question is decided.

The question is whether player A scores ``p0`` or ``p1`` against player B. The unit is the round: all games of one deal,
with the seats exchanged. A's score in a round is a number from 0 to 1. Rounds are independent, but nothing is assumed
about the dependence of games within a round.

The test is Wald's sequential probability ratio test in the generalised form used for chess engines ("pentanomial",
after the five scores of a pair of games with draws). Among all distributions on the scores seen so far, take the one of
maximum likelihood with mean p0 and the one with mean p1, and compare their likelihoods. The test ends when the log
likelihood ratio leaves the interval from log(beta / (1 - alpha)) to log((1 - beta) / alpha). For p0 and p1 close
together and near 1/2 the ratio is about n (p1 - p0) (2 mean - p0 - p1) / (2 variance), with the variance of the rounds'
scores; unlike that approximation, it keeps to its error rates elsewhere, too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log
from typing import Any

import numpy as np
from numba import float64

from railwright.arena.intervals import Estimate, estimate_rate
from railwright.compiled.kernel import kernel
from railwright.errors import OptionError

GHOST = 0.001
"""Weight of two imaginary rounds, one won and one lost, which make every mean possible from the start."""

_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Question:
    """The question of a test: does A score p0 or p1 against B?"""

    p0: float
    p1: float
    alpha: float = 0.05
    """Probability of the answer p1 if p0 is true."""
    beta: float = 0.05
    """Probability of the answer p0 if p1 is true."""

    def __post_init__(self) -> None:
        if not 0 < self.p0 < self.p1 < 1:
            raise OptionError(
                f"the first win rate must be below the second, both between 0 and 1, not {self.p0:g} and {self.p1:g}"
            )
        for name, probability in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < probability < 0.5:
                raise OptionError(f"{name}: must be between 0 and 0.5, not {probability}")

    @property
    def lower(self) -> float:
        """The answer is p0 at or below this log likelihood ratio."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The answer is p1 at or above this log likelihood ratio."""
        return log((1 - self.beta) / self.alpha)


@dataclass(slots=True)
class SequentialTest:
    """A running test, which takes the scores of rounds one by one until the answer is known."""

    question: Question
    scores: list[float] = field(default_factory=list)
    ratio: float = 0.0
    """The log likelihood ratio of p1 over p0."""
    _weights: dict[float, float] = field(default_factory=lambda: {0.0: GHOST, 1.0: GHOST})

    @property
    def answer(self) -> float | None:
        """The answer, p0 or p1; None while the test is undecided."""
        if self.ratio >= self.question.upper:
            return self.question.p1
        return self.question.p0 if self.ratio <= self.question.lower else None

    def add(self, score: float) -> None:
        """Add the score of one more round, from 0 to 1."""
        self.scores.append(score)
        self._weights[score] = self._weights.get(score, 0.0) + 1
        values = np.array(sorted(self._weights))
        weights = np.array([self._weights[value] for value in values.tolist()])
        self.ratio = likelihood_ratio(values, weights, self.question.p0, self.question.p1)

    def estimate(self) -> Estimate:
        """A's score with its interval. Because the test stops early, it tends to overestimate differences."""
        return estimate_rate(np.array(self.scores), np.arange(len(self.scores)))


@kernel(signature=float64(float64[::1], float64[::1], float64))
def _multiplier(values: Any, weights: Any, mean: float) -> float:
    """The multiplier t of ``likelihood_ratio``: the root of a decreasing function, by bisection.

    The search interval is the one in which all masses are positive.
    """
    low = 1 / (mean - values[len(values) - 1])
    high = 1 / (mean - values[0])
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        slope = 0.0
        for i in range(len(values)):
            distance = values[i] - mean
            slope += weights[i] * distance / (1 + middle * distance)
        if slope > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@kernel(signature=float64(float64[::1], float64[::1], float64, float64))
def likelihood_ratio(values: Any, weights: Any, p0: float, p1: float) -> float:
    """The log ratio of the maximum likelihoods of the weighted values with mean p1 and with mean p0.

    The maximum likelihood distribution with mean p gives value i a mass proportional to
    weight[i] / (1 + t (value[i] - p)), where the Lagrange multiplier t is chosen so that the mean is p.
    """
    t0 = _multiplier(values, weights, p0)
    t1 = _multiplier(values, weights, p1)
    total = 0.0
    for i in range(len(values)):
        total += weights[i] * (np.log(1 + t0 * (values[i] - p0)) - np.log(1 + t1 * (values[i] - p1)))
    return total
