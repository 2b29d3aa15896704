"""Boards of towns: the largest are there, names can be asked for, and tracks over open sea are ferries."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapmaker.osm import independent
from mapmaker.osm.small_networks import network
from railwright.errors import OptionError
from railwright.game.board import City
from railwright.mapmaker.board_plan import BoardPlan, PlannedRoute
from railwright.mapmaker.complete import complete
from railwright.mapmaker.osm.extract.station_graph import Station, StationGraph
from railwright.mapmaker.osm.options import OsmOptions
from railwright.mapmaker.osm.places.asked_names import with_asked
from railwright.mapmaker.osm.places.ranking import Ranking, rank_stations
from railwright.mapmaker.osm.places.town import Town
from railwright.mapmaker.osm.selection.ferries import share_on_sea, with_ferries
from railwright.mapmaker.osm.selection.planning import PlannedBoard, plan_board
from railwright.mapmaker.osm.selection.station_choice import station_scores
from railwright.maps.load import board_ruleset, load_setup

SIZE = {"stations": 14, "edges": 22, "segments": 70}


def country(seed: int, *, columns: int = 7, rows: int = 6) -> tuple[StationGraph, list[Town]]:
    """A lattice of railways with a town at each crossing, some of them close together, and a halt between any two."""
    rng = random.Random(seed)
    stations, towns = [], []
    for x in range(columns):
        for y in range(rows):
            latitude, longitude = 46 + 0.5 * y + rng.uniform(-0.18, 0.18), 9 + 0.7 * x + rng.uniform(-0.25, 0.25)
            people = round(10 ** rng.uniform(3.5, 6.3))
            stations.append(Station(f"Town {x}{y} Hbf", latitude, longitude, rng.randrange(1, 6)))
            towns.append(Town(f"Town {x}{y}", latitude, longitude, people, is_named=True))
    links = [(x * rows + y, x * rows + y + 1) for x in range(columns) for y in range(rows - 1)]
    links += [(x * rows + y, x * rows + y + rows) for x in range(columns - 1) for y in range(rows)]
    links += [(x * rows + y, x * rows + y + rows + 1) for x in range(columns - 1) for y in range(rows - 1)]
    joined = []
    for one, other in links:
        first, last = stations[one], stations[other]
        middle = (first.latitude + last.latitude) / 2, (first.longitude + last.longitude) / 2
        joined += [(one, len(stations), 2e4), (len(stations), other, 2e4)]
        stations.append(Station(f"Halt {one} {other}", *middle, 1))
    return network(stations, joined), towns


def ranked(graph: StationGraph, towns: list[Town], **asked: tuple[str, ...]) -> Ranking:
    ranking = rank_stations(graph.stations, towns, station_scores(graph), several_per_town=False)
    return with_asked(ranking, include=asked.get("include", ()), exclude=asked.get("exclude", ()))


def plan(graph: StationGraph, ranking: Ranking, **options: float) -> PlannedBoard:
    return plan_board(graph, name="t", title="T", options=OsmOptions(**(SIZE | options)), ranking=ranking)  # type: ignore[arg-type]


@settings(max_examples=12)
@given(seed=st.integers(0, 10**6))
def test_each_of_the_ten_largest_towns_is_there_or_a_larger_one_is_near(seed: int) -> None:
    graph, towns = country(seed)
    made = plan(graph, ranked(graph, towns))
    assert independent.faults(made.plan, 15.0) == []
    on_board = {city.name for city in made.plan.cities}
    ordered = sorted(towns, key=lambda town: (-town.population, town.name))
    even = _even_spacing([town for town in towns if town.name in on_board])
    for rank, town in enumerate(ordered[:10]):
        if town.name not in on_board:
            assert town.name in {other.name for other in made.not_chosen}
            larger = [other for other in ordered[:rank] if other.name in on_board]
            assert any(_kilometers(town, other) < 1.1 * 0.5 * even for other in larger), town
    assert on_board.isdisjoint(other.name for other in made.not_chosen)
    unchosen = [other.population for other in made.not_chosen]
    assert unchosen == sorted(unchosen, reverse=True)


def _even_spacing(towns: list[Town]) -> float:
    """The side of each town's square if they shared their bounding box evenly, in kilometres."""
    tall = float(np.ptp([town.latitude for town in towns]))
    wide = float(np.ptp([town.longitude for town in towns]))
    return float(np.sqrt(tall * 111.2 * wide * 111.2 * np.cos(np.radians(47.3)) / len(towns)))


def _kilometers(one: Town, other: Town) -> float:
    east = (one.longitude - other.longitude) * np.cos(np.radians((one.latitude + other.latitude) / 2))
    return float(111.2 * np.hypot(one.latitude - other.latitude, east))


def test_towns_can_be_asked_for_and_left_out() -> None:
    graph, towns = country(3)
    usual = {city.name for city in plan(graph, ranked(graph, towns)).plan.cities}
    wanted = next(town.name for town in towns if town.name not in usual)
    unwanted = max((town for town in towns if town.name in usual), key=lambda town: town.population).name
    made = plan(graph, ranked(graph, towns, include=(wanted.lower(),), exclude=(unwanted,)))
    names = {city.name for city in made.plan.cities}
    assert wanted in names
    assert unwanted not in names
    assert {town.name: town.reason for town in made.not_chosen}[unwanted] == "excluded"


