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
LARGEST = 10
"""Number of the largest towns that come before all others."""
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
    first: Sequence[int] = (), seconds: Collection[int] = (),
) -> list[int]:  # fmt: skip
    """Choose stations greedily. Returns their numbers in order of choice; fewer than ``count`` if there are no more.

    The first is the station with the best score; each next one has the best score times distance factor to the power
    ``exponent``. With ``spacing``, stations closer to a chosen one than this fraction of the even spacing are skipped
    (criterion Q.3: a sufficient distance to all other stations); 0 is the published method. ``kept`` are chosen
    already, ``banned`` are excluded. Ties go to the first by name.

    The first ``LARGEST`` stations of ``first`` that keep the spacing are taken before all others. ``seconds`` are taken
    only if the others are not enough, and only as far apart as ``spacing`` says.
    """
    others = [i for i in range(len(stations)) if i not in banned]
    order = sorted(others, key=lambda i: (stations[i].name, stations[i].latitude, stations[i].longitude))
    rest = [i for i in order if i not in seconds or i in kept]
    room = spacing
    while True:
        chosen = _greedy(stations, scores, rest, count, exponent, room, kept, first)
        if len(chosen) < count and len(rest) < len(order):
            chosen = _greedy(stations, scores, order, count, exponent, spacing, chosen)
        if len(chosen) >= count or room <= 0.0:
            return chosen
        room = room * RELAX if room * RELAX >= MIN_SPACING else 0.0


def _greedy(
    stations: Sequence[Station], scores: Floats, order: list[int], count: int,
    exponent: float, spacing: float, kept: Sequence[int], first: Sequence[int] = (),
) -> list[int]:  # fmt: skip
    cities = [city_of(stations[i]) for i in order]
    score = np.asarray(scores, dtype=np.float64)[order]
    places = directions(np.array([(city.latitude, city.longitude) for city in cities]).reshape(-1, 2))
    maps = drawn_and_mercator(cities) if spacing > 0.0 and len(cities) > 1 else ()
    least = [spacing * even_spacing(points, count) for points in maps]
    names = np.array([city.name.casefold() for city in cities])
    free = np.ones(len(order), dtype=np.bool_)
    nearest = np.full(len(order), np.inf)
    chosen: list[int] = []

    def take(i: int) -> None:
        nonlocal free, nearest
        chosen.append(order[i])
        nearest = np.minimum(nearest, air_line(places[i], places))
        free &= (names != names[i]) & (nearest > 0.0)
        for points, room in zip(maps, least, strict=True):
            free &= np.hypot(*(points - points[i]).T) >= room

    place_of = {station: i for i, station in enumerate(order)}
    for station in kept:
        take(place_of[station])
    left = LARGEST - sum(station in first for station in kept)
    for station in first:
        if left > 0 and station in place_of and free[place_of[station]] and len(chosen) < count:
            take(place_of[station])
            left -= 1
    while len(chosen) < count and free.any():
        factor = distance_factor(nearest, free) ** exponent if chosen else 1.0
        take(int(np.argmax(np.where(free, score * factor, -1.0))))
    return chosen


def distance_factor(nearest: Floats, free: NDArray[np.bool_]) -> Floats:
    """disf(s): the distance to the nearest chosen station, relative to the largest such distance of a free station."""
    return np.asarray(nearest / nearest[free].max())
