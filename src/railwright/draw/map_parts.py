"""Draws the parts of the map (tracks, cities and names) as SVG fragments."""

from __future__ import annotations

from railwright.draw import sizes
from railwright.draw.board_layout import Layout, is_terminal
from railwright.draw.marks import COLOR_MARKS, LOCOMOTIVE_MARK, STATION_MARK, TERMINAL_MARK, seat_mark
from railwright.draw.palette import Theme, ink_on
from railwright.draw.position import Position
from railwright.draw.svg import Attributes, element, mark, note, number, polyline, words
from railwright.draw.text import text_width
from railwright.draw.train_spaces import Space
from railwright.game.board import Board, Track
from railwright.words import count

MARK_SIZE = 0.31
"""Half-width of a colour mark, relative to the width of a space."""


def describe_track(track: Track, owner: str = "") -> str:
    """Describe a track in one line, such as ``Denver - Kansas City (2), black, 4 spaces``."""
    parts = [track.name, track.color, count(track.length, "space")]
    if track.kind == "ferry" and track.locomotives:
        parts.append(f"ferry with {count(track.locomotives, 'locomotive')}")
    elif track.kind != "normal":
        parts.append(track.kind)
    if owner:
        parts.append(f"claimed by {owner}")
    return ", ".join(parts)


def draw_track(board: Board, layout: Layout, index: int, position: Position, theme: Theme) -> str:
    """Draw a track as a group of spaces, or of its owner's trains."""
    track, place, unit = board.tracks[index], layout.tracks[index], layout.unit
    owner = position.owners.get(index)
    line = polyline(place.line)
    ends = [layout.cities[board.city_index[name]] for name in track.cities]
    parts = [note("title", describe_track(track, "" if owner is None else position.seat_name(owner)))]
    if index in position.highlight_tracks:
        parts.append(element("path", {"class": "glow", "d": line, "stroke-width": (sizes.SPACE_WIDTH + 9) * unit}))
    link = "water" if track.kind == "ferry" else "link"
    parts.append(element("path", {"class": link, "d": polyline([ends[0], *place.line, ends[1]])}))
    if owner is not None:
        parts.append(element("path", {"class": "rail", "d": line, "stroke-width": 6 * unit}))
    for k, space in enumerate(place.spaces):
        if owner is None:
            locomotive = has_locomotive(track, k)
            parts.append(_draw_space(space, track, locomotive=locomotive, unit=unit, theme=theme))
        else:
            parts.append(_draw_train(space, owner, unit, theme))
    name = f"track {track.kind} {track.color}" + ("" if owner is None else " claimed")
    return element("g", {"class": name, "data-track": index, "data-owner": owner}, *parts)


def has_locomotive(track: Track, k: int) -> bool:
    """Whether space ``k`` shows one of the track's locomotives, which are placed around its middle."""
    first = (track.length - track.locomotives) // 2
    return first <= k < first + track.locomotives


def _box(space: Space, name: str, fill: str, unit: float, grow: float = 0.0) -> str:
    length, width = space.length + 2 * grow * unit, space.width + 2 * grow * unit
    return element("rect", {
        "class": name, "x": -length / 2, "y": -width / 2, "width": length, "height": width, "rx": 2 * unit,
        "fill": fill, "transform": f"translate({number(space.x)} {number(space.y)})rotate({number(space.angle)})",
    })  # fmt: skip


def _draw_space(space: Space, track: Track, *, locomotive: bool, unit: float, theme: Theme) -> str:
    fill = theme.tracks[track.color]
    box = _box(space, f"space {track.kind}", fill, unit, grow=-0.6 if track.kind == "tunnel" else 0.0)
    if locomotive:
        return box + mark(LOCOMOTIVE_MARK, space.x, space.y, min(space.width, space.length) * 0.36, fill=ink_on(fill))
    if track.color not in COLOR_MARKS:
        return box
    size = min(space.width, space.length) * MARK_SIZE
    return box + mark(COLOR_MARKS[track.color], space.x, space.y, size, fill=ink_on(fill))


def _draw_train(space: Space, seat: int, unit: float, theme: Theme) -> str:
    fill = theme.seat(seat)
    size = min(space.width, space.length) * 0.36
    sign = mark(seat_mark(seat), space.x, space.y, size, name="number", stroke=ink_on(fill))
    return _box(space, "train", fill, unit, grow=0.5) + sign


def draw_city(board: Board, layout: Layout, index: int, position: Position, theme: Theme) -> str:
    """Draw a city as a group: its dot or terminal mark, and its station."""
    city, (x, y), radius = board.cities[index], layout.cities[index], layout.radii[index]
    station = position.stations.get(index)
    parts = [note("title", city.name)]
    if index in position.highlight_cities:
        parts.append(element("circle", {"class": "glow", "cx": x, "cy": y, "r": radius + 5 * layout.unit}))
    if is_terminal(city):
        parts.append(mark(TERMINAL_MARK, x, y, radius * 1.15, name="diamond"))
    else:
        parts.append(element("circle", {"class": "dot", "cx": x, "cy": y, "r": radius}))
        parts.append(element("circle", {"class": "core", "cx": x, "cy": y, "r": radius * 0.45}))
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
        near_x = min(max(x, label.x), label.x + label.width)
        near_y = min(max(y, label.y), label.y + label.height)
        parts.append(element("path", {"class": "leader", "d": polyline([(x, y), (near_x, near_y)])}))
    at = {"start": label.x, "middle": label.x + label.width / 2, "end": label.x + label.width}[label.align]
    step = label.size * sizes.LINE_HEIGHT
    for k, line in enumerate(label.lines):
        wide: Attributes = {
            "text-anchor": label.align, "textLength": text_width(line, label.size), "lengthAdjust": "spacingAndGlyphs",
        }  # fmt: skip
        parts.append(words(line, at, label.y + k * step + label.size * 0.88, label.size, wide))
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
