"""The best connected choices for every budget, by dynamic programming: slow on large decks, and a check of the search.

It shares nothing with the search: no linear programs, no branching. The vertices are processed one by one; a processed
vertex is *left behind*. A partial choice affects the rest only through

- which vertices of the frontier (reached, not left behind) are touched by chosen links, and which are connected;
- which vertices left behind are touched, among those that share a goal with a vertex not yet left behind.

For each such state and each number of trains, the best score is kept. Everything touched must be connected in the end,
so a goal counts as soon as both of its ends are touched.

Any choice splits into connected parts. So the best sum of connected choices that share a budget is an upper bound on
the best score; if a single connected choice attains it, that choice is optimal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railwright.compiled.bits import members
from railwright.optimum.instance import Instance, Link

_NEVER = -(1 << 28)
"""Score of an infeasible state: so low that no points can bring it near a feasible one."""

_BEAM = 300
"""Beam width of the search for a good vertex order."""

_FRONTIER_WEIGHT, _OPEN_WEIGHT = 1.6, 0.8
"""Doublings of the number of states per vertex of the frontier, and per vertex left behind that still matters.

Estimated on the board of North America.
"""

Labels = tuple[int, ...]
"""For each vertex of the frontier, 0 if it is untouched, else the number of its part, in order of appearance."""


class States(NamedTuple):
    """All states with the same labels."""

    behind: NDArray[np.int64]
    """Touched vertices left behind that still matter, as bits; distinct and sorted."""
    scores: NDArray[np.int32]
    """Best score for each entry of ``behind`` (rows) and each number of trains spent (columns)."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds on the best score for a budget."""

    least: int
    """Lower bound: the best score of a connected choice."""
    most: int
    """Upper bound: the best sum of connected choices within the budget, which may overlap."""

    @property
    def is_proven(self) -> bool:
        """Whether the bounds agree."""
        return self.least == self.most


def score_bounds(instance: Instance, order: Sequence[int] | None = None) -> list[Bounds]:
    """Bounds on the best score for every budget from 0 to the instance's.

    ``order`` is the order in which vertices are left behind, such as ``leaving_order`` of a similar instance. Goals
    must have one start and one end; limits and loops are not supported.
    """
    _check(instance)
    exact = _Passage(instance).run(leaving_order(instance) if order is None else order)
    most = exact.copy()
    for trains in range(1, len(most)):
        most[trains] = max(most[trains - 1], *(exact[part] + most[trains - part] for part in range(1, trains + 1)))
    least = np.maximum.accumulate(exact)
    return [Bounds(instance.base + int(a), instance.base + int(b)) for a, b in zip(least, most, strict=True)]


def _check(instance: Instance) -> None:
    if instance.limits or any(len(goal.starts) > 1 or len(goal.ends) > 1 for goal in instance.goals):
        raise ValueError("this method does not support limits, or goals with several starts or ends")
    if any(goal.starts == goal.ends for goal in instance.goals):
        raise ValueError("this method does not support goals that are reached without links")
    if any(link.is_loop for link in instance.links):
        raise ValueError("this method does not support loops")


def leaving_order(instance: Instance) -> list[int]:
    """A vertex order with few states, found by beam search."""
    adjacency, wanted = (
        _neighbours(instance.vertices, [(link.a, link.b) for link in instance.links]),
        _partners(instance),
    )
    everything = (1 << instance.vertices) - 1
    beam: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for _ in range(instance.vertices):
        longer: dict[int, tuple[float, tuple[int, ...]]] = {}
        for behind, (cost, order) in beam.items():
            for vertex in members((everything & ~behind,)):
                left = behind | 1 << vertex
                if left not in longer or cost < longer[left][0]:
                    longer[left] = (cost, (*order, vertex))
        grown = [(cost + _states(left, adjacency, wanted), order, left) for left, (cost, order) in longer.items()]
        beam = {left: (cost, order) for cost, order, left in sorted(grown)[:_BEAM]}
    ((_, order),) = beam.values()
    return list(order)


def _states(behind: int, adjacency: Sequence[int], wanted: Sequence[int]) -> float:
    """Estimated number of states when some vertices are left behind."""
    around = 0
    opened = 0
    for vertex in members((behind,)):
        around |= adjacency[vertex]
        opened += bool(wanted[vertex] & ~behind)
    return float(2 ** (_FRONTIER_WEIGHT * (around & ~behind).bit_count() + _OPEN_WEIGHT * opened))


