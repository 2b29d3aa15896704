"""A canonical form of small graphs: two graphs have the same form if and only if they are isomorphic."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.mapmaker.balance.graph.blocks import Edge, neighbours_of


def canonical_form(vertices: int, edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """The edges after a renumbering that depends only on the structure of the graph.

    Vertices are distinguished by colour refinement. Where several keep the same colour, each in turn is given a colour
    of its own, and the smallest of the resulting forms is taken.
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
    """Split colours by the neighbours' colours until they are stable; vertex numbers play no part in the result."""
    while True:
        signatures = [(colors[v], *sorted(colors[other] for other in others)) for v, others in enumerate(around)]
        order = sorted(set(signatures))
        number = {key: k for k, key in enumerate(order)}
        finer = [number[key] for key in signatures]
        if len(order) == len(set(colors)):
            return finer
        colors = finer


def _first_cell(colors: list[int]) -> list[int]:
    """The vertices of the first colour shared by several; empty if all colours differ."""
    for color in sorted(set(colors)):
        cell = [vertex for vertex, own in enumerate(colors) if own == color]
        if len(cell) > 1:
            return cell
    return []