@pytest.mark.parametrize("include", [(), ("Town 00", "Town 65")])
def test_a_small_board_has_the_largest_of_all(include: tuple[str, ...]) -> None:
    graph, towns = country(11)
    made = plan(graph, ranked(graph, towns, include=include), stations=5, edges=6, segments=20)
    names = {city.name for city in made.plan.cities}
    assert len(names) == 5
    assert names >= set(include)
    assert max(towns, key=lambda town: town.population).name in names


def test_more_names_than_stations_are_one_clear_line() -> None:
    graph, towns = country(11)
    ranking = ranked(graph, towns, include=tuple(town.name for town in towns[:6]))
    with pytest.raises(OptionError, match="include: 6 names are too many for 5 stations"):
        plan(graph, ranking, stations=5, edges=6, segments=20)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"include": ("Nowhere",)}, "include: no town or station on these railways is called 'Nowhere'$"),
        ({"exclude": ("Town 0",)}, "exclude: no town or station .* 'Town 0'; did you mean Town "),
        ({"include": ("Town 00",), "exclude": ("TOWN 00",)}, "include: 'Town 00' is excluded as well"),
        ({"include": ("",)}, "include: no town or station on these railways is called ''"),
    ],
)
def test_names_that_cannot_be_asked_for_are_one_clear_line(asked: dict[str, tuple[str, ...]], message: str) -> None:
    graph, towns = country(1)
    with pytest.raises(OptionError, match=message) as refusal:
        ranked(graph, towns, **asked)
    assert "\n" not in str(refusal.value)


def test_the_order_of_stations_and_towns_does_not_change_the_board() -> None:
    graph, towns = country(5)
    count = len(graph.stations)
    links = [(count - 1 - link.places[0], count - 1 - link.places[1], link.meters) for link in graph.links]
    backwards = network(graph.stations[::-1], links[::-1])
    made, again = plan(graph, ranked(graph, towns)), plan(backwards, ranked(backwards, towns[::-1]))
    assert {city.name for city in made.plan.cities} == {city.name for city in again.plan.cities}


def test_a_board_has_one_station_of_each_town_even_if_that_is_too_few() -> None:
    stations = [
        Station(f"{name} {part}", 47 + 0.4 * i, 9 + 0.01 * j + 0.3 * (i % 2), 2)
        for i, name in enumerate(("Au", "Berg", "Celle", "Dorf", "Eck"))
        for j, part in enumerate(("Hbf", "Ost", "Nord"))
    ]
    towns = [Town(name, 47 + 0.4 * i, 9 + 0.3 * (i % 2), 50_000) for i, name in enumerate(("Au", "Berg", "Celle"))]
    graph = network(stations, [(a, b, 1e4) for a, b in pairwise(range(len(stations)))])
    names = [city.name for city in plan(graph, ranked(graph, towns)).plan.cities]
    for name in ("Au", "Berg", "Celle"):
        assert name in names
        assert not [other for other in names if other.startswith(f"{name} ")]


@pytest.mark.parametrize(
    ("start", "end", "is_sea"),
    [
        (City("Dover", 51.13, 1.31), City("Calais", 50.96, 1.85), True),
        (City("Aomori", 40.82, 140.74), City("Hakodate", 41.77, 140.73), True),
        (City("Genova", 44.41, 8.92), City("Livorno", 43.55, 10.31), True),
        (City("Tonga", -21.1, -175.2), City("Fiji", -18.1, 178.4), True),
        (City("Berlin", 52.5, 13.4), City("Hamburg", 53.55, 10.0), False),
        (City("Genève", 46.2, 6.15), City("Lausanne", 46.52, 6.63), False),
        (City("Here", 50.0, 8.0), City("Here too", 50.0, 8.0), False),
    ],
)
def test_tracks_over_open_sea_are_ferries(start: City, end: City, is_sea: bool) -> None:
    assert (share_on_sea(start, end) > 0.3) == is_sea
    assert share_on_sea(start, end) == pytest.approx(share_on_sea(end, start))
    short, long = (with_ferries((start, end), [PlannedRoute((0, 1), length)])[0] for length in (4, 5))
    assert (short.kind, short.locomotives) == (("ferry", 1) if is_sea else ("normal", 0))
    assert long.locomotives == (2 if is_sea else 0)


def test_a_board_with_ferries_has_gray_ones_and_rules_that_know_them() -> None:
    cities = tuple(City(f"C{i}", 50.0 + i, 5.0 + (i % 2)) for i in range(6))
    routes = [PlannedRoute((i, j), 2, 1 + (i == 0)) for i in range(6) for j in range(i + 1, min(i + 3, 6))]
    routes[0] = PlannedRoute((0, 1), 2, 2, kind="ferry", locomotives=1)
    board = complete(BoardPlan("t", "T", cities, tuple(routes)), seed=1)
    ferries = [track for track in board.tracks if track.kind == "ferry"]
    assert [(track.color, track.locomotives) for track in ferries] == [("gray", 1), ("gray", 1)]
    assert board_ruleset(board).ferries
    assert load_setup(board).ruleset.name == "usa-ferries"
    plain = complete(BoardPlan("t", "T", cities, tuple(routes[1:])), seed=1)
    assert plain.ruleset == "usa"
