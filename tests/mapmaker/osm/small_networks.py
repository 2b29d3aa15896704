"""Small railway networks, made by hand or at random."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import numpy as np

from railwright.mapmaker.osm.extract.station_graph import LeftOut, RailLink, Station, StationGraph

NOTHING = LeftOut(0, 0, 0, 0, 0, 0, 0.0)


def network(
    stations: Sequence[Station], links: Iterable[tuple[int, int, float]], junctions: Sequence[tuple[float, float]] = ()
) -> StationGraph:
    """Straight railways of the given lengths in meters."""
    places = [(station.latitude, station.longitude) for station in stations] + list(junctions)
    made = tuple(RailLink((a, b), meters, np.array([places[a], places[b]])) for a, b, meters in links)
    return StationGraph(tuple(stations), np.array(junctions, dtype=np.float64).reshape(-1, 2), made, NOTHING)


def random_network(seed: int, *, stations: int, links: int, west: float = 5.0, south: float = 45.0) -> StationGraph:
    """Stations on a coarse grid (some at equal places or in line), connected, with a few railways more."""
    rng = random.Random(seed)
    fine = rng.choice([4, 10, 1000])
    made = [
        Station(
            f"Station {i:02}",
            south + 4 * rng.randrange(fine) / fine,
            (west + 6 * rng.randrange(fine) / fine + 180) % 360 - 180,
            rng.randrange(1, 8),
        )
        for i in range(stations)
    ]
    pairs = {(rng.randrange(i), i) for i in range(1, stations)}
    for _ in range(links):
        a, b = sorted(rng.sample(range(stations), 2))
        pairs.add((a, b))
    return network(made, [(a, b, 1000.0 * rng.randrange(1, 200)) for a, b in sorted(pairs)])
