"""Random maximal planar graphs: all faces are triangles."""

from __future__ import annotations

from random import Random

from railwright.mapmaker.balance.graph.blocks import Edge


class Triangulation:
    """A planar embedding whose faces are all triangles, changed by edge flips. It stays planar and simple."""

    def __init__(self, vertices: int, rng: Random) -> None:
        """Start with a tetrahedron and insert the other vertices into random triangles, one by one."""
        self.vertices = vertices
        self.third: dict[Edge, int] = {}
        """The third vertex of the triangle to the left of each directed edge."""
        for corners in ((0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)):
            self._add(*corners)
        for new in range(4, vertices):
            a, b = rng.choice(sorted(self.third))
            c = self.third[a, b]
            for p, q in ((a, b), (b, c), (c, a)):
                self._add(p, q, new)

    def _add(self, a: int, b: int, c: int) -> None:
        self.third[a, b], self.third[b, c], self.third[c, a] = c, a, b

    @property
    def edges(self) -> list[Edge]:
        """All edges, the smaller vertex first, sorted."""
        return sorted((a, b) for a, b in self.third if a < b)

    @property
    def triangles(self) -> list[tuple[int, int, int]]:
        """All faces, each starting with its smallest vertex, sorted."""
        return sorted((a, b, c) for (a, b), c in self.third.items() if a < b and a < c)

    def degrees(self) -> list[int]:
        """The degree of each vertex."""
        found = [0] * self.vertices
        for a, _ in self.third:
            found[a] += 1
        return found

    def flip(self, edge: Edge) -> Edge | None:
        """Replace the common edge of two triangles by the other diagonal, and return the new edge.

        Returns None, and changes nothing, if that edge already exists.
        """
        a, b = edge
        c, d = self.third[a, b], self.third[b, a]
        if (c, d) in self.third:
            return None
        del self.third[a, b], self.third[b, a]
        self._add(a, d, c)
        self._add(d, b, c)
        return c, d
