"""Draws cities with their stations, names and waiting passengers, as SVG fragments."""

from __future__ import annotations

from railwright.draw import sizes
from railwright.draw.board_layout import Layout, is_terminal
from railwright.draw.marks import COLOR_MARKS, STATION_MARK, TERMINAL_MARK, seat_mark
from railwright.draw.palette import Theme, ink_on
from railwright.draw.position import Position
from railwright.draw.svg import Attributes, element, mark, note, polyline, words
from railwright.draw.text import text_width
from railwright.game.board import Board


def draw_city(board: Board, layout: Layout, index: int, position: Position, theme: Theme) -> str:
    """Draw a city as a group: its dot or terminal mark, and its station."""
    city, (x, y), radius = board.cities[index], layout.cities[index], layout.radii[index]
    station = position.stations.get(index)
    parts = [note("title", city.name)]
    if index in position.highlight_cities:
        parts.append(element("circle", {"class": "glow", "cx": x, "cy": y, "r": radius + 5 * layout.unit}))
    if is_terminal(city):
        parts.append(mark(TERMINAL_MARK, x, y, radius * sizes.TERMINAL_MARK_SIZE, name="diamond"))
    else:
        parts.append(element("circle", {"class": "dot", "cx": x, "cy": y, "r": radius}))
        parts.append(element("circle", {"class": "core", "cx": x, "cy": y, "r": radius * sizes.CORE_SIZE}))
    if station is not None:
        fill, size = theme.seat(station), sizes.DOT_RADIUS * 1.25 * layout.unit
        house = mark(STATION_MARK, x, y, size, name="station", fill=fill)
        sign = mark(seat_mark(station), x, y + size * 0.3, size * 0.45, name="number", stroke=ink_on(fill))
        parts.append(element("g", {"data-owner": station}, house, sign))
    kind = "city terminal-city" if is_terminal(city) else "city"
    return element("g", {"class": kind, "data-city": index}, *parts)


def draw_label(board: Board, layout: Layout, index: int, position: Position, theme: Theme) -> str:
    """Draw a city's name, with a leader line if it is far from the dot, and its waiting passengers."""
    label, (x, y) = layout.labels[index], layout.cities[index]
    parts = []
    if label.far:
        parts.append(element("path", {"class": "leader", "d": polyline(label.leader(x, y, layout.radii[index]))}))
    at = {"start": label.x, "middle": label.x + label.width / 2, "end": label.x + label.width}[label.align]
    step = label.size * sizes.LINE_HEIGHT
    for k, line in enumerate(label.lines):
        wide: Attributes = {
            "text-anchor": label.align, "textLength": text_width(line, label.size), "lengthAdjust": "spacingAndGlyphs",
        }  # fmt: skip
        parts.append(words(line, at, label.y + k * step + label.size * sizes.BASELINE, label.size, wide))
    parts += _draw_passengers(layout, index, list(position.passengers.get(index, ())), theme)
    kind = "label country" if is_terminal(board.cities[index]) else "label"
    return element("g", {"class": kind, "data-city": index}, *parts)


def _draw_passengers(layout: Layout, index: int, colors: list[str], theme: Theme) -> list[str]:
    """Draw a row of tokens below the name, each with its colour mark."""
    label, radius = layout.labels[index], sizes.PAWN_RADIUS * layout.unit
    step = 2.2 * radius
    left = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.align] * (label.width - step * len(colors))
    y = label.y + len(label.lines) * label.size * sizes.LINE_HEIGHT + radius
    parts = []
    for k, color in enumerate(colors):
        x, fill = label.x + left + (k + 0.5) * step, theme.tracks.get(color, theme.tracks["gray"])
        token = [note("title", f"{color} passenger")]
        token.append(element("circle", {"class": "pawn", "cx": x, "cy": y, "r": radius * 0.95, "fill": fill}))
        if color in COLOR_MARKS:
            token.append(mark(COLOR_MARKS[color], x, y, radius * 0.55, fill=ink_on(fill)))
        parts.append(element("g", {"class": "passenger"}, *token))
    return parts
