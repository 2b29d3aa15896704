"""Real railway extracts and the published maps. Collected only if the developer has them (``real_data.py``)."""

from __future__ import annotations

import statistics
from functools import cache

import pytest

from mapmaker.osm import independent
from mapmaker.plain_map import read_plain
from railwright.game.board import Board, City, Track
from railwright.mapmaker import ticket_making, track_coloring
from railwright.mapmaker.criteria import PUBLISHED, measure
from railwright.mapmaker.formats.map_file.importing import import_map
from railwright.mapmaker.formats.map_file.reader import read_map
from railwright.mapmaker.osm.extract.extraction import read_station_graph
from railwright.mapmaker.osm.extract.station_graph import StationGraph
from railwright.mapmaker.osm.selection.planning import plan_board
from railwright.maps.load import load_setup
from railwright.workers.pool import play_match
from real_data import extract, maps

SPARSE = {
    "switzerland-rail": (36, 50),
    "egypt-rail": (36, 35),
    "heidelberg": (12, 11),
    "erfurt-halle-railway": (15, 14),
}
"""The least numbers of stations and edges."""


@cache
def graph_of(name: str) -> StationGraph:
    return read_station_graph(extract(name))


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


@pytest.mark.parametrize("name", ["belgium-rail", "great-britain-rail", "usa-rail"])
def test_dense_networks_give_full_boards_better_than_the_published_ones(name: str) -> None:
    made = plan_board(graph_of(name), name="test", title="Test")
    assert independent.faults(made.plan, 15.0) == []
    assert (len(made.plan.cities), len(made.plan.routes), made.plan.spaces) == (36, 78, 309)
    for points in (independent.drawn(made.plan), independent.mercator(made.plan)):
        assert independent.spread(points) > 0.47
        assert independent.variation(made.plan, points) < 0.135


@pytest.mark.parametrize("name", SPARSE)
def test_sparse_networks_give_connected_boards(name: str) -> None:
    stations, edges = SPARSE[name]
    made = plan_board(graph_of(name), name="test", title="Test")
    assert independent.faults(made.plan, 15.0) == []
    assert len(made.plan.cities) >= stations
    assert edges <= len(made.plan.routes) < 78


def test_all_published_maps_are_read_as_a_second_reader_reads_them() -> None:
    assert len(maps()) == 140
    for path in maps():
        text = path.read_text(encoding="utf-8")
        found, plain = read_map(text), read_plain(text)
        assert not found.problems
        assert {city.name: (city.latitude, city.longitude) for city in found.cities} == plain.cities
        assert [(r.city, r.target, r.length, r.tracks) for r in found.routes] == plain.routes


def test_our_measures_give_the_published_medians_of_the_78_edge_maps() -> None:
    found = []
    for path in maps():
        document = read_map(path.read_text(encoding="utf-8"))
        routes = {frozenset((r.city, r.target)): r for r in document.routes}
        if len(routes) == 78 and all(r.length > 0 and len(pair) == 2 for pair, r in routes.items()):
            cities = tuple(City(c.name, c.latitude, c.longitude) for c in document.cities)
            tracks = tuple(
                Track((r.city, r.target), n, r.length, "gray") for r in routes.values() for n in range(1, r.tracks + 1)
            )
            found.append(measure(Board(path.stem, path.stem, "usa", (), cities, tracks, (), {})))
    assert len(found) == 19
    assert round(statistics.median(q.smallest_angle for q in found)) == PUBLISHED.smallest_angle == 14
    assert round(statistics.median(q.length_variation for q in found), 3) == PUBLISHED.length_variation == 0.135
    assert round(statistics.median(q.spread for q in found), 2) == PUBLISHED.spread == 0.47
    assert all(q.crossings_mercator == 0 for q in found)


def test_all_140_published_maps_become_boards_with_these_repairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(track_coloring, "STEPS", 200)  # good colours take longer and are tested elsewhere
    monkeypatch.setattr(ticket_making, "STEPS", 200)
    repaired = {}
    for path in maps():
        found = import_map(path, seed=1)
        assert Board.from_dict(found.board.to_dict()) == found.board
        assert found.board.title == path.stem
        list(play_match(load_setup(found.board), ["random"] * 2, games=2, seed=1))
        if found.repairs:
            repaired[path.stem] = len(found.repairs)
    assert repaired == {
        "Austria": 1,  # a narrow blank in a name
        "Basse-Normandie": 2,
        "Berlin": 4,
        "Northwestern Federal District": 4,
        "default": 1,
        "Świętokrzyskie Voivodeship": 1,
    }
