"""The distance of a board's win shares from a target (Smith and Anton 2022)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, isfinite
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from railwright.arena.intervals import Estimate
from railwright.errors import OptionError
from railwright.mapmaker.balance.problem.matrix_roots import symmetric_root
from railwright.mapmaker.balance.problem.sample import Sample

TOLERANCE = 1e-6
"""Tolerance for the sum of the shares, which must be 1."""

DRAWS = 4000
"""Bootstrap samples: enough for two digits of a 95% interval."""

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Target:
    """The win shares that the players should have, in their order. Validated on creation."""

    shares: tuple[float, ...]

    def __post_init__(self) -> None:
        listed = ", ".join(f"{share:g}" for share in self.shares)
        if len(self.shares) < 2:
            raise OptionError(f"a target needs a share for each of at least 2 players, not {listed or 'none'}")
        for share in self.shares:
            if not isfinite(share) or not 0 < share < 1:
                raise OptionError(
                    f"the target {listed} has the share {share:g}; each must lie between 0 and 1 "
                    "(leave out a player that should never win)"
                )
        if abs(fsum(self.shares) - 1) > TOLERANCE:
            raise OptionError(f"the target {listed} adds up to {fsum(self.shares):g}; shares must add up to 1")

    @staticmethod
    def even(players: int) -> Target:
        """Equal shares for all players."""
        return Target((1 / players,) * players)

    @property
    def worst(self) -> float:
        """The largest possible sum of errors: the player with the smallest target share wins everything."""
        return 2 - 2 * min(self.shares)

    def distance(self, shares: Sequence[float] | NDArray[np.float64]) -> float:
        """The distance, from 0 (on target) to 1 (as far off as possible)."""
        return float(self.distances(np.asarray(shares, float)))

    def squared_error(self, shares: NDArray[np.float64]) -> float:
        """The sum of squared errors. Unlike the distance it is smooth, so small improvements always count."""
        errors = shares - np.asarray(self.shares)
        return float(errors @ errors)

    def distances(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """The distances of many shares; the last axis is that of the players."""
        found: NDArray[np.float64] = np.abs(shares - np.asarray(self.shares)).sum(axis=-1) / self.worst
        return found


def estimate_distance(target: Target, sample: Sample, *, seed: int) -> Estimate:
    """The distance of a sample's mean shares, with a 95% confidence interval.

    The mean over rounds is resampled from its normal approximation (parametric bootstrap). Chance makes a distance
    larger rather than smaller, because it cannot be negative, so the percentiles are corrected for bias (Efron's BC
    method).
    """
    found = target.distance(sample.mean)
    if sample.rounds < 2:
        return Estimate(found, 0.0, 1.0, float(sample.rounds))
    rng = np.random.default_rng(seed)
    values, vectors = np.linalg.eigh(sample.covariance_of_mean)
    root = symmetric_root(np.maximum(values, 0.0), vectors)
    drawn = target.distances(sample.mean + rng.standard_normal((DRAWS, len(values))) @ root)
    normal = NormalDist()
    below = float(np.clip((drawn < found).mean(), 1 / DRAWS, 1 - 1 / DRAWS))
    shift = 2 * normal.inv_cdf(below)
    edges = [normal.cdf(shift + normal.inv_cdf(part)) for part in ((1 - LEVEL) / 2, (1 + LEVEL) / 2)]
    low, high = (float(np.quantile(drawn, edge)) for edge in edges)
    return Estimate(found, min(low, found), max(high, found), float(sample.rounds))
