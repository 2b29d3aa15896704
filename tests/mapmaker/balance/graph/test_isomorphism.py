"""Equal but for numbering: against trying all numberings."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from railwright.mapmaker.balance.graph.isomorphism import canonical_form
from railwright.mapmaker.balance.graph.triangulation import Triangulation

SIX = list(combinations(range(6), 2))
Edges = list[tuple[int, int]]


def renumbered(edges: Edges, order: tuple[int, ...] | list[int]) -> Edges:
    return sorted((min(order[a], order[b]), max(order[a], order[b])) for a, b in edges)


@given(st.sets(st.sampled_from(SIX), min_size=5, max_size=9), st.sets(st.sampled_from(SIX), min_size=5, max_size=9))
@settings(max_examples=40, deadline=None)
def test_two_graphs_have_one_form_exactly_if_a_numbering_makes_them_equal(
    one: set[tuple[int, int]], two: set[tuple[int, int]]
) -> None:
    same = any(renumbered(sorted(one), order) == sorted(two) for order in permutations(range(6)))
    assert (canonical_form(6, sorted(one)) == canonical_form(6, sorted(two))) == same


def test_a_form_does_not_depend_on_the_numbering() -> None:
    rng = Random(3)
    for _ in range(20):
        edges = Triangulation(12, rng).edges
        other = renumbered(edges, rng.sample(range(12), 12))
        assert canonical_form(12, edges) == canonical_form(12, other)


def test_regular_graphs_that_colours_alone_cannot_tell_apart_have_different_forms() -> None:
    hexagon = [(k, (k + 1) % 6) for k in range(6)]
    triangles = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
    assert canonical_form(6, renumbered(hexagon, list(range(6)))) != canonical_form(6, triangles)
