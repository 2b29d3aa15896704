"""Lagrangian bounds, for instances with few goals.

The budget is relaxed: a choice may take any number of trains and pays a price for each. A link worth its price is then
free, any other costs its price minus its points, and the best choice is easy to find: a prize-collecting Steiner forest
that reaches the goals worth more than the cheapest trees that reach them (``steiner_trees.py``). Its net gain plus the
price of the whole budget is an upper bound on the score of any choice within the budget. This holds for every price;
the one with the lowest bound is found in a few steps. Limits are left out, which can only raise a bound.

The same trees bound the score with a given link in a tree, and with given roots (``relaxation.py``). If that bound is
too low, no linear program has to be solved. Amounts are integers, in *grains*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numba import int64, types, void

from railwright.compiled.bits import BIT, members
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import Ints
from railwright.compiled.shortest_paths import close_paths
from railwright.game.state import NONE
from railwright.optimum.instance import Instance
from railwright.optimum.steiner_trees import FAR, MAX_PRICE, ROWS, grow_trees, trace_tree

MOST_GOALS = 7
"""Maximum number of goals. Each goal multiplies the time by up to nine; with more, linear programs are faster."""

GRAIN = 1 << 12
"""Number of grains in one unit of the score."""

_MOST_VERTICES = 64
"""Maximum number of vertices: they are the bits of a word."""

_STEPS = 12
"""Maximum number of prices tried; four or five are usual."""


class _Links(NamedTuple):
    """The links of an instance, with their costs at a price."""

    a: Ints
    b: Ints
    trains: Ints
    points: Ints
    cost: Ints
    between: Any
    """The cheapest link between each two vertices, NONE if there is none."""
    distance: Any
    """The cost of the shortest path between each two vertices."""


class _Goals(NamedTuple):
    """All sets of goals, as bits, and their values at a price."""

    places: Ints
    """The different ends of goals, each as vertex bits. Place 0 is left empty, for use by ``trace_tree``."""
    touched: Ints
    """The places of each set, as bits; the lowest bit is place 1."""
    points: Ints
    """The points of each set."""
    trees: Any
    """The costs of trees, from ``grow_trees``: a row for each set of places, a column for each vertex."""
    least: Ints
    """The cost of the cheapest tree for each set of places."""
    value: Ints
    """The points of each set minus the cost of the cheapest single tree that reaches all of its goals."""
    joint: Ints
    """The best value of any number of trees that reach any of the set's goals."""


_LIST = int64[::1]
_LINKS: Any = types.NamedTuple((*[_LIST] * 5, ROWS, ROWS), _Links)  # type: ignore[no-untyped-call]
_GOALS: Any = types.NamedTuple((*[_LIST] * 3, ROWS, *[_LIST] * 3), _Goals)  # type: ignore[no-untyped-call]


@kernel(signature=int64(_LINKS, int64))
def _price_links(links: _Links, price: int) -> int:
    """Fill in the costs at a price. Returns the total gain of the links worth more than their price.

    Every link costs one extra grain, so that a cheapest tree has as few links as possible and no cycles.
    """
    distance, between = links.distance, links.between
    for here in range(distance.shape[0]):
        for there in range(distance.shape[0]):
            between[here, there] = NONE
            distance[here, there] = 0 if here == there else FAR
    gained = ZERO
    for i in range(links.a.shape[0]):
        a, b = links.a[i], links.b[i]
        loss = price * links.trains[i] - GRAIN * links.points[i]
        gained += max(ZERO, -loss)
        cost = 1 + min(max(ZERO, loss), ZERO + MAX_PRICE - 1)
        links.cost[i] = cost
        if a != b and cost < distance[a, b]:
            between[a, b] = between[b, a] = i
            distance[a, b] = distance[b, a] = cost
    close_paths(distance, FAR)
    return gained


@kernel(signature=void(_GOALS))
def _value_sets(goals: _Goals) -> None:
    """Fill in the values of all sets of goals."""
    goals.value[0] = goals.joint[0] = 0
    for some in range(1, goals.value.shape[0]):
        goals.value[some] = goals.points[some] - goals.least[goals.touched[some]]
        rest = some & (some - 1)
        best = max(goals.joint[rest], goals.value[some])
        others = rest  # the goals of the other trees; the lowest goal is in this tree
        while others != 0:
            best = max(best, goals.value[some ^ others] + goals.joint[others])
            others = (others - 1) & rest
        goals.joint[some] = best


