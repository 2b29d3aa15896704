"""The numbers printed in the paper. The players are in the order of ``PUBLISHED_PLAYERS``: OSTA, PA, LRJA, HA."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from railwright.mapmaker.balance.problem.brief import PUBLISHED_PLAYERS
from railwright.mapmaker.balance.problem.distance import Target

ORIGINAL, COMPLETE, RESTRICTED, NEW, SUBGAMES = "original", "complete", "restricted", "new", "subgames"
"""The boards of the paper: the official one, two on its graph, one on a new graph, one of three small games."""

TARGET = Target.even(len(PUBLISHED_PLAYERS))

SHARES: Mapping[str, tuple[float, ...]] = {
    ORIGINAL: (0.2025, 0.0325, 0.3045, 0.4605),
    COMPLETE: (0.215, 0.151, 0.251, 0.382),
    RESTRICTED: (0.212, 0.141, 0.243, 0.402),
    NEW: (0.3079, 0.123, 0.2907, 0.277),
    SUBGAMES: (0.241, 0.091, 0.29, 0.378),
}
"""Win shares: tables 1, 6 and 8."""

DISTANCES: Mapping[str, float] = {
    ORIGINAL: 0.212, COMPLETE: 0.1068, RESTRICTED: 0.121, NEW: 0.10103, SUBGAMES: 0.134
}  # fmt: skip
"""Distances: tables 2, 7 and 9."""

RANDOM_DISTANCES: Mapping[str, float] = {COMPLETE: 0.1402, NEW: 0.185, SUBGAMES: 0.178}
"""Mean distances of ten random boards each, from the same tables."""

GAMES = 1000
"""Games on each board."""

HOURS = 48
"""Hours that a single experiment took at least."""

PRINTED_WORST = 2 + 2 * min(TARGET.shares)
"""Denominator of the printed distances. The formula and the worked example of the paper have 2 - 2 min."""


def as_printed(shares: tuple[float, ...]) -> float:
    """The distance of shares with the denominator of the printed distances."""
    return TARGET.distance(shares) * TARGET.worst / PRINTED_WORST


def by_formula(printed: float) -> float:
    """A printed distance converted to the paper's formula, for boards whose shares are not printed."""
    return printed * PRINTED_WORST / TARGET.worst


@dataclass(frozen=True, slots=True)
class PrintedFeatures:
    """A row of table 3."""

    tracks: int
    """The paper's "Total Routes"."""
    ticket_value: float
    doubles: float
    """Percentage of the routes that are double."""
    spaces: int
    length: float


FEATURES: Mapping[str, PrintedFeatures] = {
    ORIGINAL: PrintedFeatures(100, 11.6, 28.2, 307, 3.70),
    COMPLETE: PrintedFeatures(115, 15.133, 47.4, 368, 3.20),
    RESTRICTED: PrintedFeatures(123, 19.2, 57.7, 417, 3.39),
}

COLORS = ("gray", "white", "black", "orange", "red", "pink", "yellow", "blue", "green")
"""Colours in the order of table 4."""

TRACK_PERCENT: Mapping[str, tuple[float, ...]] = {
    ORIGINAL: (44, 7, 7, 7, 7, 7, 7, 7, 7),
    COMPLETE: (10.4, 13.0, 12.2, 10.4, 8.7, 12.2, 9.6, 12.2, 11.3),
    RESTRICTED: (11.4, 8.9, 12.2, 14.6, 8.9, 9.7, 12.2, 11.4, 10.6),
}
"""Percentage of all tracks by colour: table 4."""

SPACE_PERCENT: Mapping[str, tuple[float, ...]] = {
    ORIGINAL: (30.2, 8.47, 8.79, 8.47, 8.79, 8.79, 8.79, 8.79, 8.79),
    COMPLETE: (12.0, 7.9, 12.2, 12.8, 6.8, 15.2, 9.0, 10.9, 13.3),
    RESTRICTED: (10.0, 10.5, 12.9, 16.1, 8.6, 9.8, 10.8, 10.5, 10.5),
}
"""Percentage of all spaces by colour: table 4."""

LENGTH_PERCENT: Mapping[str, tuple[float, ...]] = {
    ORIGINAL: (9, 36, 20, 18, 8, 9),
    COMPLETE: (20.0, 24.3, 13.0, 14.7, 13.9, 13.9),
    RESTRICTED: (11.4, 16.3, 27.6, 19.5, 17.1, 8.1),
}
"""Percentage of all tracks by length, from 1: table 5."""
