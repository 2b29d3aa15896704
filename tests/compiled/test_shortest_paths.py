"""Shortest paths between all vertices, in both element types, as Dijkstra's algorithm finds them."""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np
import pytest

from railwright.compiled.shortest_paths import close_paths

FAR = 1 << 28


def slow_distances(links: Any, start: int) -> list[int]:
    """The shortest paths from one vertex by Dijkstra's algorithm."""
    found = [FAR] * len(links)
    found[start] = 0
    queue = [(0, start)]
    while queue:
        length, here = heapq.heappop(queue)
        for other, link in enumerate(links[here].tolist()):
            if link < FAR and length + link < found[other]:
                found[other] = length + link
                heapq.heappush(queue, (found[other], other))
    return found


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize("share", [0.05, 0.2, 0.9])
def test_paths_are_shortest_and_missing_ones_stay_far(kind: type[np.integer[Any]], share: float) -> None:
    rng = np.random.default_rng(1)
    for count in (1, 2, 9, 40):
        links = np.where(rng.random((count, count)) < share, rng.integers(1, 100, (count, count)), FAR).astype(kind)
        links = np.minimum(links, links.T)
        np.fill_diagonal(links, 0)
        distance = links.copy()
        close_paths(distance, FAR)
        assert distance.tolist() == [slow_distances(links, start) for start in range(count)]
