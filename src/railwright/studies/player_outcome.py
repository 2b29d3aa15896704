"""Measures of a player's results in an experiment: estimates with 95% confidence intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

WIN_RATE = "win_rate"
"""Share of games won; a win still shared by k players after the tie-breakers counts 1/k for each."""
TIED_WIN_RATE = "tied_win_rate"
"""Share of games with the highest score, alone or tied: without tie-breakers, every tied player wins."""
POINTS = "points"
MEDIAN = "median_points"
COMPLETED = "tickets_completed"
TICKET_POINTS = "ticket_points"
"""Points of completed tickets minus those of failed ones."""
GAINED = "gained_share"
"""Percentage of the points gained by all players in a game: scores before the points of failed tickets are deducted."""
ROUNDS = "rounds"
"""Length of a game in turns per player; choosing the opening tickets counts as the first."""

DIGITS = 6
"""Decimal places kept."""

RATES = (WIN_RATE, TIED_WIN_RATE)


@dataclass(frozen=True, slots=True)
class OutcomeEstimate:
    """A mean (or median) over games, with its 95% confidence interval."""

    value: float
    low: float
    high: float
    deviation: float
    """Standard deviation of single games."""
    sample: float
    """Effective sample size: the number of independent games that would be as informative."""

    @classmethod
    def of(cls, *numbers: float) -> OutcomeEstimate:
        """An estimate rounded as in files, so that reading it back gives the same."""
        return cls(*(round(number, DIGITS) for number in numbers))


@dataclass(frozen=True, slots=True)
class PlayerOutcome:
    """The results of one player in an experiment."""

    label: str
    games: int
    estimates: Mapping[str, OutcomeEstimate]
    points: tuple[float, ...]
    """Its score in each game."""

    def __getitem__(self, measure: str) -> OutcomeEstimate:
        return self.estimates[measure]

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for a file."""
        return {
            "label": self.label,
            "games": self.games,
            "estimates": {measure: asdict(estimate) for measure, estimate in self.estimates.items()},
            "points": list(self.points),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PlayerOutcome:
        """The outcome stored in a file."""
        estimates = {measure: OutcomeEstimate(**values) for measure, values in data["estimates"].items()}
        return cls(data["label"], data["games"], estimates, tuple(data["points"]))
