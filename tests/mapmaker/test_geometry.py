from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapmaker.osm.independent import touch
from railwright.game.board import City
from railwright.mapmaker import geometry

SQUARE = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [2.0, 1.5]])


def test_the_diagonals_of_a_square_cross_and_its_sides_do_not() -> None:
    pairs = np.array([(0, 2), (1, 3), (0, 1), (2, 3)])
    assert geometry.crossings(SQUARE, pairs).nonzero()[0].tolist() == [0, 1]


def test_an_edge_that_ends_on_another_touches_it() -> None:
    assert geometry.crossings(SQUARE, np.array([(0, 2), (3, 4)]))[0, 1]


points = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=4, max_size=4)


@given(points)
def test_crossings_agree_with_exact_arithmetic(corners: list[tuple[int, int]]) -> None:
    places = np.array(corners, dtype=np.float64)
    a, b, c, d = (tuple(map(float, place)) for place in corners)
    found = geometry.crossings(places, np.array([(0, 1), (2, 3)]))
    assert found[0, 1] == found[1, 0] == touch(a, b, c, d)  # type: ignore[arg-type]


def test_angles_are_those_at_the_common_city() -> None:
    found = geometry.angles(SQUARE, np.array([(0, 1), (0, 2), (2, 3), (1, 0)]))
    assert found[0, 1] == pytest.approx(math.degrees(math.atan2(3, 4)))
    assert found[1, 2] == pytest.approx(math.degrees(math.atan2(3, 4)))
    assert found[0, 2] == found[0, 0] == 360.0
    assert found[0, 3] == pytest.approx(0.0, abs=1e-9)


def test_clearance_is_the_distance_to_the_nearest_other_city() -> None:
    found = geometry.clearances(SQUARE, np.array([(0, 1), (0, 3), (0, 2)]))
    assert found.tolist() == pytest.approx([1.5, 2.0, 0.0])
    assert geometry.clearances(SQUARE[:2], np.array([(0, 1)])).tolist() == [math.inf]


def test_even_spacing_is_the_root_of_area_by_cities() -> None:
    assert geometry.even_spacing(SQUARE) == pytest.approx(math.sqrt(12 / 5))
    assert geometry.even_spacing(SQUARE, 3) == pytest.approx(2.0)


def test_cities_in_line_share_the_line() -> None:
    assert geometry.even_spacing(np.array([[0.0, 0.0], [1.0, 0.0], [8.0, 0.0], [2.0, 0.0]])) == pytest.approx(2.0)


def test_mercator_keeps_cities_on_both_sides_of_the_date_line_together() -> None:
    found = geometry.mercator([City("A", 0, 179), City("B", 0, -179), City("C", 45, 180)])
    assert np.degrees(found[:, 0]).tolist() == pytest.approx([179, 181, 180])
    assert found[2, 1] == pytest.approx(-math.log(1 + math.sqrt(2)))
