"""How much a review computes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReviewEffort:
    """The trials of a review."""

    games: int = 200
    """Games played to the end from each moment of the curve."""
    screening: int = 96
    """Worlds in which all choices of a decision are tried."""
    comparing: int = 600
    """Further worlds for the choices that looked better than the chosen one."""


USUAL = ReviewEffort()
QUICK = ReviewEffort(games=40, screening=48, comparing=150)
"""A fifth of the work, with larger errors."""
