"""Simplifies the network to links between stations and junctions: no interstitial nodes, no dead ends."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

import numpy as np

from railwright.mapmaker.osm.extract.collapse import MergedNetwork
from railwright.mapmaker.osm.extract.sphere import meters_along

JUNCTION_METERS = 300.0
"""Junctions within this distance are merged: crossovers between the tracks of one line are not separate places."""

Path = tuple[int, ...]
"""Places along a railway, in order."""


class LinkGraph:
    """A graph of stations and junctions, with at most one link, the shortest, between any two."""

    def __init__(self, places: MergedNetwork, is_station: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> None:
        self.points = places.points
        self.is_station = is_station
        self.paths: dict[int, dict[int, Path]] = {}
        self.meters: dict[tuple[int, int], float] = {}
        for path in _chains(places, is_station):
            self._join(path)
        self.tidy(list(self.paths))

    def links(self) -> list[tuple[Path, float]]:
        """All paths with their lengths in metres, each from the smaller place number to the larger."""
        return [
            (path, self.meters[first, second])
            for first in sorted(self.paths)
            for second, path in sorted(self.paths[first].items())
            if first < second
        ]

    def _join(self, path: Path) -> None:
        """Add a link, unless there is already a shorter one."""
        first, last = path[0], path[-1]
        if first == last:
            return
        if first > last:
            first, last, path = last, first, path[::-1]
        meters = meters_along(self.points[list(path)])
        if meters < self.meters.get((first, last), np.inf):
            self.meters[first, last] = meters
            self.paths.setdefault(first, {})[last] = path
            self.paths.setdefault(last, {})[first] = path[::-1]

    def remove_link(self, first: int, last: int) -> None:
        """Remove the link between two places."""
        del self.paths[first][last], self.paths[last][first]
        del self.meters[min(first, last), max(first, last)]

    def tidy(self, places: Iterable[int]) -> None:
        """Remove dead ends without a station, and dissolve junctions with only two links."""
        waiting = list(places)
        while waiting:
            place = waiting.pop()
            if self.is_station[place] or place not in self.paths:
                continue
            nexts = list(self.paths[place])
            if len(nexts) > 2:
                continue
            paths = [self.paths[place][other] for other in nexts]
            for other in nexts:
                self.remove_link(place, other)
            del self.paths[place]
            if len(nexts) == 2:
                self._join(paths[0][::-1] + paths[1][1:])
            waiting.extend(nexts)

    def merge_junctions(self) -> None:
        """Merge junctions that are close together, closest first."""
        short = [(meters, pair) for pair, meters in self.meters.items() if self._is_short(pair, meters)]
        heapq.heapify(short)
        while short:
            meters, pair = heapq.heappop(short)
            if self.meters.get(pair) != meters:
                continue
            kept, gone = sorted(pair, key=lambda place: (-len(self.paths[place]), place))
            paths = [path for other, path in self.paths[gone].items() if other != kept]
            nexts = list(self.paths[gone])
            for other in nexts:
                self.remove_link(gone, other)
            del self.paths[gone]
            for path in paths:
                self._join((kept, *path[1:]))
            self.tidy([kept, *nexts])
            for other in self.paths.get(kept, ()):
                pair = (min(kept, other), max(kept, other))
                if self._is_short(pair, self.meters[pair]):
                    heapq.heappush(short, (self.meters[pair], pair))

    def _is_short(self, pair: tuple[int, int], meters: float) -> bool:
        return meters <= JUNCTION_METERS and not self.is_station[pair[0]] and not self.is_station[pair[1]]


def _chains(places: MergedNetwork, is_station: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[Path]:
    """Paths from one station, junction or dead end to the next, through nodes of degree two."""
    nexts = _neighbours(places)
    is_end = {place for place, others in nexts.items() if len(others) != 2 or is_station[place]}
    chains = []
    for first in sorted(is_end):
        for second in nexts[first]:
            path = [first, second]
            while path[-1] not in is_end:
                one, other = nexts[path[-1]]
                path.append(other if one == path[-2] else one)
            if path[0] <= path[-1]:
                chains.append(tuple(path))
    return chains


def _neighbours(places: MergedNetwork) -> dict[int, list[int]]:
    nexts: dict[int, list[int]] = {}
    for start, end in zip(places.starts.tolist(), places.ends.tolist(), strict=True):
        nexts.setdefault(start, []).append(end)
        nexts.setdefault(end, []).append(start)
    return nexts
