"""All tracks near a station become one place, so that no railway slips past it on a track beside its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.nearness import Indices, near_segments
from railwright.mapmaker.osm.network import Network
from railwright.mapmaker.osm.sphere import Points

STATION_METERS = 300.0
"""Tracks within this distance of a station belong to it."""
STATION_SHARE = 0.4
"""The same as a share of the distance to the next station, where stations are dense; below a half, so that each track
belongs to one at most."""


@dataclass(frozen=True, slots=True)
class Places:
    """The network after the collapse: the stations come first, then the nodes of the network as they were."""

    points: Points
    starts: Indices
    ends: Indices


def collapse(network: Network, stations: Points) -> Places:
    """Make one place of each station and the tracks near it.

    A segment that passes by a station with none of its nodes near gets a node there.
    """
    radius = np.minimum(STATION_METERS, STATION_SHARE * _next_meters(stations))
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
    chained = _chained(
        place[network.starts], place[network.ends], near.segment[passes], near.point[passes], near.along[passes]
    )
    return Places(np.concatenate((stations, network.points)), *chained)


def _next_meters(stations: Points) -> NDArray[np.float64]:
    """From each station to the nearest other one."""
    nearest = np.full(len(stations), np.inf)
    for number, station in enumerate(stations):
        meters = np.linalg.norm(stations - station, axis=1)
        meters[number] = np.inf
        nearest[number] = meters.min()
    return nearest


def _chained(
    starts: Indices, ends: Indices, segment: Indices, station: Indices, along: NDArray[np.float64]
) -> tuple[Indices, Indices]:
    """Pairs of places next to each other on each segment with the stations that it passes; each pair once."""
    numbers = np.arange(len(starts))
    line = np.concatenate((numbers, segment, numbers))
    where = np.concatenate((np.full(len(starts), -1.0), along, np.full(len(starts), 2.0)))
    place = np.concatenate((starts, station, ends))
    order = np.lexsort((where, line))
    line, place = line[order], place[order]
    is_pair = (line[1:] == line[:-1]) & (place[1:] != place[:-1])
    pairs = np.stack((place[:-1][is_pair], place[1:][is_pair]), axis=1)
    pairs.sort(axis=1)
    pairs = np.unique(pairs, axis=0)
    return pairs[:, 0], pairs[:, 1]
