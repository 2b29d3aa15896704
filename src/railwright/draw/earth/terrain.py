"""The land and water of a picture: outlines transformed to its coordinates, clipped and simplified."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from railwright.draw.earth.outlines import Area, Outlines, read_outlines, ring_line
from railwright.draw.ground_warp import GroundWarp
from railwright.draw.projection import MAX_LATITUDE, Points

TOLERANCE = 0.6
"""Simplification tolerance of outlines, in layout units: less than the width of the finest line."""
FAR_TOLERANCE = 40.0
"""Tolerance for outlines far outside the picture, which only close the areas that extend into it."""
LONGEST_STEP = 25.0
"""Longest step between two points of an outline before it is deformed, in layout units."""
LONGEST_DEGREES = 0.5
"""Longest step before projection, in degrees: a parallel is straight in the data but curved on the map."""
FAR = 0.5
"""Distance outside the picture at which an outline is far, relative to the picture's size."""
BLEED = 6.0
"""Distance that areas extend beyond the edges of the picture, in layout units, so that no edge shows."""
LEAST_AREA = 6.0
"""Minimum area of islands and lakes, in square layout units; smaller ones are left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Terrain:
    """Areas and lines in picture coordinates. An area is a list of rings to be filled by the even-odd rule."""

    width: float
    height: float
    beyond: float
    """Distance that they extend beyond the picture, in its unit."""
    own: list[list[Points]]
    """Land of the board's own countries."""
    others: list[list[Points]]
    """Land of other countries."""
    lakes: list[list[Points]]
    coasts: list[Points]
    """Lines between land and sea."""
    borders: list[Points]
    """Lines between two countries."""


@lru_cache(maxsize=16)
def find_terrain(
    ground: GroundWarp, width: float, height: float, countries: frozenset[str], *, beyond: float = 0.0
) -> Terrain:
    """Find the terrain within ``beyond`` of a picture of this size; ``countries`` are the board's own."""
    outlines = read_outlines()
    reach = max(beyond, BLEED * ground.unit)
    low, high = np.full(2, -reach), np.array([width, height]) + reach
    window = _window(ground, low, high)
    areas: dict[str, list[list[Points]]] = {"own": [], "others": [], "lakes": []}
    lines: dict[int, list[Points]] = {1: [], 2: []}
    for turn in (-360.0, 0.0, 360.0):
        near = [area for area in outlines.areas if _meets(area, window, turn)]
        arcs = _bent_arcs(outlines, near, ground, turn, (low, high))
        for area in near:
            kind = "lakes" if not area.country else "own" if area.country in countries else "others"
            shape = _shape(area, arcs, low, high, ground.unit)
            if shape:
                areas[kind].append(shape)
        ashore = {_number(arc) for area in near if area.country for ring in area.rings for arc in ring}
        for number in sorted(ashore):
            lines[min(int(outlines.uses[number]), 2)] += _cut_line(arcs[number], low, high)
    return Terrain(width, height, beyond, areas["own"], areas["others"], areas["lakes"], lines[1], lines[2])


def _number(arc: int) -> int:
    return arc if arc >= 0 else ~arc


def _window(ground: GroundWarp, low: Points, high: Points) -> tuple[float, float, float, float]:
    """A generous bounding box (west, south, east, north) of everything that could be in the picture."""
    side = np.linspace(0.0, 1.0, 21)
    x, y = low[0] + side * (high[0] - low[0]), low[1] + side * (high[1] - low[1])
    frame = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2) / ground.unit + ground.start
    reach = float(np.hypot(*(ground.places - ground.homes).T).max())
    around = [frame + np.array(step) * reach for step in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))]
    latitudes, longitudes = ground.projection.locate(np.concatenate(around) / ground.scale)
    south, north = float(latitudes.min()), float(latitudes.max())
    west, east = float(longitudes.min()), float(longitudes.max())
    return west - 1.0, max(south - 1.0, -MAX_LATITUDE), east + 1.0, min(north + 1.0, MAX_LATITUDE)


