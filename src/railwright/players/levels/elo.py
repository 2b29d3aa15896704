"""Elo ratings: what a difference says about the share of games that a player wins."""

from __future__ import annotations

from math import log10

ELO_SCALE = 400
"""Difference on the Elo scale that means ten wins for each loss."""


def expected_share(rating: float, other: float) -> float:
    """The share of games that a player wins against another one, by their ratings.

    >>> round(expected_share(1500, 1400), 2)
    0.64
    """
    return float(1 / (1 + 10 ** ((other - rating) / ELO_SCALE)))


def rating_difference(share: float) -> float:
    """The difference at which a player wins a share of the games, strictly between 0 and 1."""
    return ELO_SCALE * log10(share / (1 - share))
