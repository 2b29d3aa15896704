"""Finds the countries that cities lie in."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np
import shapely

from railwright.draw.earth.outlines import read_outlines, ring_line
from railwright.game.board import City

NEAR = 0.3
"""Tolerance in degrees: a city this close to a coast is on land. Outlines are simplified, and harbours lie at sea."""
MOSTLY = 0.8
"""Minimum fraction of a board's cities on real land for the board to be drawn on real land."""


@lru_cache(maxsize=32)
def countries_of(cities: tuple[City, ...]) -> tuple[str, ...]:
    """The country of each city; empty for a city at sea."""
    areas = [area for area in read_outlines().areas if area.country]
    low = np.array([(area.west, area.south) for area in areas]) - NEAR
    high = np.array([(area.east, area.north) for area in areas]) + NEAR
    shapes: dict[int, shapely.Polygon] = {}
    countries = []
    for city in cities:
        nearest = ("", NEAR)
        for turn in (-360.0, 0.0, 360.0):
            at = (city.longitude + turn, city.latitude)
            for k in np.flatnonzero(((low <= at) & (at <= high)).all(axis=1)).tolist():
                if k not in shapes:
                    shapes[k] = _shape(areas[k].rings)
                distance = float(shapes[k].distance(shapely.Point(at)))
                if distance < nearest[1]:
                    nearest = (areas[k].country, distance)
        countries.append(nearest[0])
    return tuple(countries)


def _shape(rings: tuple[tuple[int, ...], ...]) -> shapely.Polygon:
    lines = [ring_line(read_outlines().arcs, ring) for ring in rings]
    return shapely.Polygon(lines[0], lines[1:])


def is_real(cities: tuple[City, ...]) -> bool:
    """Whether most cities are on real land."""
    return sum(map(bool, countries_of(cities))) >= MOSTLY * len(cities)


@lru_cache(maxsize=32)
def own_countries(cities: tuple[City, ...]) -> frozenset[str]:
    """The country with more than half of the cities; without one, all that intersect the cities' convex hull."""
    counts = Counter(filter(None, countries_of(cities)))
    most = [country for country, count in counts.items() if 2 * count > len(cities)]
    if most:
        return frozenset(most)
    hull = shapely.MultiPoint([(city.longitude, city.latitude) for city in cities]).convex_hull
    west, south, east, north = hull.bounds
    between = {
        area.country
        for area in read_outlines().areas
        if area.country and area.west < east and west < area.east and area.south < north and south < area.north
        and _shape(area.rings).intersects(hull)
    }  # fmt: skip
    return frozenset(between | set(counts))
