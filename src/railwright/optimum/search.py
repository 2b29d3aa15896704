"""Branch and bound over the relaxations of all sets of roots together: the fast exact method.

First come the sets of one root, and the empty set (no goal reached). Several components that each reach goals share the
budget: the curves of their roots bound what they can score together, and only the sets for which that is enough are
solved as relaxations of their own.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from math import inf
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from railwright.game.state import NONE
from railwright.optimum.instance import Best, Instance
from railwright.optimum.relaxation import WHOLE, Decision, Point, Relaxation

Roots = tuple[int, ...]
_LIKELY = 0.3
"""Rounding takes links whose share is above this."""


class Search:
    """Finds the best choice for an instance, and again for other budgets: it keeps relaxations and cuts."""

    def __init__(self, instance: Instance) -> None:
        self.instance = _without_reached(instance)
        self.by_worth = sorted(
            (i for i, link in enumerate(self.instance.links) if link.points > 0),
            key=lambda i: -self.instance.links[i].points,
        )
        """The links that are worth having loose, best first."""
        self._relaxations: dict[Roots, Relaxation] = {}
        self._least_trains = [self.instance.least_trains(i) for i in range(len(self.instance.goals))]

    def relaxation(self, roots: Roots) -> Relaxation:
        """The relaxation for a set of roots."""
        if roots not in self._relaxations:
            self._relaxations[roots] = Relaxation(self.instance, roots)
        return self._relaxations[roots]

    def solve(self, trains: int | None = None, *, seconds: float = inf, hint: Iterable[int] = ()) -> Best:
        """The best choice for a budget. ``hint`` is a choice that may be good; ``seconds`` a limit of time."""
        run = _Run(self, self.instance.trains if trains is None else trains, seconds)
        run.offer(frozenset(hint))
        return run.finish()

    def gains(self, root: int, trains: int) -> NDArray[np.float64]:
        """An upper bound of what a component with this root adds, with the loose links, for each budget."""
        gains = self.relaxation((root,)).curve.gains(trains)
        gains[: self._least_trains[root]] = -inf
        return gains

    def reachable(self, trains: int) -> list[int]:
        """The goals that can be reached with so many trains."""
        return [i for i, needed in enumerate(self._least_trains) if needed <= trains]

    def effort(self) -> tuple[int, int]:
        """Linear programs solved and cuts added so far."""
        every = self._relaxations.values()
        return sum(one.solved for one in every), sum(one.cuts for one in every)


class _Run:
    """One search for one budget."""

    def __init__(self, search: Search, trains: int, seconds: float) -> None:
        self.search = search
        self.instance = search.instance.with_trains(trains)
        self.best: frozenset[int] = frozenset()
        self.score = self.instance.score(self.best)
        self._began = monotonic()
        self._deadline = self._began + seconds
        self._heap: list[tuple[float, int, Roots, tuple[Decision, ...]]] = []
        self._counter = count()
        self._nodes = 0
        self._tightened: set[tuple[int, int]] = set()

    @property
    def least(self) -> float:
        """The least score that would be better."""
        return self.score + self.instance.unit - WHOLE

    def offer(self, chosen: frozenset[int]) -> None:
        """Take a choice if it is allowed and better."""
        if self.instance.allows(chosen):
            score = self.instance.score(chosen)
            if score > self.score:
                self.best, self.score = chosen, score

    def finish(self) -> Best:
        """Search until the best choice is proven or the time is over."""
        self.offer(self._filled([]))
        self._open(())
        for root in self.search.reachable(self.instance.trains):
            self._open((root,))
        bound = self._drain()
        if bound == -inf:
            for gain, roots in self._several():
                self._push(gain, roots)
            bound = self._drain()
        return Best(self.best, self.score, max(bound, self.score), self._nodes, monotonic() - self._began)

    def _open(self, roots: Roots) -> None:
        """Put a set of roots on the heap, with a first bound."""
        self._push(self._at(roots, ()).bound(), roots)

    def _at(self, roots: Roots, decisions: tuple[Decision, ...]) -> Relaxation:
        """The relaxation for a node."""
        relaxation = self.search.relaxation(roots)
        relaxation.set_trains(self.instance.trains)
        relaxation.decide(decisions)
        return relaxation

    def _push(self, bound: float, roots: Roots, decisions: tuple[Decision, ...] = ()) -> None:
        heapq.heappush(self._heap, (-bound, next(self._counter), roots, decisions))

    def _is_over(self) -> bool:
        return monotonic() > self._deadline

    def _drain(self) -> float:
        """Work through the heap, best bound first. Returns the bound that is left, -inf if nothing better is left."""
        while self._heap and -self._heap[0][0] >= self.least:
            if self._is_over():
                return -self._heap[0][0]
            _, _, roots, decisions = heapq.heappop(self._heap)
            self._nodes += 1
            relaxation = self._at(roots, decisions)
            point = relaxation.solve(self.least)
            if point is not None:
                self._branch(relaxation, point, decisions)
        self._heap.clear()
        return -inf

    def _branch(self, relaxation: Relaxation, point: Point, decisions: tuple[Decision, ...]) -> None:
        self.offer(self._rounded(point))
        quantity = most_fractional(self.instance, point)
        if quantity == NONE:
            self.offer(self._whole(relaxation, point))
            if self.score < point.bound - WHOLE:
                raise RuntimeError("a solution in whole numbers scores less than its relaxation")
            return
        if point.bound < self.least:
            return
        low, high = next(((low, high) for q, low, high in decisions if q == quantity), (0, relaxation.most(quantity)))
        others = tuple(decision for decision in decisions if decision[0] != quantity)
        below = int(np.floor(point.values[quantity]))
        self._push(point.bound, relaxation.roots, (*others, (quantity, below + 1, high)))
        self._push(point.bound, relaxation.roots, (*others, (quantity, low, below)))

    def _whole(self, relaxation: Relaxation, point: Point) -> frozenset[int]:
        """The choice that a point in whole numbers stands for."""
        chosen = {int(i) for i in np.flatnonzero(point.trees > 0.5)}
        for kind, number in zip(relaxation.kinds, point.loose, strict=True):
            chosen.update([i for i in kind.links if i not in chosen][: round(number)])
        return frozenset(chosen)

    def _rounded(self, point: Point) -> frozenset[int]:
        """A choice near a point: the links with large shares, then what is worth most."""
        return self._filled([int(i) for i in np.argsort(-point.trees, kind="stable") if point.trees[i] > _LIKELY])

    def _filled(self, first: list[int]) -> frozenset[int]:
        """As many of some links as are allowed, then what is worth most."""
        chosen: set[int] = set()
        left = self.instance.trains
        for i in first + self.search.by_worth:
            if i not in chosen and self.instance.links[i].trains <= left and self._is_free(i, chosen):
                chosen.add(i)
                left -= self.instance.links[i].trains
        return frozenset(chosen)

    def _is_free(self, link: int, chosen: set[int]) -> bool:
        limits = (self.instance.limits[i] for i in self.instance.limits_of.get(link, ()))
        return all(len(chosen.intersection(limit.links)) < limit.most for limit in limits)

    def _several(self) -> list[tuple[float, Roots]]:
        """Sets of several roots that may be better, with their bounds. Their curves have been made tight first."""
        found: dict[Roots, float] = {}
        while not self._is_over():
            roots = next(
                (s for s in promising_sets(self.search, self.instance.trains, self.least) if s not in found), None
            )
            if roots is None:
                break
            bound = self._tighten(roots)
            if bound >= self.least:
                found[roots] = bound
        return [(bound, roots) for roots, bound in found.items()]

    def _tighten(self, roots: Roots) -> float:
        """Solve single roots at the budgets that the set would give them, until that changes nothing or is enough."""
        while True:
            bound, parts = self._split(roots)
            fresh = [part for part in parts if part[:2] not in self._tightened]
            if bound < self.least or not fresh:
                return bound
            for root, trains, gain in fresh:
                relaxation = self.search.relaxation((root,))
                relaxation.set_trains(trains)
                relaxation.decide(())
                relaxation.solve(self.instance.base + gain - (bound - self.least))
                self._tightened.add((root, trains))

    def _split(self, roots: Roots) -> tuple[float, list[tuple[int, int, float]]]:
        """What a set of roots can score by its curves; for each root the trains and the gain that it then has."""
        gains = [self.search.gains(root, self.instance.trains) for root in roots]
        tables = [np.zeros(self.instance.trains + 1)]
        shares: list[NDArray[np.int64]] = []
        for mine in gains:
            table, share = _share(mine, tables[-1])
            tables.append(table)
            shares.append(share)
        parts: list[tuple[int, int, float]] = []
        left = self.instance.trains
        for root, mine, share in zip(reversed(roots), reversed(gains), reversed(shares), strict=True):
            trains = int(share[left])
            parts.append((root, trains, float(mine[trains])))
            left -= trains
        return self.instance.base + float(tables[-1][-1]), parts


def promising_sets(search: Search, trains: int, least: float) -> Iterator[Roots]:
    """Sets of several roots whose curves allow a score of at least ``least``."""
    roots = search.reachable(trains)
    gains = [search.gains(root, trains) for root in roots]
    rest = [np.zeros(trains + 1)]  # what the roots from here on can add, any number of them
    for mine in reversed(gains):
        rest.append(np.maximum(rest[-1], _share(mine, rest[-1])[0]))
    rest.reverse()
    wanted = least - search.instance.base

    def extend(begin: int, chosen: Roots, so_far: NDArray[np.float64]) -> Iterator[Roots]:
        for i in range(begin, len(roots)):
            table = _share(gains[i], so_far)[0]
            if (table[::-1] + rest[i + 1]).max() < wanted:
                continue
            if chosen and table[-1] >= wanted:
                yield (*chosen, roots[i])
            yield from extend(i + 1, (*chosen, roots[i]), table)

    return extend(0, (), np.zeros(trains + 1))


def _share(gains: NDArray[np.float64], others: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The best sum of both for each budget, and how many trains the first then has."""
    mine, budget = np.ogrid[: len(gains), : len(gains)]
    grid = np.where(mine <= budget, gains[mine] + others[budget - mine], -inf)
    best = grid.argmax(axis=0)
    return grid[best, np.arange(len(gains))], best


def most_fractional(instance: Instance, point: Point) -> int:
    """The quantity to branch on, or NONE: a vertex with much at stake, then a link of the trees, then a kind.

    Whether a component has a vertex decides more than whether it has a link: a third of the nodes.
    """
    links, kinds = len(instance.links), len(point.loose)
    off = np.abs(point.values - np.round(point.values))
    off[links + kinds :] *= 1 + np.tile(instance.stakes, len(point.shares) // instance.vertices)
    for begin, end in ((links + kinds, len(off)), (0, links), (links, links + kinds)):
        part = off[begin:end]
        if part.max(initial=0) > WHOLE:
            return begin + int(part.argmax())
    return NONE


def _without_reached(instance: Instance) -> Instance:
    """The same question with the goals that need no links among the base, and the others by their points."""
    reached = set(instance.reached(()))
    base = instance.base + sum(instance.goals[i].points for i in reached)
    goals = [goal for i, goal in enumerate(instance.goals) if i not in reached]
    return replace(instance, base=base, goals=tuple(sorted(goals, key=lambda goal: -goal.points)))
