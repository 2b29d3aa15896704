"""Three parts become one graph of 36 cities (paper, section "Graph Optimizer").

To each two parts six edges are added, by doing this twice: take in each part the two vertices of lowest degree, add the
four edges between the two pairs, remove the one that joins the vertices of highest degree.

The paper says that this makes planar graphs of 93 to 108 edges. It does not. The vertices of lowest degree need not lie
on one face, and Euler's bound for planar graphs is 3 * 36 - 6 = 102 edges. Our reading: the other parts lie in the
largest face of each part, and of all pairs of neighbours on these coasts, with which no edges cross and no vertex gets
more than 7 edges, those of lowest degree are taken. Where this leads into a dead end, the last choice that can be made
otherwise is. Three parts of more than 84 edges can never be joined, and others need not be joinable either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

from railwright.mapmaker.balance.graph.blocks import Edge
from railwright.mapmaker.balance.graph.parts import VERTICES, Part, degrees_of
from railwright.mapmaker.balance.graph.planarity import embed, faces_of
from railwright.mapmaker.balance.graph.sea import Ring, Sea

PARTS = 3
TIMES = 2
"""So often each two parts are joined."""
EDGES_EACH = 3
MOST_DEGREE = 7
"""Of a city, as on the board of the USA (paper)."""
THRIFTS = (1.0, 0.5, 0.0)
"""Vertices of lowest degree may lie such that the sea has no room for the last edges. So each step may use its share of
the room that can be spared, at first a small one; in the end, all."""
ALIKE = 4
"""Sums of the degrees of four vertices that differ by less than this, one for each, count as equal: of such choices the
one that leaves the largest open sea is made, as a map with a long outer coast is the easiest to read."""
MOST_TRIES = 1_500
"""After so many ways to draw edges, for each thrift, three parts are taken to be such that cannot be joined."""

STEPS = [pair for pair in combinations(range(PARTS), 2) for _ in range(TIMES)]
"""Which parts are joined, in order."""
NEW_EDGES = EDGES_EACH * len(STEPS)
MOST_PLANAR = 3 * PARTS * VERTICES - 6
"""Euler's bound."""
LEAST_COASTS = NEW_EDGES - 3
"""Around a sea with three islands there must be so many vertices in all, by the same bound."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Three parts in one planar graph."""

    edges: tuple[Edge, ...]
    """Pairs of numbers of vertices, the smaller first, sorted."""
    part_of: tuple[int, ...]
    """For each vertex the number of its part."""
    new: tuple[Edge, ...]
    """The edges between parts, in the order in which they were added."""

    @property
    def vertices(self) -> int:
        """How many there are."""
        return len(self.part_of)


def join(parts: Sequence[Part], rng: Random, *, tries: int = MOST_TRIES) -> Joined | None:
    """Join three parts; nothing if they cannot be joined without crossings. ``rng`` decides between equal degrees."""
    if len(parts) != PARTS:
        raise ValueError(f"{PARTS} parts are joined, not {len(parts)}")
    edges = [(a + k * VERTICES, b + k * VERTICES) for k, part in enumerate(parts) for a, b in part.edges]
    if len(edges) + NEW_EDGES > MOST_PLANAR:
        return None
    coasts = [tuple(vertex + k * VERTICES for vertex in coast_of(part, rng)) for k, part in enumerate(parts)]
    part_of = tuple(k for k in range(PARTS) for _ in range(VERTICES))
    spare = sum(map(len, coasts)) - LEAST_COASTS
    for thrift in THRIFTS if spare >= 0 else ():
        new = _Search(rng, thrift * spare, tries).go_on(edges, Sea.around(coasts), 0)
        if new is not None:
            return Joined(tuple(sorted(edges + new)), part_of, tuple(new))
    return None


def coast_of(part: Part, rng: Random) -> Ring:
    """The vertices around the largest face of a part; ``rng`` decides between equal ones."""
    return tuple(rng.choice(largest_faces(VERTICES, part.edges)))


def largest_faces(vertices: int, edges: Sequence[Edge]) -> list[list[int]]:
    """The faces of a planar graph that have the most vertices around them."""
    rotation = embed(vertices, edges)
    assert rotation is not None, "parts, and what is joined of them, are planar"
    faces = faces_of(rotation)
    longest = max(map(len, faces))
    return [face for face in faces if len(face) == longest]


