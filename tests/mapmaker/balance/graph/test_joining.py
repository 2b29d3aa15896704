"""Three parts become one planar graph."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest

from mapmaker.balance.graph.joined import some_joined
from railwright.mapmaker.balance.graph.joining import Joined, join
from railwright.mapmaker.balance.graph.parts import Part, make_parts
from railwright.mapmaker.balance.graph.planarity import is_planar
from railwright.mapmaker.balance.graph.sea import Sea


@cache
def parts_of(edges: int) -> list[Part]:
    return [part for part in make_parts(Random(4), count=80) if len(part.edges) == edges]


@pytest.mark.parametrize("number", range(4))
def test_a_joined_graph_has_what_the_paper_says(number: int) -> None:
    parts, joined = some_joined()[number]
    assert joined.vertices == 36
    assert joined.part_of == (0,) * 12 + (1,) * 12 + (2,) * 12
    assert len(joined.edges) == sum(len(part.edges) for part in parts) + 18
    assert 93 <= len(joined.edges) <= 102
    assert list(joined.edges) == sorted({(a, b) for a, b in joined.edges if a < b})
    assert is_planar(36, joined.edges)
    for k, part in enumerate(parts):
        own = {(a - 12 * k, b - 12 * k) for a, b in joined.edges if joined.part_of[a] == joined.part_of[b] == k}
        assert own == set(part.edges)
    degrees = [sum(vertex in edge for edge in joined.edges) for vertex in range(36)]
    assert min(degrees) >= 2
    assert max(degrees) <= 7


@pytest.mark.parametrize("number", range(4))
def test_each_two_parts_get_twice_three_edges_of_two_pairs_without_the_edge_of_the_highest_degrees(number: int) -> None:
    parts, joined = some_joined()[number]
    degrees = [degree for part in parts for degree in part.degrees]
    between = [(joined.part_of[a], joined.part_of[b]) for a, b in joined.new]
    assert between == [pair for pair in combinations(range(3), 2) for _ in range(6)]
    for first in range(0, 18, 3):
        (low, other_low), (same, other_high), (high, also) = joined.new[first : first + 3]
        assert (same, also) == (low, other_low)
        assert len({low, high}) == len({other_low, other_high}) == 2
        assert degrees[low] <= degrees[high]
        assert degrees[other_low] <= degrees[other_high]
        for a, b in joined.new[first : first + 3]:
            degrees[a] += 1
            degrees[b] += 1


def test_parts_with_too_many_edges_for_a_planar_graph_are_not_joined() -> None:
    full = parts_of(30)
    assert len(full) >= 3
    assert join(full[:3], Random(1)) is None


def test_the_same_seed_joins_alike() -> None:
    parts, _ = some_joined()[0]
    assert join(parts, Random(9)) == join(parts, Random(9))


def test_only_three_parts_are_joined() -> None:
    with pytest.raises(ValueError, match="exactly 3 parts can be joined, not 2"):
        join(parts_of(25)[:2], Random(1))


def test_an_edge_divides_a_region_of_the_sea() -> None:
    sea = Sea(((0, 1, 2, 3),), ())
    assert [each.regions for each in sea.drawn([(0, 2)])] == [((0, 1, 2), (2, 3, 0))]
    assert list(sea.drawn([(0, 2), (1, 3)])) == []


def test_an_edge_ties_an_island_either_way_around() -> None:
    sea = Sea.around([(0, 1, 2), (3, 4, 5)])
    tied = [each.regions for each in sea.drawn([(1, 4)])]
    assert tied == [((0, 1, 4, 5, 3, 4, 1, 2),), ((0, 1, 4, 3, 5, 4, 1, 2),)]


def test_a_joined_graph_says_how_many_vertices_it_has() -> None:
    assert Joined(((0, 1),), (0, 1), ()).vertices == 2
