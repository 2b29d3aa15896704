"""An independent judge of planarity for small graphs: Wagner's theorem, tried out. A graph is planar exactly if no
sequence of contractions of edges leads to one that contains all edges between five vertices, or between three and
three."""

from __future__ import annotations

from itertools import combinations

Edges = frozenset[tuple[int, int]]


def has_forbidden_minor(edges: Edges, seen: set[Edges] | None = None) -> bool:
    known = set() if seen is None else seen
    if edges in known:
        return False
    known.add(edges)
    if _contains_forbidden(edges):
        return True
    return any(has_forbidden_minor(_contracted(edges, a, b), known) for a, b in edges)


def _contracted(edges: Edges, a: int, b: int) -> Edges:
    renamed = ((a if v == b else v, a if w == b else w) for v, w in edges)
    return frozenset((min(pair), max(pair)) for pair in renamed if pair[0] != pair[1])


def _contains_forbidden(edges: Edges) -> bool:
    vertices = sorted({vertex for edge in edges for vertex in edge})
    for five in combinations(vertices, 5):
        if all(pair in edges for pair in combinations(five, 2)):
            return True
    for six in combinations(vertices, 6):
        for three in combinations(six, 3):
            others = [vertex for vertex in six if vertex not in three]
            if all((min(a, b), max(a, b)) in edges for a in three for b in others):
                return True
    return False
