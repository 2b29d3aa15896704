"""Calibration and sharpness of predicted win probabilities.

The expected calibration error is the mean distance between stated probability and observed win rate, over ten equal
bins of probabilities, weighted by their counts. Even perfectly calibrated forecasts have a nonzero error, since
outcomes are random; ``chance_error`` estimates it. Positions of one game share its outcome, so intervals and chance
errors are clustered by game.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.arena.intervals import estimate_rate

BINS = 10
STAGES = 5
"""Parts of a game, by the share of its actions, in which forecasts are compared."""

_LEAST = 1e-4
"""The least chance that counts in a log-loss, which would be infinite for a chance of 0."""
_DRAWS = 200
_NEWTON_STEPS = 30
_LEAD = 20.0

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ForecastBin:
    """Forecasts of about the same chance."""

    stated: float
    """Their mean."""
    came_true: float
    low: float
    high: float
    """The mean share of the win, with its 95% confidence interval."""
    count: int


@dataclass(frozen=True, slots=True)
class StageLoss:
    """The log-loss of forecasts in one part of the games: ours, and that of the lead in points."""

    stage: int
    count: int
    ours: float
    of_lead: float
    """Log-loss of a logistic curve of the lead in points, fitted to these same positions of the stage."""


@dataclass(frozen=True, slots=True)
class Forecasts:
    """Predicted win probabilities, one for each position, with their outcomes."""

    chance: Floats
    outcome: Floats
    """The share of the win."""
    game: NDArray[np.int64]
    progress: Floats
    """The share of the game's actions that had been played, from 0 to 1."""
    lead: Floats
    """Points on the table minus those of the best other seat."""

    def __len__(self) -> int:
        return len(self.chance)

    @property
    def calibration_error(self) -> float:
        """The expected calibration error."""
        return _error(self.chance, self.outcome)

    @property
    def chance_error(self) -> float:
        """The mean calibration error that calibrated forecasts would have, with these chances and this number of games.

        Outcomes within a game are fully correlated, as far as their chances allow.
        """
        rng = np.random.default_rng(1)
        _, game = np.unique(self.game, return_inverse=True)
        draws = rng.random((_DRAWS, game.max() + 1))
        return float(np.mean([_error(self.chance, (draw[game] < self.chance).astype(float)) for draw in draws]))

    @property
    def bins(self) -> list[ForecastBin]:
        """The forecasts by stated chance, the lowest first."""
        found, numbers = [], _bin_numbers(self.chance)
        for number in np.unique(numbers):
            chosen = numbers == number
            rate = estimate_rate(self.outcome[chosen], self.game[chosen])
            found.append(
                ForecastBin(float(self.chance[chosen].mean()), rate.mean, rate.low, rate.high, int(chosen.sum()))
            )
        return found

    @property
    def stages(self) -> list[StageLoss]:
        """The log-losses by part of the game."""
        stage = np.minimum((self.progress * STAGES).astype(int), STAGES - 1)
        found = []
        for number in np.unique(stage):
            chosen = stage == number
            outcome = self.outcome[chosen]
            found.append(
                StageLoss(
                    int(number), int(chosen.sum()), log_loss(self.chance[chosen], outcome),
                    log_loss(_fit_logistic(self.lead[chosen] / _LEAD, outcome), outcome),
                )
            )  # fmt: skip
        return found

    def to_dict(self) -> dict[str, Any]:
        """The figures as an object for JSON."""
        return {
            "positions": len(self), "games": len(np.unique(self.game)),
            "calibration_error": self.calibration_error, "chance_error": self.chance_error,
            "bins": [asdict(one) for one in self.bins], "stages": [asdict(one) for one in self.stages],
        }  # fmt: skip


def _bin_numbers(chance: Floats) -> NDArray[np.int64]:
    return np.minimum((chance * BINS).astype(np.int64), BINS - 1)


def _error(chance: Floats, outcome: Floats) -> float:
    numbers = _bin_numbers(chance)
    distances = np.bincount(numbers, chance - outcome, BINS)
    return float(np.abs(distances).sum() / len(chance))


def log_loss(chance: Floats, outcome: Floats) -> float:
    """The mean of minus the logarithm of the probability given to what happened."""
    sure = np.clip(chance, _LEAST, 1 - _LEAST)
    return float(-(outcome * np.log(sure) + (1 - outcome) * np.log(1 - sure)).mean())


def _fit_logistic(x: Floats, outcome: Floats) -> Floats:
    """The chances of the logistic curve in ``x`` that fits the outcomes best, by Newton's method."""
    terms = np.column_stack([np.ones_like(x), x])
    weights = np.zeros(2)
    for _ in range(_NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(terms @ weights, -30, 30)))
        curvature = (terms * (chance * (1 - chance))[:, None]).T @ terms + 1e-6 * np.eye(2)
        weights += np.linalg.solve(curvature, terms.T @ (outcome - chance))
    return np.asarray(1 / (1 + np.exp(-np.clip(terms @ weights, -30, 30))), np.float64)
