"""Shortest-path lengths between all cities, in train spaces."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from railwright.game.board import Board
from railwright.mapmaker.board_plan import BoardPlan

UNREACHABLE = 1_000_000
"""Distance between two cities that are not connected: more spaces than any board has."""

Distances = NDArray[np.int64]
"""One row and one column per city."""


def plan_distances(plan: BoardPlan) -> Distances:
    """Shortest-path lengths between all cities of a plan."""
    return all_distances(len(plan.cities), ((*route.cities, route.length) for route in plan.routes))


def board_distances(board: Board) -> Distances:
    """Shortest-path lengths between all cities of a board."""
    index = board.city_index
    tracks = ((index[track.cities[0]], index[track.cities[1]], track.length) for track in board.tracks)
    return all_distances(len(board.cities), tracks)


def all_distances(cities: int, edges: Iterable[tuple[int, int, int]]) -> Distances:
    """Shortest-path lengths over edges (city, city, length), by the Floyd-Warshall algorithm.

    With NumPy, so that reading a file compiles nothing; searches use ``compiled.shortest_paths``.
    """
    distances = np.full((cities, cities), UNREACHABLE, np.int64)
    np.fill_diagonal(distances, 0)
    for a, b, length in edges:
        distances[a, b] = distances[b, a] = min(length, int(distances[a, b]))
    for middle in range(cities):
        np.minimum(distances, distances[:, [middle]] + distances[[middle], :], out=distances)
    return np.minimum(distances, UNREACHABLE)
