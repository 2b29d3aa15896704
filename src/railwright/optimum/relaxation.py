"""The linear relaxation for one set of roots, solved by HiGHS, with directed cuts that are added when they are broken.

The links of a solution form components. A component that reaches goals has a *root*: the first goal that it reaches, in
the order of the instance. For given roots, each component grows as a tree of directed arcs from the start of its root;
all other links are *loose*: worth their points, whatever they connect. Columns:

- loose: how many loose links there are of each kind (same trains and points), so that equal links need no branching;
- for each component: two arcs for each link, a share for each vertex (what enters it), and for each later goal a share
  that is at most the share of its starts and of its ends.

A solution in whole numbers scores at least as much as the relaxation says, because loose links may connect goals, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import highspy
import numpy as np
from numpy.typing import NDArray

from railwright.game.state import NONE
from railwright.optimum.component import Component, add_component
from railwright.optimum.curve import Curve
from railwright.optimum.cuts import find_cuts
from railwright.optimum.instance import Instance
from railwright.optimum.program import INFINITY, WHOLE, Columns, Rows, load

_DEVEX = 1
"""How HiGHS weighs rows in the dual simplex: less work for each step, and these programs take few steps."""

Decision = tuple[int, int, int]
"""A quantity with its least and greatest value. Quantities are numbered: each link's share in the trees, then how many
loose links there are of each kind, then each component's vertices."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Links that are equally worth having loose."""

    trains: int
    points: int
    links: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A solution of the relaxation."""

    bound: float
    """No choice with these roots scores more."""
    trees: NDArray[np.float64]
    """The share of each link in the trees."""
    loose: NDArray[np.float64]
    """How many loose links there are of each kind."""
    shares: NDArray[np.float64]
    """The share of each component's vertices."""
    losses: NDArray[np.float64]
    """What the bound loses at least if a column that is 0 were 1; for columns that are not 0 it is 0."""

    @property
    def values(self) -> NDArray[np.float64]:
        """The values of all quantities."""
        return np.concatenate([self.trees, self.loose, self.shares])


