"""Finds the town that each station serves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.extract.nearness import near_segments
from railwright.mapmaker.osm.extract.sphere import Points, to_space
from railwright.mapmaker.osm.extract.station_graph import Station
from railwright.mapmaker.osm.places.town import Town, words_of
from railwright.mapmaker.osm.places.towns import points_of

USUAL_PEOPLE, USUAL_REACH = 15_000, 1_900.0
"""A town of so many people reaches so many metres from its centre."""
GROWTH = 0.4
"""Power of the population with which the reach grows: a city of a million reaches 10 km."""
LEAST_REACH, LARGEST_REACH = 1_500.0, 25_000.0
NAMED = 4.0
"""Factor of the reach for stations named after the town."""
REACH_CLASSES = (8_000.0, 25_000.0, np.inf)
"""Largest distances of towns that are looked up together, in metres: a short reach needs only a fine grid."""
NOWHERE = -1


def reach_of(town: Town) -> float:
    """How far from the centre of a town its stations lie, in metres."""
    reach = USUAL_REACH * (max(town.population, 1) / USUAL_PEOPLE) ** GROWTH
    return float(np.clip(reach, LEAST_REACH, LARGEST_REACH))


def serve_towns(stations: Sequence[Station], towns: Sequence[Town]) -> tuple[list[int], list[float]]:
    """For each station, the number of the town that it serves or ``NOWHERE``, and how far out it lies there.

    That is the distance from the centre relative to the town's reach. A station serves the town in which it lies least
    far out; one that is named after a town counts as four times as near to it.
    """
    served, outness = [NOWHERE] * len(stations), [np.inf] * len(stations)
    if not stations or not towns:
        return served, outness
    points = to_space(np.array([(station.latitude, station.longitude) for station in stations]))
    centres = points_of(towns)
    reaches = np.array([reach_of(town) for town in towns])
    station_words = [words_of(station.name) for station in stations]
    names_of: dict[int, set[tuple[str, ...]]] = {}
    for number, station, meters in sorted(_pairs_near(centres, points, NAMED * reaches)):
        if number not in names_of:
            names_of[number] = {words for name in towns[number].names if (words := words_of(name))}
        words = station_words[station]
        out = meters / float(reaches[number])
        if any(words[:length] in names_of[number] for length in range(1, len(words) + 1)):
            out /= NAMED
        if out <= 1.0 and out < outness[station]:
            served[station], outness[station] = number, out
    return served, outness


def _pairs_near(centres: Points, points: Points, limits: NDArray[np.float64]) -> list[tuple[int, int, float]]:
    """All towns and stations nearer than the town's limit: their numbers, and the distance in metres."""
    pairs: list[tuple[int, int, float]] = []
    least = 0.0
    for most in REACH_CLASSES:
        towns = np.flatnonzero((limits > least) & (limits <= most))
        near = near_segments(centres[towns], points, points, limits[towns])
        pairs += zip(towns[near.point].tolist(), near.segment.tolist(), near.meters.tolist(), strict=True)
        least = most
    return pairs
