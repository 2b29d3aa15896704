"""Finds edges over open sea, which become ferries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import shapely

from railwright.draw.earth.outlines import read_outlines, ring_line
from railwright.game.board import City
from railwright.mapmaker.board_plan import PlannedRoute

SHORE = 0.04
"""Water within this distance of the shore is not open sea, in degrees: about 4 km."""
LEAST_SHARE = 0.3
"""Share of an edge on open sea from which it is a ferry."""
TWO_LOCOMOTIVES = 5
"""Length from which a ferry requires two locomotives instead of one, as most do on the europe board."""


def with_ferries(cities: Sequence[City], routes: Sequence[PlannedRoute]) -> tuple[PlannedRoute, ...]:
    """The routes, with those over open sea as ferries. Nothing is a ferry where there is no real land."""
    return tuple(
        replace(route, kind="ferry", locomotives=2 if route.length >= TWO_LOCOMOTIVES else 1)
        if share_on_sea(cities[route.cities[0]], cities[route.cities[1]]) >= LEAST_SHARE
        else route
        for route in routes
    )


def share_on_sea(start: City, end: City) -> float:
    """The share of the straight line between two cities that lies on open sea."""
    west, east = start.longitude, end.longitude
    if abs(east - west) > 180.0:  # the short way, over the date line
        east += 360.0 if east < west else -360.0
    line = shapely.LineString([(west, start.latitude), (east, end.latitude)])
    if not line.length:
        return 0.0
    sea = line
    for turn in (-360.0, 0.0, 360.0):
        for number in _areas_near(line, turn):
            land = _land(number)
            sea = sea.difference(shapely.affinity.translate(land, turn) if turn else land)
    return float(sea.length / line.length)


@cache
def _bounds() -> np.ndarray:
    return np.array([(area.west, area.south, area.east, area.north) for area in read_outlines().areas if area.country])


def _areas_near(line: shapely.LineString, turn: float) -> list[int]:
    west, south, east, north = line.bounds
    low_x, low_y, high_x, high_y = _bounds().T
    near = (low_x + turn - SHORE <= east) & (high_x + turn + SHORE >= west)
    near &= (low_y - SHORE <= north) & (high_y + SHORE >= south)
    return [int(number) for number in np.flatnonzero(near)]


@cache
def _land(number: int) -> shapely.Geometry:
    """An area of land with the water near its shore."""
    areas = [area for area in read_outlines().areas if area.country]
    rings = [ring_line(read_outlines().arcs, ring) for ring in areas[number].rings]
    return shapely.Polygon(rings[0], rings[1:]).buffer(SHORE)
