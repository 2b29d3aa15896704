"""Sizes of everything on a board, in units of the layout.

A layout is made in these units and scaled to the wished width at the end, so that a board looks the same at any width.
"""

from __future__ import annotations

from dataclasses import dataclass

SPACE_WIDTH = 13.0
MAX_SPACE_LENGTH = 42.0
SPACE_GAP = 3.0
"""Between two spaces of a track."""
TRACK_GAP = 2.5
"""Between parallel tracks."""

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


@dataclass(frozen=True, slots=True)
class Proportions:
    """How long train spaces are and how much room they get; a pitch is the way from one space to the next."""

    least_pitch: float
    """Spaces do not give way to other tracks beyond this."""
    comfortable_pitch: float
    """Cities are moved apart until their tracks have this much."""
    typical_pitch: float
    """The median over a board's tracks before cities are moved."""
    space_area: float
    """Square units of the map for each train space, at least; dense boards are drawn larger for it."""
    widest_pitch: float
    """Where a route has more room, its spaces stay together in its middle."""
    space_length: float | None
    """The same for all spaces; nothing if they are as long as there is room."""
    names: float
    """Size of names, in parts of the usual ones."""


SCREEN = Proportions(
    least_pitch=21.0,
    comfortable_pitch=27.0,
    typical_pitch=47.0,
    space_area=2000.0,
    widest_pitch=float("inf"),
    space_length=None,
    names=1.0,
)
"""For pictures: spaces fill their routes, and cities move as little as possible. The official boards have 2,200 to
3,100 square units of map for each space."""

TRAIN_LENGTH_MM, TRAIN_WIDTH_MM = 20.0, 9.0
"""A space on paper, on which a usual plastic train fits."""
MM = TRAIN_WIDTH_MM / SPACE_WIDTH
"""Millimetres for a layout unit on paper."""
PAPER = Proportions(
    least_pitch=TRAIN_LENGTH_MM / MM + SPACE_GAP,
    comfortable_pitch=TRAIN_LENGTH_MM / MM + SPACE_GAP + 1.5,
    typical_pitch=TRAIN_LENGTH_MM / MM + SPACE_GAP + 8.0,
    space_area=0.0,
    widest_pitch=1.4 * TRAIN_LENGTH_MM / MM,
    space_length=TRAIN_LENGTH_MM / MM,
    names=0.72,
)
"""For boards to be printed: all spaces have one size. To save paper, boards grow only where spaces touch."""
