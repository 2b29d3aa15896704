"""A canonical form of small graphs: two have the same one exactly if they are the same but for their numbering."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.mapmaker.balance.graph.blocks import Edge, neighbours_of


def canonical_form(vertices: int, edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """The edges after a renumbering that depends on the graph's shape alone.

    Vertices are told apart by colour refinement; where that leaves several alike, each of them in turn is made the
    first, and the smallest of the results is taken.
    """
    around = neighbours_of(vertices, edges)
    best: tuple[Edge, ...] | None = None
    waiting = [[0] * vertices]
    while waiting:
        colors = _refine(around, waiting.pop())
        alike = _first_cell(colors)
        if alike:
            waiting += [[2 * color + (v != vertex) for v, color in enumerate(colors)] for vertex in alike]
            continue
        form = tuple(sorted((min(colors[a], colors[b]), max(colors[a], colors[b])) for a, b in edges))
        best = form if best is None else min(best, form)
    assert best is not None
    return best


def _refine(around: list[list[int]], colors: list[int]) -> list[int]:
    """Split colours by the colours around until nothing splits; equal vertices of equal graphs keep equal numbers."""
    while True:
        seen = [(colors[v], *sorted(colors[other] for other in others)) for v, others in enumerate(around)]
        order = sorted(set(seen))
        number = {key: k for k, key in enumerate(order)}
        finer = [number[key] for key in seen]
        if len(order) == len(set(colors)):
            return finer
        colors = finer


def _first_cell(colors: list[int]) -> list[int]:
    """The vertices of the first colour that several have; none if all differ."""
    for color in sorted(set(colors)):
        cell = [vertex for vertex, own in enumerate(colors) if own == color]
        if len(cell) > 1:
            return cell
    return []
