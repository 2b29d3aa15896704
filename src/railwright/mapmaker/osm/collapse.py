"""All tracks near a station become one place, so that no railway slips past it on a track beside its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.nearness import Indices, near_segments
from railwright.mapmaker.osm.network import Network, distinct_pairs, reach_of
from railwright.mapmaker.osm.sphere import Points

STATION_METERS = 300.0
"""Tracks within this distance of a station belong to it."""
REACH_SHARE = 0.25
"""The same as a share of the reach within which stations are looked for: more where lines are drawn coarsely."""
STATION_SHARE = 0.4
"""The same as a share of the distance to the next station, where stations are dense; below a half, so that each track
belongs to one at most."""


@dataclass(frozen=True, slots=True)
class Places:
    """The network after the collapse: the stations come first, then the nodes of the network as they were."""

    points: Points
    starts: Indices
    ends: Indices


@dataclass(frozen=True, slots=True)
class _Passed:
    """Stations that segments pass by in their middle."""

    segment: Indices
    station: Indices
    along: NDArray[np.float64]
    """From 0 to 1 on the segment."""


def collapse(network: Network, stations: Points) -> Places:
    """Make one place of each station and the tracks near it.

    A segment that passes by a station with none of its nodes near gets a node there.
    """
    widest = max(STATION_METERS, REACH_SHARE * reach_of(network))
    radius = np.minimum(widest, STATION_SHARE * _next_meters(stations))
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
    passed = _Passed(near.segment[passes], near.point[passes], near.along[passes])
    pairs = _pairs(place[network.starts], place[network.ends], passed)
    return Places(np.concatenate((stations, network.points)), pairs[:, 0], pairs[:, 1])


def _next_meters(stations: Points) -> NDArray[np.float64]:
    """From each station to the nearest other one."""
    nearest = np.full(len(stations), np.inf)
    for number, station in enumerate(stations):
        meters = np.linalg.norm(stations - station, axis=1)
        meters[number] = np.inf
        nearest[number] = meters.min()
    return nearest


def _pairs(starts: Indices, ends: Indices, passed: _Passed) -> Indices:
    """Pairs of places next to each other on each segment with the stations that it passes; each pair once."""
    numbers = np.arange(len(starts))
    line = np.concatenate((numbers, passed.segment, numbers))
    where = np.concatenate((np.full(len(starts), -1.0), passed.along, np.full(len(starts), 2.0)))
    place = np.concatenate((starts, passed.station, ends))
    order = np.lexsort((where, line))
    line, place = line[order], place[order]
    is_pair = (line[1:] == line[:-1]) & (place[1:] != place[:-1])
    return distinct_pairs(place[:-1][is_pair], place[1:][is_pair])[0]
