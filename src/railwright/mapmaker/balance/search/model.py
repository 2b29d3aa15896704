"""Predicts the win shares of designs not yet played, as linear functions of their features.

One Bayesian linear regression for each player. The variance of the observations is known from their rounds. The prior
variance of the weights is chosen by marginal likelihood. It is larger for the board's totals (tracks of each length,
doubles, tickets and so on), which matter most, than for single routes and tickets, whose effects add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.balance.problem.matrix_roots import symmetric_root
from railwright.mapmaker.balance.problem.sample import Sample
from railwright.mapmaker.balance.search.description import TOTALS, Amount, Vector

Matrix = NDArray[np.float64]

SPREADS = tuple(0.0005 * 2.0**power for power in range(9))
"""Candidate prior standard deviations of the weights: roughly how far a share moves when a feature changes by one
standard deviation. The marginal likelihood decides."""

SINGLE = 0.2
"""Prior standard deviation of the weights of single routes and tickets, relative to that of totals. Fitted to 400
random usa boards with 100 games each, this ratio predicted other boards best among 0, 0.1, 0.2, 0.4 and 1."""

MIN_VARIANCE = 1e-4
"""Smallest variance of a round's share, for players that never win or always do."""


@dataclass(frozen=True, slots=True)
class Model:
    """Each player's share as a linear function of the features, with its uncertainty."""

    middle: Vector
    """The mean of the features."""
    base: Vector
    """The share of each player at the mean of the features."""
    effects: Matrix
    """Posterior mean of the effect of each feature, one column for each player."""
    roots: tuple[Matrix, ...]
    """A square root of the effects' posterior covariance for each player; empty if the effects are taken as certain."""

    def predict(self, described: Matrix) -> Matrix:
        """Predicted shares, one row for each design."""
        return self.base + (described - self.middle) @ self.effects

    def shift(self, differences: Sequence[Amount]) -> Vector:
        """Predicted change of the shares for a change of the features."""
        places, amounts = zip(*differences, strict=True)
        found: Vector = np.array(amounts) @ self.effects[list(places)]
        return found

    @property
    def expected(self) -> Model:
        """The same model with its effects taken as certain."""
        return replace(self, roots=())

    def imagine(self, rng: np.random.Generator) -> Model:
        """A model drawn from the posterior distribution."""
        noise = np.stack([root @ rng.standard_normal(root.shape[1]) for root in self.roots], axis=1)
        noise -= noise.mean(axis=1, keepdims=True)  # shares add up to 1
        return replace(self, effects=self.effects + noise, roots=())


def fit(described: Matrix, samples: Sequence[Sample]) -> Model:
    """Fit a model to observations."""
    middle, scale = described.mean(axis=0), described.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    features = (described - middle) / scale
    shares = np.array([sample.mean for sample in samples])
    rounds = np.array([sample.rounds for sample in samples], float)
    base = np.average(shares, axis=0, weights=rounds)
    information = features.T @ (features * rounds[:, None])
    pulls = features.T @ ((shares - base) * rounds[:, None])
    turned = _Turned.of(information, pulls)
    found = [turned.weights(player, variance) for player, variance in enumerate(_round_variances(samples))]
    weights = np.stack([expected for expected, _ in found], axis=1)
    weights -= weights.mean(axis=1, keepdims=True)  # shares add up to 1
    roots = tuple(root / scale[:, None] for _, root in found)
    return Model(middle, base, weights / scale[:, None], roots)


@dataclass(frozen=True, slots=True)
class _Turned:
    """The observations in the eigenbasis of the scaled features."""

    factor: Vector
    """Prior standard deviation of each feature's weight, relative to that of totals."""
    values: Vector
    vectors: Matrix
    pulls: Matrix

    @staticmethod
    def of(information: Matrix, pulls: Matrix) -> _Turned:
        factor = np.full(len(information), SINGLE)
        factor[:TOTALS] = 1.0
        values, vectors = np.linalg.eigh(information * np.outer(factor, factor))
        return _Turned(factor, np.maximum(values, 0.0), vectors, vectors.T @ (pulls * factor[:, None]))

    def _evidence(self, player: int, variance: float, spread: float) -> float:
        """Log marginal likelihood of a player's observations, up to a constant."""
        seen = self.values / variance
        pull = self.pulls[:, player] / variance
        return float(0.5 * (pull**2 / (seen + spread**-2)).sum() - 0.5 * np.log1p(seen * spread**2).sum())

    def weights(self, player: int, variance: float) -> tuple[Vector, Matrix]:
        """Posterior mean of a player's weights, and a square root of their covariance."""
        spread = max(SPREADS, key=lambda candidate: self._evidence(player, variance, candidate))
        narrow = 1 / (self.values / variance + spread**-2)
        expected = self.vectors @ (narrow * self.pulls[:, player] / variance)
        return self.factor * expected, self.factor[:, None] * symmetric_root(narrow, self.vectors)


def _round_variances(samples: Sequence[Sample]) -> Vector:
    """Variance of each player's share in one round, about the means of the designs."""
    squares = [np.diag(sample.covariance_of_mean) * sample.rounds * (sample.rounds - 1) for sample in samples]
    freedom = sum(sample.rounds - 1 for sample in samples)
    found: Vector = np.sum(squares, axis=0) / freedom
    return np.maximum(found, MIN_VARIANCE)
