"""The score track: a frame of numbered spaces around the board."""

from __future__ import annotations

from dataclasses import dataclass

from railwright.draw import sizes
from railwright.draw.palette import Theme, ink_on
from railwright.mapmaker.print.shapes import Form, Shape, TextLine, box

DEPTH = 12.0
"""Width of the track, in millimetres: room for a scoring marker."""
LAPS = (100, 50, 20)
"""Possible numbers of spaces: as many as leave room for a marker in each."""
LEAST_SPACE = 14.0
"""Minimum length of a space, unless the board is too small even for the shortest track."""
STEP = 5
"""A side has a multiple of this many spaces, so that the corners are easy to remember."""
NUMBER, TENTH = 5.0, 6.6
"""Text sizes of the numbers, and of every tenth."""
NUMBER_AT = 6.0
"""Distance of a number from the upper or left end of its space; the marker lies next to it."""
LINE = 0.35
LAP_NOTE = 2.6
"""Text size of what a whole lap is worth."""


@dataclass(frozen=True, slots=True)
class ScoreSpace:
    """A space of the score track."""

    number: int
    x: float
    """Left edge."""
    y: float
    """Upper edge."""
    width: float
    height: float


def score_spaces(width: float, height: float) -> list[ScoreSpace]:
    """The spaces around a board of this size, clockwise from 0 in the upper left corner. Corners are square."""
    lap, wide, tall = _counts(width, height)
    long, high = (width - 2 * DEPTH) / (wide - 1), (height - 2 * DEPTH) / (tall - 1)
    right, bottom = width - DEPTH, height - DEPTH
    boxes = [(0.0, 0.0, DEPTH, DEPTH)]
    boxes += [(DEPTH + k * long, 0.0, long, DEPTH) for k in range(wide - 1)]
    boxes.append((right, 0.0, DEPTH, DEPTH))
    boxes += [(right, DEPTH + k * high, DEPTH, high) for k in range(tall - 1)]
    boxes.append((right, bottom, DEPTH, DEPTH))
    boxes += [(right - (k + 1) * long, bottom, long, DEPTH) for k in range(wide - 1)]
    boxes.append((0.0, bottom, DEPTH, DEPTH))
    boxes += [(0.0, bottom - (k + 1) * high, DEPTH, high) for k in range(tall - 1)]
    assert len(boxes) == lap
    return [ScoreSpace(number, *place) for number, place in enumerate(boxes)]


def _counts(width: float, height: float) -> tuple[int, int, int]:
    """The spaces of a lap, and of a horizontal and a vertical side, each with one of its corners."""
    options = []
    for lap in LAPS:
        half = lap // 2
        wide = STEP * round(half * width / (width + height) / STEP)
        wide = min(max(wide, STEP), half - STEP)
        options.append((lap, wide, half - wide))
    fitting = [option for option in options if _shortest(width, height, option) >= LEAST_SPACE]
    return fitting[0] if fitting else options[-1]


def _shortest(width: float, height: float, counts: tuple[int, int, int]) -> float:
    _, wide, tall = counts
    return min((width - 2 * DEPTH) / (wide - 1), (height - 2 * DEPTH) / (tall - 1))


def score_track_shapes(width: float, height: float, theme: Theme) -> list[Shape]:
    """The score track of a board of this size; every tenth number is on dark ground, every fifth is bold."""
    spaces = score_spaces(width, height)
    shapes: list[Shape] = []
    for space in spaces:
        shapes += _space(space, len(spaces), theme)
    return shapes


def _space(space: ScoreSpace, lap: int, theme: Theme) -> list[Shape]:
    fill, size = theme.halo, NUMBER
    if space.number % 10 == 0:
        fill, size = theme.ink, TENTH
    elif space.number % 5 == 0:
        fill = theme.abroad
    x = space.x + min(NUMBER_AT, space.width / 2)
    y = space.y + min(NUMBER_AT, space.height / 2)
    shapes: list[Shape] = [
        Form((box(space.x, space.y, space.width, space.height),), fill=fill, stroke=theme.quiet, width=LINE)
    ]
    if space.number == 0:
        y -= LAP_NOTE / 2
        note = y + size * sizes.HALF_CAPITAL + LAP_NOTE * 1.2
        shapes.append(TextLine(f"+{lap}", x, note, LAP_NOTE, ink_on(fill), "middle", DEPTH - 1))
    bold = space.number % 5 == 0
    number = TextLine(
        str(space.number), x, y + size * sizes.HALF_CAPITAL, size, ink_on(fill), "middle", DEPTH - 1, bold=bold
    )
    return [*shapes, number]