@kernel(signature=void(_LINKS, _GOALS, int64, _LIST))
def _trace_forest(links: _Links, goals: _Goals, some: int, chosen: Any) -> None:
    """Add the links (bits) of the most valuable trees for some goals."""
    while some != 0:
        rest = some & (some - 1)
        others = rest
        if goals.joint[some] != goals.joint[rest]:
            while goals.value[some ^ others] + goals.joint[others] != goals.joint[some]:
                others = (others - 1) & rest
            touched = 2 * goals.touched[some ^ others]
            trace_tree(touched, links.cost, goals.places, links.between, goals.trees, chosen)
        some = others


@kernel(signature=int64(_LINKS, _GOALS, int64, _LIST))
def _gain_at(links: _Links, goals: _Goals, price: int, chosen: Any) -> int:
    """The highest net gain of a choice at a price; ``chosen`` receives the links of its trees."""
    gained = _price_links(links, price)
    grow_trees(links.distance, goals.places, ZERO + FAR - 1, goals.trees, goals.least)
    _value_sets(goals)
    every = ZERO + goals.value.shape[0] - 1
    _trace_forest(links, goals, every, chosen)
    gain: int = gained + goals.joint[every]
    return gain


@kernel(signature=void(_LINKS, _GOALS, _LIST, _LIST, _LIST))
def _value_links(links: _Links, goals: _Goals, most: Any, reached: Any, near: Any) -> None:
    """Fill in, for each link, the highest value of trees of which one contains the link.

    The link divides the places of its tree in two. ``reached`` receives the goals of that tree, and ``near`` its places
    on the side of ``a``.
    """
    last = goals.value.shape[0] - 1
    for i in range(links.a.shape[0]):
        most[i] = -FAR
        a, b = links.a[i], links.b[i]
        for some in range(1, last + 1):
            others = goals.joint[last ^ some]
            if a == b or goals.value[some] + others <= most[i]:
                continue
            every = goals.touched[some]
            part = (every - 1) & every
            while part != 0:
                tree = links.cost[i] + goals.trees[part, a] + goals.trees[every ^ part, b]
                if tree < FAR and goals.points[some] - tree + others > most[i]:
                    most[i], reached[i], near[i] = goals.points[some] - tree + others, some, part
                part = (part - 1) & every


@kernel(signature=void(_LINKS, _GOALS, int64, int64, int64, _LIST))
def _trace_with(links: _Links, goals: _Goals, link: int, reached: int, near: int, chosen: Any) -> None:
    """Add the links (bits) of the most valuable trees of which one contains a given link."""
    chosen[link >> 6] |= BIT[link & 63]
    goals.places[0] = BIT[links.a[link]]
    trace_tree(2 * near + 1, links.cost, goals.places, links.between, goals.trees, chosen)
    goals.places[0] = BIT[links.b[link]]
    far = goals.touched[reached] ^ near
    trace_tree(2 * far + 1, links.cost, goals.places, links.between, goals.trees, chosen)
    goals.places[0] = 0
    _trace_forest(links, goals, (ZERO + goals.value.shape[0] - 1) ^ reached, chosen)


@kernel(signature=void(_GOALS, int64[:, ::1]))
def _value_roots(goals: _Goals, most: Any) -> None:
    """Fill in the highest value of trees that reach each set of goals (rows) with each set of roots (columns)."""
    sets = goals.value.shape[0]
    for some in range(sets):
        for roots in range(sets):
            most[some, roots] = 0 if some == 0 and roots == 0 else -FAR
        root = some & -some
        tree = some  # the goals of the tree with the lowest goal, which is its root
        while tree != 0:
            if tree & root != 0:
                for roots in range(sets):
                    if roots & root != 0:
                        value = goals.value[tree] + most[some ^ tree, roots ^ root]
                        most[some, roots] = max(most[some, roots], value)
            tree = (tree - 1) & some


