"""Positions for the cities of a graph: a readable, playable map with straight routes that do not cross."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.balance.graph.blocks import Edge, is_connected
from railwright.mapmaker.balance.graph.drawing import GraphDrawing, improve
from railwright.mapmaker.balance.graph.tutte import first_drawing
from railwright.mapmaker.geometry import Pairs, angles, clearances, edge_lengths, even_spacing

WIDTH, HEIGHT = 1.5, 1.0
"""Size of the map: landscape, like printed boards."""
STAGES = 12
MOVES, ROUGH_MOVES = 250, 100
"""Moves per city in each stage, for the final map and for a rough map that only rates the readability of a graph."""
HOT, COLD = 0.5, 0.004
"""Temperatures at the start and at the end, in units of cost."""
CITY_SPACES = 0.6
"""Length of a route taken up by the cities at its ends, in train spaces."""
TOLERANCE = 0.25
"""Where no lengths are known: log ratio by which a route may differ from the mean length at no cost."""

GOOD_ANGLE = 20.0
"""Readable angle between two routes at a city, in degrees. Boards of real places have smallest angles of 14
(``criteria.PUBLISHED``) to 21."""
GOOD_DISTANCE, GOOD_CLEARANCE = 0.5, 0.25
"""Readable distances between two cities, and between a city and a passing route, as fractions of an even spacing: they
leave room for names and two tracks."""


def lay_out(
    edges: Sequence[Edge], vertices: int, rng: Random, *, lengths: Sequence[int] | None = None, moves: int = MOVES
) -> list[tuple[float, float]]:
    """Positions (x to the right, y upwards) for the vertices of a connected planar graph, within 1.5 by 1.

    Lines between them are straight and do not cross. With ``lengths`` in train spaces, one for each edge, longer routes
    are longer on the map as far as possible.
    """
    if not is_connected(vertices, edges):
        raise ValueError("only connected graphs can be laid out")
    at = first_drawing(vertices, edges, width=WIDTH, height=HEIGHT)
    if at is None:
        raise ValueError("the graph cannot be drawn without crossings")
    ends = np.array(edges, np.int64).reshape(-1, 2)
    spaces = np.ones(len(edges)) if lengths is None else np.array(lengths, np.float64) + CITY_SPACES
    chances = np.random.default_rng(rng.getrandbits(64))
    around, lines, degrees = _tables(vertices, ends)
    drawing = GraphDrawing(
        at, ends, spaces, TOLERANCE if lengths is None else 0.0, around, lines, degrees,
        float(np.sqrt(WIDTH * HEIGHT / vertices)), WIDTH, HEIGHT,
    )  # fmt: skip
    cooling = (COLD / HOT) ** (1 / STAGES)
    for stage in range(STAGES):
        hot = HOT * cooling**stage
        wished = spaces * np.exp(np.log(edge_lengths(at, ends) / spaces).mean())
        improve(drawing._replace(wished=wished), chances.random((moves * vertices, 4)), hot, hot * cooling)
    return [(float(x), float(y)) for x, y in at]


def readability(places: Sequence[tuple[float, float]], edges: Sequence[Edge]) -> float:
    """Readability of a map at its worst spot; 1 or more if everything is readable."""
    at, ends = np.array(places), np.array(edges, np.int64).reshape(-1, 2)
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    even = even_spacing(at)
    return min(
        float(angles(at, ends).min()) / GOOD_ANGLE,
        float(apart.min()) / even / GOOD_DISTANCE,
        float(clearances(at, ends).min()) / even / GOOD_CLEARANCE,
    )


def _tables(vertices: int, ends: Pairs) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The neighbours and edge numbers of each vertex, in padded rows of equal length, and its degree."""
    degrees = np.bincount(ends.ravel(), minlength=vertices)
    around = np.zeros((vertices, max(int(degrees.max(initial=1)), 1)), np.int64)
    lines = np.zeros_like(around)
    filled = [0] * vertices
    for line, (a, b) in enumerate(ends.tolist()):
        for vertex, other in ((a, b), (b, a)):
            around[vertex, filled[vertex]], lines[vertex, filled[vertex]] = other, line
            filled[vertex] += 1
    return around, lines, degrees
