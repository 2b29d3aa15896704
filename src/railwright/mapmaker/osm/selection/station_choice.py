"""Selects stations as cities of the board: important ones, evenly spread (paper, section 3.2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from railwright.game.board import City
from railwright.mapmaker.geometry import drawn_and_mercator, even_spacing
from railwright.mapmaker.osm.extract.station_graph import Station, StationGraph
from railwright.mapmaker.osm.selection.air_line import air_line, directions

DECIMALS = 6
"""Decimals of degrees in all output files; coordinates are rounded to these before any computation."""
RELAX = 0.9
"""Factor by which the spacing is reduced if there is no room for all stations."""
MIN_SPACING = 0.05
"""Spacing, relative to the even spacing, below which the rule is dropped."""

Floats = NDArray[np.float64]


def city_of(station: Station) -> City:
    """The city that a station becomes."""
    return City(station.name, round(station.latitude, DECIMALS), round(station.longitude, DECIMALS))


def direct_neighbours(graph: StationGraph) -> NDArray[np.int64]:
    """For each station, the number of others that can be reached by rail without passing a third one."""
    adjacency: list[list[int]] = [[] for _ in range(len(graph.stations) + len(graph.junctions))]
    for link in graph.links:
        a, b = link.places
        adjacency[a].append(b)
        adjacency[b].append(a)
    return np.array([_stations_around(adjacency, s, len(graph.stations)) for s in range(len(graph.stations))], np.int64)


def _stations_around(adjacency: list[list[int]], start: int, stations: int) -> int:
    visited = {start}
    waiting = [start]
    count = 0
    while waiting:
        for place in adjacency[waiting.pop()]:
            if place in visited:
                continue
            visited.add(place)
            if place < stations:
                count += 1
            else:
                waiting.append(place)
    return count


def station_scores(graph: StationGraph) -> Floats:
    """f(s), the relevance of each station.

    The paper factors in "the amount of rails of a station and the number of direct neighbors" and gives no formula. We
    use the geometric mean of the two: both count equally, and a station with twice as many of both scores twice.
    """
    rails = np.array([station.rails for station in graph.stations], dtype=np.float64)
    return np.asarray(np.sqrt(rails * direct_neighbours(graph)))


def choose_stations(
    stations: Sequence[Station], scores: Floats, count: int, *,
    exponent: float = 2.0, spacing: float = 0.0, kept: Sequence[int] = (), banned: Collection[int] = (),
) -> list[int]:  # fmt: skip
    """Choose stations greedily. Returns their numbers in order of choice; fewer than ``count`` if there are no more.

    The first is the station with the best score; each next one has the best score times distance factor to the power
    ``exponent``. With ``spacing``, stations closer to a chosen one than this fraction of the even spacing are skipped
    (criterion Q.3: a sufficient distance to all other stations); 0 is the published method. ``kept`` are chosen
    already, ``banned`` are excluded. Ties go to the first by name.
    """
    order = sorted(
        (i for i in range(len(stations)) if i not in banned),
        key=lambda i: (stations[i].name, stations[i].latitude, stations[i].longitude),
    )
    chosen = _greedy(stations, scores, order, count, exponent, spacing, kept)
    while len(chosen) < count and spacing > 0.0:
        spacing = spacing * RELAX if spacing * RELAX >= MIN_SPACING else 0.0
        chosen = _greedy(stations, scores, order, count, exponent, spacing, kept)
    return chosen


def _greedy(
    stations: Sequence[Station], scores: Floats, order: list[int], count: int,
    exponent: float, spacing: float, kept: Sequence[int],
) -> list[int]:  # fmt: skip
    choice = GreedyChoice(stations, scores, order, count, exponent=exponent, spacing=spacing)
    for station in kept:
        choice.take(station)
    choice.fill(spacing)
    return choice.chosen


class GreedyChoice:
    """Stations chosen one by one, and which of the others keep the spacing to them."""

    def __init__(
        self, stations: Sequence[Station], scores: Floats, order: list[int], count: int,
        *, exponent: float, spacing: float,
    ) -> None:  # fmt: skip
        cities = [city_of(stations[i]) for i in order]
        self.chosen: list[int] = []
        """The chosen stations, in order of choice."""
        self._order = order
        self._place_of = {station: place for place, station in enumerate(order)}
        self._score = np.asarray(scores, dtype=np.float64)[order]
        self._count = count
        self._exponent = exponent
        self._points = directions(np.array([(city.latitude, city.longitude) for city in cities]).reshape(-1, 2))
        maps = drawn_and_mercator(cities) if spacing > 0.0 and len(cities) > 1 else ()
        self._maps = [(points, even_spacing(points, count)) for points in maps]
        self._names = np.array([city.name.casefold() for city in cities])
        self._is_open = np.ones(len(order), dtype=np.bool_)
        self._nearest = np.full(len(order), np.inf)
        self._gaps = [np.full(len(order), np.inf) for _ in maps]
        """For each map, the distance of each station to the nearest chosen one."""

    def take(self, station: int) -> None:
        """Choose a station."""
        i = self._place_of[station]
        self.chosen.append(station)
        self._nearest = np.minimum(self._nearest, air_line(self._points[i], self._points))
        self._is_open &= (self._names != self._names[i]) & (self._nearest > 0.0)
        for gaps, (points, _) in zip(self._gaps, self._maps, strict=True):
            np.minimum(gaps, np.hypot(*(points - points[i]).T), out=gaps)

    def is_free(self, station: int, spacing: float) -> bool:
        """Whether a station can be chosen, at least this fraction of the even spacing from the others."""
        return station in self._place_of and bool(self._free(spacing)[self._place_of[station]])

    def fill(self, spacing: float) -> None:
        """Choose the best stations that keep this spacing, until there are enough or no more."""
        while len(self.chosen) < self._count:
            free = self._free(spacing)
            if not free.any():
                break
            factor = distance_factor(self._nearest, free) ** self._exponent if self.chosen else 1.0
            self.take(self._order[int(np.argmax(np.where(free, self._score * factor, -1.0)))])

    def _free(self, spacing: float) -> NDArray[np.bool_]:
        free = self._is_open.copy()
        for gaps, (_, even) in zip(self._gaps, self._maps, strict=True):
            free &= gaps >= spacing * even
        return free


def distance_factor(nearest: Floats, free: NDArray[np.bool_]) -> Floats:
    """disf(s): the distance to the nearest chosen station, relative to the largest such distance of a free station."""
    return np.asarray(nearest / nearest[free].max())
