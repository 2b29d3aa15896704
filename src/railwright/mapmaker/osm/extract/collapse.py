"""Merges all tracks near a station into one place, so that no railway bypasses it on an adjacent track."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.extract.gaps import Insertions, cut_segments
from railwright.mapmaker.osm.extract.nearness import Indices, near_segments
from railwright.mapmaker.osm.extract.rail_network import RailNetwork, distinct_pairs
from railwright.mapmaker.osm.extract.sphere import Points

STATION_METERS = 300.0
"""Tracks within this distance of a station belong to it."""
STATION_SHARE = 0.4
"""Limit on that distance where stations are dense, as a fraction of the distance to the next station. It is below one
half, so that each track belongs to at most one station."""


@dataclass(frozen=True, slots=True)
class MergedNetwork:
    """The network after merging. Places are numbered: first the stations, then the original nodes of the network."""

    points: Points
    starts: Indices
    ends: Indices
    place_of: Indices
    """The place of each node of the network."""


def collapse(network: RailNetwork, stations: Points, *, exactness: float) -> MergedNetwork:
    """Merge each station and the tracks near it into one place.

    A segment that passes a station without a node nearby gets a node there. ``exactness`` is the positional accuracy of
    the lines in metres: a track that appears this far from a station may be at it.
    """
    radius = np.minimum(max(STATION_METERS, exactness), STATION_SHARE * _next_meters(stations))
    starts, ends = network.points[network.starts], network.points[network.ends]
    near = near_segments(stations, starts, ends, radius)
    limit = radius[near.point]
    owner = np.full(len(network.points), -1)
    passes = np.ones(len(near.point), np.bool_)
    for side in (network.starts, network.ends):
        node = side[near.segment]
        is_inside = np.linalg.norm(network.points[node] - stations[near.point], axis=1) <= limit
        owner[node[is_inside]] = near.point[is_inside]
        passes &= ~is_inside
    place = np.where(owner >= 0, owner, len(stations) + np.arange(len(network.points)))
    passed = Insertions(near.segment[passes], near.point[passes], near.along[passes])
    _, pieces = cut_segments(place[network.starts], place[network.ends], passed)
    pairs, _ = distinct_pairs(pieces[:, 0], pieces[:, 1])
    return MergedNetwork(np.concatenate((stations, network.points)), pairs[:, 0], pairs[:, 1], place)


def _next_meters(stations: Points) -> NDArray[np.float64]:
    """Distance from each station to the nearest other one, in metres."""
    nearest = np.full(len(stations), np.inf)
    for number, station in enumerate(stations):
        meters = np.linalg.norm(stations - station, axis=1)
        meters[number] = np.inf
        nearest[number] = meters.min()
    return nearest
