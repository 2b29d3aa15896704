"""Branch and bound over the relaxations of all sets of roots together: the fast exact method.

With few goals, a price for trains (``pricing.py``) first shows which sets of roots are worth a relaxation, and which
links can be in its trees. With many goals, single roots and the empty set (no goal reached) are solved first. Several
components that each reach goals share the budget: the curves of their roots bound what they can score together, and
only the sets whose bound is high enough get a relaxation of their own.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from itertools import count
from math import floor, inf
from time import monotonic

import numpy as np

from railwright.game.state import NONE
from railwright.optimum.instance import Best, Instance, Roots
from railwright.optimum.multi_root import ComponentShare, RootGains, any_roots, promising_sets, split
from railwright.optimum.pricing import Pricing
from railwright.optimum.program import WHOLE
from railwright.optimum.relaxation import Decision, Point, Relaxation

_LIKELY = 0.3
"""Rounding takes links whose share exceeds this."""

SLACK = 0.05
"""Tolerance of floating-point bounds, in units of the score."""


class Search:
    """Finds the best choice for an instance, for one budget after another; relaxations and cuts are kept."""

    def __init__(self, instance: Instance) -> None:
        self.instance = _without_reached(instance)
        self.by_worth = sorted(
            (i for i, link in enumerate(self.instance.links) if link.points > 0),
            key=lambda i: -self.instance.links[i].points,
        )
        """Links worth choosing as loose links, best first."""
        stakes = self.instance.stakes
        self.hub = max(range(self.instance.vertices), key=stakes.__getitem__, default=NONE)
        """The vertex with the most points at stake."""
        self._relaxations: dict[tuple[Roots, bool], Relaxation] = {}

    @cached_property
    def _least_trains(self) -> list[int]:
        return [self.instance.least_trains(i) for i in range(len(self.instance.goals))]

    def relaxation(self, roots: Roots, *, avoids_hub: bool = False) -> Relaxation:
        """The relaxation for a set of roots; with ``avoids_hub``, its components cannot contain the hub."""
        key = roots, avoids_hub
        if key not in self._relaxations:
            self._relaxations[key] = Relaxation(self.instance, roots, away_from=self.hub if avoids_hub else NONE)
        return self._relaxations[key]

    def solve(self, trains: int | None = None, *, seconds: float = inf, hint: Iterable[int] = ()) -> Best:
        """The best choice for a budget, within ``seconds`` if given. ``hint`` is a choice for a warm start."""
        run = _Run(self, self.instance.trains if trains is None else trains, seconds)
        run.offer(frozenset(hint))
        return run.finish()

    def gains(self, root: int, trains: int) -> RootGains:
        """Upper bounds on what a component and the loose links add, for each budget."""
        whole = self.relaxation((root,)).curve.gains(trains)
        whole[: self._least_trains[root]] = -inf
        apart = whole
        goal = self.instance.goals[root]
        if (self.hub,) in (goal.starts, goal.ends):
            apart = np.full(trains + 1, -inf)
        elif ((root,), True) in self._relaxations:
            apart = np.minimum(whole, self.relaxation((root,), avoids_hub=True).curve.gains(trains))
        return RootGains(apart, whole)

    def all_gains(self, trains: int) -> dict[int, RootGains]:
        """The gains of all goals that can be reached with this many trains."""
        return {root: self.gains(root, trains) for root in self.reachable(trains)}

    def reachable(self, trains: int) -> list[int]:
        """Goals that can be reached with this many trains."""
        return [i for i, needed in enumerate(self._least_trains) if needed <= trains]


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
        self._is_cut_short = False
        self._tightened: set[ComponentShare] = set()

    @property
    def least(self) -> float:
        """The least score that improves on the incumbent."""
        return self.score + self.instance.unit * (1 - SLACK)

    def offer(self, chosen: frozenset[int]) -> None:
        """Make a choice the incumbent if it is feasible and better."""
        if self.instance.allows(chosen):
            score = self.instance.score(chosen)
            if score > self.score:
                self.best, self.score = chosen, score

    def finish(self) -> Best:
        """Search until the incumbent is proven optimal or the time is up."""
        self.offer(self._filled([]))
        bound = self._by_price() if Pricing.suits(self.instance) else self._by_curves()
        bound = max(self.score, self._whole_units(bound))
        return Best(self.best, self.score, bound, self._nodes, monotonic() - self._began)

    def _by_price(self) -> float:
        """Search only sets of roots and tree links that a price for trains does not rule out."""
        pricing = Pricing(self.instance)
        for bound, forest in pricing.forests():
            if bound < self.least:
                break
            self.offer(self._filled(forest))
        for bound, roots in pricing.root_sets(self.least):
            self._push(bound, roots)
        return self._drain(Search(pricing.narrowed(self.least))) if self._heap else -inf

    def _by_curves(self) -> float:
        """Search single roots, then the larger sets that their curves do not rule out."""
        self._open(())
        for root in self.search.reachable(self.instance.trains):
            self._open((root,))
        bound = self._drain(self.search)
        if bound == -inf:
            for gain, roots in self._several():
                self._push(gain, roots)
            bound = self._drain(self.search)
        if not self._is_cut_short:
            return bound
        trains = self.instance.trains
        return max(bound, self.instance.base + any_roots(self.search.all_gains(trains), trains))

    def _whole_units(self, bound: float) -> float:
        """A bound, rounded down to a possible score."""
        base, unit = self.instance.base, self.instance.unit
        return bound if abs(bound) == inf else base + unit * floor((bound - base) / unit + SLACK)

    def _open(self, roots: Roots) -> None:
        """Push a set of roots onto the heap, with a first bound."""
        self._push(self._at(self.search, roots, ()).bound(), roots)

    def _at(self, search: Search, roots: Roots, decisions: tuple[Decision, ...]) -> Relaxation:
        """The relaxation for a node."""
        relaxation = search.relaxation(roots)
        relaxation.set_trains(self.instance.trains)
        relaxation.decide(decisions)
        return relaxation

    def _push(self, bound: float, roots: Roots, decisions: tuple[Decision, ...] = ()) -> None:
        heapq.heappush(self._heap, (-bound, next(self._counter), roots, decisions))

    def _is_over(self) -> bool:
        self._is_cut_short = self._is_cut_short or monotonic() > self._deadline
        return self._is_cut_short

    def _drain(self, search: Search) -> float:
        """Process the heap, best bound first, with the relaxations of a search.

        Returns the remaining bound, -inf if nothing can be better.
        """
        while self._heap and -self._heap[0][0] >= self.least:
            if self._is_over():
                return -self._heap[0][0]
            _, _, roots, decisions = heapq.heappop(self._heap)
            self._nodes += 1
            relaxation = self._at(search, roots, decisions)
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
            if self.score < point.bound - SLACK * self.instance.unit:
                raise RuntimeError("an integer solution scores less than its relaxation")
            return
        if point.bound < self.least:
            return
        low, high = next(((low, high) for q, low, high in decisions if q == quantity), (0, relaxation.most(quantity)))
        others = tuple(decision for decision in decisions if decision[0] != quantity)
        below = int(np.floor(point.values[quantity]))
        self._push(point.bound, relaxation.roots, (*others, (quantity, below + 1, high)))
        self._push(point.bound, relaxation.roots, (*others, (quantity, low, below)))

    def _whole(self, relaxation: Relaxation, point: Point) -> frozenset[int]:
        """The choice that an integer point represents."""
        chosen = {int(i) for i in np.flatnonzero(point.trees > 0.5)}
        for kind, number in zip(relaxation.kinds, point.loose, strict=True):
            chosen.update([i for i in kind.links if i not in chosen][: round(number)])
        return frozenset(chosen)

    def _rounded(self, point: Point) -> frozenset[int]:
        """Rounding heuristic: the links with large shares, then loose links by points."""
        return self._filled([int(i) for i in np.argsort(-point.trees, kind="stable") if point.trees[i] > _LIKELY])

    def _filled(self, first: list[int]) -> frozenset[int]:
        """Greedy choice: as many of the given links as are feasible, then loose links by points."""
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
        """Sets of two or more roots that may be better, with bounds from curves that have been tightened."""
        found: dict[Roots, float] = {}
        is_tighter = True
        while is_tighter and not self._is_over():
            is_tighter = False
            gains = self.search.all_gains(self.instance.trains)
            for roots in promising_sets(gains, self.instance.trains, self.least - self.instance.base):
                if self._is_over():
                    break
                if roots in found:
                    continue
                bound = self._tighten(roots)
                if bound < self.least:  # the curves have changed, so fewer sets may be promising
                    is_tighter = True
                    break
                found[roots] = bound
        return [(bound, roots) for roots, bound in found.items()]

    def _tighten(self, roots: Roots) -> float:
        """Tighten the curves of single roots at the budgets the set gives them, until its bound settles or is low."""
        while True:
            gains = {root: self.search.gains(root, self.instance.trains) for root in roots}
            gain, parts = split(gains, self.instance.trains)
            bound = self.instance.base + gain
            fresh = [part for part in parts if part not in self._tightened]
            if bound < self.least or not fresh:
                return bound
            for part in fresh:
                relaxation = self.search.relaxation((part.root,), avoids_hub=part.avoids_hub)
                relaxation.set_trains(part.trains)
                relaxation.decide(())
                relaxation.solve(-inf)
                self._tightened.add(part)


def most_fractional(instance: Instance, point: Point) -> int:
    """The quantity to branch on, or NONE: a vertex with much at stake, then a link of the trees, then a kind.

    Branching on vertices before links reduces the number of nodes to a third.
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
    """The instance with goals that need no links moved into the base, and the others in order of their points."""
    reached = set(instance.reached(()))
    base = instance.base + sum(instance.goals[i].points for i in reached)
    goals = [goal for i, goal in enumerate(instance.goals) if i not in reached]
    return replace(instance, base=base, goals=tuple(sorted(goals, key=lambda goal: -goal.points)))
