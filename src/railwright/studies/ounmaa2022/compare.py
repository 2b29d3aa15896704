"""A published number compared with ours: the difference, and whether chance explains it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from railwright.arena.intervals import Z_95, wilson
from railwright.report.document import Grid
from railwright.report.figures import Mark, Pair
from railwright.studies.player_outcome import (
    COMPLETED,
    GAINED,
    MEDIAN,
    POINTS,
    RATES,
    TICKET_POINTS,
    TIED_WIN_RATE,
    WIN_RATE,
    OutcomeEstimate,
)

TITLES = {
    WIN_RATE: "win rate",
    TIED_WIN_RATE: "win rate, ties count as wins",
    POINTS: "points",
    MEDIAN: "median points",
    COMPLETED: "tickets completed",
    TICKET_POINTS: "points from tickets",
    GAINED: "% of gained points",
}

MEDIAN_FACTOR = 1.2533
"""Standard error of a median divided by that of a mean, for a normal distribution."""

WITHIN, HIGHER, LOWER = "within chance", "ours higher", "ours lower"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A number of the thesis and ours."""

    group: str
    player: str
    measure: str
    published: float | None
    published_games: int
    ours: OutcomeEstimate
    games: int

    @property
    def verdict(self) -> str:
        """Whether the two differ significantly at the 5% level; empty if nothing was published."""
        if self.published is None:
            return ""
        difference = self.ours.value - self.published
        if abs(difference) <= Z_95 * self._standard_error(self.published):
            return WITHIN
        return HIGHER if difference > 0 else LOWER

    def _standard_error(self, published: float) -> float:
        """Standard error of the difference. The thesis gives no standard deviations, so ours are used for both."""
        if self.measure in RATES:  # Agresti and Caffo: add one win and one loss on each side
            parts = ((self.ours.value, self.ours.sample), (published, self.published_games))
            return sqrt(sum(_spread((rate * trials + 1) / (trials + 2)) / (trials + 2) for rate, trials in parts))
        factor = MEDIAN_FACTOR if self.measure == MEDIAN else 1.0
        own = (self.ours.high - self.ours.low) / (2 * Z_95)
        return sqrt(own**2 + (factor * self.ours.deviation) ** 2 / self.published_games)

    def pair(self) -> Pair:
        """Both numbers as marks in a figure of win rates."""
        published = None
        if self.published is not None:
            published = Mark(self.published, *wilson(rate=self.published, trials=self.published_games))
        return Pair(self.player, Mark(self.ours.value, self.ours.low, self.ours.high), published)

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {
            "variant": self.group,
            "player": self.player,
            "measure": self.measure,
            "published": self.published,
            "ours": round(self.ours.value, 4),
            "low": round(self.ours.low, 4),
            "high": round(self.ours.high, 4),
            "games": self.games,
            "verdict": self.verdict,
        }


def _spread(rate: float) -> float:
    return rate * (1 - rate)


def comparison_grid(title: str, comparisons: Sequence[Comparison], names: Mapping[str, str]) -> Grid:
    """The comparisons of one group as a table; ``names`` maps the thesis's player names to ours."""
    rows = []
    before = ""
    for row in comparisons:
        ours = row.ours
        rows.append((
            label_with_name(row.player, names) if row.player != before else "",
            TITLES[row.measure],
            show(row.measure, row.published),
            show(row.measure, ours.value),
            f"{show(row.measure, ours.low)} to {show(row.measure, ours.high)}",
            row.verdict,
        ))  # fmt: skip
        before = row.player
    headings = ("player", "measure", "published", "ours", "95% interval", "difference")
    return Grid(title, headings, tuple(rows), frozenset({0, 1, 5}))


def label_with_name(label: str, names: Mapping[str, str]) -> str:
    """A player's name in the thesis, followed by ours where it differs."""
    return label if names[label] == label else f"{label} (`{names[label]}`)"


def show(measure: str, value: float | None) -> str:
    """A number as the thesis writes it."""
    if value is None:
        return "-"
    return f"{value:.1f}" if measure == MEDIAN else f"{value:.3f}" if measure in RATES else f"{value:.2f}"


def count_met(comparisons: Iterable[Comparison]) -> tuple[int, int]:
    """How many of the published numbers do not differ significantly from ours, and how many there are."""
    verdicts = [row.verdict for row in comparisons if row.published is not None]
    return verdicts.count(WITHIN), len(verdicts)


def agreement(comparisons: Iterable[Comparison]) -> str:
    """How many of the published numbers agree with ours, in words."""
    met, number = count_met(comparisons)
    return f"{met} of {number} published numbers do not differ significantly from ours."
