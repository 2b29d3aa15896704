"""Distance from a city at which each route's spaces start, so that routes meeting at a narrow angle do not overlap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from railwright.draw.curves import arc_lengths
from railwright.draw.projection import Points
from railwright.draw.sizes import FIRST_SPACE, band_width
from railwright.draw.spread import Route

STRIDE = 2.5
REACH = 120.0
"""Routes are compared in steps of STRIDE up to this distance from the city."""
CLEARANCE = 1.5


def find_trims(lines: Sequence[Points], routes: Sequence[Route], least_pitch: float) -> list[tuple[float, float]]:
    """For each route, the length without spaces at the start and at the end of its centre line."""
    arcs = [arc_lengths(line) for line in lines]
    least = [min(FIRST_SPACE, float(arc[-1]) / 4) for arc in arcs]
    slack = [
        max(0.0, float(arc[-1]) - 2 * first - route.length * least_pitch)
        for arc, first, route in zip(arcs, least, routes, strict=True)
    ]
    trims = [[first, first] for first in least]
    halves = [band_width(len(route.tracks)) / 2 for route in routes]
    ends_of: dict[int, list[tuple[int, int]]] = {}
    for i, route in enumerate(routes):
        for end, city in enumerate(route.cities):
            ends_of.setdefault(city, []).append((i, end))
    for ends in ends_of.values():
        placed: list[tuple[Points, float]] = []
        for i, end in sorted(ends, key=lambda item: (slack[item[0]] / routes[item[0]].length, item)):
            stretch = _stretch(lines[i], arcs[i], end)
            start = _first_free(stretch, halves[i], least[i], placed)
            start = min(start, least[i] + slack[i] * 0.6)
            slack[i] -= start - least[i]
            trims[i][end] = start
            placed.append((stretch[int(start / STRIDE) :], halves[i]))
    return [(start, stop) for start, stop in trims]


def _stretch(line: Points, arc: Points, end: int) -> Points:
    """Points of a line at equal steps from one of its ends."""
    where = np.arange(0.0, min(REACH, float(arc[-1])), STRIDE)
    where = where if end == 0 else arc[-1] - where
    return np.column_stack([np.interp(where, arc, line[:, 0]), np.interp(where, arc, line[:, 1])])


def _first_free(stretch: Points, half: float, least: float, placed: Sequence[tuple[Points, float]]) -> float:
    """The distance from the city beyond which a route is clear of those already placed."""
    start = least
    for other, other_half in placed:
        if len(other):
            apart = stretch[:, None] - other[None]
            distance = np.sqrt((apart**2).sum(axis=2).min(axis=1))
            blocked = distance < half + other_half + CLEARANCE
            blocked[: int(least / STRIDE)] = False
            last = np.flatnonzero(blocked)
            if len(last) and last[-1] < len(stretch) - 1:
                start = max(start, float((last[-1] + 1) * STRIDE))
    return start
