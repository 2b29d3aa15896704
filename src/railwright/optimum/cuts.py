"""Separation of directed cuts that a fractional solution of a relaxation violates.

In a component that grows from a source, every set of vertices that contains a vertex but not the source must be entered
by at least the vertex's share. A maximum flow from the source to the vertex finds a violated set as a minimum cut.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, float64, int64, void

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.state import NONE

LITTLE = 1e-9
"""Residual capacities up to this count as zero."""

BROKEN_BY = 1e-6
"""A cut counts as violated if at least this much is missing."""

_LIST, _AMOUNTS = int64[::1], float64[::1]
_UNSEEN = -1
_START = -2


@kernel(signature=boolean(_LIST, _LIST, _LIST, _AMOUNTS, int64, int64, _LIST, _LIST))
def _find_path(
    first: Any, next_arc: Any, head: Any, residual: Any, source: int, sink: int, predecessor: Any, queue: Any
) -> bool:
    """Whether there is an augmenting path to the sink; ``predecessor`` receives the arc that reached each vertex."""
    predecessor[:] = _UNSEEN
    predecessor[source] = _START
    queue[0] = source
    begin, end = 0, 1
    while begin < end:
        arc = first[queue[begin]]
        begin += 1
        while arc != NONE:
            vertex = head[arc]
            if residual[arc] > LITTLE and predecessor[vertex] == _UNSEEN:
                predecessor[vertex] = arc
                if vertex == sink:
                    return True
                queue[end] = vertex
                end += 1
            arc = next_arc[arc]
    return False


@kernel(
    signature=float64(int64[::1], int64[::1], int64[::1], float64[::1], int64, int64, float64, int64[::1], int64[::1])
)
def _flow(
    first: Any,
    next_arc: Any,
    head: Any,
    residual: Any,
    source: int,
    sink: int,
    wanted: float,
    predecessor: Any,
    queue: Any,
) -> float:
    """Send up to ``wanted`` from source to sink, updating the ``residual`` capacities. Returns the flow sent."""
    sent = 0.0
    while sent < wanted - LITTLE and _find_path(first, next_arc, head, residual, source, sink, predecessor, queue):
        most = wanted - sent
        vertex = sink
        while vertex != source:
            most = min(most, residual[predecessor[vertex]])
            vertex = head[predecessor[vertex] ^ 1]
        vertex = sink
        while vertex != source:
            residual[predecessor[vertex]] -= most
            residual[predecessor[vertex] ^ 1] += most
            vertex = head[predecessor[vertex] ^ 1]
        sent += most
    return sent


@kernel(signature=void(_LIST, _LIST, _LIST, _AMOUNTS, int64, boolean[::1], _LIST))
def _mark_sink_side(first: Any, next_arc: Any, head: Any, residual: Any, sink: int, inside: Any, queue: Any) -> None:
    """Mark the vertices that can still send flow to the sink."""
    inside[:] = False
    inside[sink] = True
    queue[0] = sink
    begin, end = 0, 1
    while begin < end:
        arc = first[queue[begin]]
        begin += 1
        while arc != NONE:
            vertex = head[arc]
            if residual[arc ^ 1] > LITTLE and not inside[vertex]:
                inside[vertex] = True
                queue[end] = vertex
                end += 1
            arc = next_arc[arc]


@kernel(
    signature=int64(int64[::1], int64[::1], int64[::1], float64[::1], int64, float64[::1], boolean[:, ::1], int64[::1])
)
def find_cuts(
    first: Any, next_arc: Any, head: Any, share: Any, source: int, wanted: Any, inside: Any, sinks: Any
) -> int:
    """Find violated cuts for the vertices, in order of decreasing ``wanted``. Returns how many.

    The arcs leaving a vertex form a linked list: ``first`` of the vertex, then ``next_arc``, up to NONE; ``head`` is
    the vertex where an arc ends, and arc ^ 1 is its reverse. For each cut, ``inside`` receives its vertices and
    ``sinks`` the vertex that wants more than enters. If a vertex has several minimum cuts, the one nearest to it and
    the one nearest to the source are given.
    """
    vertices = len(first)
    residual = np.empty(len(share), np.float64)
    predecessor, queue = np.empty(vertices, np.int64), np.empty(vertices, np.int64)
    served = np.zeros(vertices, np.bool_)
    found = ZERO
    for sink in np.argsort(-wanted):
        if wanted[sink] < BROKEN_BY:
            break
        if sink == source or served[sink]:
            continue
        residual[:] = share
        sent = _flow(first, next_arc, head, residual, source, sink, wanted[sink], predecessor, queue)
        if sent > wanted[sink] - BROKEN_BY:
            continue
        _mark_sink_side(first, next_arc, head, residual, sink, inside[found], queue)
        sinks[found] = sink
        found += 1
        differs = False
        for vertex in range(vertices):
            inside[found, vertex] = predecessor[vertex] == _UNSEEN
            differs = differs or inside[found, vertex] != inside[found - 1, vertex]
            if inside[found - 1, vertex] and wanted[vertex] <= wanted[sink]:
                served[vertex] = True
        if differs:
            sinks[found] = sink
            found += 1
    return found
