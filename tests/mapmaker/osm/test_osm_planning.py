from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from mapmaker.osm import independent
from mapmaker.osm.countries import country_file
from mapmaker.osm.small_networks import network, random_network
from railwright.errors import OptionError
from railwright.mapmaker.osm.extract.extraction import read_station_graph
from railwright.mapmaker.osm.extract.station_graph import Station, StationGraph
from railwright.mapmaker.osm.options import OsmOptions
from railwright.mapmaker.osm.selection.planning import PlannedBoard, plan_board


def plan(graph: StationGraph, **options: float) -> PlannedBoard:
    return plan_board(graph, name="test", title="Test", options=OsmOptions(**options))  # type: ignore[arg-type]


def test_a_dense_network_gives_a_full_board_better_than_the_published_ones(tmp_path: Path) -> None:
    made = plan(read_station_graph(country_file("dense", tmp_path)))
    assert independent.faults(made.plan, 15.0) == []
    assert (len(made.plan.cities), len(made.plan.routes), made.plan.spaces) == (36, 78, 309)
    assert sum(route.tracks == 2 for route in made.plan.routes) == 22
    assert not [line for line in made.shortfalls if "instead of" in line]
    for points in (independent.drawn(made.plan), independent.mercator(made.plan)):
        assert independent.spread(points) > 0.47
        assert independent.variation(made.plan, points) < 0.135


@pytest.mark.parametrize(("name", "stations", "edges"), [("sparse", 30, 29), ("city", 12, 14)])
def test_sparse_networks_give_connected_boards_and_say_what_is_missing(
    name: str, stations: int, edges: int, tmp_path: Path
) -> None:
    made = plan(read_station_graph(country_file(name, tmp_path)))
    assert independent.faults(made.plan, 15.0) == []
    assert len(made.plan.cities) >= stations
    assert edges <= len(made.plan.routes) < 78
    assert any(f"{len(made.plan.routes)} edges instead of 78" in line for line in made.shortfalls)
    if made.plan.spaces != 309:
        assert any(f"{made.plan.spaces} segments instead of 309" in line for line in made.shortfalls)


@settings(max_examples=40)
@given(
    seed=st.integers(0, 10**6), stations=st.integers(4, 24), links=st.integers(0, 60),
    west=st.sampled_from([-122.0, 5.0, 177.0]), south=st.sampled_from([-2.0, 45.0, 66.0]),
)  # fmt: skip
def test_any_network_gives_a_valid_board_or_one_clear_line(
    seed: int, stations: int, links: int, west: float, south: float
) -> None:
    graph = random_network(seed, stations=stations, links=links, west=west, south=south)
    options = {"stations": 12, "edges": 20, "segments": 80}
    try:
        made = plan(graph, **options)
    except OptionError as error:
        line = str(error)
        event("too few stations")
    else:
        line = ""
    if line:
        assert re.fullmatch(r"only \d connected stations? in this file; a board needs at least 4", line)
        return
    wrong = independent.faults(made.plan, 15.0)
    if west == 177.0:  # the judge's own Mercator does not know of the date line
        wrong = [line for line in wrong if not line.startswith("mercator")]
    assert wrong == []
    missing = len(made.plan.cities) < 12, len(made.plan.routes) < 20, made.plan.spaces != 80
    for is_missing, word in zip(missing, ("stations", "edges", "segments"), strict=True):
        assert is_missing == any(f" {word} instead of " in line for line in made.shortfalls)


def test_the_order_of_stations_and_links_does_not_change_the_board() -> None:
    graph = random_network(7, stations=20, links=40)
    turned = StationGraph(graph.stations, graph.junctions, graph.links[::-1], graph.left_out)
    count = len(graph.stations)
    backwards = StationGraph(
        graph.stations[::-1],
        graph.junctions,
        tuple(
            type(link)((count - 1 - link.places[0], count - 1 - link.places[1]), link.meters, link.line)
            for link in graph.links
        ),
        graph.left_out,
    )
    options = {"stations": 12, "edges": 20, "segments": 80}
    assert plan(graph, **options) == plan(turned, **options) == plan(backwards, **options)