def _meets(area: Area, window: tuple[float, float, float, float], turn: float) -> bool:
    west, south, east, north = window
    return area.west + turn < east and west < area.east + turn and area.south < north and south < area.north


def _bent_arcs(
    outlines: Outlines, areas: Iterable[Area], ground: GroundWarp, turn: float, box: tuple[Points, Points]
) -> dict[int, Points]:
    """The arcs of the areas in picture coordinates, by number."""
    numbers = sorted({_number(arc) for area in areas for ring in area.rings for arc in ring})
    size = (box[1] - box[0]) / ground.unit
    near_low = box[0] / ground.unit + ground.start - FAR * size
    near_high = near_low + (1 + 2 * FAR) * size
    kept = []
    for number in numbers:
        arc = _divided(outlines.arcs[number], LONGEST_DEGREES)
        line = ground.flat(arc[:, 1], arc[:, 0] + turn)
        far = (line.max(axis=0) < near_low).any() or (line.min(axis=0) > near_high).any()
        kept.append(_divided(simplified(line, FAR_TOLERANCE if far else TOLERANCE), LONGEST_STEP))
    if not kept:
        return {}
    bent = ground.bend(np.concatenate(kept))
    parts = np.split(bent, np.cumsum([len(line) for line in kept])[:-1])
    return dict(zip(numbers, parts, strict=True))


def _divided(line: Points, longest: float) -> Points:
    """The line with points inserted where two are too far apart."""
    steps = np.ceil(np.hypot(*np.diff(line, axis=0).T) / longest).astype(np.int64).clip(1, 1000)
    if (steps == 1).all():
        return line
    at = np.concatenate([[0.0], np.repeat(np.arange(len(steps)), steps) + _fractions(steps)])
    index = np.arange(len(line))
    return np.column_stack([np.interp(at, index, line[:, 0]), np.interp(at, index, line[:, 1])])


def _fractions(steps: NDArray[np.int64]) -> NDArray[np.float64]:
    """Fractions of each step's subdivision: for steps (2, 3), these are 1/2, 1, 1/3, 2/3, 1."""
    first = np.repeat(np.cumsum(steps) - steps, steps)
    return np.asarray((np.arange(int(steps.sum())) - first + 1) / np.repeat(steps, steps))


def simplified(line: Points, tolerance: float) -> Points:
    """The line without the points that it can miss by no more than a tolerance."""
    simple = shapely.simplify(shapely.LineString(line), tolerance, preserve_topology=False)
    return np.asarray(shapely.get_coordinates(simple))


def _shape(area: Area, arcs: dict[int, Points], low: Points, high: Points, unit: float) -> list[Points]:
    cut = [clip_ring(ring_line(arcs, ring), low, high) for ring in area.rings]
    least = LEAST_AREA * unit**2
    return [ring for ring in cut if len(ring) > 2 and ring_area(ring) > least]


def ring_area(ring: Points) -> float:
    """The area enclosed by a ring."""
    x, y = ring[:, 0], ring[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def clip_ring(ring: Points, low: Points, high: Points) -> Points:
    """Clip a ring to a rectangle, one edge of the rectangle after another (Sutherland and Hodgman 1974)."""
    for axis in (0, 1):
        for sign, limit in ((1.0, low[axis]), (-1.0, -high[axis])):
            if not len(ring):
                return ring
            beyond = sign * ring[:, axis] - limit
            inside = beyond >= 0
            if inside.all():
                continue
            before, was = np.roll(ring, 1, axis=0), np.roll(beyond, 1)
            crosses = inside != np.roll(inside, 1)
            share = np.where(crosses, was / np.where(crosses, was - beyond, 1.0), 0.0)[:, None]
            both = np.stack([before + share * (ring - before), ring], axis=1).reshape(-1, 2)
            ring = both[np.stack([crosses, inside], axis=1).ravel()]
    return ring


def _cut_line(line: Points, low: Points, high: Points) -> list[Points]:
    cut = shapely.clip_by_rect(shapely.LineString(line), *low, *high)
    return [shapely.get_coordinates(part) for part in shapely.get_parts(cut) if part.length > 0]
