"""Candidate edges: shortest paths over the real network between chosen stations (paper, section 3.3)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.game.board import City
from railwright.mapmaker.osm.extract.station_graph import Line, StationGraph
from railwright.mapmaker.osm.selection.air_line import relative_bend

Adjacency = list[list[tuple[int, float, int]]]
"""For each place, its neighbours as (place, metres, link number)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """The shortest railway between two cities that does not pass a third city."""

    cities: tuple[int, int]
    """Numbers of the two cities among the chosen ones, smaller first."""
    meters: float
    line: Line
    """Geometry from the first city to the second."""
    bend: float
    """Largest distance of the railway from the straight edge, relative to the edge's length."""


class Railways:
    """A station graph prepared for shortest-path searches."""

    def __init__(self, graph: StationGraph) -> None:
        self.graph = graph
        self.adjacency: Adjacency = [[] for _ in range(len(graph.stations) + len(graph.junctions))]
        best: dict[tuple[int, int], int] = {}
        for number, link in enumerate(graph.links):
            a, b = sorted(link.places)
            if a != b and ((a, b) not in best or link.meters < graph.links[best[a, b]].meters):
                best[a, b] = number
        for (a, b), number in best.items():
            self.adjacency[a].append((b, graph.links[number].meters, number))
            self.adjacency[b].append((a, graph.links[number].meters, number))

    def candidates(self, chosen: Sequence[int], cities: Sequence[City]) -> list[Candidate]:
        """All pairs of chosen stations connected by a railway that passes no other chosen station, in order."""
        number = {station: i for i, station in enumerate(chosen)}
        candidates = []
        for i, station in enumerate(chosen):
            meters, arrival = self._search(station, number)
            for j in sorted(number[goal] for goal in arrival if goal in number):
                if j > i:
                    line = self._line(station, chosen[j], arrival, cities[i], cities[j])
                    candidates.append(Candidate((i, j), meters[chosen[j]], line, relative_bend(line)))
        return candidates

    def _search(self, start: int, stops: dict[int, int]) -> tuple[dict[int, float], dict[int, int]]:
        """Distances to all places that can be reached without passing a stop, and the last link to each (Dijkstra)."""
        meters = {start: 0.0}
        arrival: dict[int, int] = {}
        done: set[int] = set()
        waiting = [(0.0, start)]
        while waiting:
            so_far, place = heapq.heappop(waiting)
            if place in done:
                continue
            done.add(place)
            if place in stops and place != start:
                continue
            for other, more, link in self.adjacency[place]:
                total = so_far + more
                if other not in done and total < meters.get(other, np.inf):
                    meters[other] = total
                    arrival[other] = link
                    heapq.heappush(waiting, (total, other))
        return meters, arrival

    def _line(self, start: int, end: int, arrival: dict[int, int], first: City, last: City) -> Line:
        pieces: list[NDArray[np.float64]] = [np.array([[last.latitude, last.longitude]])]
        place = end
        while place != start:
            link = self.graph.links[arrival[place]]
            if link.places[1] == place:
                pieces.append(link.line[::-1])
                place = link.places[0]
            else:
                pieces.append(link.line)
                place = link.places[1]
        pieces.append(np.array([[first.latitude, first.longitude]]))
        line = np.concatenate(pieces)[::-1]
        moved = np.ones(len(line), dtype=np.bool_)
        moved[1:-1] = (line[1:-1] != line[:-2]).any(axis=1) & (line[1:-1] != line[-1]).any(axis=1)
        return np.asarray(line[moved])
