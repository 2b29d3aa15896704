"""Finds directed cuts that a fractional solution of a relaxation breaks.

In a component that grows from a source, at least as much as the share of a vertex must enter every set of vertices
that has it and not the source. A set for which too little enters is a smallest cut of a maximum flow from the source.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, float64, int64, void

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.state import NONE

LITTLE = 1e-9
"""Less than this is no room for flow."""

BROKEN_BY = 1e-6
"""A cut counts as broken if so much is missing."""

_LIST, _AMOUNTS = int64[::1], float64[::1]
_UNSEEN = -1
_START = -2


@kernel(signature=boolean(_LIST, _LIST, _LIST, _AMOUNTS, int64, int64, _LIST, _LIST))
def _find_path(first: Any, following: Any, head: Any, room: Any, source: int, sink: int, by: Any, queue: Any) -> bool:
    """Whether more can flow to the sink; ``by`` receives the arc by which each vertex is reached."""
    by[:] = _UNSEEN
    by[source] = _START
    queue[0] = source
    begin, end = 0, 1
    while begin < end:
        arc = first[queue[begin]]
        begin += 1
        while arc != NONE:
            vertex = head[arc]
            if room[arc] > LITTLE and by[vertex] == _UNSEEN:
                by[vertex] = arc
                if vertex == sink:
                    return True
                queue[end] = vertex
                end += 1
            arc = following[arc]
    return False


@kernel(
    signature=float64(int64[::1], int64[::1], int64[::1], float64[::1], int64, int64, float64, int64[::1], int64[::1])
)
def _flow(
    first: Any, following: Any, head: Any, room: Any, source: int, sink: int, wanted: float, by: Any, queue: Any
) -> float:
    """Send up to ``wanted`` from source to sink; ``room`` keeps what is left. Returns what arrives."""
    sent = 0.0
    while sent < wanted - LITTLE and _find_path(first, following, head, room, source, sink, by, queue):
        most = wanted - sent
        vertex = sink
        while vertex != source:
            most = min(most, room[by[vertex]])
            vertex = head[by[vertex] ^ 1]
        vertex = sink
        while vertex != source:
            room[by[vertex]] -= most
            room[by[vertex] ^ 1] += most
            vertex = head[by[vertex] ^ 1]
        sent += most
    return sent


@kernel(signature=void(_LIST, _LIST, _LIST, _AMOUNTS, int64, boolean[::1], _LIST))
def _mark_sink_side(first: Any, following: Any, head: Any, room: Any, sink: int, inside: Any, queue: Any) -> None:
    """Mark the vertices from which more could still flow to the sink."""
    inside[:] = False
    inside[sink] = True
    queue[0] = sink
    begin, end = 0, 1
    while begin < end:
        arc = first[queue[begin]]
        begin += 1
        while arc != NONE:
            vertex = head[arc]
            if room[arc ^ 1] > LITTLE and not inside[vertex]:
                inside[vertex] = True
                queue[end] = vertex
                end += 1
            arc = following[arc]


@kernel(
    signature=int64(int64[::1], int64[::1], int64[::1], float64[::1], int64, float64[::1], boolean[:, ::1], int64[::1])
)
def find_cuts(
    first: Any, following: Any, head: Any, share: Any, source: int, wanted: Any, inside: Any, sinks: Any
) -> int:
    """Find broken cuts for the vertices, those that want most first. Returns how many.

    The arcs that leave a vertex are a list: ``first`` of the vertex, then ``following``, up to NONE; ``head`` is where
    an arc ends, and arc ^ 1 is the opposite one. For each cut ``inside`` receives its vertices and ``sinks`` the vertex
    that wants more than enters. Of the smallest cuts of a vertex both the one next to it and the one next to the source
    are given.
    """
    vertices = len(first)
    room = np.empty(len(share), np.float64)
    by, queue = np.empty(vertices, np.int64), np.empty(vertices, np.int64)
    served = np.zeros(vertices, np.bool_)
    found = ZERO
    for sink in np.argsort(-wanted):
        if wanted[sink] < BROKEN_BY:
            break
        if sink == source or served[sink]:
            continue
        room[:] = share
        sent = _flow(first, following, head, room, source, sink, wanted[sink], by, queue)
        if sent > wanted[sink] - BROKEN_BY:
            continue
        _mark_sink_side(first, following, head, room, sink, inside[found], queue)
        sinks[found] = sink
        found += 1
        differs = False
        for vertex in range(vertices):
            inside[found, vertex] = by[vertex] == _UNSEEN
            differs = differs or inside[found, vertex] != inside[found - 1, vertex]
            if inside[found - 1, vertex] and wanted[vertex] <= wanted[sink]:
                served[vertex] = True
        if differs:
            sinks[found] = sink
            found += 1
    return found
