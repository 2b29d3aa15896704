"""What the games so far teach about designs not yet played: win shares as linear in the features of a design.

A Bayesian linear regression. The spread of each observation is known from its rounds; how much features matter (the
spread of the weights before anything is seen) is chosen by the evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.game.colors import COLORS, GRAY, TRACK_COLORS
from railwright.mapmaker.balance.design import OUT, Design
from railwright.mapmaker.balance.sample import Sample

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

SPREADS = tuple(0.001 * 2.0**power for power in range(9))
"""Standard deviations of weights, of which the evidence chooses: a change of a feature by its own spread moves a
share by about so much."""


def describe(design: Design) -> Vector:
    """The features of a design as numbers."""
    lengths = np.array(design.lengths, float)
    double = np.array([len(own) > 1 for own in design.colors], float)
    gray = np.array([own.count(GRAY) / len(own) for own in design.colors])
    values = np.array([0 if value == OUT else value for value in design.values], float)
    within = np.array([value != OUT for value in design.values], float)
    spaces = np.zeros(len(TRACK_COLORS))
    for length, own in zip(design.lengths, design.colors, strict=True):
        for color in own:
            spaces[color] += length
    return np.concatenate(
        [lengths, lengths * double, double, gray, values, within, spaces[: len(COLORS)], design.points]
    )


@dataclass(frozen=True, slots=True)
class Model:
    """Shares of each player as linear functions of features, with how sure they are."""

    middle: Vector
    scale: Vector
    base: Vector
    """The share of each player at the middle."""
    weights: Matrix
    """One column for each player."""
    root: Matrix
    """A square root of the covariance of a column of weights."""

    def predict(self, described: Matrix) -> Matrix:
        """Expected shares, one row for each design."""
        return self.base + (described - self.middle) / self.scale @ self.weights

    def imagine(self, rng: np.random.Generator) -> Model:
        """One of the models that fit what was seen, drawn by how well they do."""
        noise = self.root @ rng.standard_normal((len(self.root), self.weights.shape[1]))
        noise -= noise.mean(axis=1, keepdims=True)  # shares add up to 1
        return Model(self.middle, self.scale, self.base, self.weights + noise, self.root)


def fit(described: Matrix, samples: Sequence[Sample]) -> Model:
    """The model that observations give."""
    middle, scale = described.mean(axis=0), described.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    features = (described - middle) / scale
    shares = np.array([sample.mean for sample in samples])
    precision = np.array([sample.rounds for sample in samples], float)
    noise = _round_variance(samples)
    base = np.average(shares, axis=0, weights=precision)
    weighted = features * (precision / noise)[:, None]
    information = features.T @ weighted
    pull = weighted.T @ (shares - base)
    values, vectors = np.linalg.eigh(information)
    values = np.maximum(values, 0.0)
    turned = vectors.T @ pull
    spread = max(SPREADS, key=lambda candidate: _evidence(values, turned, candidate))
    variance = 1 / (values + 1 / spread**2)
    return Model(middle, scale, base, vectors @ (variance[:, None] * turned), vectors * np.sqrt(variance))


def _round_variance(samples: Sequence[Sample]) -> float:
    """The variance of one round's share, the mean over players and observations."""
    total: Sample = samples[0]
    for sample in samples[1:]:
        total = total + sample
    return float(np.diag(total.covariance_of_mean).mean() * total.rounds)


def _evidence(values: Vector, turned: Matrix, spread: float) -> float:
    """The logarithm of how likely the observations are under a spread of weights, but for a constant."""
    players = turned.shape[1]
    fit = (turned**2 / (values + 1 / spread**2)[:, None]).sum()
    return float(0.5 * fit - 0.5 * players * np.log1p(values * spread**2).sum())
