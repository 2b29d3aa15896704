"""Blocks (biconnected components) of a graph: its maximal subgraphs without a cut vertex."""

from __future__ import annotations

from collections.abc import Iterable

Edge = tuple[int, int]
"""Two vertex numbers, the smaller first."""


def neighbours_of(vertices: int, edges: Iterable[Edge]) -> list[list[int]]:
    """The neighbours of each vertex, sorted."""
    around: list[list[int]] = [[] for _ in range(vertices)]
    for a, b in edges:
        around[a].append(b)
        around[b].append(a)
    return [sorted(others) for others in around]


def find_blocks(vertices: int, edges: Iterable[Edge]) -> list[list[Edge]]:
    """The edges of each block; every edge belongs to exactly one block (Hopcroft and Tarjan 1973)."""
    around = neighbours_of(vertices, edges)
    seen_at = [-1] * vertices
    lowest = [0] * vertices
    """Low point: the earliest discovery time that the subtree of a vertex reaches by a back edge."""
    stack: list[Edge] = []
    blocks: list[list[Edge]] = []
    time = 0

    def visit(vertex: int, parent: int) -> None:
        nonlocal time
        seen_at[vertex] = lowest[vertex] = time
        time += 1
        for other in around[vertex]:
            edge = (min(vertex, other), max(vertex, other))
            if seen_at[other] < 0:
                first = len(stack)
                stack.append(edge)
                visit(other, vertex)
                lowest[vertex] = min(lowest[vertex], lowest[other])
                if lowest[other] >= seen_at[vertex]:
                    blocks.append(sorted(stack[first:]))
                    del stack[first:]
            elif other != parent and seen_at[other] < seen_at[vertex]:
                stack.append(edge)
                lowest[vertex] = min(lowest[vertex], seen_at[other])

    for vertex in range(vertices):
        if seen_at[vertex] < 0:
            visit(vertex, -1)
    return blocks


def is_connected(vertices: int, edges: Iterable[Edge]) -> bool:
    """Whether the graph is connected."""
    around = neighbours_of(vertices, edges)
    reached, waiting = {0}, [0]
    while waiting:
        for other in around[waiting.pop()]:
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return len(reached) == vertices


def is_one_block(vertices: int, edges: Iterable[Edge]) -> bool:
    """Whether the graph is biconnected: connected, without a cut vertex."""
    listed = list(edges)
    return is_connected(vertices, listed) and len(find_blocks(vertices, listed)) == 1
