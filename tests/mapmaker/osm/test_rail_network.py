"""Whole networks: graphs that look like what they come from. All checks are made from the graph alone.

Invented countries, and real extracts if the developer has some (``RAILWRIGHT_TEST_DATA``).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mapmaker.osm.countries import COUNTRIES, country_file, draw_country, station_names
from railwright.mapmaker.osm.extract.extraction import read_station_graph
from railwright.mapmaker.osm.extract.station_graph import StationGraph
from real_data import extract, extracts

INVENTED = {
    "dense": (280, 4_000),
    "sparse": (80, 1_000),
    "city": (16, 60),
}
REAL = {
    "belgium-rail": (500, 2400),
    "cologne-railway": (36, 150),
    "egypt-rail": (120, 1900),
    "erfurt-halle-railway": (25, 200),
    "heidelberg": (13, 25),
    "liechtenstein-2013": (4, 8),
    "malaysia-rail": (150, 1400),
    "switzerland-rail": (180, 1600),
}
"""Fewest stations and kilometres that the graph must have; the largest extracts are left to the study."""
NETWORKS = INVENTED | {name: REAL[name] for name in extracts(REAL)}
EARTH_RADIUS = 6_371_008.8
METERS_PER_DEGREE = 111_195.08
SLIPPING_METERS = 99.0
"""Stations nearer than 250 m are one, and each owns the tracks within 0.4 of the way to the next."""

_GRAPHS: dict[str, StationGraph] = {}


@pytest.fixture
def graph(name: str, tmp_path: Path) -> StationGraph:
    """The graph of a network, read once."""
    if name not in _GRAPHS:
        _GRAPHS[name] = read_station_graph(country_file(name, tmp_path) if name in INVENTED else extract(name))
    return _GRAPHS[name]


@pytest.mark.parametrize("name", NETWORKS)
def test_the_graph_is_large_enough_and_well_formed(name: str, graph: StationGraph) -> None:
    stations, km = NETWORKS[name]
    assert len(graph.stations) >= stations
    assert sum(link.meters for link in graph.links) >= 1000 * km
    names = [station.name.casefold() for station in graph.stations]
    assert len(set(names)) == len(names)
    assert all(station.rails >= 1 and station.name.strip() for station in graph.stations)
    pairs = [link.places for link in graph.links]
    assert len(set(pairs)) == len(pairs)
    assert all(first < second for first, second in pairs)
    places = [(station.latitude, station.longitude) for station in graph.stations] + graph.junctions.tolist()
    for link in graph.links:
        np.testing.assert_allclose(link.line[0], places[link.places[0]])
        np.testing.assert_allclose(link.line[-1], places[link.places[1]])


@pytest.mark.parametrize("name", NETWORKS)
def test_all_places_are_connected_and_junctions_join_three_links(graph: StationGraph) -> None:
    count = len(graph.stations) + len(graph.junctions)
    nexts: dict[int, list[int]] = {place: [] for place in range(count)}
    for first, second in (link.places for link in graph.links):
        nexts[first].append(second)
        nexts[second].append(first)
    reached, waiting = {0}, [0]
    while waiting:
        for other in nexts[waiting.pop()]:
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    assert len(reached) == count
    assert all(len(nexts[place]) >= 3 for place in range(len(graph.stations), count))


@pytest.mark.parametrize("name", NETWORKS)
def test_no_link_slips_past_a_station(graph: StationGraph) -> None:
    starts = np.concatenate([link.line[:-1] for link in graph.links])
    ends = np.concatenate([link.line[1:] for link in graph.links])
    owner = np.repeat(np.arange(len(graph.links)), [len(link.line) - 1 for link in graph.links])
    for number, station in enumerate(graph.stations):
        scale = METERS_PER_DEGREE * np.array([1, np.cos(np.radians(station.latitude))])
        start = (starts - (station.latitude, station.longitude)) * scale  # a plane map around the station
        over = (ends - starts) * scale
        along = np.clip(-(start * over).sum(axis=1) / np.maximum((over**2).sum(axis=1), 1e-9), 0, 1)
        meters = np.hypot(*(start + along[:, None] * over).T)
        past = {int(link) for link in owner[meters < SLIPPING_METERS]}
        assert all(number in graph.links[link].places for link in past), station.name


@pytest.mark.parametrize("name", NETWORKS)
def test_links_are_as_long_as_their_lines(graph: StationGraph) -> None:
    for link in graph.links:
        latitude, longitude = np.radians(link.line[:, 0]), np.radians(link.line[:, 1])
        half = np.sin(np.diff(latitude) / 2) ** 2
        half += np.cos(latitude[:-1]) * np.cos(latitude[1:]) * np.sin(np.diff(longitude) / 2) ** 2
        meters = float((2 * EARTH_RADIUS * np.arcsin(np.sqrt(half))).sum())
        assert link.meters == pytest.approx(meters, rel=1e-6, abs=1e-3)


@pytest.mark.parametrize("name", INVENTED)
def test_the_stations_are_those_of_the_network_under_readable_names(name: str, graph: StationGraph) -> None:
    assert {station.name for station in graph.stations} == station_names(draw_country(COUNTRIES[name]))


@pytest.mark.parametrize("name", ["dense"])
def test_a_station_with_sidings_has_many_rails_and_a_halt_has_few(graph: StationGraph) -> None:
    halts = [station.rails for station in graph.stations if station.name.startswith("Halt")]
    assert max(halts) <= 3
    assert max(station.rails for station in graph.stations) >= 5
