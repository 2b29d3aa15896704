"""The title, key and seats around the map."""

from __future__ import annotations

from collections.abc import Mapping

from railwright.draw import sizes
from railwright.draw.board_layout import Layout
from railwright.draw.marks import LOCOMOTIVE_MARK, seat_mark
from railwright.draw.palette import Theme, ink_on
from railwright.draw.position import Position
from railwright.draw.svg import Attributes, element, mark, note, number, words
from railwright.draw.text import shortened, text_width
from railwright.draw.tracks import LOCOMOTIVE_SIZE, draw_space, draw_teeth
from railwright.draw.train_spaces import Space
from railwright.game.board import Board
from railwright.maps.load import board_ruleset

LONGEST_TITLE, LONGEST_LINE = 80, 200
"""Maximum length of the title and of a seat's line, in letters. Lines that are too wide are written smaller."""
SIGNS = {"tunnel": "tunnel", "ferry": "ferry, with its locomotives"}
"""Text of the legend for each kind of track."""
SIGN_LENGTH = 26.0
CAR_LENGTH, CAR_WIDTH, CAR_STEP = 6.0, 9.0, 7.0
"""Size of a space in the table of points, and the distance from one to the next."""
KEY_GAP = 12.0
MIN_TITLE = 0.3
"""Share of the picture's width that is kept for the title; without that much room, the table is below the map."""
ROW = 24.0
"""Height of a line below the map."""
SEAT_BOX = 20.0
BOLD = 1.12
"""Width of bold letters relative to others."""

Points = Mapping[int, float]
"""Points of a track by its length."""


def draw_title(board: Board, layout: Layout, title: str, points: Points, theme: Theme) -> str:
    """Draw the strip above the map: the title, what tracks are worth, and the key to tunnels and ferries."""
    unit = layout.unit
    right, base = _strip_right(layout), sizes.MARGIN + sizes.TITLE_SIZE * 0.72
    parts = []
    for kind, text in reversed(_signs(board)):
        left = right - text_width(text, sizes.LEGEND_SIZE)
        parts.append(_line(text, left, base, unit, {"class": "quiet"}))
        parts.append(_sign(kind, left - 8 - SIGN_LENGTH / 2, base - sizes.LEGEND_SIZE * 0.35, unit, theme))
        right = left - SIGN_LENGTH - 32
    if key_fits(board, layout, points):
        right -= _key_width(points)
        parts.append(_draw_key(points, right, base, unit, theme))
        right -= 2 * KEY_GAP
    shown = shortened(title, LONGEST_TITLE)
    size = sizes.TITLE_SIZE * min(1.0, (right - sizes.MARGIN) / (BOLD * text_width(shown, sizes.TITLE_SIZE)))
    parts.append(words(shown, sizes.MARGIN * unit, base * unit, size * unit, {"class": "heading"}))
    return element("g", {"class": "legend"}, *parts)


def route_points(board: Board, points: Points | None) -> Points:
    """What the board's tracks are worth by length, by its own rules if no points are given."""
    every = board_ruleset(board).route_points if points is None else points
    return {length: every[length] for length in sorted({track.length for track in board.tracks}) if length in every}


def key_fits(board: Board, layout: Layout, points: Points) -> bool:
    """Whether the table of points has room in the strip above the map."""
    signs = sum(text_width(text, sizes.LEGEND_SIZE) + SIGN_LENGTH + 32 for _, text in _signs(board))
    free = _strip_right(layout) - signs - _key_width(points) - 2 * KEY_GAP
    return free >= MIN_TITLE * layout.width / layout.unit


def key_caption(points: Points) -> str:
    """The table of points in words."""
    return "Points by length: " + ", ".join(f"{length} for {number(value)}" for length, value in points.items())


def _strip_right(layout: Layout) -> float:
    return layout.width / layout.unit - sizes.MARGIN


def _signs(board: Board) -> list[tuple[str, str]]:
    """The kinds of track that the key explains, with their texts."""
    kinds = {track.kind for track in board.tracks}
    return [(kind, text) for kind, text in SIGNS.items() if kind in kinds]


def _key_width(points: Points) -> float:
    values = sum(text_width(number(value), sizes.LEGEND_SIZE) for value in points.values())
    return sum(points) * CAR_STEP + values + len(points) * (4 + KEY_GAP)


