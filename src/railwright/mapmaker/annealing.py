"""Simulated annealing, for choices too entangled to make one by one."""

from __future__ import annotations

import math
from random import Random
from typing import Protocol


class Choice(Protocol):
    """Something to improve by small changes. A proposed change is in effect until it is taken back."""

    @property
    def cost(self) -> float:
        """How bad it is now."""

    def propose(self, rng: Random) -> bool:
        """Make a small random change; False if none was possible this time."""

    def take_back(self) -> None:
        """Undo the last change."""

    def remember(self) -> None:
        """Keep how it is now as the best so far."""


def anneal(choice: Choice, rng: Random, *, steps: int, hot: float, cold: float, good_enough: float) -> None:
    """Improve a choice by random changes, accepting worse ones less and less often.

    The temperature falls geometrically from ``hot`` to ``cold``, both in units of cost. Ends early once the cost is
    down to ``good_enough``, a bound that no choice can beat. What the choice remembered last is the best it has been.
    """
    choice.remember()
    best = now = choice.cost
    for step in range(steps):
        if best <= good_enough + TOLERANCE:
            return
        if not choice.propose(rng):
            continue
        temperature = hot * (cold / hot) ** (step / steps)
        worse = choice.cost - now
        if worse > 0 and rng.random() >= math.exp(-worse / temperature):
            choice.take_back()
            continue
        now += worse
        if now < best - TOLERANCE:
            best = now
            choice.remember()


TOLERANCE = 1e-9
"""Costs that differ by less are equal; sums of fractions are not exact."""
