"""Join three parts into one graph of 36 cities (paper, section "Graph Optimizer").

Six edges are added between each two parts, by doing this twice: take the two vertices of lowest degree in each part,
add the four edges between the two pairs, and remove the edge that joins the vertices of highest degree.

The paper says that this makes planar graphs of 93 to 108 edges. It does not: the vertices of lowest degree need not lie
on one face, and by Euler's bound a planar graph of 36 vertices has at most 3 * 36 - 6 = 102 edges. Our reading: the
other parts lie in the largest face of each part, whose border is the coast of that part. Of all pairs of neighbours on
the coasts for which no edges cross and no vertex gets more than 7 edges, those of lowest degree are taken, with
backtracking at dead ends. Three parts with more than 84 edges in total can never be joined, and others may fail, too.
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
"""How often each pair of parts is joined."""
EDGES_EACH = 3
MAX_DEGREE = 7
"""Largest degree of a city, as on the usa board (paper)."""
THRIFTS = (1.0, 0.5, 0.0)
"""Fractions of the spare room kept in reserve for later steps, tried in this order: edges at the vertices of lowest
degree may leave no room in the sea for the last ones. With 1 each step may use only its even share, with 0 all."""
ALIKE = 4
"""Width of the classes in which sums of the degrees of four vertices count as equal. Of the choices in a class, the one
that leaves the largest open sea comes first, because a map with a long outer coast is the easiest to read."""
MAX_TRIES = 1_500
"""Drawings of edges tried, for each of ``THRIFTS``, before three parts are considered impossible to join."""

STEPS = [pair for pair in combinations(range(PARTS), 2) for _ in range(TIMES)]
"""The pairs of parts to join, in order."""
NEW_EDGES = EDGES_EACH * len(STEPS)
MAX_PLANAR = 3 * PARTS * VERTICES - 6
"""Euler's bound on the number of edges."""
MIN_COASTS = NEW_EDGES - 3
"""Fewest vertices that the three coasts need in total for the new edges to fit, by the same bound."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Three parts joined into one planar graph."""

    edges: tuple[Edge, ...]
    """Pairs of vertex numbers, the smaller first, sorted."""
    part_of: tuple[int, ...]
    """The number of each vertex's part."""
    new: tuple[Edge, ...]
    """The edges between parts, in the order in which they were added."""

    @property
    def vertices(self) -> int:
        """Number of vertices."""
        return len(self.part_of)


def join(parts: Sequence[Part], rng: Random, *, tries: int = MAX_TRIES) -> Joined | None:
    """Join three parts; None if they cannot be joined without crossings. ``rng`` breaks ties between equal degrees."""
    if len(parts) != PARTS:
        raise ValueError(f"exactly {PARTS} parts can be joined, not {len(parts)}")
    edges = [(a + k * VERTICES, b + k * VERTICES) for k, part in enumerate(parts) for a, b in part.edges]
    if len(edges) + NEW_EDGES > MAX_PLANAR:
        return None
    coasts = [tuple(vertex + k * VERTICES for vertex in coast_of(part, rng)) for k, part in enumerate(parts)]
    part_of = tuple(k for k in range(PARTS) for _ in range(VERTICES))
    spare = sum(map(len, coasts)) - MIN_COASTS
    for thrift in THRIFTS if spare >= 0 else ():
        new = _Search(rng, thrift * spare, tries).go_on(edges, Sea.around(coasts), 0)
        if new is not None:
            return Joined(tuple(sorted(edges + new)), part_of, tuple(new))
    return None


def coast_of(part: Part, rng: Random) -> Ring:
    """The vertices around the largest face of a part; ``rng`` breaks ties."""
    return tuple(rng.choice(largest_faces(VERTICES, part.edges)))


def largest_faces(vertices: int, edges: Sequence[Edge]) -> list[list[int]]:
    """The faces of a planar graph with the most vertices on their border."""
    rotation = embed(vertices, edges)
    assert rotation is not None, "parts and the graphs joined from them are planar"
    faces = faces_of(rotation)
    longest = max(map(len, faces))
    return [face for face in faces if len(face) == longest]


@dataclass(slots=True)
class _Search:
    """Depth-first search over the choices, lowest degrees first."""

    rng: Random
    spare: float
    """Spare room in the sea to keep in reserve at the start; the reserve shrinks evenly to 0 over the steps."""
    most: int
    """Limit on the number of drawings tried."""
    tries: int = 0

    def go_on(self, edges: list[Edge], sea: Sea, step: int) -> list[Edge] | None:
        """The new edges from a step onwards; None if there are none or the limit on drawings is reached."""
        if step == len(STEPS):
            return []
        for choices in self._choices(edges, sea, *STEPS[step]):
            for added, drawn in self._drawn(sea, choices, step):
                rest = self.go_on(edges + added, drawn, step + 1)
                if rest is not None:
                    return added + rest
        return None

    def _choices(self, edges: list[Edge], sea: Sea, one: int, two: int) -> Iterator[list[list[Edge]]]:
        """All choices of three edges to add between two parts, in classes of equal degree sums, lowest first.

        In each pair the vertex of lower degree gets two edges and the other one gets one. Vertices of equal degree
        come in both orders.
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
        """The drawings of some choices for which the sea has room, those that leave the largest open sea first."""
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
    """Neighbours on a coast that can take two more edges and one more edge, the one of lower degree first."""
    found = []
    for k, end in enumerate(ring):
        for a, b in ((ring[k - 1], end), (end, ring[k - 1])):
            ours = a // VERTICES == b // VERTICES == part
            if ours and degrees[a] <= degrees[b] < MAX_DEGREE > degrees[a] + 1:
                found.append((a, b))
    return found


def spare_room(sea: Sea, step: int) -> int:
    """Upper bound on the edges that fit into the sea beyond those still needed from a step on; negative if too few."""
    missing = {pair: EDGES_EACH * STEPS[step:].count(pair) for pair in STEPS[step:]}
    if len(sea.afloat) > 1:
        return MAX_PLANAR  # nothing drawn so far can block an edge
    if sea.afloat:
        return max(_spare_with(sea, k, sea.afloat[0], missing) for k in range(len(sea.regions)))
    return _spare(sea.regions, missing)


def _spare(regions: Sequence[Ring], missing: Mapping[tuple[int, int], int]) -> int:
    """The spare room if no part is afloat.

    A region of n sides holds n - 3 edges, but only where it borders on two parts that are still to be joined. Between
    a vertices on one side and b on the other, a + b - 1 edges fit.
    """
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
    """The spare room if the last part is placed in a certain region, which must then hold all of its edges."""
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
    """Number of vertices of each part on the border of a region."""
    ashore = set(region)
    return [sum(vertex // VERTICES == part for vertex in ashore) for part in range(PARTS)]
