"""The shared extracts: graphs that look like the networks they come from. All checks are made from the graph alone."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from mapmaker.shared_data import DATA, needs_data
from railwright.mapmaker.osm.extract.extraction import read_station_graph
from railwright.mapmaker.osm.extract.station_graph import StationGraph

EXTRACTS = {
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
EARTH_RADIUS = 6_371_008.8
METERS_PER_DEGREE = 111_195.08
SLIPPING_METERS = 99.0
"""Stations nearer than 250 m are one, and each owns the tracks within 0.4 of the way to the next."""

pytestmark = needs_data


@cache
def graph_of(name: str) -> StationGraph:
    return read_station_graph(DATA / "osm" / f"{name}.osm.pbf")


@pytest.mark.parametrize("name", EXTRACTS)
def test_the_graph_is_large_enough_and_well_formed(name: str) -> None:
    graph = graph_of(name)
    stations, km = EXTRACTS[name]
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


@pytest.mark.parametrize("name", EXTRACTS)
def test_all_places_are_connected_and_junctions_join_three_links(name: str) -> None:
    graph = graph_of(name)
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


@pytest.mark.parametrize("name", EXTRACTS)
def test_no_link_slips_past_a_station(name: str) -> None:
    graph = graph_of(name)
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


@pytest.mark.parametrize("name", EXTRACTS)
def test_links_are_as_long_as_their_lines(name: str) -> None:
    for link in graph_of(name).links:
        latitude, longitude = np.radians(link.line[:, 0]), np.radians(link.line[:, 1])
        half = np.sin(np.diff(latitude) / 2) ** 2
        half += np.cos(latitude[:-1]) * np.cos(latitude[1:]) * np.sin(np.diff(longitude) / 2) ** 2
        meters = float((2 * EARTH_RADIUS * np.arcsin(np.sqrt(half))).sum())
        assert link.meters == pytest.approx(meters, rel=1e-6, abs=1e-3)


def test_stations_found_from_stop_positions_are_those_of_trains() -> None:
    names = {station.name for station in graph_of("cologne-railway").stations}
    assert {"Köln Hauptbahnhof", "Köln Messe/Deutz", "Bonn Hauptbahnhof", "Grevenbroich", "Horrem"} <= names
    assert not {"Heumarkt", "Bornheim", "Juridicum", "Haus Vorst", "Tanzbrunnen"} & names


def test_subway_stations_without_a_tag_keep_off_the_main_line() -> None:
    names = {station.name for station in graph_of("malaysia-rail").stations}
    assert {"Ipoh", "KL Sentral", "Kuala Lumpur", "Bandar Tasik Selatan"} <= names
    assert not {"Damai", "Masjid Jamek", "Bukit Bintang", "Hang Tuah", "Pasar Seni", "Sultan Ismail"} & names


def test_names_in_other_scripts_are_translated_where_possible() -> None:
    names = {station.name for station in graph_of("egypt-rail").stations}
    assert {"Tanta", "Luxor", "Aswan", "Port Said"} <= names


def test_a_large_station_has_many_rails_and_a_halt_has_few() -> None:
    rails = {station.name: station.rails for station in graph_of("cologne-railway").stations}
    assert rails["Köln Hauptbahnhof"] >= 9
    assert rails["Gustorf"] == rails["Frimmersdorf"] == 1
