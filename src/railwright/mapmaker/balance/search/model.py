"""What the games so far teach about designs not yet played: win shares as linear in the features of a design.

A Bayesian linear regression for each player. The spread of the observations is known from their rounds. How much the
features matter before anything is seen is chosen by the evidence: for the board's totals (how many tracks of each
length, doubles, tickets and so on), which matter most, and for single routes and tickets, which add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.balance.problem.roots import symmetric_root
from railwright.mapmaker.balance.problem.sample import Sample
from railwright.mapmaker.balance.search.description import TOTALS, Amount, Vector

Matrix = NDArray[np.float64]

SPREADS = tuple(0.0005 * 2.0**power for power in range(9))
"""Standard deviations of weights, of which the evidence chooses: a change of a feature by its own spread moves a
share by about so much."""

SINGLE = 0.2
"""The spread of the weights of single routes and tickets, as a part of that of totals. On random usa boards, where 400
designs had 100 games each, this part predicted others best of 0, 0.1, 0.2, 0.4 and 1."""

LEAST_VARIANCE = 1e-4
"""Of a round's share, for players that never win or always do."""


@dataclass(frozen=True, slots=True)
class Model:
    """Shares of each player as linear functions of features, with how sure they are."""

    middle: Vector
    base: Vector
    """The share of each player at the middle."""
    effects: Matrix
    """Of each feature, one column for each player."""
    roots: tuple[Matrix, ...]
    """For each player a square root of the covariance of the effects; none where they are taken for certain."""

    def predict(self, described: Matrix) -> Matrix:
        """Expected shares, one row for each design."""
        return self.base + (described - self.middle) @ self.effects

    def shift(self, differences: Sequence[Amount]) -> Vector:
        """How much shares are expected to change when a description does."""
        places, amounts = zip(*differences, strict=True)
        found: Vector = np.array(amounts) @ self.effects[list(places)]
        return found

    @property
    def expected(self) -> Model:
        """The same effects, taken for certain."""
        return replace(self, roots=())

    def imagine(self, rng: np.random.Generator) -> Model:
        """One of the models that fit what was seen, drawn by how well they do."""
        noise = np.stack([root @ rng.standard_normal(root.shape[1]) for root in self.roots], axis=1)
        noise -= noise.mean(axis=1, keepdims=True)  # shares add up to 1
        return replace(self, effects=self.effects + noise, roots=())


def fit(described: Matrix, samples: Sequence[Sample]) -> Model:
    """The model that observations give."""
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
    """What was observed, in the directions in which features vary independently."""

    factor: Vector
    """By which features count."""
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
        """The logarithm of how likely the observations of a player are, but for a constant."""
        seen = self.values / variance
        pull = self.pulls[:, player] / variance
        return float(0.5 * (pull**2 / (seen + spread**-2)).sum() - 0.5 * np.log1p(seen * spread**2).sum())

    def weights(self, player: int, variance: float) -> tuple[Vector, Matrix]:
        """The expected weights of a player and a square root of their covariance."""
        spread = max(SPREADS, key=lambda candidate: self._evidence(player, variance, candidate))
        narrow = 1 / (self.values / variance + spread**-2)
        expected = self.vectors @ (narrow * self.pulls[:, player] / variance)
        return self.factor * expected, self.factor[:, None] * symmetric_root(narrow, self.vectors)


def _round_variances(samples: Sequence[Sample]) -> Vector:
    """The variance of one round's share of each player, about the means of the designs."""
    squares = [np.diag(sample.covariance_of_mean) * sample.rounds * (sample.rounds - 1) for sample in samples]
    freedom = sum(sample.rounds - 1 for sample in samples)
    found: Vector = np.sum(squares, axis=0) / freedom
    return np.maximum(found, LEAST_VARIANCE)
