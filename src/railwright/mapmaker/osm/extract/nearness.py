"""Finds the line segments near points, with a uniform grid in 3D space and vectorised lookups."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.extract.sphere import Points

Indices = NDArray[np.int64]

CELL_BITS = 21
"""Bits per cell coordinate, three of which fit into 64 bits; enough for 7 m cells around the whole Earth."""
SMALLEST_CELL = 10.0
"""Minimum size of a cell, in metres."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """Pairs of a point and a segment near each other, sorted by point, then by segment."""

    point: Indices
    segment: Indices
    meters: NDArray[np.float64]
    """Distance between the point and the segment."""
    along: NDArray[np.float64]
    """Position of the nearest point on the segment: 0 at its start, 1 at its end."""


def near_segments(points: Points, starts: Points, ends: Points, reach: NDArray[np.float64]) -> Nearness:
    """All pairs of a point and a segment within the point's reach, in metres."""
    if not len(points) or not len(starts):
        none = np.empty(0, np.int64)
        return Nearness(none, none, np.empty(0), np.empty(0))
    cell = max(2 * float(reach.max()), SMALLEST_CELL)
    segment, keys = _pieces(starts, ends, cell)
    near = []
    for offset in product((-1, 0, 1), repeat=3):
        point, place = _in_cells(_keys(points, cell, offset), keys)
        pairs = np.unique(point * len(starts) + segment[place])
        near.append(pairs[_meters(pairs, points, starts, ends)[0] <= reach[pairs // len(starts)]])
    pairs = np.unique(np.concatenate(near))
    meters, along = _meters(pairs, points, starts, ends)
    return Nearness(pairs // len(starts), pairs % len(starts), meters, along)


def nearest_on_segments(points: Points, starts: Points, ends: Points) -> NDArray[np.float64]:
    """For each point, the position of the nearest point on its segment, from 0 to 1."""
    across = ends - starts
    square = np.maximum(np.einsum("ij,ij->i", across, across), 1e-12)
    along: NDArray[np.float64] = np.clip(np.einsum("ij,ij->i", points - starts, across) / square, 0, 1)
    return along


def _meters(pairs: Indices, points: Points, starts: Points, ends: Points) -> tuple[NDArray[np.float64], ...]:
    point, segment = pairs // len(starts), pairs % len(starts)
    along = nearest_on_segments(points[point], starts[segment], ends[segment])
    nearest = starts[segment] + along[:, None] * (ends[segment] - starts[segment])
    return np.linalg.norm(points[point] - nearest, axis=1), along


def _pieces(starts: Points, ends: Points, cell: float) -> tuple[Indices, Indices]:
    """Cut segments into pieces no longer than a cell; returns the segment and cell of each piece, sorted by cell.

    A piece within half a cell of a point has its midpoint within one cell of it: in the same or an adjacent cell.
    """
    count = np.maximum(np.ceil(np.linalg.norm(ends - starts, axis=1) / cell), 1).astype(np.int64)
    segment = np.repeat(np.arange(len(starts)), count)
    rank = np.arange(len(segment)) - np.repeat(np.cumsum(count) - count, count)
    along = (rank + 0.5) / count[segment]
    keys = _keys(starts[segment] + along[:, None] * (ends - starts)[segment], cell, (0, 0, 0))
    order = np.argsort(keys, kind="stable")
    return segment[order], keys[order]


def _keys(points: Points, cell: float, offset: tuple[int, ...]) -> Indices:
    cells = np.floor(points / cell).astype(np.int64) + np.array(offset) + (1 << (CELL_BITS - 1))
    keys: Indices = (cells[:, 0] << (2 * CELL_BITS)) | (cells[:, 1] << CELL_BITS) | cells[:, 2]
    return keys


def _in_cells(wanted: Indices, keys: Indices) -> tuple[Indices, Indices]:
    """All pairs of a wanted key and an index of that key in the sorted keys."""
    first, last = np.searchsorted(keys, wanted, "left"), np.searchsorted(keys, wanted, "right")
    count = last - first
    which = np.repeat(np.arange(len(wanted)), count)
    rank = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
    return which, first[which] + rank
