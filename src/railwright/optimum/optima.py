"""Every choice that scores at least so much: all optima, when that is the best score.

Goes through the same relaxations as the search, but a solution does not end a branch: the search goes on until
everything is decided or nothing else can score enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from railwright.game.state import NONE
from railwright.optimum.instance import Best, Instance
from railwright.optimum.multi_root import promising_sets
from railwright.optimum.pricing import Pricing
from railwright.optimum.program import WHOLE
from railwright.optimum.relaxation import Decision, Kind, Point, Relaxation
from railwright.optimum.search import SLACK, Roots, Search, most_fractional


@dataclass(frozen=True, slots=True)
class Optima:
    """Choices that score the same."""

    score: int
    choices: tuple[frozenset[int], ...]
    is_complete: bool
    """Whether these are all; otherwise the search stopped at a limit."""


def all_optima(search: Search, best: Best, trains: int, *, most: int = 1000) -> Optima:
    """Every choice that scores as much as the best one for this budget, up to ``most``."""
    found: dict[frozenset[int], None] = {best.chosen: None}
    instance = search.instance.with_trains(trains)
    least = best.score - SLACK * instance.unit
    if Pricing.suits(instance):
        pricing = Pricing(instance)
        root_sets = [roots for _, roots in pricing.root_sets(least)]
        search = Search(pricing.narrowed(least))
    else:
        single = [(i,) for i in search.reachable(trains)]
        root_sets = [(), *single, *promising_sets(search, trains, least)]
    for roots in root_sets:
        for trees, loose in _solutions(search, trains, roots, least):
            for choice in _choices(instance, search.relaxation(roots).kinds, trees, loose):
                if instance.allows(choice) and instance.score(choice) >= best.score:
                    found[choice] = None
                if len(found) > most:
                    return Optima(best.score, tuple(found)[:most], is_complete=False)
    return Optima(best.score, tuple(sorted(found, key=sorted)), is_complete=True)


def _solutions(search: Search, trains: int, roots: Roots, least: float) -> Iterator[tuple[set[int], list[int]]]:
    """Every solution in whole numbers for a set of roots: links of the trees and numbers of loose links."""
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
    """Split a range around a value; a whole one has a part of its own."""
    below = int(np.floor(value + WHOLE))
    if value - below > WHOLE:
        return [(low, below), (below + 1, high)]
    return [(a, b) for a, b in ((low, below - 1), (below + 1, high), (below, below)) if a <= b]


def _undecided(relaxation: Relaxation, point: Point, decided: dict[int, tuple[int, int]], least: float) -> int:
    """A quantity that other solutions may have otherwise, or NONE."""
    for quantity in relaxation.movable(point, least):
        low, high = decided.get(quantity, (0, relaxation.most(quantity)))
        if low < high:
            return quantity
    return NONE


def _choices(instance: Instance, kinds: list[Kind], trees: set[int], loose: list[int]) -> Iterator[frozenset[int]]:
    """Every choice of links that has these trees and so many loose links of each kind."""
    pools = [[i for i in kind.links if i not in trees] for kind in kinds]
    for picked in product(*(combinations(pool, number) for pool, number in zip(pools, loose, strict=True))):
        yield frozenset(trees.union(*picked))
