"""Enumeration of all optimal choices.

It uses the same relaxations as the search, but an integer solution does not close a branch: branching continues until
every quantity is decided or nothing else in the branch can score enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from railwright.game.state import NONE
from railwright.optimum.branch_and_bound import SLACK, Search, most_fractional
from railwright.optimum.instance import Best, Instance, Roots
from railwright.optimum.multi_root import promising_sets
from railwright.optimum.pricing import Pricing
from railwright.optimum.program import WHOLE
from railwright.optimum.relaxation import Decision, Kind, Point, Relaxation


@dataclass(frozen=True, slots=True)
class Optima:
    """All choices with the same score."""

    score: int
    choices: tuple[frozenset[int], ...]
    is_complete: bool
    """Whether these are all optima; if not, the enumeration stopped at its limit."""


def all_optima(search: Search, best: Best, trains: int, *, most: int = 1000) -> Optima:
    """All choices that score as much as the best one for this budget, up to ``most`` of them."""
    found: dict[frozenset[int], None] = {best.chosen: None}
    instance = search.instance.with_trains(trains)
    least = best.score - SLACK * instance.unit
    if Pricing.suits(instance):
        pricing = Pricing(instance)
        root_sets = [roots for _, roots in pricing.root_sets(least)]
        search = Search(pricing.narrowed(least))
    else:
        gains = search.all_gains(trains)
        several = promising_sets(gains, trains, least - search.instance.base)
        root_sets = [(), *((root,) for root in gains), *several]
    for roots in root_sets:
        for trees, loose in _solutions(search, trains, roots, least):
            for choice in _choices(instance, search.relaxation(roots).kinds, trees, loose):
                if instance.allows(choice) and instance.score(choice) >= best.score:
                    found[choice] = None
                if len(found) > most:
                    return Optima(best.score, tuple(found)[:most], is_complete=False)
    return Optima(best.score, tuple(sorted(found, key=sorted)), is_complete=True)


def _solutions(search: Search, trains: int, roots: Roots, least: float) -> Iterator[tuple[set[int], list[int]]]:
    """All integer solutions for a set of roots: the links of the trees and the number of loose links of each kind."""
    relaxation = search.relaxation(roots)
    relaxation.set_trains(trains)
    waiting: list[tuple[Decision, ...]] = [()]
    while waiting:
        decisions = waiting.pop()
        relaxation.set_trains(trains)
        relaxation.decide(decisions)
        point = relaxation.solve(least)
        if point is None:
            continue
        decided = {quantity: (low, high) for quantity, low, high in decisions}
        quantity = most_fractional(search.instance, point)
        if quantity == NONE:
            quantity = _undecided(relaxation, point, decided, least)
        if quantity == NONE:
            yield {int(i) for i in np.flatnonzero(point.trees > 0.5)}, [round(number) for number in point.loose]
            continue
        low, high = decided.pop(quantity, (0, relaxation.most(quantity)))
        for part in _parts(low, high, float(point.values[quantity])):
            waiting.append((*((q, *bounds) for q, bounds in decided.items()), (quantity, *part)))


def _parts(low: int, high: int, value: float) -> list[tuple[int, int]]:
    """Split a range at a value; a whole value gets a part of its own."""
    below = int(np.floor(value + WHOLE))
    if value - below > WHOLE:
        return [(low, below), (below + 1, high)]
    return [(a, b) for a, b in ((low, below - 1), (below + 1, high), (below, below)) if a <= b]


def _undecided(relaxation: Relaxation, point: Point, decided: dict[int, tuple[int, int]], least: float) -> int:
    """A quantity whose value may differ in other solutions, or NONE."""
    for quantity in relaxation.movable(point, least):
        low, high = decided.get(quantity, (0, relaxation.most(quantity)))
        if low < high:
            return quantity
    return NONE


def _choices(instance: Instance, kinds: list[Kind], trees: set[int], loose: list[int]) -> Iterator[frozenset[int]]:
    """All choices of links with these trees and these numbers of loose links of each kind."""
    pools = [[i for i in kind.links if i not in trees] for kind in kinds]
    for picked in product(*(combinations(pool, number) for pool, number in zip(pools, loose, strict=True))):
        yield frozenset(trees.union(*picked))
