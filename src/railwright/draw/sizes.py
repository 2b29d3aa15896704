"""Sizes of everything on a board, in units of the layout.

A layout is made in these units and scaled to the wished width at the end, so that a board looks the same at any width.
"""

from __future__ import annotations

SPACE_WIDTH = 13.0
MAX_SPACE_LENGTH = 42.0
SPACE_GAP = 3.0
"""Between two spaces of a track."""
TRACK_GAP = 2.5
"""Between parallel tracks."""
LEAST_PITCH = 21.0
"""From one space to the next: spaces do not give way to other tracks beyond this."""
COMFORTABLE_PITCH = 27.0
"""Cities are moved apart until their tracks have this much."""
TYPICAL_PITCH = 47.0
"""The median over a board's tracks before cities are moved."""

DOT_RADIUS = 8.0
TERMINAL_RADIUS = 5.5
"""Terminals (cities that belong to a country) are smaller."""
DOT_GAP = 3.0
FIRST_SPACE = DOT_RADIUS + DOT_GAP
"""From the middle of a city to its first space."""
CITY_DISTANCE = 46.0
"""Cities are at least this far apart."""

LABEL_SIZE = 15.0
TERMINAL_LABEL_SIZE = 12.5
TITLE_SIZE = 26.0
LEGEND_SIZE = 14.0
SOURCE_SIZE = 10.0
LINE_HEIGHT = 1.12
"""From one line of a label to the next, in text sizes."""
PAWN_RADIUS = 5.5
"""A waiting passenger."""

MARGIN = 22.0
TITLE_STRIP = 34.0
"""Height kept free above the map."""
LAND_REACH = 50.0
"""The land around a city or track, to each side."""


def band_width(parallel: int) -> float:
    """How wide that many parallel tracks are together."""
    return parallel * SPACE_WIDTH + (parallel - 1) * TRACK_GAP
