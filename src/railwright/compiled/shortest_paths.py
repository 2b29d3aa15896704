"""Lengths of shortest paths between all vertices of a small graph."""

from __future__ import annotations

from typing import Any

from numba import int32, int64, void

from railwright.compiled.kernel import kernel


@kernel(signature=[void(int32[:, ::1], int64), void(int64[:, ::1], int64)])
def close_paths(distance: Any, far: int) -> None:
    """Turn the lengths of direct links into those of shortest paths between all vertices (Floyd-Warshall algorithm).

    ``far`` stands for no link, and afterwards for no path; twice this value must fit into an element.
    """
    count = distance.shape[0]
    limit = distance.dtype.type(far)  # comparing equal types is measurably faster
    for via in range(count):
        for a in range(count):
            first = distance[a, via]
            if first < limit and a != via:
                for b in range(count):
                    distance[a, b] = min(distance[a, b], distance.dtype.type(first + distance[via, b]))