def _draw_key(points: Points, x: float, base: float, unit: float, theme: Theme) -> str:
    """Draw the table of points: a short track of each length, and what it is worth."""
    parts = [note("title", key_caption(points))]
    middle = base - sizes.LEGEND_SIZE * 0.35
    for length, value in points.items():
        for k in range(length):
            car: Attributes = {
                "class": "car", "x": (x + k * CAR_STEP) * unit, "y": (middle - CAR_WIDTH / 2) * unit,
                "width": CAR_LENGTH * unit, "height": CAR_WIDTH * unit, "rx": unit, "fill": theme.tracks["gray"],
            }  # fmt: skip
            parts.append(element("rect", car))
        x += length * CAR_STEP + 4
        parts.append(_line(number(value), x, base, unit, {"class": "worth"}))
        x += text_width(number(value), sizes.LEGEND_SIZE) + KEY_GAP
    return element("g", {"class": "points"}, *parts)


def _line(text: str, x: float, base: float, unit: float, style: Attributes, scale: float = 1.0) -> str:
    """A line of text that is exactly as wide as planned, with any font."""
    size = sizes.LEGEND_SIZE * scale
    wide: Attributes = {"textLength": text_width(text, size) * unit, "lengthAdjust": "spacingAndGlyphs"}
    return words(text, x * unit, base * unit, size * unit, {**style, **wide})


def draw_source(board: Board, layout: Layout) -> str:
    """Draw the source of the board's data, in small type on one line in the lower margin."""
    if not board.source:
        return ""
    free = layout.width / layout.unit - 2 * sizes.MARGIN
    size = sizes.SOURCE_SIZE * min(1.0, free / text_width(board.source, sizes.SOURCE_SIZE)) * layout.unit
    base = layout.height - sizes.SOURCE_SIZE * 0.7 * layout.unit
    return words(board.source, sizes.MARGIN * layout.unit, base, size, {"class": "source"})


def _sign(kind: str, x: float, y: float, unit: float, theme: Theme) -> str:
    """A space of this kind."""
    fill = theme.tracks["gray"]
    space = Space(x * unit, y * unit, 0.0, SIGN_LENGTH * unit, sizes.SPACE_WIDTH * unit)
    box = draw_space(space, kind, fill, unit)
    if kind == "tunnel":
        return box + draw_teeth([space], ink_on(fill))
    size = sizes.SPACE_WIDTH * LOCOMOTIVE_SIZE * unit
    return box + (mark(LOCOMOTIVE_MARK, space.x, space.y, size, fill=ink_on(fill)) if kind == "ferry" else "")


def rows_below(layout: Layout, position: Position) -> list[list[int | str]]:
    """Contents of the rows below the map: numbers of seats that fit side by side, then captions."""
    free = layout.width / layout.unit - 2 * sizes.MARGIN
    rows: list[list[int | str]] = []
    used = free
    for seat, line in enumerate(position.seats):
        width = SEAT_BOX + 8 + text_width(shortened(line.text, LONGEST_LINE), sizes.LEGEND_SIZE) + 28
        if used + width > free:
            rows.append([])
            used = 0.0
        rows[-1].append(seat)
        used += width
    return rows + [[caption] for caption in position.captions]


def draw_below(layout: Layout, position: Position, rows: list[list[int | str]], theme: Theme) -> str:
    """Draw the lines of the seats and the captions."""
    unit, right = layout.unit, layout.width / layout.unit - sizes.MARGIN
    parts = []
    for k, row in enumerate(rows):
        x, y = sizes.MARGIN, layout.height / unit + (k + 0.25) * ROW
        for item in row:
            style: Attributes = {"class": "quiet"}
            if isinstance(item, str):
                text = item
            else:
                text = shortened(position.seats[item].text, LONGEST_LINE)
                parts.append(_seat_box(item, x, y, unit, theme))
                x += SEAT_BOX + 8
                style = {"class": "seat", "data-seat": str(item)}
            wide = text_width(text, sizes.LEGEND_SIZE)
            scale = min(1.0, (right - x) / max(wide, 1.0))
            parts.append(_line(text, x, y + sizes.LEGEND_SIZE * sizes.HALF_CAPITAL, unit, style, scale))
            x += wide * scale + 28
    return element("g", {"class": "legend below"}, *parts) if parts else ""


def _seat_box(seat: int, x: float, y: float, unit: float, theme: Theme) -> str:
    fill = theme.seat(seat)
    box: Attributes = {
        "class": "seat-box", "x": x * unit, "y": (y - sizes.SPACE_WIDTH / 2) * unit, "width": SEAT_BOX * unit,
        "height": sizes.SPACE_WIDTH * unit, "rx": 2 * unit, "fill": fill,
    }  # fmt: skip
    size = sizes.SPACE_WIDTH * 0.36 * unit
    middle = (x + SEAT_BOX / 2) * unit
    return element("rect", box) + mark(seat_mark(seat), middle, y * unit, size, name="number", stroke=ink_on(fill))
