"""The computations of the study, and how their results are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from railwright.studies.computation import Computation, ComputationOutcomes
from railwright.studies.schaefer2025.computations import bound_scores, find_sensitivity, sweep_budgets
from railwright.studies.schaefer2025.effort import Effort
from railwright.studies.schaefer2025.findings import Findings, Optimum, SecondOpinion, Swept, find_ticket
from railwright.studies.schaefer2025.variants import USA
from railwright.studies.variant import Variant

MAX_OPTIMA = 1000
"""Limit on the optima enumerated for a budget."""

SECONDS: Mapping[str, float] = {
    "sensitivity-germany-germany_2017": 600,
    "sensitivity-europe-expanded_1912": 600,
    "sensitivity-europe-mega_1912": 600,
    "sensitivity-europe-base": 400,
    "sensitivity-germany-deutschland_2012": 150,
    "second-usa-base": 90,
    "sensitivity-usa-mega": 80,
}
"""Approximate durations of the longest computations."""

USUAL_SECONDS = 40


@dataclass(frozen=True, slots=True)
class Experiments:
    """The computations of an effort."""

    effort: Effort

    def sweep(self, variant: Variant) -> Computation:
        """Best scores for all budgets."""
        options = {"trains": self.effort.budgets, "most_optima": MAX_OPTIMA}
        name = f"sweep-{variant.name}"
        return Computation(name=name, compute=sweep_budgets, subject=variant, options=options, seconds=_seconds(name))

    def sensitivity(self, variant: Variant) -> Computation:
        """The optimum, and the impact of its parts."""
        options = {"trains": self.effort.trains, "most_optima": MAX_OPTIMA}
        name = f"sensitivity-{variant.name}"
        return Computation(
            name=name, compute=find_sensitivity, subject=variant, options=options, seconds=_seconds(name)
        )

    def second(self) -> Computation:
        """The second method for figure 3 and table 2."""
        setup = USA.setup()
        options = {
            "budgets": max(self.effort.budgets, self.effort.trains),
            "trains": self.effort.trains,
            "without": [find_ticket(setup, pair) for pair in self.effort.second],
        }
        name = f"second-{USA.name}"
        return Computation(name=name, compute=bound_scores, subject=USA, options=options, seconds=_seconds(name))

    def all_boards(self) -> tuple[Computation, ...]:
        """The computations for the tables of all boards and decks."""
        pairs = [(self.sweep(variant), self.sensitivity(variant)) for variant in self.effort.variants]
        return tuple(one for pair in pairs for one in pair)

    def read_sweep(self, variant: Variant, outcomes: ComputationOutcomes) -> Swept:
        """The result of a sweep."""
        return Swept.read(variant.setup(), outcomes[self.sweep(variant).name].result)

    def read_optimum(self, variant: Variant, outcomes: ComputationOutcomes) -> Optimum:
        """The result of a sensitivity analysis."""
        return Optimum.read(variant.setup(), outcomes[self.sensitivity(variant).name].result)

    def read_second(self, outcomes: ComputationOutcomes) -> SecondOpinion:
        """The result of the second method."""
        return SecondOpinion.read(outcomes[self.second().name].result)

    def read_all(self, outcomes: ComputationOutcomes) -> list[Findings]:
        """The results for all boards and decks."""
        return [
            Findings(variant, self.read_sweep(variant, outcomes), self.read_optimum(variant, outcomes))
            for variant in self.effort.variants
        ]


def _seconds(name: str) -> float:
    return SECONDS.get(name, USUAL_SECONDS)
