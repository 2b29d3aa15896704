"""Bounds from a price for trains, for questions with few goals: a Lagrangean relaxation.

If a choice could take any number of trains at a price each, then links worth their price would be had for nothing, every
other link would cost its price less its points, and the best choice would be known at once: the goals that are worth
more than the cheapest trees that reach them (``trees.py``). What such a choice scores beyond the price of its trains,
and the price of the whole budget, is at least what any choice within the budget scores. That holds for every price; the
one with the lowest bound is found in a few steps. Limits are left out, which can only raise a bound.

The same trees tell how much could be scored with a certain link in a tree, and with certain roots
(``relaxation.py``). Where that is too little, no linear program needs to be solved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numba import int64, void
from numpy.typing import NDArray

from railwright.game.bits import BIT, lowest_bit, members
from railwright.game.kernel import ZERO, kernel
from railwright.game.state import NONE
from railwright.optimum.instance import Instance
from railwright.optimum.trees import FAR, MAX_PRICE, ROWS, close_ways, grow_trees, trace_tree

MOST_GOALS = 5
"""Time grows ninefold with each goal."""

GRAIN = 1 << 12
"""Prices and bounds are in whole grains, so many to a unit of score."""

_MOST_VERTICES = 64
_STEPS = 12
"""More prices are not tried; four or five are usual."""

_LIST = int64[::1]


@kernel(signature=int64(_LIST, _LIST, _LIST, _LIST, int64, _LIST, ROWS, ROWS))
def _price_links(a: Any, b: Any, trains: Any, points: Any, price: int, cost: Any, link: Any, distance: Any) -> int:
    """Fill in what links and ways cost beyond their points; returns what is gained by links worth more than their price.

    Every link costs a grain more than it should: then trees of equal cost are those with fewest links, and no way leads
    in a circle.
    """
    for here in range(distance.shape[0]):
        for there in range(distance.shape[0]):
            link[here, there] = NONE
            distance[here, there] = 0 if here == there else FAR
    gained = ZERO
    for i in range(a.shape[0]):
        beyond = price * trains[i] - GRAIN * points[i]
        gained += max(ZERO, -beyond)
        cost[i] = 1 + min(max(ZERO, beyond), ZERO + MAX_PRICE - 1)
        if a[i] != b[i] and cost[i] < distance[a[i], b[i]]:
            link[a[i], b[i]] = link[b[i], a[i]] = i
            distance[a[i], b[i]] = distance[b[i], a[i]] = cost[i]
    close_ways(distance)
    return gained


@kernel(signature=void(_LIST, _LIST, _LIST, _LIST, _LIST))
def _value_sets(touched: Any, points: Any, least: Any, value: Any, joint: Any) -> None:
    """Fill in what each set of goals is worth beyond its cheapest tree, and at most, by any trees for any of them."""
    value[0] = joint[0] = 0
    for goals in range(1, value.shape[0]):
        value[goals] = points[goals] - least[touched[goals]]
        lowest = goals & -goals
        rest = goals ^ lowest
        best, others = joint[rest], rest
        while others != NONE:
            best = max(best, value[goals ^ others] + joint[others])
            others = (others - 1) & rest if others != 0 else ZERO + NONE
        joint[goals] = best


@kernel(signature=void(_LIST, _LIST, _LIST, _LIST, _LIST, ROWS, ROWS, _LIST))
def _trace_forest(cost: Any, places: Any, touched: Any, value: Any, joint: Any, link: Any, trees: Any, chosen: Any) -> None:
    """Write the links of the trees that are worth most, as bits."""
    left = ZERO + value.shape[0] - 1
    while left != 0:
        rest = left & (left - 1)
        if joint[left] == joint[rest]:
            left = rest
            continue
        others = rest
        while value[left ^ others] + joint[others] != joint[left]:
            others = (others - 1) & rest
        trace_tree(2 * touched[left ^ others], cost, places, link, trees, chosen)
        left = others


@kernel(signature=void(_LIST, _LIST, _LIST, _LIST, _LIST, _LIST, _LIST, ROWS, _LIST))
def _value_links(
    a: Any, b: Any, cost: Any, touched: Any, points: Any, value: Any, joint: Any, trees: Any, most: Any
) -> None:
    """Fill in what is gained at most if each link is in a tree: it then parts the places of the tree in two."""
    last = value.shape[0] - 1
    for i in range(a.shape[0]):
        most[i] = -FAR
        for goals in range(1, last + 1):
            others = joint[last ^ goals]
            if a[i] == b[i] or value[goals] + others <= most[i]:
                continue
            every = touched[goals]
            least = ZERO + FAR
            part = (every - 1) & every
            while part != 0:
                least = min(least, ZERO + trees[part, a[i]] + trees[every ^ part, b[i]])
                part = (part - 1) & every
            most[i] = max(most[i], points[goals] - least - cost[i] + others)


@kernel(signature=void(_LIST, int64[:, ::1]))
def _value_roots(value: Any, most: Any) -> None:
    """Fill in what each set of goals is worth if it is reached by trees with these roots."""
    for goals in range(value.shape[0]):
        for roots in range(value.shape[0]):
            most[goals, roots] = 0 if goals == roots == 0 else -FAR
        lowest = goals & -goals
        rest = goals ^ lowest
        others = rest if goals != 0 else NONE
        while others != NONE:
            for roots in range(value.shape[0]):
                if roots & lowest != 0:
                    more = value[goals ^ others] + most[others, roots ^ lowest]
                    most[goals, roots] = max(most[goals, roots], more)
            others = (others - 1) & rest if others != 0 else NONE


class Pricing:
    """The bounds of an instance with few goals at the best price for trains."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        shape = instance.vertices, instance.vertices
        self._a, self._b, self._trains, self._points = (
            np.array([getattr(link, name) for link in instance.links], np.int64) for name in ("a", "b", "trains", "points")
        )
        self._cost = np.empty(len(instance.links), np.int64)
        self._link, self._distance = np.empty(shape, np.int32), np.empty(shape, np.int32)
        self._list_places()
        rows, sets = 1 << len(self._places) - 1, 1 << len(instance.goals)
        self._trees, self._least = np.empty((rows, instance.vertices), np.int32), np.empty(rows, np.int64)
        self._value, self._joint = np.empty(sets, np.int64), np.empty(sets, np.int64)
        self.forests: list[list[int]] = []
        """The trees of the best choices at the prices that were tried."""
        self._find_price()

    @staticmethod
    def suits(instance: Instance) -> bool:
        """Whether there are few goals."""
        return len(instance.goals) <= MOST_GOALS and instance.vertices <= _MOST_VERTICES

    def _list_places(self) -> None:
        """Number the places, which are the different ends of goals, from 1, and sum up each set of goals."""
        goals = self._instance.goals
        ends = [tuple(sum(1 << vertex for vertex in end) for end in (goal.starts, goal.ends)) for goal in goals]
        numbers = {place: i for i, place in enumerate(dict.fromkeys(place for pair in ends for place in pair))}
        self._places = np.array([0, *numbers], np.uint64).view(np.int64)
        self._touched, self._worth = np.zeros(1 << len(goals), np.int64), np.zeros(1 << len(goals), np.int64)
        for i, (goal, pair) in enumerate(zip(goals, ends, strict=True)):
            having = np.arange(1 << len(goals)) >> i & 1 == 1
            self._touched[having] |= sum(1 << numbers[place] for place in pair)
            self._worth[having] += GRAIN * goal.points

    def _gain_at(self, price: int) -> tuple[int, int]:
        """What a choice gains at most at a price, beyond the price of its trains, and the trains it then has."""
        gained = _price_links(
            self._a, self._b, self._trains, self._points, price, self._cost, self._link, self._distance
        )
        grow_trees(self._distance, self._places, FAR - 1, self._trees, self._least)
        _value_sets(self._touched, self._worth, self._least, self._value, self._joint)
        chosen = np.zeros(len(self._a) // 64 + 1, np.int64)
        _trace_forest(
            self._cost, self._places, self._touched, self._value, self._joint, self._link, self._trees, chosen
        )
        forest = members(chosen)
        self.forests.append(forest)
        is_had = GRAIN * self._points > price * self._trains
        is_had[forest] = True
        return int(gained + self._joint[-1]), int(self._trains[is_had].sum())

    def _find_price(self) -> None:
        """Go down to the lowest bound: each choice bounds it from below by a line, and the next price is where two meet.

        On one side the lines begin with the choice of every link, on the other with that of none.
        """
        instance, budget = self._instance, self._instance.trains
        every = range(len(instance.links))
        low = GRAIN * (instance.score(every) - instance.base), instance.trains_of(every)
        high = 0, 0
        price = int(GRAIN * max((link.points / link.trains for link in instance.links if link.trains), default=0))
        best, tried = (FAR * FAR, 0), set()
        while len(tried) < _STEPS and price not in tried:
            tried.add(price)
            gain, trains = self._gain_at(price)
            best = min(best, (gain + budget * price, price))
            if trains >= budget:
                low = gain + price * trains, trains
            if trains <= budget:
                high = gain + price * trains, trains
            price = max(0, (low[0] - high[0]) // (low[1] - high[1])) if low[1] > high[1] else price
        gain, _ = self._gain_at(best[1])
        most = instance.vertices  # grains that the links of trees cost too much
        self._beyond = gain - int(self._joint[-1]) + budget * best[1] + most
        self.steps=len(tried)

    def _bound(self, gained: int) -> float:
        return self._instance.base + (self._beyond + gained) / GRAIN

    @property
    def bound(self) -> float:
        """No choice scores more."""
        return self._bound(int(self._joint[-1]))

    def narrowed(self, least: float) -> Instance:
        """The instance in which links that are in no tree of a choice that scores so much are only worth their points."""
        most = np.empty(len(self._a), np.int64)
        _value_links(
            self._a, self._b, self._cost, self._touched, self._worth, self._value, self._joint, self._trees, most
        )
        links = [
            link if self._bound(gained) >= least else replace(link, b=link.a)
            for link, gained in zip(self._instance.links, most.tolist(), strict=True)
        ]
        return replace(self._instance, links=tuple(links))

    def root_sets(self, least: float) -> Iterator[tuple[float, tuple[int, ...]]]:
        """The sets of roots with which so much could be scored, each with its bound."""
        most = np.empty((len(self._value), len(self._value)), np.int64)
        _value_roots(self._value, most)
        for roots, gained in enumerate(most.max(axis=0).tolist()):
            if self._bound(gained) >= least:
                yield self._bound(gained), tuple(members([roots]))
