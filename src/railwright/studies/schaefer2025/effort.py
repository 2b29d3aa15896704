"""The size of the study: boards, decks and budgets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from railwright.studies.schaefer2025.published import BUDGETS, TABLE_2, TRAINS, Pair
from railwright.studies.schaefer2025.variants import EVERY
from railwright.studies.study_effort import StudyEffort
from railwright.studies.variant import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort(StudyEffort):
    """The size of every computation."""

    variants: tuple[Variant, ...]
    """All boards and decks, that of the paper first."""
    budgets: int
    """Largest number of trains in the sweeps, which start at 1."""
    trains: int = TRAINS
    """Number of trains for the optima: that of the rules of every board."""
    second: tuple[Pair, ...] = field(default=tuple(TABLE_2))
    """The tickets of table 2 whose impact is also computed by a second method."""

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for the settings of a folder."""
        return {
            "variants": [variant.name for variant in self.variants],
            "budgets": self.budgets,
            "trains": self.trains,
            "second": [" - ".join(pair) for pair in self.second],
        }


FULL = Effort(name="full", is_full=True, variants=EVERY, budgets=BUDGETS)

DISPUTED = (("Atlanta", "New York"), ("Denver", "Pittsburgh"), ("Nashville", "Portland"), ("New York", "Seattle"))
"""The tickets whose published impact is refuted."""

QUICK = Effort(
    name="quick",
    is_full=False,
    variants=tuple(variant for variant in EVERY if variant.name in ("usa-base", "usa-big_cities")),
    budgets=20,
    second=DISPUTED,
)
