"""Lengths of the tickets' shortest paths, in spaces, for any route lengths. Compiled, as a search needs very many."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

import numpy as np
from numba import int64, void

from railwright.compiled.kernel import kernel
from railwright.compiled.shortest_paths import close_paths
from railwright.mapmaker.distances import UNREACHABLE

LATELY = 256
"""Size of the cache of results: a climb asks for the same lengths several times."""


@dataclass(frozen=True, eq=False)
class TicketPathLengths:
    """The shortest paths of tickets on a graph."""

    cities: int
    routes: tuple[tuple[int, int], ...]
    ends: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    """For each ticket, the numbers of the cities that count as its first and as its second place."""

    @lru_cache(maxsize=LATELY)  # noqa: B019 - a small cache shared by all objects
    def spaces(self, lengths: tuple[int, ...]) -> tuple[int, ...]:
        """The spaces of each ticket's shortest path for these route lengths."""
        distances = np.empty((self.cities, self.cities), np.int64)
        found = np.full(len(self.ends), UNREACHABLE, np.int64)
        find_path_lengths(self._routes, np.array(lengths, np.int64), distances, self._pairs, found)
        return tuple(found.tolist())

    @cached_property
    def _routes(self) -> Any:
        return np.array(self.routes, np.int64).reshape(-1, 2)

    @cached_property
    def _pairs(self) -> Any:
        """Ticket, start and end; several rows for a ticket to a place with several cities."""
        found = [(number, a, b) for number, places in enumerate(self.ends) for a, b in product(*places)]
        return np.array(found, np.int64).reshape(-1, 3)


@kernel(signature=void(int64[:, ::1], int64[::1], int64[:, ::1], int64[:, ::1], int64[::1]))
def find_path_lengths(routes: Any, lengths: Any, distances: Any, pairs: Any, found: Any) -> None:
    """Fill in the distances between all cities, and the smallest one for each ticket."""
    distances[:] = UNREACHABLE
    for route in range(len(routes)):
        a, b = routes[route, 0], routes[route, 1]
        distances[a, b] = distances[b, a] = lengths[route]
    close_paths(distances, UNREACHABLE)
    for k in range(len(pairs)):
        number, a, b = pairs[k, 0], pairs[k, 1], pairs[k, 2]
        spaces = 0 if a == b else distances[a, b]
        found[number] = min(found[number], spaces)
