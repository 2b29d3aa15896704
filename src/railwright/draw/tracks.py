"""Draws tracks: their spaces, or the trains of their owners, as SVG fragments.

A free track is a row of separate boxes; a train is one continuous body with a casing, so that nobody has to compare
colours to tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from railwright.draw import sizes
from railwright.draw.board_layout import Layout
from railwright.draw.marks import COLOR_MARKS, LOCOMOTIVE_MARK, seat_mark
from railwright.draw.palette import Theme, faded, ink_on
from railwright.draw.position import Position
from railwright.draw.svg import element, mark, note, number, outline, polyline
from railwright.draw.train_spaces import Space, TrackPlace, inner_part
from railwright.draw.tunnels import teeth
from railwright.game.board import Board, Track
from railwright.words import count

MARK_SIZE, TUNNEL_MARK_SIZE, LOCOMOTIVE_SIZE = 0.31, 0.24, 0.36
"""Half-width of a mark, relative to the width of a space: of colours, of colours between the teeth of tunnels, and of
locomotives."""


def describe_track(track: Track, owner: str = "") -> str:
    """Describe a track in one line, such as ``Denver - Kansas City, black, 4 spaces``."""
    parts = [" - ".join(track.cities), track.color, count(track.length, "space")]
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
    is_closed = index in position.closed
    train = train_on(place, unit)
    if owner is not None:
        parts.append(_draw_train(train, place.spaces[(track.length - 1) // 2], owner, unit, theme))
    else:
        fill, ink = theme.tracks[track.color], ink_on(theme.tracks[track.color])
        if is_closed:
            fill, ink = faded(fill, theme.land), faded(ink, theme.land)
        parts += [draw_space(space, track.kind, fill, unit) for space in place.spaces]
        if track.kind == "tunnel":
            parts.append(draw_teeth(place.spaces, ink))
        if not is_closed:
            parts += [_draw_mark(space, track, ink, k) for k, space in enumerate(place.spaces)]
    name = f"track {track.kind} {track.color}" + (" claimed" if owner is not None else " closed" if is_closed else "")
    drawn = {"data-train": train.body, "data-couplings": train.couplings or None}
    return element("g", {"class": name, "data-track": index, "data-owner": owner, **drawn}, *parts)


def has_locomotive(track: Track, k: int) -> bool:
    """Whether space ``k`` shows one of the track's locomotives, which are placed around its middle."""
    first = (track.length - track.locomotives) // 2
    return first <= k < first + track.locomotives


def draw_space(space: Space, kind: str, fill: str, unit: float) -> str:
    """Draw the box of a train space."""
    return element("rect", {
        "class": f"space {kind}", "x": -space.length / 2, "y": -space.width / 2, "width": space.length,
        "height": space.width, "rx": 2 * unit, "fill": fill,
        "transform": f"translate({number(space.x)} {number(space.y)})rotate({number(space.angle)})",
    })  # fmt: skip


def draw_teeth(spaces: Sequence[Space], fill: str) -> str:
    """Draw the serrated edges of a tunnel over its spaces."""
    rings = "".join(outline(ring, closed=True) for space in spaces for ring in teeth(space))
    return element("path", {"class": "teeth", "d": rings, "fill": fill})


def _draw_mark(space: Space, track: Track, ink: str, k: int) -> str:
    """Draw the locomotive or the mark of its colour on space ``k`` of a track, if it has one."""
    size = min(space.width, space.length)
    if has_locomotive(track, k):
        return mark(LOCOMOTIVE_MARK, space.x, space.y, size * LOCOMOTIVE_SIZE, fill=ink)
    if track.color not in COLOR_MARKS:
        return ""
    scale = TUNNEL_MARK_SIZE if track.kind == "tunnel" else MARK_SIZE
    return mark(COLOR_MARKS[track.color], space.x, space.y, size * scale, fill=ink)


def _draw_train(train: Train, middle: Space, seat: int, unit: float, theme: Theme) -> str:
    """One body over all spaces, with couplings between its cars and the seat's number in the middle."""
    fill, width = theme.seat(seat), sizes.TRAIN_WIDTH * unit
    size = min(middle.width, middle.length) * 0.36
    return "".join([
        element("path", {"class": "casing", "d": train.body, "stroke-width": width + 2 * sizes.TRAIN_CASING * unit}),
        element("path", {"class": "train", "d": train.body, "stroke": fill, "stroke-width": width}),
        element("path", {"class": "coupling", "d": train.couplings}) if train.couplings else "",
        mark(seat_mark(seat), middle.x, middle.y, size, name="number", stroke=ink_on(fill)),
    ])  # fmt: skip


@dataclass(frozen=True, slots=True)
class Train:
    """The path data of a train on a track."""

    body: str
    """The line along its middle. Its rounded ends reach to the ends of the outer spaces."""
    couplings: str
    """Short lines across it between its cars."""


def train_on(place: TrackPlace, unit: float) -> Train:
    """The train on a track."""
    width = sizes.TRAIN_WIDTH * unit
    body = polyline(inner_part(place.line, width / 2))
    couplings = []
    for one, two in pairwise(place.spaces):
        step = hypot(two.x - one.x, two.y - one.y)
        x, y = (one.x + two.x) / 2, (one.y + two.y) / 2
        across_x, across_y = (one.y - two.y) / step * width / 2, (two.x - one.x) / step * width / 2
        couplings.append(polyline([(x - across_x, y - across_y), (x + across_x, y + across_y)]))
    return Train(body, "".join(couplings))
