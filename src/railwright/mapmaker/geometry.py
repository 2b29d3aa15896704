"""Straight edges between cities on flat maps: crossings, angles, and clearance from other cities.

A board is drawn in a projection of its own and, in the web version, in Web Mercator. An edge that is straight in one is
slightly bent in the other, so every rule about edges is checked in both.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railwright.draw.curves import side_of_line
from railwright.draw.projection import Points, project
from railwright.game.board import City

Pairs = NDArray[np.int64]
"""One row (city, other city) per edge."""
Flags = NDArray[np.bool_]

MERCATOR_LATITUDE = 85.05
"""Highest latitude of Web Mercator (docs/map-format.md, section 6)."""
TOUCHING = 1e-9
"""Rounding tolerance, relative to the map's size: edges closer than this count as touching."""


def drawn_and_mercator(cities: Sequence[City]) -> tuple[Points, Points]:
    """The cities in the two projections a board is shown in: our own drawing, and the web version's tiles."""
    return project(cities), mercator(cities)


def mercator(cities: Sequence[City]) -> Points:
    """The cities in Web Mercator, in radians of longitude, with y downwards; a board may cross the date line."""
    latitudes = np.clip([city.latitude for city in cities], -MERCATOR_LATITUDE, MERCATOR_LATITUDE)
    y = np.log(np.tan(np.pi / 4 + np.radians(latitudes) / 2))
    return np.column_stack([np.radians(_longitudes(cities)), -y])


def plain_degrees(cities: Sequence[City]) -> Points:
    """Longitude and latitude unprojected: in GeoJSON, edges are straight in these coordinates."""
    return np.column_stack([_longitudes(cities), [-city.latitude for city in cities]])


def _longitudes(cities: Sequence[City]) -> NDArray[np.float64]:
    """Longitudes in degrees; on boards that cross the date line they continue beyond 180."""
    longitudes = np.array([city.longitude for city in cities], dtype=np.float64)
    turned = np.mod(longitudes, 360.0)
    return turned if np.ptp(turned) < np.ptp(longitudes) else longitudes


def even_spacing(points: Points, count: int | None = None) -> float:
    """The side of each city's square if ``count`` cities shared the bounding box evenly.

    This is the measure of the published maps: the square root of area per station. A map that is almost a line counts
    as at least ``1 / count`` as wide as it is long, so that its area is not zero.
    """
    count = count or len(points)
    long, short = sorted((float(side) for side in np.ptp(points, axis=0)), reverse=True)
    return float(np.sqrt(long * max(short, long / count) / count))


def edge_lengths(points: Points, pairs: Pairs) -> NDArray[np.float64]:
    """The straight length of each edge."""
    along = points[pairs[:, 1]] - points[pairs[:, 0]]
    return np.asarray(np.hypot(along[:, 0], along[:, 1]))


def crossings(points: Points, pairs: Pairs) -> Flags:
    """For every two edges, whether they cross or touch anywhere but in a common city."""
    at = points / (float(np.ptp(points, axis=0).max()) or 1.0)
    start, end = at[pairs[:, 0]], at[pairs[:, 1]]
    side_of_start = _sides(start, end, start)
    side_of_end = _sides(start, end, end)
    apart = ((side_of_start > TOUCHING) & (side_of_end > TOUCHING)) | (
        (side_of_start < -TOUCHING) & (side_of_end < -TOUCHING)
    )
    # Two edges are apart if one lies entirely on one side of the other's line, or if their bounding boxes are apart.
    low, high = np.minimum(start, end), np.maximum(start, end)
    boxes_apart = ((low[:, None] > high[None] + TOUCHING) | (low[None] > high[:, None] + TOUCHING)).any(axis=2)
    touch = ~(apart | apart.T | boxes_apart)
    return np.asarray(touch & ~_share_a_city(pairs))


def _sides(start: Points, end: Points, others: Points) -> NDArray[np.float64]:
    """Signed distance of each point from each edge's line: one row per edge, one column per point."""
    along = end - start
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), np.finfo(float).tiny)
    return side_of_line(start[:, None], end[:, None], others[None]) / length[:, None]


def _share_a_city(pairs: Pairs) -> Flags:
    a, b = pairs[:, 0], pairs[:, 1]
    first = (a[:, None] == a[None]) | (a[:, None] == b[None])
    second = (b[:, None] == a[None]) | (b[:, None] == b[None])
    return np.asarray(first | second)


def angles(points: Points, pairs: Pairs) -> NDArray[np.float64]:
    """The angle in degrees between every two edges that share a city; 360 for all others and on the diagonal."""
    a, b = pairs[:, 0], pairs[:, 1]
    out = np.arctan2(*(points[b] - points[a]).T[::-1])
    back = out + np.pi
    smallest = np.full((len(pairs), len(pairs)), 360.0)
    for mine, my_bearing in ((a, out), (b, back)):
        for theirs, their_bearing in ((a, out), (b, back)):
            turn = np.abs(np.mod(my_bearing[:, None] - their_bearing[None] + np.pi, 2 * np.pi) - np.pi)
            shared = mine[:, None] == theirs[None]
            smallest = np.where(shared, np.minimum(smallest, np.degrees(turn)), smallest)
    np.fill_diagonal(smallest, 360.0)
    return smallest


def clearances(points: Points, pairs: Pairs) -> NDArray[np.float64]:
    """Distance from each edge to the nearest city that is not one of its ends; infinite if there is none."""
    if len(points) < 3:
        return np.full(len(pairs), np.inf)
    start = points[pairs[:, 0]]
    along = points[pairs[:, 1]] - start
    squared = np.maximum((along**2).sum(axis=1), np.finfo(float).tiny)
    away = points[None] - start[:, None]
    part = np.clip((away * along[:, None]).sum(axis=2) / squared[:, None], 0.0, 1.0)
    gap = away - part[..., None] * along[:, None]
    distance = np.hypot(gap[..., 0], gap[..., 1])
    rows = np.arange(len(pairs))
    distance[rows, pairs[:, 0]] = distance[rows, pairs[:, 1]] = np.inf
    return np.asarray(distance.min(axis=1))
