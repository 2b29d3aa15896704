"""The title, key and seats around the map."""

from __future__ import annotations

from railwright.draw import sizes
from railwright.draw.board_layout import Layout
from railwright.draw.marks import LOCOMOTIVE_MARK, seat_mark
from railwright.draw.palette import Theme, ink_on
from railwright.draw.position import Position
from railwright.draw.svg import Attributes, element, mark, words
from railwright.draw.text import shortened, text_width
from railwright.game.board import Board

LONGEST_TITLE = 80
SIGNS = {"tunnel": "tunnel", "ferry": "ferry, with its locomotives"}
"""Text of the legend for each kind of track."""
SIGN_LENGTH = 26.0
ROW = 24.0
"""Height of a line below the map."""
SEAT_BOX = 20.0


def draw_title(board: Board, layout: Layout, title: str, theme: Theme) -> str:
    """Draw the strip above the map: the title, and the key to tunnels and ferries if the board has them."""
    unit = layout.unit
    right, base = layout.width / unit - sizes.MARGIN, sizes.MARGIN + sizes.TITLE_SIZE * 0.72
    parts = []
    for kind, text in reversed(SIGNS.items()):
        if any(track.kind == kind for track in board.tracks):
            left = right - text_width(text, sizes.LEGEND_SIZE)
            parts.append(words(text, left * unit, base * unit, sizes.LEGEND_SIZE * unit, {"class": "quiet"}))
            parts.append(_sign(kind, left - 8 - SIGN_LENGTH / 2, base - sizes.LEGEND_SIZE * 0.35, unit, theme))
            right = left - SIGN_LENGTH - 32
    shown = shortened(title, LONGEST_TITLE)
    size = sizes.TITLE_SIZE * min(1.0, (right - sizes.MARGIN) / text_width(shown, sizes.TITLE_SIZE))
    parts.append(words(shown, sizes.MARGIN * unit, base * unit, size * unit, {"class": "heading"}))
    return element("g", {"class": "legend"}, *parts)


def draw_source(board: Board, layout: Layout) -> str:
    """Draw the source of the board's data, in small type on one line in the lower margin."""
    if not board.source:
        return ""
    free = layout.width / layout.unit - 2 * sizes.MARGIN
    size = sizes.SOURCE_SIZE * min(1.0, free / text_width(board.source, sizes.SOURCE_SIZE)) * layout.unit
    base = layout.height - sizes.SOURCE_SIZE * 0.7 * layout.unit
    return words(board.source, sizes.MARGIN * layout.unit, base, size, {"class": "source"})


def _sign(kind: str, x: float, y: float, unit: float, theme: Theme) -> str:
    space: Attributes = {
        "class": f"space {kind}", "x": (x - SIGN_LENGTH / 2) * unit, "y": (y - sizes.SPACE_WIDTH / 2) * unit,
        "width": SIGN_LENGTH * unit, "height": sizes.SPACE_WIDTH * unit, "rx": 2 * unit, "fill": theme.tracks["gray"],
    }  # fmt: skip
    parts = [element("rect", space)]
    if kind == "ferry":
        ink = ink_on(theme.tracks["gray"])
        parts.append(mark(LOCOMOTIVE_MARK, x * unit, y * unit, sizes.SPACE_WIDTH * 0.38 * unit, fill=ink))
    return "".join(parts)


def rows_below(layout: Layout, position: Position) -> list[list[int | str]]:
    """Contents of the rows below the map: numbers of seats that fit side by side, then captions."""
    free = layout.width / layout.unit - 2 * sizes.MARGIN
    rows: list[list[int | str]] = []
    used = free
    for seat, line in enumerate(position.seats):
        width = _seat_width(line.text)
        if used + width > free:
            rows.append([])
            used = 0.0
        rows[-1].append(seat)
        used += width
    return rows + [[caption] for caption in position.captions]


def _seat_width(text: str) -> float:
    return SEAT_BOX + 8 + text_width(shortened(text, LONGEST_TITLE), sizes.LEGEND_SIZE) + 28


def draw_below(layout: Layout, position: Position, rows: list[list[int | str]], theme: Theme) -> str:
    """Draw the lines of the seats and the captions."""
    unit = layout.unit
    parts = []
    for k, row in enumerate(rows):
        x, y = sizes.MARGIN, layout.height / unit + (k + 0.5) * ROW
        for item in row:
            if isinstance(item, str):
                style: Attributes = {"class": "quiet"}
                text = item
            else:
                text = shortened(position.seats[item].text, LONGEST_TITLE)
                parts.append(_seat_box(item, x, y - ROW / 4, unit, theme))
                x += SEAT_BOX + 8
                style = {"class": "seat", "data-seat": str(item)}
            size = sizes.LEGEND_SIZE * unit
            parts.append(words(text, x * unit, (y - ROW / 4 + sizes.LEGEND_SIZE * 0.36) * unit, size, style))
            x += text_width(text, sizes.LEGEND_SIZE) + 28
    return element("g", {"class": "legend below"}, *parts) if parts else ""


def _seat_box(seat: int, x: float, y: float, unit: float, theme: Theme) -> str:
    fill = theme.seat(seat)
    box: Attributes = {
        "class": "train", "x": x * unit, "y": (y - sizes.SPACE_WIDTH / 2) * unit, "width": SEAT_BOX * unit,
        "height": sizes.SPACE_WIDTH * unit, "rx": 2 * unit, "fill": fill,
    }  # fmt: skip
    size = sizes.SPACE_WIDTH * 0.36 * unit
    middle = (x + SEAT_BOX / 2) * unit
    return element("rect", box) + mark(seat_mark(seat), middle, y * unit, size, name="number", stroke=ink_on(fill))
