"""The sea between parts that are being joined: where another edge can be drawn without crossings.

Parts are islands, and the face of a part in which all others lie is bordered by its coast. Edges between islands divide
the sea into regions. A region is given by the vertices along its border, in order; a vertex may occur several times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from railwright.mapmaker.balance.graph.blocks import Edge

Ring = tuple[int, ...]
"""Vertices in order around a region of the sea, or along the coast of an island."""


@dataclass(frozen=True, slots=True)
class Sea:
    """Regions of the sea, and islands afloat: without an edge to others yet, so that any region can take them."""

    regions: tuple[Ring, ...]
    afloat: tuple[Ring, ...]

    @staticmethod
    def around(coasts: list[Ring]) -> Sea:
        """The whole sea around some islands."""
        return Sea((coasts[0],), tuple(coasts[1:]))

    def drawn(self, edges: list[Edge]) -> Iterator[Sea]:
        """Every way to draw some edges in order. The first vertex of each edge is on an island already in place."""
        if not edges:
            yield self
            return
        for sea in self._with_edge(*edges[0]):
            yield from sea.drawn(edges[1:])

    def _with_edge(self, here: int, there: int) -> Iterator[Sea]:
        for k, region in enumerate(self.regions):
            others = self.regions[:k] + self.regions[k + 1 :]
            places = [i for i, vertex in enumerate(region) if vertex == here]
            for i in places:
                for j in (j for j, vertex in enumerate(region) if vertex == there):
                    low, high = min(i, j), max(i, j)
                    yield Sea((*others, region[low : high + 1], region[high:] + region[: low + 1]), self.afloat)
            for coast in self.afloat:
                if there in coast and places:
                    at = coast.index(there)
                    trip = (*coast[at:], *coast[: at + 1])
                    rest = tuple(other for other in self.afloat if other is not coast)
                    for i in places:
                        for tour in (trip, trip[::-1]):  # an island may be mirrored
                            yield Sea((*others, region[: i + 1] + tour + region[i:]), rest)
