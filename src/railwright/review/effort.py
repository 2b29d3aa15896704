"""How much a review computes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReviewEffort:
    """How many games and trials a review computes."""

    games: int = 200
    """Games played to the end from each moment of the curve."""
    screening: int = 48
    """Worlds in which every choice of a decision is tried."""
    comparing: int = 240
    """Further worlds for the choices that looked better than the chosen one."""


USUAL = ReviewEffort()
QUICK = ReviewEffort(games=40, screening=24, comparing=60)
"""A fifth of the work, with larger errors."""