def test_stations_in_line_become_a_path() -> None:
    stations = [Station(f"S{i}", 50.0, 5.0 + 0.3 * i, 2) for i in range(8)]
    made = plan(network(stations, [(i, i + 1, 20000.0) for i in range(7)]))
    assert independent.faults(made.plan, 15.0) == []
    assert len(made.plan.routes) == 7
    assert made.shortfalls[:2] == (
        "8 stations instead of 36: there are no more",
        "7 edges instead of 78: no more railways fit without crossings",
    )


def test_a_station_that_only_crossing_railways_reach_is_replaced() -> None:
    # Two railways cross like an X without a junction, so that only one of them can be an edge.
    corners = [Station("A", 0, 0, 9), Station("B", 4, 4, 9), Station("C", 0, 4, 8), Station("D", 4, 0, 1)]
    others = [Station("E", 0, 2, 1), Station("F", 8, 8, 1)]
    links = [(0, 1, 5e5), (2, 3, 5e5), (0, 4, 2e5), (4, 2, 2e5), (1, 5, 5e5)]
    made = plan(network(corners + others, links), stations=5, edges=5, segments=15)
    assert independent.faults(made.plan, 15.0) == []
    assert "D" not in {city.name for city in made.plan.cities}
    assert "left out, since no edge reaches them without crossings: D" in made.shortfalls


def test_railways_of_routes_lead_through_the_stations_that_were_not_chosen() -> None:
    stations = [Station("A", 0, 0, 5), Station("B", 0, 4, 5), Station("C", 4, 4, 5), Station("D", 4, 0, 5)]
    stations.append(Station("small", 0.5, 2, 1))
    made = plan(
        network(stations, [(0, 4, 2e5), (4, 1, 2e5), (1, 2, 4e5), (2, 3, 4e5), (3, 0, 4e5)]),
        stations=4, edges=4, segments=12, doubles=0,
    )  # fmt: skip
    names = [city.name for city in made.plan.cities]
    (bent,) = (r for r in made.plan.routes if {names[city] for city in r.cities} == {"A", "B"})
    assert (0.5, 2.0) in bent.line
    assert made.plan.spaces == 12


FEW = [Station("A", 0, 0, 1), Station("B", 0, 1, 1), Station("C", 1, 1, 1)]
SAME = [Station(name, 1, 1, 1) for name in "ABCDEF"]


@pytest.mark.parametrize("stations", [FEW, FEW[:2], SAME])
def test_too_few_stations_are_one_clear_line(stations: list[Station]) -> None:
    graph = network(stations, [(i, i + 1, 1.0) for i in range(len(stations) - 1)])
    with pytest.raises(OptionError, match=r"only \d connected stations? in this file; a board needs at least 4$"):
        plan(graph)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stations": 3}, "stations: 3 is not possible; it must be 4 to 64 on a board"),
        ({"stations": 65, "edges": 100}, "stations: 65 is not possible"),
        ({"edges": 34}, "edges: 34 is not possible; it must be 35 to 102 for 36 stations without crossings"),
        ({"edges": 103}, "edges: 103 is not possible"),
        ({"segments": 77}, "segments: 77 is not possible; it must be 78 to 624 for 78 edges"),
        ({"segments": 625}, "segments: 625 is not possible"),
        ({"doubles": 79}, "doubles: 79 is not possible; it must be 0 to 78 for 78 edges"),
        ({"doubles": -1}, "doubles: -1 is not possible"),
        ({"stations": 64, "edges": 180, "segments": 500}, "edges: 231 is not possible; it must be 1 to 192 on a board"),
        ({"exponent": -1.0}, "exponent: -1 is not possible"),
        ({"exponent": float("nan")}, "exponent: nan is not possible"),
        ({"spacing": 1.5}, "spacing: 1.5 is not possible"),
        ({"least_angle": 70.0}, "least-angle: 70 is not possible; it must be 0 to 60 degrees"),
    ],
)
def test_impossible_options_are_one_clear_line(options: dict[str, float], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        plan(random_network(1, stations=10, links=10), **options)
