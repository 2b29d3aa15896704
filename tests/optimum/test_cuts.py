"""The kernel that finds broken cuts, compared with a look at every set of vertices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from railwright.game.state import NONE
from railwright.optimum.cuts import BROKEN_BY, find_cuts

ROUNDING = 1e-6
"""Far less than what makes a cut broken."""


@dataclass(frozen=True)
class Network:
    """Arcs come in pairs of opposite ones."""

    vertices: int
    arcs: tuple[tuple[int, int, float], ...]
    """Tail, head and share of each."""
    source: int
    wanted: tuple[float, ...]

    def entering(self, inside: frozenset[int]) -> float:
        return sum(share for tail, head, share in self.arcs if head in inside and tail not in inside)

    def sets_with(self, sink: int) -> Iterator[frozenset[int]]:
        """Every set of vertices that has the sink and not the source."""
        others = [vertex for vertex in range(self.vertices) if vertex not in (sink, self.source)]
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                yield frozenset((sink, *chosen))

    def smallest(self, sink: int) -> float:
        return min(self.entering(inside) for inside in self.sets_with(sink))


def cuts_of(network: Network) -> list[tuple[int, frozenset[int]]]:
    """What the kernel finds: the sinks with the sets around them."""
    first: NDArray[np.int64] = np.full(network.vertices, NONE, np.int64)
    following: NDArray[np.int64] = np.full(len(network.arcs), NONE, np.int64)
    for i, (tail, _, _) in enumerate(network.arcs):
        following[i], first[tail] = first[tail], i
    head = np.array([head for _, head, _ in network.arcs], np.int64)
    share = np.array([share for _, _, share in network.arcs], np.float64)
    inside = np.zeros((2 * network.vertices, network.vertices), np.bool_)
    sinks = np.zeros(2 * network.vertices, np.int64)
    wanted = np.array(network.wanted, np.float64)
    found = find_cuts(first, following, head, share, network.source, wanted, inside, sinks)
    return [(int(sinks[i]), frozenset(map(int, np.flatnonzero(inside[i])))) for i in range(found)]


def random_network(seed: int) -> Network:
    """Shares as they are in relaxations, many of them 0 or equal, and wants that are often just met."""
    source = Random(seed)
    vertices = source.randint(2, 7)
    arcs: list[tuple[int, int, float]] = []
    for _ in range(source.randint(1, 14)):
        tail, head = source.sample(range(vertices), 2)
        arcs += [(tail, head, _share(source)), (head, tail, _share(source))]
    start = source.randrange(vertices)
    unlimited = Network(vertices, tuple(arcs), start, (0.0,) * vertices)
    met = {vertex: min(1.0, unlimited.smallest(vertex)) for vertex in range(vertices) if vertex != start}
    greedy = source.choice((0.0, 0.6))
    more = [_share(source) if source.random() < greedy else 0.0 for _ in range(vertices)]
    return Network(vertices, tuple(arcs), start, tuple(met.get(v, 1.0) + more[v] for v in range(vertices)))


def _share(source: Random) -> float:
    return source.choice((0.0, 0.0, 0.25, 1 / 3, 0.5, 1.0, source.random()))


@pytest.mark.parametrize("seed", range(200))
def test_every_cut_is_broken_and_as_small_as_can_be(seed: int) -> None:
    network = random_network(seed)
    for sink, inside in cuts_of(network):
        assert sink in inside
        assert network.source not in inside
        assert network.entering(inside) < network.wanted[sink] - BROKEN_BY + ROUNDING
        assert network.entering(inside) == pytest.approx(network.smallest(sink), abs=ROUNDING)


@pytest.mark.parametrize("seed", range(200))
def test_for_every_vertex_that_wants_more_than_comes_in_there_is_a_cut(seed: int) -> None:
    network = random_network(seed)
    found = cuts_of(network)
    for vertex in set(range(network.vertices)) - {network.source}:
        if network.smallest(vertex) < network.wanted[vertex] - BROKEN_BY - ROUNDING:
            assert any(vertex in inside for _, inside in found)


def test_the_random_networks_are_of_both_kinds() -> None:
    broken = sum(bool(cuts_of(random_network(seed))) for seed in range(200))
    assert 50 <= broken <= 150


def test_what_is_missing_by_less_than_the_tolerance_is_no_cut() -> None:
    arcs = ((0, 1, 0.5), (1, 0, 0.0))
    assert cuts_of(Network(2, arcs, 0, (1.0, 0.5 + BROKEN_BY / 2))) == []
    assert cuts_of(Network(2, arcs, 0, (1.0, 0.5 + BROKEN_BY * 2))) == [(1, frozenset({1}))]


def test_the_cuts_next_to_the_sink_and_next_to_the_source_are_both_found() -> None:
    """On a line of equal shares every cut is the smallest."""
    arcs = ((0, 1, 0.5), (1, 0, 0.0), (1, 2, 0.5), (2, 1, 0.0), (2, 3, 0.5), (3, 2, 0.0))
    found = cuts_of(Network(4, arcs, 0, (1.0, 0.0, 0.0, 1.0)))
    assert sorted(found, key=lambda cut: len(cut[1])) == [(3, frozenset({3})), (3, frozenset({1, 2, 3}))]
