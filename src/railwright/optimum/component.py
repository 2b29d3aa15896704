"""A component of a solution in a relaxation: a tree of directed arcs growing from the start of its root."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.game.state import NONE
from railwright.optimum.instance import Instance
from railwright.optimum.program import INFINITY, Columns, Rows


@dataclass
class Component:
    """The columns of a component, and its graph for the separation of cuts."""

    root: int
    source: int
    """The vertex it grows from; an extra vertex after the last if the root has several starts."""
    arcs: range
    """Two columns per link: a to b, then b to a."""
    share: range
    goals: dict[int, int]
    first: NDArray[np.int64]
    next_arc: NDArray[np.int64]
    head: NDArray[np.int64]
    tail: NDArray[np.int64]
    column: NDArray[np.int64]
    """The column of each arc of the graph; NONE for reverse arcs that carry no flow."""


def add_component(instance: Instance, roots: tuple[int, ...], root: int, columns: Columns, rows: Rows) -> Component:
    """Add the columns and rows of the component of one root."""
    goal = instance.goals[root]
    arcs = columns.add(2 * len(instance.links))
    share = columns.add(instance.vertices)
    entering: list[list[int]] = [[] for _ in range(instance.vertices)]
    leaving: list[list[int]] = [[] for _ in range(instance.vertices)]
    ends: list[tuple[int, int, int]] = []
    for i, link in enumerate(instance.links):
        forth, back = arcs[2 * i], arcs[2 * i + 1]
        if link.is_loop:
            columns.upper[forth] = columns.upper[back] = 0
            continue
        leaving[link.a].append(forth)
        entering[link.b].append(forth)
        leaving[link.b].append(back)
        entering[link.a].append(back)
        ends += [(link.a, link.b, forth), (link.b, link.a, back)]
    source = goal.starts[0] if len(goal.starts) == 1 else instance.vertices
    if source < instance.vertices:
        columns.lower[share[source]] = 1
        for column in entering[source]:
            columns.upper[column] = 0
    else:
        seeds = columns.add(len(goal.starts))
        rows.add(1, 1, (1, seeds))
        for vertex, column in zip(goal.starts, seeds, strict=True):
            entering[vertex].append(column)
            ends += [(source, vertex, column), (vertex, source, NONE)]
    for vertex in range(instance.vertices):
        if vertex != source:
            rows.add(0, 0, (1, entering[vertex]), (-1, [share[vertex]]))
    rows.add(1, INFINITY, (1, [share[end] for end in goal.ends]))
    goals = _add_goals(instance, roots, root, share, columns, rows)
    useful = {vertex for i in (root, *goals) for vertex in (*instance.goals[i].starts, *instance.goals[i].ends)}
    for vertex in set(range(instance.vertices)) - useful:  # not a leaf: a branch ending here would be loose links
        rows.add(0, INFINITY, (1, leaving[vertex]), (-1, [share[vertex]]))
    return Component(root, source, arcs, share, goals, *_graph(instance.vertices + 1, ends))


def _add_goals(
    instance: Instance, roots: tuple[int, ...], root: int, share: range, columns: Columns, rows: Rows
) -> dict[int, int]:
    """Add a column for each goal after the root, and rows that forbid reaching the goals before it."""
    goals: dict[int, int] = {}
    for i, goal in enumerate(instance.goals):
        starts, ends = [share[v] for v in goal.starts], [share[v] for v in goal.ends]
        if i > root:
            column = goals[i] = columns.add(1, upper=i not in roots, gain=goal.points)[0]
            rows.add(-INFINITY, 0, (1, [column]), (-1, starts))
            rows.add(-INFINITY, 0, (1, [column]), (-1, ends))
        elif i < root and len(starts) == len(ends) == 1:
            rows.add(-INFINITY, 1, (1, starts), (1, ends))
    return goals


def _graph(vertices: int, arcs: list[tuple[int, int, int]]) -> tuple[Any, Any, Any, Any, Any]:
    """Linked lists of the arcs leaving each vertex. Arcs (tail, head, column) come in opposite pairs."""
    first = np.full(vertices, NONE, np.int64)
    next_arc = np.full(len(arcs), NONE, np.int64)
    for i, (vertex, _, _) in enumerate(arcs):
        next_arc[i] = first[vertex]
        first[vertex] = i
    tail, head, column = np.array(arcs, np.int64).reshape(-1, 3).T.copy()
    return first, next_arc, head, tail, column
