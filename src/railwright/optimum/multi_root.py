"""Upper bounds on what several components that reach goals can score together, from the curves of their roots.

The components share the trains, and only one of them can contain the *hub*, the vertex with the most points at stake.
The others are bounded by curves of relaxations without the hub. This matters most during a game, where the seat's own
network is a single vertex.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railwright.optimum.instance import Roots

Gains = NDArray[np.float64]
"""Points for each number of trains."""


class RootGains(NamedTuple):
    """Upper bounds on what the component of a root and the loose links add, for each number of trains."""

    apart: Gains
    """Without the hub."""
    whole: Gains
    """With the hub."""


class ComponentShare(NamedTuple):
    """The share of one component in the split of the trains with the highest bound."""

    root: int
    trains: int
    avoids_hub: bool


class _Table(NamedTuple):
    """Upper bounds on what some roots can add together, for each budget."""

    apart: Gains
    """Bounds if none of them has the hub."""
    whole: Gains
    """Bounds if one of them may have the hub."""

    def join(self, apart: Gains, whole: Gains) -> _Table:
        """The table with one more root, whose gains are given."""
        either = np.maximum(share(whole, self.apart)[0], share(apart, self.whole)[0])
        return _Table(share(apart, self.apart)[0], either)


def share(mine: Gains, others: Gains) -> tuple[Gains, NDArray[np.int64]]:
    """The best sum of both for each budget, and the number of trains that the first then gets."""
    own, budget = np.ogrid[: len(mine), : len(mine)]
    grid = np.where(own <= budget, mine[own] + others[budget - own], -inf)
    best = grid.argmax(axis=0)
    return grid[best, np.arange(len(mine))], best


def _nothing(trains: int) -> _Table:
    return _Table(np.zeros(trains + 1), np.zeros(trains + 1))


def any_roots(gains: Mapping[int, RootGains], trains: int) -> float:
    """Upper bound on what any set of roots adds to the score."""
    table = _nothing(trains)
    for mine in gains.values():
        more = table.join(*mine)
        table = _Table(np.maximum(table.apart, more.apart), np.maximum(table.whole, more.whole))
    return float(table.whole[-1])


def promising_sets(gains: Mapping[int, RootGains], trains: int, wanted: float) -> Iterator[Roots]:
    """Sets of two or more roots whose curves allow them to add at least ``wanted`` to the score."""
    roots, curves = list(gains), list(gains.values())
    rest = [_nothing(trains)]  # what any number of the roots from here on can add
    for mine in reversed(curves):
        more = rest[-1].join(*mine)
        rest.append(_Table(np.maximum(rest[-1].apart, more.apart), np.maximum(rest[-1].whole, more.whole)))
    rest.reverse()

    def extend(begin: int, chosen: Roots, so_far: _Table) -> Iterator[Roots]:
        for i in range(begin, len(roots)):
            table, others = so_far.join(*curves[i]), rest[i + 1]
            most = max((table.whole[::-1] + others.apart).max(), (table.apart[::-1] + others.whole).max())
            if most < wanted:
                continue
            if chosen and table.whole[-1] >= wanted:
                yield (*chosen, roots[i])
            yield from extend(i + 1, (*chosen, roots[i]), table)

    return extend(0, (), _nothing(trains))


def split(gains: Mapping[int, RootGains], trains: int) -> tuple[float, list[ComponentShare]]:
    """Upper bound on what a set of roots adds to the score, and the split of the trains that attains it."""
    tables = [_nothing(trains)]
    for mine in gains.values():
        tables.append(tables[-1].join(*mine))
    bound = float(tables[-1].whole[-1])
    parts: list[ComponentShare] = []
    left, may_have_hub = trains, True
    for (root, (apart, whole)), before in reversed(list(zip(gains.items(), tables[:-1], strict=True))):
        without, trains_of = share(apart, before.whole if may_have_hub else before.apart)
        avoids_hub = True
        if may_have_hub:
            having, then = share(whole, before.apart)
            if having[left] > without[left]:
                trains_of, avoids_hub, may_have_hub = then, False, False
        own = int(trains_of[left])
        parts.append(ComponentShare(root, own, avoids_hub))
        left -= own
    return bound, parts
