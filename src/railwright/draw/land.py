"""A tint below the map that hints at the land: around cities and tracks, and between tracks that enclose some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import atan2, hypot

from railwright.draw import sizes
from railwright.draw.layout import Layout
from railwright.draw.svg import element, number, polyline
from railwright.game.board import Board

COAST_WIDTH = 5.0
BRIDGE = 85.0
"""Cities as near as this are on one piece of land, also without a track."""


@dataclass(frozen=True, slots=True)
class InventedLand:
    """What the land lies around, in the measure of a layout."""

    lines: tuple[Sequence[tuple[float, float]], ...]
    """Tracks, and straight lines between near cities."""
    faces: tuple[tuple[tuple[float, float], ...], ...]
    """Pieces that tracks enclose."""


def invent_land(board: Board, layout: Layout) -> InventedLand:
    """Land around cities and tracks; ferries cross water."""
    dry: set[tuple[int, int]] = set()
    wet: set[tuple[int, int]] = set()
    lines: list[Sequence[tuple[float, float]]] = []
    for track, place in zip(board.tracks, layout.tracks, strict=True):
        a, b = sorted(board.city_index[name] for name in track.cities)
        (wet if track.kind == "ferry" else dry).add((a, b))
        if track.kind != "ferry" and track.number == 1:
            lines.append(place.line)
    cities = layout.cities
    pairs = combinations(range(len(cities)), 2)
    near = {pair for pair in pairs if _distance(cities, *pair) < BRIDGE * layout.unit} - wet
    lines += [(cities[a], cities[b]) for a, b in sorted(near - dry)]
    faces = find_faces(cities, dry | near, wet)
    return InventedLand(tuple(lines), tuple(tuple(cities[i] for i in face) for face in faces))


def draw_land(board: Board, layout: Layout) -> str:
    """Land and coast as three paths."""
    land = invent_land(board, layout)
    path = "".join([*map(polyline, land.lines), *(f"M{number(x)} {number(y)}h0" for x, y in layout.cities)])
    inland = "".join(polyline(face) + "Z" for face in land.faces)
    parts = [
        element("path", {"class": name, "d": path, "stroke-width": reach * 2 * layout.unit})
        for name, reach in (("coast", sizes.LAND_REACH), ("land", sizes.LAND_REACH - COAST_WIDTH))
    ]
    return "".join(parts) + (element("path", {"class": "inland", "d": inland}) if inland else "")


def _distance(points: Sequence[tuple[float, float]], a: int, b: int) -> float:
    return hypot(points[a][0] - points[b][0], points[a][1] - points[b][1])


def find_faces(
    points: Sequence[tuple[float, float]], dry: set[tuple[int, int]], wet: set[tuple[int, int]]
) -> list[list[int]]:
    """The rings of cities around each piece of the plane that pairs enclose, without those that touch a wet pair."""
    around: dict[int, list[int]] = {}
    for a, b in sorted(dry | wet):
        around.setdefault(a, []).append(b)
        around.setdefault(b, []).append(a)
    for a, others in around.items():
        others.sort(key=lambda b: (atan2(points[b][1] - points[a][1], points[b][0] - points[a][0]), b))
    unseen = {(a, b) for a, others in around.items() for b in others}
    water = wet | {(b, a) for a, b in wet}
    faces = []
    for first in sorted(unseen):
        ring: list[int] = []
        touches_water = False
        step = first
        while step in unseen:
            unseen.remove(step)
            a, b = step
            ring.append(a)
            touches_water |= step in water
            others = around[b]
            step = (b, others[(others.index(a) + 1) % len(others)])
        if len(ring) > 2 and not touches_water and _area([points[i] for i in ring]) < 0:
            faces.append(ring)
    return faces


def _area(ring: list[tuple[float, float]]) -> float:
    turned = [*ring[1:], ring[0]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(ring, turned, strict=True)) / 2
