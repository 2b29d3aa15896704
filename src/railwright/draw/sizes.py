"""Sizes of everything on a board, in layout units.

A layout is computed in these units and scaled to the requested width at the end, so a board looks the same at any
width.
"""

from __future__ import annotations

from dataclasses import dataclass

WIDTH = 1400.0
"""Width of a picture, in pixels, unless another is asked for."""

SPACE_WIDTH = 13.0
MAX_SPACE_LENGTH = 42.0
SPACE_GAP = 3.0
"""Gap between two spaces of a track."""
TRAIN_WIDTH = 11.6
"""Width of a train, whose casing makes it wider than a space."""
TRAIN_CASING = 1.9
"""Width of the outline around a train."""
TRACK_GAP = 2.5
"""Gap between parallel tracks."""

DOT_RADIUS = 8.0
TERMINAL_RADIUS = 5.5
"""Radius of a terminal's dot (a city that belongs to a country), smaller than other dots."""
TERMINAL_MARK_SIZE, CORE_SIZE = 1.15, 0.45
"""Sizes of a terminal's mark and of the core of a dot, relative to the radius of the dot."""
DOT_GAP = 3.0
FIRST_SPACE = DOT_RADIUS + DOT_GAP
"""Distance from the centre of a city to its first space."""
CITY_DISTANCE = 46.0
"""Minimum distance between cities."""

LABEL_SIZE = 15.0
TERMINAL_LABEL_SIZE = 14.5
TITLE_SIZE = 26.0
LEGEND_SIZE = 14.0
SOURCE_SIZE = 10.0
LINE_HEIGHT = 1.12
"""Line height of labels, relative to the text size."""
BASELINE = 0.88
"""Height of the top of a label above its base line, relative to the text size."""
HALF_CAPITAL = 0.36
"""Half the height of a capital letter, relative to the text size: text whose base line is so far below a point is
centred on it."""
PAWN_RADIUS = 5.5
"""Radius of a waiting passenger's token."""

MARGIN = 22.0
TITLE_STRIP = 34.0
"""Height of the empty strip above the map."""
LAND_REACH = 50.0
"""How far invented land extends around a city or track."""


def band_width(parallel: int) -> float:
    """Total width of this many parallel tracks."""
    return parallel * SPACE_WIDTH + (parallel - 1) * TRACK_GAP


@dataclass(frozen=True, slots=True)
class SpaceProportions:
    """Length and spacing of train spaces; a pitch is the distance from one space to the next."""

    least_pitch: float
    """Minimum pitch when spaces make way for other tracks."""
    comfortable_pitch: float
    """Pitch that cities are moved apart for."""
    typical_pitch: float
    """Median pitch of a board's tracks before cities are moved."""
    space_area: float
    """Minimum map area per train space, in square units; dense boards are enlarged to provide it."""
    widest_pitch: float
    """Maximum pitch; on a longer route, the spaces stay together in its middle."""
    space_length: float | None
    """Length of all spaces; None to fill the available room."""
    names: float
    """Size of names relative to the usual size."""


SCREEN = SpaceProportions(
    least_pitch=21.0,
    comfortable_pitch=27.0,
    typical_pitch=47.0,
    space_area=2000.0,
    widest_pitch=float("inf"),
    space_length=None,
    names=1.0,
)
"""For pictures: spaces fill their routes, and cities move as little as possible. The official boards have 2,200 to
3,100 square units of map per space."""

TRAIN_LENGTH_MM, TRAIN_WIDTH_MM = 20.0, 9.0
"""Size of a space on paper, which fits a standard plastic train."""
MM = TRAIN_WIDTH_MM / SPACE_WIDTH
"""Millimetres per layout unit on paper."""
PAPER = SpaceProportions(
    least_pitch=TRAIN_LENGTH_MM / MM + SPACE_GAP,
    comfortable_pitch=TRAIN_LENGTH_MM / MM + SPACE_GAP + 1.5,
    typical_pitch=TRAIN_LENGTH_MM / MM + SPACE_GAP + 2.0,
    space_area=0.0,
    widest_pitch=1.4 * TRAIN_LENGTH_MM / MM,
    space_length=TRAIN_LENGTH_MM / MM,
    names=0.72,
)
"""For printed boards: all spaces have the same size. To save paper, boards grow only where spaces touch."""
