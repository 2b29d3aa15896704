"""Ranks the stations of a network by the towns that they serve."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.extract.nearness import near_segments
from railwright.mapmaker.osm.extract.station_graph import Station
from railwright.mapmaker.osm.places.abroad import towns_abroad
from railwright.mapmaker.osm.places.board_names import is_main_station, station_alone, town_name
from railwright.mapmaker.osm.places.serving import NOWHERE, serve_towns
from railwright.mapmaker.osm.places.town import Town, words_of
from railwright.mapmaker.osm.places.towns import points_of

Floats = NDArray[np.float64]

AROUND = 20_000.0
"""The people of smaller towns within this distance of a town count with its own, in metres."""
SMALL_TOWN = 5_000
"""Population of the smallest towns that count with others."""
FEWEST_PEOPLE = 1_000
"""What a station counts that serves no known town."""
IMPORTANCE = 0.7
"""Power of the number of people: a town with ten times as many is 5 times as important."""
MAIN_STATION_FACTOR = 2.0
"""Factor for the station that is named as the main one of its town, or just like the town."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The stations of a network with their names on a board and their importance, by station number."""

    stations: tuple[Station, ...]
    """The stations under their names on a board."""
    importance: Floats
    population: tuple[int, ...]
    """The population of the town that each station stands for; 0 if it stands for none."""
    seconds: frozenset[int]
    """Further stations of towns, which are chosen only if there are not enough towns."""
    town: tuple[int, ...]
    """The number of the town that each station serves, or ``NOWHERE``."""
    known_as: tuple[tuple[str, ...], ...]
    """All names under which each station can be asked for."""
    included: tuple[int, ...] = ()
    """Stations that must be on the board."""
    excluded: frozenset[int] = frozenset()
    """Stations that must not be on the board."""

    def largest(self) -> list[int]:
        """The stations that stand for towns, those of the largest towns first."""
        towns = [station for station, people in enumerate(self.population) if people]
        return sorted(towns, key=lambda station: (-self.population[station], self.stations[station].name))


def rank_stations(
    stations: Sequence[Station], towns: Sequence[Town], scores: Floats, *, several_per_town: bool
) -> Ranking:
    """Rank stations by the towns that they serve; ``scores`` are the relevance of each in the network."""
    served, outness = serve_towns(stations, towns)
    for number in towns_abroad(stations, towns, served):
        served = [NOWHERE if town == number else town for town in served]
    people = _people_around(towns)
    of_town: dict[int, list[int]] = defaultdict(list)
    for station, number in enumerate(served):
        if number != NOWHERE:
            of_town[number].append(station)
    named = [replace(station, name=station_alone(station.name)) for station in stations]
    importance = np.full(len(stations), float(FEWEST_PEOPLE) ** IMPORTANCE)
    population = [0] * len(stations)
    known_as: list[tuple[str, ...]] = [
        (station.name, alone.name) for station, alone in zip(stations, named, strict=True)
    ]
    seconds: set[int] = set()
    for number, own in of_town.items():
        town = towns[number]
        main = _main_station(own, stations, town, scores, outness)
        name = town_name(town, [stations[station].name for station in own])
        population[main] = town.population
        known_as[main] = (stations[main].name, name, *town.names)
        named[main] = stations[main] if several_per_town and len(own) > 1 else replace(stations[main], name=name)
        shares = scores[own] / scores[own].max() if scores[own].max() > 0 else np.ones(len(own))
        importance[own] = (people[number] * shares).clip(FEWEST_PEOPLE) ** IMPORTANCE
        importance[main] = max(people[number], FEWEST_PEOPLE) ** IMPORTANCE
        for station in own:
            if station != main:
                named[station] = stations[station]
                if not several_per_town:
                    seconds.add(station)
    return Ranking(tuple(named), importance, tuple(population), frozenset(seconds), tuple(served), tuple(known_as))


def rank_by_network(stations: Sequence[Station], scores: Floats) -> Ranking:
    """Rank stations by their relevance in the network alone, under their own names: for railways inside a city."""
    names = tuple((station.name,) for station in stations)
    return Ranking(tuple(stations), scores, (0,) * len(stations), frozenset(), (NOWHERE,) * len(stations), names)


def _main_station(
    own: Sequence[int], stations: Sequence[Station], town: Town, scores: Floats, outness: Sequence[float]
) -> int:
    """The most relevant station of a town, and rather one near its centre."""
    names = {words_of(name) for name in town.names}

    def worth(station: int) -> tuple[float, str, int]:
        name = stations[station].name
        is_main = is_main_station(name) or words_of(name) in names
        factor = MAIN_STATION_FACTOR if is_main else 1.0
        return -factor * float(scores[station]) / (1.0 + 2.0 * outness[station]), name, station

    return min(own, key=worth)


def _people_around(towns: Sequence[Town]) -> Floats:
    """The people of each town and of smaller towns around it, which count the less the farther they are."""
    people = np.array([town.population for town in towns], np.float64)
    if not towns:
        return people
    large = np.flatnonzero(people >= SMALL_TOWN)
    points = points_of([towns[number] for number in large.tolist()])
    near = near_segments(points, points, points, np.full(len(points), AROUND))
    one, other = large[near.point], large[near.segment]
    is_smaller = (people[other] < people[one]) | ((people[other] == people[one]) & (other > one))
    added = (1.0 - near.meters / AROUND) * people[other]
    np.add.at(people, one[is_smaller], added[is_smaller])
    return people