@dataclass(slots=True)
class _Search:
    """Goes through the choices, the lowest degrees first."""

    rng: Random
    spare: float
    """Room in the sea that may be lost in all; each step may use its share."""
    most: int
    """Ways to draw edges that are tried."""
    tries: int = 0

    def go_on(self, edges: list[Edge], sea: Sea, step: int) -> list[Edge] | None:
        """The new edges from a step on; nothing if there are no such or the search has taken too long."""
        if step == len(STEPS):
            return []
        for choices in self._choices(edges, sea, *STEPS[step]):
            for added, drawn in self._drawn(sea, choices, step):
                rest = self.go_on(edges + added, drawn, step + 1)
                if rest is not None:
                    return added + rest
        return None

    def _choices(self, edges: list[Edge], sea: Sea, one: int, two: int) -> Iterator[list[list[Edge]]]:
        """Three edges to add between two parts: all possible choices, the lowest degrees first, equal ones together.

        In each pair the vertex of lower degree gets two edges and the other one gets one. Vertices of equal degree
        come both ways.
        """
        degrees = degrees_of(PARTS * VERTICES, edges)
        there = set(edges)
        choices: dict[int, dict[tuple[int, int, int, int], list[Edge]]] = {}
        for region in sea.regions:
            rings = [region, *sea.afloat]
            own, other = ([pair for ring in rings for pair in _pairs(ring, part, degrees)] for part in (one, two))
            for (a, b), (c, d) in product(own, other):
                added = [(a, c), (a, d), (b, c)]
                if not there & set(added):
                    total = degrees[a] + degrees[b] + degrees[c] + degrees[d]
                    choices.setdefault(total // ALIKE, {})[a, b, c, d] = added
        return (list(choices[total].values()) for total in sorted(choices))

    def _drawn(self, sea: Sea, choices: list[list[Edge]], step: int) -> list[tuple[list[Edge], Sea]]:
        """The ways to draw some choices for which the sea has room, those first that leave the largest open sea."""
        left = self.spare * (1 - (step + 1) / len(STEPS))
        found: list[tuple[int, float, list[Edge], Sea]] = []
        for added in choices:
            for drawn in sea.drawn(added):
                self.tries += 1
                if self.tries > self.most:
                    return []
                if spare_room(drawn, step + 1) >= left:
                    found.append((-max(map(len, drawn.regions)), self.rng.random(), added, drawn))
        return [(added, drawn) for _, _, added, drawn in sorted(found, key=lambda each: each[:2])]


def _pairs(ring: Ring, part: int, degrees: list[int]) -> list[tuple[int, int]]:
    """Neighbours on a coast that can have two edges more and one edge more, the one of lower degree first."""
    found = []
    for k, end in enumerate(ring):
        for a, b in ((ring[k - 1], end), (end, ring[k - 1])):
            ours = a // VERTICES == b // VERTICES == part
            if ours and degrees[a] <= degrees[b] < MOST_DEGREE > degrees[a] + 1:
                found.append((a, b))
    return found


def spare_room(sea: Sea, step: int) -> int:
    """How many more edges than the steps from one on need may fit into the sea, at most; negative if none can be."""
    missing = {pair: EDGES_EACH * STEPS[step:].count(pair) for pair in STEPS[step:]}
    if len(sea.afloat) > 1:
        return MOST_PLANAR  # nothing has been drawn that could be in the way
    if sea.afloat:
        return max(_spare_with(sea, k, sea.afloat[0], missing) for k in range(len(sea.regions)))
    return _spare(sea.regions, missing)


def _spare(regions: Sequence[Ring], missing: Mapping[tuple[int, int], int]) -> int:
    """The same if no part is afloat. A region of n sides holds n - 3 edges, and these only where two parts meet that
    are still to be joined; between a vertices on one side and b on the other, a + b - 1 edges fit."""
    whole, of_pair = 0, dict.fromkeys(missing, 0)
    for region in regions:
        ashore = _count(region)
        most = len(region) - 3
        useful = [pair for pair in missing if min(ashore[pair[0]], ashore[pair[1]]) > 1]
        whole += most if useful else 0
        for one, two in useful:
            of_pair[one, two] += min(most, ashore[one] + ashore[two] - 1)
    short = [of_pair[pair] - edges for pair, edges in missing.items() if of_pair[pair] < edges]
    return min([whole - sum(missing.values()), *short])


def _spare_with(sea: Sea, which: int, coast: Ring, missing: Mapping[tuple[int, int], int]) -> int:
    """The same if the last part comes into a certain region: there must be all of its edges."""
    ashore = _count(sea.regions[which])
    last = coast[0] // VERTICES
    own = {pair: edges for pair, edges in missing.items() if last in pair}
    spare = len(coast) - sum(own.values())
    for (one, two), edges in own.items():
        there = ashore[one + two - last]
        if there < 2 or there + len(coast) - 1 < edges:
            return -1
        spare += there
    rest = {pair: edges for pair, edges in missing.items() if last not in pair}
    return min(spare, spare + _spare(sea.regions, rest))


def _count(region: Ring) -> list[int]:
    """How many vertices of each part are around a region."""
    ashore = set(region)
    return [sum(vertex // VERTICES == part for vertex in ashore) for part in range(PARTS)]