class Pricing:
    """Upper bounds of an instance with few goals, at the price for trains with the lowest bound."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._links, self._goals = _links_of(instance), _goals_of(instance)
        self._forests: list[list[int]] = []
        self._rest = self._find_price()
        """Upper bound on the score of a choice, without the base and the value of its trees."""
        most, self._reached, self._near = (np.zeros(len(instance.links), np.int64) for _ in range(3))
        _value_links(self._links, self._goals, most, self._reached, self._near)
        self.with_link = [self._bound(worth) for worth in most.tolist()]
        """For each link, an upper bound on the score of a choice that has it in a tree."""

    @staticmethod
    def suits(instance: Instance) -> bool:
        """Whether an instance is small enough."""
        return len(instance.goals) <= MOST_GOALS and instance.vertices <= _MOST_VERTICES

    def _find_price(self) -> int:
        """Minimise the bound over the price, and return the bound without the value of the trees.

        Each choice gives a line that supports the bound from below; the next price is where two lines meet. The first
        two lines are those of all links, which take too many trains, and of no links.
        """
        instance, links = self._instance, self._links
        budget, every = instance.trains, range(len(instance.links))
        many, few = (GRAIN * (instance.score(every) - instance.base), instance.trains_of(every)), (0, 0)
        rates = [link.points / link.trains for link in instance.links if link.trains]
        price = int(GRAIN * max(rates)) if many[1] > budget else 0
        bounds: dict[int, int] = {}
        while price not in bounds and len(bounds) < _STEPS:
            gain, forest = self._gain_at(price)
            self._forests.append(forest)
            bounds[price] = gain + price * budget
            is_had = GRAIN * links.points > price * links.trains
            is_had[forest] = True
            trains = int(links.trains[is_had].sum())
            if trains >= budget:
                many = gain + price * trains, trains
            if trains <= budget:
                few = gain + price * trains, trains
            if many[1] > few[1]:
                price = max(0, (many[0] - few[0]) // (many[1] - few[1]))
        price = min(bounds, key=bounds.__getitem__)
        self._gain_at(price)
        surcharge = instance.vertices  # one extra grain per link, and the trees of a choice have fewer links than this
        return bounds[price] - int(self._goals.joint[-1]) + surcharge

    def _gain_at(self, price: int) -> tuple[int, list[int]]:
        """The highest net gain of a choice at a price, and the links of its trees."""
        chosen = self._no_links()
        return int(_gain_at(self._links, self._goals, price, chosen)), members(chosen)

    def _no_links(self) -> Ints:
        return np.zeros(len(self._instance.links) // 64 + 1, np.int64)

    def _bound(self, worth: int) -> float:
        """Upper bound on the score of a choice whose trees have this value."""
        return self._instance.base + (self._rest + worth) / GRAIN

    @property
    def bound(self) -> float:
        """Upper bound on the score of any choice."""
        return self._bound(int(self._goals.joint[-1]))

    def forests(self) -> Iterator[tuple[float, list[int]]]:
        """Links of the trees of promising choices, each with an upper bound on the score, in decreasing order.

        First come the best trees at the prices that were tried, then the best trees with each link.
        """
        for forest in self._forests:
            yield self.bound, forest
        seen = {tuple(forest) for forest in self._forests}
        for link in sorted(range(len(self.with_link)), key=self.with_link.__getitem__, reverse=True):
            chosen = self._no_links()
            if self._reached[link]:
                _trace_with(self._links, self._goals, link, self._reached[link], self._near[link], chosen)
            forest = members(chosen)
            if tuple(forest) not in seen:
                seen.add(tuple(forest))
                yield self.with_link[link], forest

    def narrowed(self, least: float) -> Instance:
        """The instance in which a link becomes a loop if no choice that scores ``least`` has it in a tree."""
        links = [
            link if bound >= least else replace(link, b=link.a)
            for link, bound in zip(self._instance.links, self.with_link, strict=True)
        ]
        return replace(self._instance, links=tuple(links))

    def root_sets(self, least: float) -> list[tuple[float, tuple[int, ...]]]:
        """The sets of roots whose upper bound is at least ``least``, each with its bound."""
        sets = len(self._goals.value)
        most = np.empty((sets, sets), np.int64)
        _value_roots(self._goals, most)
        bounds = [self._bound(worth) for worth in most.max(axis=0).tolist()]
        return [(bound, tuple(members([roots]))) for roots, bound in enumerate(bounds) if bound >= least]


def _links_of(instance: Instance) -> _Links:
    facts = [(link.a, link.b, link.trains, link.points, 0) for link in instance.links]
    a, b, trains, points, cost = np.array(facts, np.int64).reshape(-1, 5).T.copy()
    shape = instance.vertices, instance.vertices
    return _Links(a, b, trains, points, cost, np.empty(shape, np.int32), np.empty(shape, np.int32))


def _goals_of(instance: Instance) -> _Goals:
    ends = [[sum(1 << vertex for vertex in end) for end in (goal.starts, goal.ends)] for goal in instance.goals]
    numbers = {place: i for i, place in enumerate(dict.fromkeys(place for pair in ends for place in pair))}
    sets, rows = 1 << len(ends), 1 << len(numbers)
    touched, points = np.zeros(sets, np.int64), np.zeros(sets, np.int64)
    for i, (goal, pair) in enumerate(zip(instance.goals, ends, strict=True)):
        has_goal = np.arange(sets) >> i & 1 == 1
        touched[has_goal] |= sum(1 << numbers[place] for place in pair)
        points[has_goal] += GRAIN * goal.points
    places = np.array([0, *numbers], np.uint64).view(np.int64)
    trees, least = np.empty((rows, instance.vertices), np.int32), np.empty(rows, np.int64)
    return _Goals(places, touched, points, trees, least, np.empty(sets, np.int64), np.empty(sets, np.int64))
