"""Invented land under a map: around cities and tracks and in areas that tracks enclose, with a winding coast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import atan2, hypot

import numpy as np
import shapely

from railwright.draw import sizes
from railwright.draw.board_layout import Layout
from railwright.draw.earth.terrain import BLEED, clip_ring
from railwright.draw.projection import Points
from railwright.draw.svg import element, outline
from railwright.game.board import Board

SHALLOWS = 9.0
"""Width of the shallow water along the coast, in layout units."""
BRIDGE = 85.0
"""Cities closer than this, in layout units, are on the same piece of land, even without a track."""
MIN_LAKE = 2500.0
"""Minimum area of a lake, in square layout units; smaller ones are filled."""
WINDINGS = ((0.031, 0.012, 7.0), (-0.017, 0.043, 6.0), (0.083, 0.061, 1.6), (-0.094, 0.11, 1.0))
"""Waves that bend the coast: the wave numbers to the right and downwards, in radians per layout unit, and the
amplitude, in layout units. Their sum stays far below the reach of the land and never folds the coast over itself."""
COAST_STEP = 6.0
"""Distance between points of the coast, in layout units."""


@dataclass(frozen=True, slots=True, eq=False)
class InventedLand:
    """Areas in picture coordinates, each a list of rings to be filled by the even-odd rule."""

    land: list[list[Points]]
    shallows: list[list[Points]]
    """Land together with the shallow water along it."""


def invent_land(board: Board, layout: Layout) -> InventedLand:
    """Invent land around cities and tracks; ferries cross water."""
    lines, faces = _under_tracks(board, layout)
    parts = [*map(shapely.LineString, lines), *map(shapely.Point, layout.cities)]
    unit = layout.unit
    around = [shapely.buffer(part, sizes.LAND_REACH * unit, quad_segs=8) for part in parts]
    firm = shapely.union_all([*around, *(shapely.Polygon(face).buffer(0) for face in faces)])
    pieces = []
    for piece in shapely.get_parts(firm):
        lakes = [ring for ring in piece.interiors if shapely.Polygon(ring).area >= MIN_LAKE * unit**2]
        pieces.append(shapely.Polygon(piece.exterior, lakes))
    wide = shapely.buffer(shapely.union_all(pieces), SHALLOWS * unit)
    return InventedLand(
        [_wound(piece, unit) for piece in pieces], [_wound(piece, unit) for piece in shapely.get_parts(wide)]
    )


def _wound(piece: shapely.Polygon, unit: float) -> list[Points]:
    """The rings of an area, made to wind."""
    fine = [shapely.segmentize(ring, COAST_STEP * unit) for ring in (piece.exterior, *piece.interiors)]
    return [wind(shapely.get_coordinates(ring)[:-1] / unit) * unit for ring in fine]


def wind(points: Points) -> Points:
    """Displace points by a smooth field, so that straight lines wind but never cross each other."""
    moved = points.copy()
    for right, down, far in WINDINGS:
        along = right * points[:, 0] + down * points[:, 1]
        moved += far * np.column_stack([np.sin(along), np.cos(1.3 * along + 1.0)])
    return moved


def _under_tracks(
    board: Board, layout: Layout
) -> tuple[list[Sequence[tuple[float, float]]], list[list[tuple[float, float]]]]:
    """Tracks from city to city and straight lines between close cities, and the faces that these enclose."""
    cities = layout.cities
    dry: set[tuple[int, int]] = set()
    wet: set[tuple[int, int]] = set()
    lines: list[Sequence[tuple[float, float]]] = []
    for track, place in zip(board.tracks, layout.tracks, strict=True):
        a, b = (board.city_index[name] for name in track.cities)
        (wet if track.kind == "ferry" else dry).add((min(a, b), max(a, b)))
        if track.kind != "ferry" and track.number == 1:
            lines.append((cities[a], *place.line, cities[b]))
    pairs = combinations(range(len(cities)), 2)
    near = {pair for pair in pairs if _distance(cities, *pair) < BRIDGE * layout.unit} - wet
    lines += [(cities[a], cities[b]) for a, b in sorted(near - dry)]
    faces = find_faces(cities, dry | near, wet)
    return lines, [[cities[i] for i in face] for face in faces]


def draw_land(board: Board, layout: Layout) -> str:
    """Draw the sea, shallow water, land and coastline."""
    invented = invent_land(board, layout)
    low = np.full(2, -BLEED * layout.unit)
    high = np.array([layout.width, layout.height]) - low
    shallows, land = (
        "".join(outline(cut, closed=True) for area in areas for ring in area if len(cut := clip_ring(ring, low, high)))
        for areas in (invented.shallows, invented.land)
    )
    return (
        element("rect", {"class": "sea", "width": layout.width, "height": layout.height})
        + element("path", {"class": "coast", "d": shallows, "fill-rule": "evenodd"})
        + element("path", {"class": "inland", "d": land, "fill-rule": "evenodd"})
        + element("path", {"class": "shores", "d": land})
    )


def _distance(points: Sequence[tuple[float, float]], a: int, b: int) -> float:
    return hypot(points[a][0] - points[b][0], points[a][1] - points[b][1])


def find_faces(
    points: Sequence[tuple[float, float]], dry: set[tuple[int, int]], wet: set[tuple[int, int]]
) -> list[list[int]]:
    """The faces of the planar graph of pairs, as rings of cities, without faces that touch a wet pair."""
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
