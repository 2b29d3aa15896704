"""What is measured of a player in an experiment: estimates with 95 % intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

WIN_RATE = "win_rate"
"""Share of games won; a win that the tie-breakers leave shared by k players counts 1/k for each."""
TIED_WIN_RATE = "tied_win_rate"
"""Share of games with the highest score, alone or not: no tie-breakers, every tied player wins."""
POINTS = "points"
MEDIAN = "median_points"
COMPLETED = "tickets_completed"
TICKET_POINTS = "ticket_points"
"""Points of completed tickets less those of failed ones."""
GAINED = "gained_share"
"""The player's part, in per cent, of what all players gained in a game: scores without the points of failed tickets."""
ROUNDS = "rounds"
"""Length of a game: turns of each player, the choice of the opening tickets counted as the first."""

DIGITS = 6
"""Decimal places that are kept."""

RATES = (WIN_RATE, TIED_WIN_RATE)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean (or median) over games, with its 95 % interval."""

    value: float
    low: float
    high: float
    deviation: float
    """The standard deviation of single games."""
    sample: float
    """How many independent games would tell as much."""

    @classmethod
    def of(cls, *numbers: float) -> Estimate:
        """An estimate as it is kept in files: the same when it is read again."""
        return cls(*(round(number, DIGITS) for number in numbers))


@dataclass(frozen=True, slots=True)
class PlayerOutcome:
    """How one player of an experiment did."""

    label: str
    games: int
    estimates: Mapping[str, Estimate]
    points: tuple[float, ...]
    """Its score in each game."""

    def __getitem__(self, measure: str) -> Estimate:
        return self.estimates[measure]

    def to_dict(self) -> dict[str, Any]:
        """For a file."""
        return {
            "label": self.label,
            "games": self.games,
            "estimates": {measure: asdict(estimate) for measure, estimate in self.estimates.items()},
            "points": list(self.points),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PlayerOutcome:
        """From a file."""
        estimates = {measure: Estimate(**values) for measure, values in data["estimates"].items()}
        return cls(data["label"], data["games"], estimates, tuple(data["points"]))
