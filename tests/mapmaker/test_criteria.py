"""Quality criteria: hand-computed numbers, and the published ones."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest

from mapmaker.made_maps import made_map
from mapmaker.plain_map import crossing_pairs, on_mercator, read_plain
from mapmaker.plans import plan_of
from railwright.game.board import Board, City, Ticket, Track
from railwright.mapmaker.classic_size import CLASSIC_SEGMENTS, PAPER_SEGMENTS
from railwright.mapmaker.complete import complete
from railwright.mapmaker.criteria import Quality, measure, measure_plan
from railwright.mapmaker.quality_table import quality_text
from railwright.maps.load import load_board


def latitude_of(y: float) -> float:
    """The latitude that lies so many degrees above the equator on a Mercator map."""
    return math.degrees(math.atan(math.sinh(math.radians(y))))


def board(places: dict[str, tuple[float, float]], tracks: list[tuple[str, str, int]]) -> Board:
    """Cities at x and y of a Mercator map."""
    cities = tuple(City(name, latitude_of(y), x) for name, (x, y) in places.items())
    found = tuple(Track((a, b), 1, length, "gray") for a, b, length in tracks)
    return Board("b", "B", "usa", ("base",), cities, found, (Ticket((cities[0].name, cities[-1].name), 1),), {})


def test_a_square_with_hand_computed_measures() -> None:
    # corners of a square of side 2, and the middle of its lower side: nearest distances 1, 1, 1, 2, 2
    square = {"A": (0.0, 0.0), "M": (1.0, 0.0), "B": (2.0, 0.0), "C": (2.0, 2.0), "D": (0.0, 2.0)}
    found = measure(board(square, [("A", "M", 1), ("M", "B", 1), ("B", "C", 1), ("C", "D", 2), ("D", "A", 2)]))
    assert found.spread == pytest.approx(1 / math.sqrt(4 / 5))
    assert found.evenness == pytest.approx(math.sqrt(6) / 7)  # 1, 1, 1, 2, 2: mean 7/5, deviation sqrt(6)/5
    assert found.length_variation == pytest.approx(0.4 / 1.2)  # 1, 1, 2, 1, 1: mean 6/5, deviation 2/5
    assert found.smallest_angle == pytest.approx(90)
    assert (found.stations, found.edges, found.segments, found.parts) == (5, 5, 7, 1)
    assert (found.crossings_mercator, found.crossings_drawn, found.repeated_names, found.odd_routes) == (0, 0, 0, 0)
    assert found.lengths == {1: 3, 2: 2}


def test_crossings_angles_parts_and_names_are_counted() -> None:
    cross = {"A": (0.0, 0.0), "B": (2.0, 2.0), "C": (0.0, 2.0), "D": (2.0, 0.0), "E": (4.0, 2.0), "e": (5.0, 2.5)}
    found = measure(board(cross, [("A", "B", 1), ("C", "D", 7), ("A", "E", 1)]))
    assert found.crossings_mercator == found.crossings_drawn == 2  # C - D crosses both others
    assert found.smallest_angle == pytest.approx(45 - math.degrees(math.atan(0.5)))
    assert found.parts == 3
    assert found.repeated_names == 2
    assert found.odd_routes == 1


def test_the_usa_board_has_36_cities_78_routes_and_309_spaces_where_the_paper_prints_307() -> None:
    found = measure(load_board("usa"))
    assert (found.stations, found.edges, found.segments) == (36, 78, CLASSIC_SEGMENTS) == (36, 78, 309)
    assert PAPER_SEGMENTS == 307
    assert found.tracks == {1: 56, 2: 22}
    text = quality_text(found)
    assert "307 (actually 309)" in text
    assert all(f"Q.{i}" in text for i in range(1, 9))


def test_the_object_for_machines_has_every_number() -> None:
    data = measure(load_board("germany")).to_dict()
    assert set(data) == {*Quality.__slots__, "odd_routes"}
    assert data["odd_routes"] == 6  # four routes of length 7 and two triple ones


@pytest.mark.parametrize("seed", range(4))
def test_a_map_measured_a_second_way(seed: int) -> None:
    plain = read_plain(made_map(seed))
    cities = tuple(City(name, *place) for name, place in plain.cities.items())
    tracks = tuple(Track((a, b), 1, length, "gray") for a, b, length, _ in plain.routes)
    found = measure(Board("x", "x", "usa", (), cities, tracks, (), {}))
    points = {name: np.array(on_mercator(place)) for name, place in plain.cities.items()}
    per_space = [float(np.linalg.norm(points[a] - points[b])) / length for a, b, length, _ in plain.routes]
    assert found.length_variation == pytest.approx(statistics.pstdev(per_space) / statistics.fmean(per_space))
    assert found.crossings_mercator == len(crossing_pairs(plain))


def test_a_plan_has_the_quality_of_the_board_made_of_it() -> None:
    plan = plan_of(load_board("usa"))
    assert measure_plan(plan) == measure(complete(plan, seed=1))
