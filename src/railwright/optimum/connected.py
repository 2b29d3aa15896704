"""The best connected choices for every budget at once, by dynamic programming: slow on large decks, and a check.

It shares nothing with the search: no linear programs, no branching. The vertices are left behind one by one. What is on
the way matters for the rest only by

- which vertices of the frontier (reached, not left behind) are touched by chosen links, and which of these are joined;
- which vertices behind, among those that share a goal with one ahead, are touched.

For each such state and each number of trains the best score is kept. Everything touched must be joined in the end, so a
goal counts as soon as both of its ends are touched.

Any choice falls into connected parts. So the best sum of connected choices that share a budget bounds the best score;
where one connected choice reaches it, that one is proven to be best.
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
"""The score of what cannot be; so low that no points bring it near a real one."""

_BEAM = 300
"""Orders of the vertices that are followed at once in the search for a good one."""

_FRONTIER_WEIGHT, _OPEN_WEIGHT = 1.6, 0.8
"""By how many doublings a vertex adds to the number of states, seen on the board of North America."""

Labels = tuple[int, ...]
"""For each vertex of the frontier 0 if it is not touched, else the number of its part, in order of appearance."""


class States(NamedTuple):
    """All states with the same labels."""

    behind: NDArray[np.int64]
    """The touched vertices behind that still matter, as bits; all different, in order."""
    scores: NDArray[np.int32]
    """For each of them, and for each number of trains that is spent, the best score."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is known of the best score for a budget."""

    least: int
    """The best score of a connected choice."""
    most: int
    """The best sum of connected choices within the budget, which may overlap."""

    @property
    def is_proven(self) -> bool:
        """Whether this is the best score."""
        return self.least == self.most


def score_bounds(instance: Instance, order: Sequence[int] | None = None) -> list[Bounds]:
    """The bounds of the best score for every budget from 0 to the instance's.

    ``order`` is that of the vertices to be left behind, such as ``leaving_order`` of a similar instance. Goals must
    have one start and one end, and there may be no limits and no loops.
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
        raise ValueError("limits, and goals with several starts or ends, are beyond this method")
    if any(goal.starts == goal.ends for goal in instance.goals):
        raise ValueError("goals that are reached without links are beyond this method")
    if any(link.is_loop for link in instance.links):
        raise ValueError("loops are beyond this method")


def leaving_order(instance: Instance) -> list[int]:
    """An order of the vertices with few states on the way: the best that a beam search finds."""
    beside, wanted = _neighbours(instance.vertices, [(link.a, link.b) for link in instance.links]), _partners(instance)
    everything = (1 << instance.vertices) - 1
    beam: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for _ in range(instance.vertices):
        found: dict[int, tuple[float, tuple[int, ...]]] = {}
        for behind, (cost, order) in beam.items():
            for vertex in members((everything & ~behind,)):
                left = behind | 1 << vertex
                if left not in found or cost < found[left][0]:
                    found[left] = (cost, (*order, vertex))
        grown = [(cost + _states(left, beside, wanted), order, left) for left, (cost, order) in found.items()]
        beam = {left: (cost, order) for cost, order, left in sorted(grown)[:_BEAM]}
    ((_, order),) = beam.values()
    return list(order)


def _states(behind: int, beside: Sequence[int], wanted: Sequence[int]) -> float:
    """About how many states there are when some vertices are behind."""
    around = 0
    opened = 0
    for vertex in members((behind,)):
        around |= beside[vertex]
        opened += bool(wanted[vertex] & ~behind)
    return float(2 ** (_FRONTIER_WEIGHT * (around & ~behind).bit_count() + _OPEN_WEIGHT * opened))


def _neighbours(vertices: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """For each vertex those that are in a pair with it, as bits."""
    found = [0] * vertices
    for a, b in pairs:
        found[a] |= 1 << b
        found[b] |= 1 << a
    return found


def _partners(instance: Instance) -> list[int]:
    """For each vertex those that share a goal with it, as bits."""
    return _neighbours(instance.vertices, [(goal.starts[0], goal.ends[0]) for goal in instance.goals])


class _Passage:
    """One way through the graph."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._partners = _partners(instance)
        self._worth: list[dict[int, int]] = [{} for _ in range(instance.vertices)]
        """For each vertex what the goals that it shares with another are worth."""
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
        """For each number of trains the best score of a connected choice that takes just these."""
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
        """A vertex becomes part of the frontier."""
        if vertex not in self._frontier:
            self._frontier.append(vertex)
            self._states = {(*labels, 0): states for labels, states in self._states.items()}

    def _choose(self, link: Link) -> None:
        """A link is chosen, or not."""
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
        """The points of the goals that count once the ends of a link are touched, for each state."""
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
        """The labels when a link is chosen."""
        changed = list(labels)
        for vertex in (link.a, link.b):
            i = self._frontier.index(vertex)
            changed[i] = changed[i] or len(labels) + i + 1  # a part of its own, under a number that no other has
        a, b = (changed[self._frontier.index(vertex)] for vertex in (link.a, link.b))
        return _in_order(a if label == b else label for label in changed)

    def _leave(self, vertex: int) -> None:
        """A vertex is left behind. Its part ends with it if it was its last vertex on the frontier."""
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
    """The same labels, numbered in the order of their appearance."""
    numbers = {0: 0}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def _merge(parts: list[States]) -> States:
    """States as one: of equal ones the best scores."""
    behind = np.concatenate([part.behind for part in parts])
    order = np.argsort(behind, kind="stable")
    behind = behind[order]
    scores = np.concatenate([part.scores for part in parts])[order]
    first = np.flatnonzero(np.concatenate([[True], behind[1:] != behind[:-1]]))
    if len(first) == len(behind):
        return States(behind, scores)
    return States(behind[first], np.maximum.reduceat(scores, first, axis=0))
