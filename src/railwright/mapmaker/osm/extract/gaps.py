"""Closes small gaps: a track that ends just short of another one, or right next to it, usually continues there.

Simplified or clipped lines come apart where their points were moved, and extracts of main tracks only lack the
crossovers that connect them.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.extract.nearness import Indices, Nearness, near_segments
from railwright.mapmaker.osm.extract.rail_network import RailNetwork, distinct_pairs
from railwright.mapmaker.osm.extract.sphere import Points

DETOUR = 3.0
"""A gap is closed only if the path around it is longer than this many times the largest gap allowed."""

AHEAD = 0.5
"""Cosine of the largest angle (60 degrees) that a track may turn in a gap."""


@dataclass(frozen=True, slots=True)
class Insertions:
    """Places to be inserted into segments."""

    segment: Indices
    place: Indices
    along: NDArray[np.float64]
    """Position on the segment, between 0 and 1."""


def close_gaps(network: RailNetwork, parts: Indices, *, longest: float) -> tuple[RailNetwork, int]:
    """Join track ends to the nearest other track within ``longest`` metres. Also returns how many were joined.

    ``parts`` is the connected component of each node. A track of another component is joined in any direction. A track
    of the same component must lie ahead: where an extract is cut off, all tracks of a line end next to each other.
    """
    ends, segments, along = _ends_at_tracks(network, parts, longest)
    is_inside = (along > 0) & (along < 1)
    count = len(network.points)
    place = np.where(along <= 0, network.starts[segments], network.ends[segments])
    place[is_inside] = count + np.arange(np.count_nonzero(is_inside))
    starts, finishes = network.points[network.starts[segments]], network.points[network.ends[segments]]
    points = (starts + along[:, None] * (finishes - starts))[is_inside]
    new = Insertions(segments[is_inside], place[is_inside], along[is_inside])
    line, pieces = cut_segments(network.starts, network.ends, new)
    joints, _ = distinct_pairs(ends, place)
    closed = RailNetwork(
        network.node_ids,
        np.concatenate((network.points, points)),
        np.concatenate((pieces[:, 0], joints[:, 0])),
        np.concatenate((pieces[:, 1], joints[:, 1])),
        np.concatenate((network.is_crossover[line], np.ones(len(joints), np.bool_))),
    )
    return closed, len(joints)


def cut_segments(starts: Indices, ends: Indices, new: Insertions) -> tuple[Indices, Indices]:
    """Cut segments at the inserted places. Returns the segment and the pair of places of each piece."""
    numbers = np.arange(len(starts))
    line = np.concatenate((numbers, new.segment, numbers))
    where = np.concatenate((np.full(len(starts), -1.0), new.along, np.full(len(starts), 2.0)))
    place = np.concatenate((starts, new.place, ends))
    order = np.lexsort((where, line))
    line, place = line[order], place[order]
    is_pair = (line[1:] == line[:-1]) & (place[1:] != place[:-1])
    return line[1:][is_pair], np.stack((place[:-1][is_pair], place[1:][is_pair]), axis=1)


def _ends_at_tracks(
    network: RailNetwork, parts: Indices, longest: float
) -> tuple[Indices, Indices, NDArray[np.float64]]:
    """Track ends with another track nearby: the end node, the other track's segment, and the position on it."""
    ends = np.flatnonzero(network.degrees == 1)
    starts, finishes = network.points[network.starts], network.points[network.ends]
    near = near_segments(network.points[ends], starts, finishes, np.full(len(ends), longest))
    bounds = np.searchsorted(near.point, np.arange(len(ends) + 1))
    is_other = parts[ends[near.point]] != parts[network.starts[near.segment]]
    neighbours = _neighbours(network)
    back = np.array([neighbours[end][0][0] for end in ends.tolist()], np.int64)
    is_open = is_other | _lies_ahead(network.points[back], network.points[ends], near, starts, finishes)
    joined = []
    for number, end in enumerate(ends.tolist()):
        around = _around(end, neighbours, DETOUR * longest)
        pairs = range(bounds[number], bounds[number + 1])
        for pair in sorted(pairs, key=lambda pair: (near.meters[pair], near.segment[pair])):
            segment = near.segment[pair]
            if int(network.starts[segment]) not in around and int(network.ends[segment]) not in around:
                if is_open[pair]:
                    joined.append((end, pair))
                break
    chosen = np.array(joined, np.int64).reshape(-1, 2)
    return chosen[:, 0], near.segment[chosen[:, 1]], near.along[chosen[:, 1]]


def _lies_ahead(back: Points, ends: Points, near: Nearness, starts: Points, finishes: Points) -> NDArray[np.bool_]:
    """For each pair, whether the point on the segment lies ahead of the track that comes from ``back`` to its end."""
    target = starts[near.segment] + near.along[:, None] * (finishes - starts)[near.segment]
    onward, over = (ends - back)[near.point], target - ends[near.point]
    cosine = np.einsum("ij,ij->i", onward, over)
    is_ahead: NDArray[np.bool_] = cosine >= AHEAD * np.linalg.norm(onward, axis=1) * np.linalg.norm(over, axis=1)
    return is_ahead


def _neighbours(network: RailNetwork) -> dict[int, list[tuple[int, float]]]:
    """The neighbours of each node, with their distances in metres."""
    nexts: dict[int, list[tuple[int, float]]] = {}
    rows = zip(network.starts.tolist(), network.ends.tolist(), network.lengths.tolist(), strict=True)
    for start, end, meters in rows:
        nexts.setdefault(start, []).append((end, meters))
        nexts.setdefault(end, []).append((start, meters))
    return nexts


def _around(node: int, neighbours: dict[int, list[tuple[int, float]]], farthest: float) -> set[int]:
    """Nodes within ``farthest`` metres over the network."""
    around: set[int] = set()
    waiting = [(0.0, node)]
    while waiting:
        meters, place = heapq.heappop(waiting)
        if place not in around:
            around.add(place)
            for other, length in neighbours[place]:
                if meters + length <= farthest:
                    heapq.heappush(waiting, (meters + length, other))
    return around
