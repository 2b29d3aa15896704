"""Planarity, against Kuratowski's graphs, Euler's formula and Wagner's theorem."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapmaker.balance.graph.minors import has_forbidden_minor
from railwright.mapmaker.balance.graph.blocks import find_blocks, is_connected, is_one_block
from railwright.mapmaker.balance.graph.planarity import embed, faces_of, is_planar
from railwright.mapmaker.balance.graph.triangulation import Triangulation

Edges = list[tuple[int, int]]

FIVE: Edges = list(combinations(range(5), 2))
THREE_AND_THREE: Edges = [(a, b) for a in range(3) for b in range(3, 6)]
PETERSEN: Edges = [
    *((k, (k + 1) % 5) for k in range(5)), *((k, k + 5) for k in range(5)),
    *((k + 5, (k + 2) % 5 + 5) for k in range(5))
]  # fmt: skip


def sorted_edges(edges: Edges) -> Edges:
    return sorted((min(edge), max(edge)) for edge in edges)


def subdivided(edges: Edges, vertices: int) -> tuple[int, Edges]:
    """Every edge gets a vertex in its middle."""
    halves = [half for k, (a, b) in enumerate(edges) for half in ((a, vertices + k), (b, vertices + k))]
    return vertices + len(edges), sorted_edges(halves)


def check_embedding(vertices: int, edges: Edges) -> None:
    """A drawing on the sphere: every edge is passed once each way, and Euler's formula holds for each component."""
    rotation = embed(vertices, edges)
    assert rotation is not None
    assert sorted_edges([(a, b) for a, others in enumerate(rotation) for b in others]) == sorted(edges * 2)
    assert all(len(set(others)) == len(others) for others in rotation)
    if is_connected(vertices, edges):
        assert vertices - len(edges) + max(len(faces_of(rotation)), 1) == 2


@pytest.mark.parametrize(("vertices", "edges"), [(5, FIVE), (6, THREE_AND_THREE), (10, sorted_edges(PETERSEN))])
def test_kuratowskis_graphs_are_not_planar_but_all_but_one_edge_of_them_is(vertices: int, edges: Edges) -> None:
    assert not is_planar(vertices, edges)
    assert not is_planar(*subdivided(edges, vertices))
    if vertices < 10:
        for edge in edges:
            check_embedding(vertices, [other for other in edges if other != edge])


def test_a_forbidden_graph_is_found_behind_a_cut_vertex_and_in_another_component() -> None:
    tail = [(0, 5), (5, 6), (6, 7), (5, 7)]
    assert not is_planar(8, sorted_edges(FIVE + tail))
    check_embedding(8, sorted_edges(FIVE[1:] + tail))
    apart = [(a + 5, b + 5) for a, b in FIVE]
    assert not is_planar(10, FIVE[1:] + apart)
    assert is_planar(10, FIVE[1:] + apart[1:])


@given(st.integers(4, 40), st.integers(0, 2**32), st.integers(0, 30))
@settings(max_examples=60, deadline=None)
def test_what_is_left_of_a_triangulation_is_planar_and_what_it_lacks_would_be_too_much(
    vertices: int, seed: int, losses: int
) -> None:
    rng = Random(seed)
    triangulation = Triangulation(vertices, rng)
    for _ in range(2 * vertices):
        triangulation.flip(rng.choice(triangulation.edges))
    full = triangulation.edges
    assert len(full) == len(set(full)) == 3 * vertices - 6
    assert sum(triangulation.degrees()) == 2 * len(full)
    check_embedding(vertices, rng.sample(full, max(len(full) - losses, 0)))
    if vertices > 4:
        more = next(pair for pair in combinations(range(vertices), 2) if pair not in set(full))
        assert not is_planar(vertices, sorted([*full, more]))


@given(st.sets(st.sampled_from(list(combinations(range(7), 2))), min_size=8, max_size=15))
@settings(max_examples=60, deadline=None)
def test_small_graphs_are_planar_exactly_if_they_have_no_forbidden_minor(edges: set[tuple[int, int]]) -> None:
    assert is_planar(7, sorted(edges)) != has_forbidden_minor(frozenset(edges))


def test_blocks_hang_together_at_cut_vertices() -> None:
    bow = [(0, 1), (0, 2), (1, 2), (2, 3), (2, 4), (3, 4), (4, 5)]
    blocks = sorted(find_blocks(6, bow))
    assert blocks == [[(0, 1), (0, 2), (1, 2)], [(2, 3), (2, 4), (3, 4)], [(4, 5)]]
    assert is_connected(6, bow)
    assert not is_one_block(6, bow)
    assert is_one_block(3, bow[:3])
    assert not is_one_block(4, bow[:3])
