"""Lengths of shortest ways between all cities, in train spaces."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from railwright.game.board import Board
from railwright.mapmaker.plan import Plan

UNREACHABLE = 1_000_000
"""Spaces between two cities that no tracks connect: more than any board has."""

Distances = NDArray[np.int64]
"""One row and one column for each city."""


def plan_distances(plan: Plan) -> Distances:
    """Spaces of the shortest way between any two cities of a plan."""
    return all_distances(len(plan.cities), ((*route.cities, route.length) for route in plan.routes))


def board_distances(board: Board) -> Distances:
    """Spaces of the shortest way between any two cities of a board."""
    index = board.city_index
    tracks = ((index[track.cities[0]], index[track.cities[1]], track.length) for track in board.tracks)
    return all_distances(len(board.cities), tracks)


def all_distances(cities: int, edges: Iterable[tuple[int, int, int]]) -> Distances:
    """The shortest ways over edges (city, city, length), by Floyd and Warshall."""
    distances = np.full((cities, cities), UNREACHABLE, np.int64)
    np.fill_diagonal(distances, 0)
    for a, b, length in edges:
        distances[a, b] = distances[b, a] = min(length, int(distances[a, b]))
    for middle in range(cities):
        np.minimum(distances, distances[:, [middle]] + distances[[middle], :], out=distances)
    return np.minimum(distances, UNREACHABLE)