class Relaxation:
    """Solves the relaxation again and again, with other decisions, budgets and points; it keeps the cuts."""

    def __init__(self, instance: Instance, roots: Sequence[int], *, away_from: int = NONE) -> None:
        self.instance = instance
        self.roots = tuple(roots)
        self.kinds = loose_kinds(instance)
        self.curve = Curve(instance.base)
        self._columns, self._rows = Columns(), Rows()
        for kind in self.kinds:
            self._columns.add(1, upper=len(kind.links), gain=kind.points)
        self._loose = range(len(self.kinds))
        self._components = [add_component(instance, self.roots, root, self._columns, self._rows) for root in self.roots]
        self._arcs_of = [
            [] if link.is_loop else [column for part in self._components for column in part.arcs[2 * i : 2 * i + 2]]
            for i, link in enumerate(instance.links)
        ]
        if away_from != NONE:
            for part in self._components:
                self._columns.upper[part.share[away_from]] = 0
        self._column_of = [*self._loose, *(column for part in self._components for column in part.share)]
        self._add_common_rows()
        self._decided: dict[int, tuple[int, int]] = {}
        self._decision_rows: dict[int, int] = {}
        self._trains = instance.trains
        offset = instance.base + sum(instance.goals[root].points for root in self.roots)
        self._highs = load(self._columns, self._rows, offset=offset)
        self._highs.setOptionValue("presolve", "off")
        self._highs.setOptionValue("simplex_dual_edge_weight_strategy", _DEVEX)
        most = 2 * instance.vertices + 2
        self._inside = np.zeros((most, instance.vertices + 1), np.bool_)
        self._sinks = np.zeros(most, np.int64)

    def _add_common_rows(self) -> None:
        instance, rows = self.instance, self._rows
        trains = [(link.trains, arcs) for link, arcs in zip(instance.links, self._arcs_of, strict=True)]
        loose = [(kind.trains, [column]) for kind, column in zip(self.kinds, self._loose, strict=True)]
        self._budget_row = rows.add(-INFINITY, instance.trains, *trains, *loose)
        kind_of: dict[int, int] = {}
        for kind, column in zip(self.kinds, self._loose, strict=True):
            rows.add(-INFINITY, len(kind.links), (1, [column]), *((1, self._arcs_of[i]) for i in kind.links))
            kind_of |= dict.fromkeys(kind.links, column)
        for limit in instance.limits:
            loose_ones = [kind_of[i] for i in limit.links if i in kind_of]
            rows.add(-INFINITY, limit.most, (1, loose_ones), *((1, self._arcs_of[i]) for i in limit.links))
        if len(self._components) > 1:
            for vertex in range(instance.vertices):
                rows.add(-INFINITY, 1, (1, [part.share[vertex] for part in self._components]))
            for i in range(len(instance.goals)):
                shared = [part.goals[i] for part in self._components if i in part.goals]
                if len(shared) > 1:
                    rows.add(-INFINITY, 1, (1, shared))
        for i, link in enumerate(instance.links):
            for part in self._components:
                for column in part.arcs[2 * i : 2 * i + 2]:
                    self._columns.gain[column] = link.points

    def set_trains(self, trains: int) -> None:
        """Ask for another budget."""
        self._trains = trains
        self._highs.changeRowBounds(self._budget_row, -INFINITY, float(trains))

    def decide(self, decisions: Iterable[Decision]) -> None:
        """Ask for the part of the solutions in which these hold, and no others."""
        wanted = {quantity: (low, high) for quantity, low, high in decisions}
        for quantity in [*self._decided, *wanted]:
            bounds = wanted.get(quantity, (0, self.most(quantity)))
            if self._decided.get(quantity) != bounds:
                self._set_bounds(quantity, *bounds)
        self._decided = wanted

    def most(self, quantity: int) -> int:
        """The greatest value of a quantity before anything is decided."""
        kind = quantity - len(self.instance.links)
        return len(self.kinds[kind].links) if 0 <= kind < len(self.kinds) else 1

    def _set_bounds(self, quantity: int, low: int, high: int) -> None:
        links = len(self.instance.links)
        if quantity >= links:
            self._highs.changeColBounds(self._column_of[quantity - links], float(low), float(high))
        elif quantity in self._decision_rows:
            self._highs.changeRowBounds(self._decision_rows[quantity], float(low), float(high))
        else:
            columns = np.array(self._arcs_of[quantity], np.int32)
            self._highs.addRow(float(low), float(high), len(columns), columns, np.ones(len(columns)))
            self._decision_rows[quantity] = int(self._highs.getNumRow()) - 1

    def bound(self) -> float:
        """An upper bound with the cuts that are there; -inf if no choice is possible."""
        self._highs.run()
        status = self._highs.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            if not self._decided:
                self.curve.rule_out(self._trains)
            return -INFINITY
        if status == highspy.HighsModelStatus.kModelEmpty:  # nothing to choose from
            return float(self.instance.base)
        if status != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(f"HiGHS stopped with {self._highs.modelStatusToString(status)}")
        bound = float(self._highs.getObjectiveValue())
        if not self._decided:
            self.curve.add(self._trains, bound, abs(self._highs.getSolution().row_dual[self._budget_row]))
        return bound

    def solve(self, least: float) -> Point | None:
        """The best point, or None if no choice can score ``least`` or more."""
        while True:
            bound = self.bound()
            if bound == -INFINITY or bound < least:
                return None
            solution = self._highs.getSolution()
            values = np.array(solution.col_value)
            if sum([self._add_cuts(part, values) for part in self._components]) == 0:
                losses = np.where(values > WHOLE, 0.0, np.abs(solution.col_dual))
                shares = values[self._column_of[len(self.kinds) :]]
                return Point(bound, self._trees(values), values[: len(self.kinds)], shares, losses)

    def movable(self, point: Point, least: float) -> list[int]:
        """The quantities that may be other than at a point in choices that score at least so much."""
        slack = point.bound - least + WHOLE
        links = len(self.instance.links)
        trees = [i for i, arcs in enumerate(self._arcs_of) if arcs and point.losses[arcs].min() <= slack]
        return trees + [links + i for i in self._loose if point.losses[i] <= slack]

    def _trees(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        trees = np.zeros(len(self.instance.links))
        for part in self._components:
            trees += values[part.arcs.start : part.arcs.stop].reshape(-1, 2).sum(axis=1)
        return trees

    def _add_cuts(self, part: Component, values: NDArray[np.float64]) -> int:
        """Add the cuts that a point breaks; returns how many."""
        share = np.where(part.column == NONE, 0.0, values[part.column])
        wanted = np.zeros(self.instance.vertices + 1)
        wanted[:-1] = values[part.share.start : part.share.stop]
        found = find_cuts(part.first, part.following, part.head, share, part.source, wanted, self._inside, self._sinks)
        if found:
            inside = self._inside[:found]
            crosses = inside[:, part.head] & ~inside[:, part.tail] & (part.column != NONE)
            sinks = np.array(part.share)[self._sinks[:found]]
            self._add_cut_rows([np.append(part.column[row], sink) for row, sink in zip(crosses, sinks, strict=True)])
        return int(found)

    def _add_cut_rows(self, rows: list[NDArray[np.int64]]) -> None:
        """Rows that are at least 0, each with all its columns but the last at 1 and the last at -1."""
        sizes = np.array([len(row) for row in rows])
        stops = sizes.cumsum()
        columns = np.concatenate(rows).astype(np.int32)
        values = np.ones(len(columns))
        values[stops - 1] = -1
        free = np.full(len(rows), INFINITY)
        self._highs.addRows(
            len(rows), np.zeros(len(rows)), free, len(columns), (stops - sizes).astype(np.int32), columns, values
        )


def loose_kinds(instance: Instance) -> list[Kind]:
    """The links that are worth having loose, by trains and points; a limited link is a kind of its own."""
    kinds: dict[tuple[int, int, int], list[int]] = {}
    for i, link in enumerate(instance.links):
        if link.points > 0:
            kinds.setdefault((link.trains, link.points, i if i in instance.limits_of else NONE), []).append(i)
    return [Kind(trains, points, tuple(links)) for (trains, points, _), links in kinds.items()]
