"""Simulated annealing."""

from __future__ import annotations

import math
from random import Random
from typing import Protocol


class AnnealingState(Protocol):
    """A state to be improved by small changes. A proposed change is in effect until it is taken back."""

    @property
    def cost(self) -> float:
        """Cost of the current state; lower is better."""

    def propose(self, rng: Random) -> bool:
        """Make a small random change. Returns False if none was made."""

    def take_back(self) -> None:
        """Undo the last change."""

    def remember(self) -> None:
        """Store the current state as the best so far."""


def anneal(choice: AnnealingState, rng: Random, *, steps: int, hot: float, cold: float, good_enough: float) -> None:
    """Improve a choice by random changes, accepting worse ones less and less often.

    The temperature falls geometrically from ``hot`` to ``cold``, both in units of cost. The search ends early once the
    cost reaches ``good_enough``, a lower bound. The state that the choice remembered last is the best one found.
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
"""Costs that differ by less count as equal, because floating-point sums are not exact."""
