"""Draws tracks: their spaces, or the trains of their owners, as SVG fragments."""

from __future__ import annotations

from railwright.draw import sizes
from railwright.draw.board_layout import Layout
from railwright.draw.marks import COLOR_MARKS, LOCOMOTIVE_MARK, seat_mark
from railwright.draw.palette import Theme, ink_on
from railwright.draw.position import Position
from railwright.draw.svg import element, mark, note, number, polyline
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
