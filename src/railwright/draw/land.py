"""A tint below the map that hints at the land: around cities and tracks, and between tracks that enclose a piece of it."""

from __future__ import annotations

from math import atan2

from railwright.draw import sizes
from railwright.draw.layout import Layout
from railwright.draw.svg import element, number, polyline
from railwright.game.board import Board

COAST_WIDTH = 5.0


def draw_land(board: Board, layout: Layout) -> str:
    """Land and coast as three paths; ferries cross water."""
    dry = [track for track in board.tracks if track.kind != "ferry"]
    lines = [polyline(layout.tracks[i].line) for i, track in enumerate(board.tracks) if track in dry and track.number == 1]
    path = "".join([*lines, *(f"M{number(x)} {number(y)}h0" for x, y in layout.cities)])
    pairs = {tuple(board.city_index[name] for name in track.cities) for track in dry}
    faces = find_faces(layout.cities, {(a, b) for a, b in pairs}, {
        (board.city_index[a], board.city_index[b]) for track in board.tracks if track.kind == "ferry" for a, b in [track.cities]
    })  # fmt: skip
    inland = "".join(polyline([layout.cities[i] for i in face]) + "Z" for face in faces)
    parts = [
        element("path", {"class": name, "d": path, "stroke-width": reach * 2 * layout.unit})
        for name, reach in (("coast", sizes.LAND_REACH), ("land", sizes.LAND_REACH - COAST_WIDTH))
    ]
    return "".join(parts) + (element("path", {"class": "inland", "d": inland}) if inland else "")


def find_faces(
    points: tuple[tuple[float, float], ...], dry: set[tuple[int, int]], wet: set[tuple[int, int]]
) -> list[list[int]]:
    """The rings of cities around each piece of the plane that the pairs enclose, without those that touch a wet pair."""
    around: dict[int, list[int]] = {}
    for a, b in sorted({pair for a, b in dry | wet for pair in ((a, b), (b, a))}):
        around.setdefault(a, []).append(b)
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
