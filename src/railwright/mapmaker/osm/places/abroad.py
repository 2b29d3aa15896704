"""Finds towns that lie in another country than the stations near them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from railwright.draw.earth.nations import countries_of
from railwright.game.board import City
from railwright.mapmaker.osm.extract.sphere import to_space
from railwright.mapmaker.osm.extract.station_graph import Station
from railwright.mapmaker.osm.places.town import Town
from railwright.mapmaker.osm.places.towns import points_of

FAR_OUT = 2_500.0
"""Only towns whose nearest station lies farther from the centre than this can be abroad, in metres."""


def towns_abroad(stations: Sequence[Station], towns: Sequence[Town], served: Sequence[int]) -> list[int]:
    """The numbers of towns with stations near them that are all in other countries, such as at a border."""
    points = to_space(np.array([(station.latitude, station.longitude) for station in stations]).reshape(-1, 2))
    centres = points_of(towns)
    nearest: dict[int, tuple[float, int]] = {}
    for station, town in enumerate(served):
        if town >= 0:
            meters = float(np.linalg.norm(points[station] - centres[town]))
            nearest[town] = min(nearest.get(town, (np.inf, station)), (meters, station))
    abroad = []
    for town, (meters, station) in nearest.items():
        if meters > FAR_OUT:
            place, near = towns[town], stations[station]
            cities = City("", place.latitude, place.longitude), City("", near.latitude, near.longitude)
            own, other = countries_of(cities)
            if own and other and own != other:
                abroad.append(town)
    return abroad