def _neighbours(vertices: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """For each vertex, the vertices that are paired with it, as bits."""
    neighbours = [0] * vertices
    for a, b in pairs:
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a
    return neighbours


def _partners(instance: Instance) -> list[int]:
    """For each vertex, the vertices that share a goal with it, as bits."""
    return _neighbours(instance.vertices, [(goal.starts[0], goal.ends[0]) for goal in instance.goals])


class _Passage:
    """One pass over the vertices of the graph."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._partners = _partners(instance)
        self._worth: list[dict[int, int]] = [{} for _ in range(instance.vertices)]
        """For each vertex, the points of the goals it shares with each other vertex."""
        for goal in instance.goals:
            a, b = goal.starts[0], goal.ends[0]
            self._worth[a][b] = self._worth[b][a] = self._worth[a].get(b, 0) + goal.points
        self._behind = 0
        self._frontier: list[int] = []
        begin = np.full((1, instance.trains + 1), _NEVER, np.int32)
        begin[0, 0] = 0
        self._states: dict[Labels, States] = {(): States(np.zeros(1, np.int64), begin)}
        self._best: NDArray[np.int32] = begin[0].copy()

    def run(self, order: Sequence[int]) -> NDArray[np.int32]:
        """For each number of trains, the best score of a connected choice that takes exactly this many."""
        for vertex in order:
            for link in self._instance.links:
                if vertex in (link.a, link.b) and not (1 << link.a | 1 << link.b) & self._behind:
                    self._enter(link.a)
                    self._enter(link.b)
                    self._choose(link)
            self._enter(vertex)
            self._leave(vertex)
        return self._best

    def _enter(self, vertex: int) -> None:
        """Add a vertex to the frontier."""
        if vertex not in self._frontier:
            self._frontier.append(vertex)
            self._states = {(*labels, 0): states for labels, states in self._states.items()}

    def _choose(self, link: Link) -> None:
        """Extend the states by choosing a link or not."""
        after = {labels: [states] for labels, states in self._states.items()}
        for labels, states in self._states.items():
            if link.trains > self._instance.trains:
                continue
            scores = np.full_like(states.scores, _NEVER)
            gains = link.points + self._gains(labels, states.behind, link)
            scores[:, link.trains :] = states.scores[:, : scores.shape[1] - link.trains] + gains[:, None]
            possible = (scores > _NEVER // 2).any(axis=1)
            if possible.any():
                chosen = States(states.behind[possible], scores[possible])
                after.setdefault(self._joined(labels, link), []).append(chosen)
        self._states = {labels: _merge(parts) for labels, parts in after.items()}

    def _gains(self, labels: Labels, behind: NDArray[np.int64], link: Link) -> NDArray[np.int32]:
        """For each state, the points of the goals completed when the ends of a link are touched."""
        gains = np.zeros(len(behind), np.int32)
        touched = {vertex for vertex, label in zip(self._frontier, labels, strict=True) if label}
        for vertex in (link.a, link.b):
            if vertex in touched:
                continue
            for other, points in self._worth[vertex].items():
                if other in touched:
                    gains += points
                elif self._behind >> other & 1:
                    gains += points * (behind >> other & 1).astype(np.int32)
            touched.add(vertex)
        return gains

    def _joined(self, labels: Labels, link: Link) -> Labels:
        """The labels after a link is chosen."""
        changed = list(labels)
        for vertex in (link.a, link.b):
            i = self._frontier.index(vertex)
            changed[i] = changed[i] or len(labels) + i + 1  # a new part, with an unused number
        a, b = (changed[self._frontier.index(vertex)] for vertex in (link.a, link.b))
        return _in_order(a if label == b else label for label in changed)

    def _leave(self, vertex: int) -> None:
        """Leave a vertex behind. If it was the last of its part on the frontier, the part can no longer grow."""
        place = self._frontier.index(vertex)
        self._frontier.pop(place)
        self._behind |= 1 << vertex
        matter = sum(1 << other for other in members((self._behind,)) if self._partners[other] & ~self._behind)
        after: dict[Labels, list[States]] = {}
        for labels, (behind, scores) in self._states.items():
            rest = labels[:place] + labels[place + 1 :]
            if labels[place] and labels[place] not in rest:
                if not any(rest):
                    self._best = np.maximum(self._best, scores.max(axis=0))
                continue
            touched = behind | (1 << vertex if labels[place] else 0)
            after.setdefault(_in_order(rest), []).append(States(touched & matter, scores))
        self._states = {labels: _merge(parts) for labels, parts in after.items()}


def _in_order(labels: Iterable[int]) -> Labels:
    """The same labels, renumbered in order of appearance."""
    numbers = {0: 0}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def _merge(parts: list[States]) -> States:
    """Merge states; equal ones keep the best scores."""
    behind = np.concatenate([part.behind for part in parts])
    order = np.argsort(behind, kind="stable")
    behind = behind[order]
    scores = np.concatenate([part.scores for part in parts])[order]
    first = np.flatnonzero(np.concatenate([[True], behind[1:] != behind[:-1]]))
    if len(first) == len(behind):
        return States(behind, scores)
    return States(behind[first], np.maximum.reduceat(scores, first, axis=0))
