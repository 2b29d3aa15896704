"""Drawings with straight lines."""

from __future__ import annotations

from itertools import combinations
from math import atan2, degrees, dist, pi
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapmaker.balance.graph.exact import crossing_pairs
from mapmaker.balance.graph.joined import some_joined
from railwright.mapmaker.balance.graph.graph_layout import lay_out, readability
from railwright.mapmaker.balance.graph.triangulation import Triangulation
from railwright.mapmaker.balance.graph.tutte import first_drawing

Places = list[tuple[float, float]]


def smallest_angle(places: Places, edges: tuple[tuple[int, int], ...]) -> float:
    path_lengths: dict[int, list[float]] = {}
    for a, b in edges:
        for here, there in ((a, b), (b, a)):
            (x, y), (u, v) = places[here], places[there]
            path_lengths.setdefault(here, []).append(atan2(v - y, u - x))
    turns = [abs(one - two) for own in path_lengths.values() for one, two in combinations(own, 2)]
    return degrees(min(min(turn, 2 * pi - turn) for turn in turns))


@pytest.mark.parametrize("number", range(2))
def test_a_map_of_joined_parts_has_no_crossings_and_can_be_read(number: int) -> None:
    _, joined = some_joined()[number]
    places = lay_out(joined.edges, 36, Random(1))
    assert crossing_pairs(places, joined.edges) == []
    assert all(0 <= x <= 1.5 and 0 <= y <= 1 for x, y in places)
    even = (1.5 / 36) ** 0.5
    assert min(dist(a, b) for a, b in combinations(places, 2)) > 0.25 * even
    assert smallest_angle(places, joined.edges) > 8


def test_readability_is_that_of_the_worst_place() -> None:
    """By hand: a square of side 3 and one of its diagonals; an even spacing is sqrt(9 / 4) = 1.5."""
    square = [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)]
    edges = [(0, 1), (1, 2), (2, 3), (0, 3)]
    assert readability(square, edges) == pytest.approx(3 / 1.5 / 0.5)  # angles: 90 / 20 = 4.5; passing by: 8
    assert readability(square, [*edges, (0, 2)]) == pytest.approx(45 / 20)
    assert readability([*square, (1.5, 0.1)], edges) == pytest.approx(0.1 / (9 / 5) ** 0.5 / 0.25)


def test_longer_routes_are_longer_on_the_map() -> None:
    lengths = [1, 4, 2, 1, 4, 2]
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5)]
    places = lay_out(edges, 6, Random(1), lengths=lengths)
    drawn = [dist(places[a], places[b]) for a, b in edges]
    assert np.corrcoef(drawn, lengths)[0, 1] > 0.9


def test_lengths_that_do_not_fit_make_no_crossings() -> None:
    _, joined = some_joined()[0]
    rng = Random(2)
    places = lay_out(joined.edges, 36, Random(1), lengths=[rng.randint(1, 6) for _ in joined.edges])
    assert crossing_pairs(places, joined.edges) == []


def test_the_same_seed_draws_alike() -> None:
    edges = Triangulation(12, Random(1)).edges
    assert lay_out(edges, 12, Random(3)) == lay_out(edges, 12, Random(3))
    assert lay_out(edges, 12, Random(3)) != lay_out(edges, 12, Random(4))


@given(st.integers(4, 16), st.integers(0, 2**32), st.floats(0, 1))
@settings(max_examples=40, deadline=None)
def test_first_drawings_of_connected_planar_graphs_have_no_crossings(vertices: int, seed: int, share: float) -> None:
    rng = Random(seed)
    full = Triangulation(vertices, rng).edges
    tree = [next(edge for edge in full if edge[1] == vertex) for vertex in range(1, vertices)]
    edges = sorted({*tree, *rng.sample(full, int(share * len(full)))})
    places = first_drawing(vertices, edges, width=1.5, height=1.0)
    assert places is not None
    assert crossing_pairs([(float(x), float(y)) for x, y in places], edges) == []


def test_what_cannot_be_drawn_is_told() -> None:
    with pytest.raises(ValueError, match="cannot be drawn without crossings"):
        lay_out(list(combinations(range(5), 2)), 5, Random(1))
    with pytest.raises(ValueError, match="only connected graphs"):
        lay_out([(0, 1)], 3, Random(1))
