"""Removes links that merely run parallel to others: a second track with its own junctions is still the same railway."""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.extract.links import LinkGraph, Path
from railwright.mapmaker.osm.extract.nearness import nearest_on_segments
from railwright.mapmaker.osm.extract.sphere import Points

DETOUR = 1.1
DETOUR_METERS = 200.0
"""The alternative path may be longer by this factor plus this many metres: tracks of one line differ in curves."""
SAMPLES = 17
"""Number of points along a link that must lie near the alternative path."""


def drop_parallels(graph: LinkGraph, *, within: float) -> None:
    """Remove links, longest first, that have an alternative path through junctions within ``within`` metres of them."""
    for pair in sorted(graph.meters, key=lambda pair: (-graph.meters[pair], pair)):
        if pair not in graph.meters:
            continue
        other = _alternative(graph, pair)
        if other and _runs_within(graph.points, graph.paths[pair[0]][pair[1]], other, within):
            graph.remove_link(*pair)
            graph.tidy(pair)


def _alternative(graph: LinkGraph, pair: tuple[int, int]) -> Path:
    """The shortest path between two places through junctions only, without their own link; empty if it is too long."""
    first, last = pair
    farthest = DETOUR * graph.meters[pair] + DETOUR_METERS
    before: dict[int, int] = {}
    waiting = [(0.0, first, first)]
    while waiting:
        meters, place, previous = heapq.heappop(waiting)
        if place in before:
            continue
        before[place] = previous
        if place == last:
            return _path(graph, before, first, last)
        if place != first and graph.is_station[place]:
            continue
        for other in graph.paths[place]:
            length = meters + graph.meters[min(place, other), max(place, other)]
            if length <= farthest and (place, other) != pair and other not in before:
                heapq.heappush(waiting, (length, other, place))
    return ()


def _path(graph: LinkGraph, before: dict[int, int], first: int, last: int) -> Path:
    path: Path = (last,)
    while path[0] != first:
        previous = before[path[0]]
        path = graph.paths[previous][path[0]][:-1] + path
    return path


def _runs_within(points: Points, path: Path, other: Path, within: float) -> bool:
    """Whether the first path stays within ``within`` metres of the other."""
    samples = _along(points[list(path)])
    line = points[list(other)]
    starts, ends = line[:-1], line[1:]
    for sample in samples:
        along = nearest_on_segments(np.broadcast_to(sample, starts.shape), starts, ends)
        if np.linalg.norm(starts + along[:, None] * (ends - starts) - sample, axis=1).min() > within:
            return False
    return True


def _along(line: Points) -> NDArray[np.float64]:
    """Points at equal intervals along a line."""
    meters = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))))
    where = np.linspace(0, meters[-1], SAMPLES)
    return np.stack([np.interp(where, meters, line[:, axis]) for axis in range(3)], axis=1)
