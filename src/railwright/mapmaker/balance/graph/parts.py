"""Parts from which graphs are joined: small planar graphs, no two of them isomorphic.

The paper takes the first 10,000 graphs that plantri lists and keeps the 86 without a vertex of more than 6 edges. Ours
are random graphs within the same bounds: a triangulation of 12 vertices (30 edges, the most that a planar graph can
have) is changed by random flips and then loses up to 5 edges.

The other parts of a board lie in one face of a part, and only the vertices on that face can have edges to them. Parts
with small faces only can never be joined: 18 edges need faces with 15 vertices in total (see ``joining``). So most of
the removed edges are taken from the border of one face, the coast of the part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from railwright.mapmaker.balance.graph.blocks import Edge, is_one_block
from railwright.mapmaker.balance.graph.isomorphism import canonical_form
from railwright.mapmaker.balance.graph.triangulation import Triangulation

VERTICES = 12
FEWEST_EDGES, MAX_EDGES = 25, 30
MIN_DEGREE, MAX_DEGREE = 2, 6
"""Bounds on the parts (paper, section "Graph Optimizer")."""

FLIPS = 60
"""Random flips of the triangulation between two parts made from it: twice its number of edges."""
CROWDING = 0.5
"""A flip that gives a vertex one edge too many is kept with probability exp(-1 / CROWDING)."""
EDGE_WEIGHTS = (6, 5, 4, 3, 2, 1)
"""Weights of parts with 25 to 30 edges: there are more graphs with fewer edges, and they are easier to join."""
AT_COAST = 0.9
"""Share of the removed edges that is taken from the coast; the others make a part less regular inside."""
TRIES = 200
"""Rejected parts, per part wanted, after which the search gives up."""


@dataclass(frozen=True, slots=True)
class Part:
    """A planar graph of 12 vertices."""

    edges: tuple[Edge, ...]
    """Pairs of vertex numbers, the smaller first, sorted."""

    @property
    def degrees(self) -> list[int]:
        """The degree of each vertex."""
        return degrees_of(VERTICES, self.edges)


def degrees_of(vertices: int, edges: Sequence[Edge]) -> list[int]:
    """The degree of each vertex."""
    count = Counter(vertex for edge in edges for vertex in edge)
    return [count[vertex] for vertex in range(vertices)]


def make_parts(rng: Random, *, count: int) -> list[Part]:
    """Make ``count`` biconnected parts, no two of them isomorphic."""
    found: dict[tuple[Edge, ...], Part] = {}
    triangulation = Triangulation(VERTICES, rng)
    failures = 0
    while len(found) < count:
        _shake(triangulation, rng)
        edges = _without_some(triangulation, rng)
        form = canonical_form(VERTICES, edges)
        if form in found or not _is_allowed(edges):
            failures += 1
            if failures == TRIES * (count + 1):
                raise ValueError(f"found only {len(found)} of {count} different parts; ask for fewer")
            continue
        found[form] = Part(tuple(edges))
    return list(found.values())


def _shake(triangulation: Triangulation, rng: Random) -> None:
    """Flip edges at random, mostly so that no vertex gets too many."""
    for _ in range(FLIPS):
        before = _crowded(triangulation)
        edge = rng.choice(triangulation.edges)
        other = triangulation.flip(edge)
        worse = _crowded(triangulation) - before
        if other is not None and worse > 0 and rng.random() >= exp(-worse / CROWDING):
            triangulation.flip(other)


def _crowded(triangulation: Triangulation) -> int:
    return sum(max(degree - MAX_DEGREE, 0) for degree in triangulation.degrees())


def _without_some(triangulation: Triangulation, rng: Random) -> list[Edge]:
    """The edges of the triangulation without up to 5, most of them removed from the border of one face."""
    edges = triangulation.edges
    fewest = rng.choices(range(FEWEST_EDGES, MAX_EDGES + 1), EDGE_WEIGHTS)[0]
    coast = list(rng.choice(triangulation.triangles))
    while len(edges) > fewest:
        beach = [at for at in range(len(coast)) if _can_lose(triangulation, edges, coast, at)]
        if not beach or rng.random() >= AT_COAST:
            edges.remove(rng.choice(edges))
            continue
        at = rng.choice(beach)
        a, b = coast[at - 1], coast[at]
        edges.remove((min(a, b), max(a, b)))
        coast.insert(at, triangulation.third[b, a])
    return edges


def _can_lose(triangulation: Triangulation, edges: list[Edge], coast: list[int], at: int) -> bool:
    """Whether removing the edge before a position of the coast adds a vertex to it: the face inland must be intact."""
    a, b = coast[at - 1], coast[at]
    inland = triangulation.third[b, a]
    sides = [(min(pair), max(pair)) for pair in ((a, b), (b, inland), (inland, a))]
    return inland not in coast and all(side in edges for side in sides)


def _is_allowed(edges: Sequence[Edge]) -> bool:
    degrees = degrees_of(VERTICES, edges)
    return min(degrees) >= MIN_DEGREE and max(degrees) <= MAX_DEGREE and is_one_block(VERTICES, edges)
