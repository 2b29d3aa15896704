"""The towns near a railway: those of the extract, completed by the packaged list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.extract.place_objects import PlaceObject
from railwright.mapmaker.osm.extract.sphere import Points, to_space
from railwright.mapmaker.osm.places.town import Town, words_of

NEAR_RAILWAYS = 110_000.0
"""Towns of the list farther than this from all stations are not considered, in metres."""
COARSE = 20_000.0
"""Accuracy of this distance, in metres."""
SAME_TOWN = 15_000.0
"""A place of the extract and a town of the list that share a name are one town within this distance, in metres."""
SAME_CENTRE = 2_500.0
"""So are they within this distance if their populations are alike, whatever their names."""
ALIKE = 3.0
"""Largest factor between such populations."""


def find_towns(places: Iterable[PlaceObject], listed: Sequence[Town], stations: Points) -> tuple[Town, ...]:
    """All towns near the stations, largest first. What the extract says of a town goes before the list."""
    own = [
        Town(place.name, place.latitude, place.longitude, place.population, place.other_names, is_named=True)
        for place in places
    ]
    is_counted = [place.is_counted for place in places]
    near = _near(listed, stations)
    spots, near_spots = points_of(own), points_of(near)
    named = defaultdict(list)
    for number, town in enumerate(own):
        for words in {words_of(name) for name in town.names}:
            named[words].append(number)
    rest = []
    for town, spot in zip(near, near_spots, strict=True):
        same = _same_town(town, spot, own, spots, named)
        if same is None:
            rest.append(town)
            continue
        people = own[same].population if is_counted[same] else town.population
        names = tuple(dict.fromkeys((*own[same].other_names, *town.names)))
        own[same] = replace(own[same], population=people, other_names=names)
        is_counted[same] = True
    return tuple(sorted((*own, *rest), key=lambda town: (-town.population, town.name, town.latitude, town.longitude)))


def points_of(towns: Sequence[Town]) -> Points:
    """The places of towns in space."""
    return to_space(np.array([(town.latitude, town.longitude) for town in towns]).reshape(-1, 2))


def _near(listed: Sequence[Town], stations: Points) -> list[Town]:
    if not listed or not len(stations):
        return []
    points = points_of(listed)
    low, high = stations.min(axis=0) - NEAR_RAILWAYS, stations.max(axis=0) + NEAR_RAILWAYS
    around = np.flatnonzero(((points >= low) & (points <= high)).all(axis=1))
    meters = np.full(len(around), np.inf)
    for station in np.unique(np.round(stations / COARSE), axis=0) * COARSE:
        np.minimum(meters, np.linalg.norm(points[around] - station, axis=1), out=meters)
    return [listed[number] for number in around[meters <= NEAR_RAILWAYS].tolist()]


def _same_town(
    town: Town, spot: NDArray[np.float64], own: Sequence[Town], spots: Points, named: dict[tuple[str, ...], list[int]]
) -> int | None:
    """The place of the extract that is a town of the list; the largest one if several may be."""
    numbers = {number for name in town.names for number in named.get(words_of(name), ())}
    same = [number for number in numbers if np.linalg.norm(spots[number] - spot) <= SAME_TOWN]
    if not same and len(own):
        around = np.flatnonzero(np.linalg.norm(spots - spot, axis=1) <= SAME_CENTRE).tolist()
        same = [
            number for number in around
            if town.population / ALIKE <= own[number].population <= town.population * ALIKE
        ]  # fmt: skip
    return min(same, key=lambda number: (-own[number].population, number), default=None)
