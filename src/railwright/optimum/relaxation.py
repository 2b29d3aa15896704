"""The linear relaxation for one set of roots, solved by HiGHS, with directed cuts added when they are violated.

The links of a solution form components. A component that reaches goals has a *root*: the first goal that it reaches, in
the order of the instance. For given roots, each component is a tree of directed arcs that grows from the start of its
root. All other links are *loose*: they score their points, whatever they connect. Columns:

- the number of loose links of each kind (same trains and points), so that equal links need no branching;
- for each component: two arcs per link, a share per vertex (the total that enters it), and a share per later goal, at
  most the share of its starts and at most that of its ends.

An integer solution scores at least its relaxation's value: loose links may happen to connect further goals.
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
"""Edge weights of the dual simplex in HiGHS: Devex has cheaper iterations, and these programs need few."""

Decision = tuple[int, int, int]
"""A quantity with its lower and upper bound. Quantities are numbered: first the share of each link in the trees, then
the number of loose links of each kind, then the vertex shares of each component."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Links that are interchangeable when loose."""

    trains: int
    points: int
    links: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A solution of the relaxation."""

    bound: float
    """Upper bound: no choice with these roots scores more."""
    trees: NDArray[np.float64]
    """Share of each link in the trees."""
    loose: NDArray[np.float64]
    """Number of loose links of each kind."""
    shares: NDArray[np.float64]
    """Share of each vertex in each component."""
    losses: NDArray[np.float64]
    """Reduced costs: the least loss of the bound if a column at 0 were raised to 1; 0 for all other columns."""

    @property
    def values(self) -> NDArray[np.float64]:
        """Values of all quantities."""
        return np.concatenate([self.trees, self.loose, self.shares])


class Relaxation:
    """A relaxation to be solved repeatedly, with changing decisions and budgets; its cuts are kept."""

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
        """Set the budget."""
        self._trains = trains
        self._highs.changeRowBounds(self._budget_row, -INFINITY, float(trains))

    def decide(self, decisions: Iterable[Decision]) -> None:
        """Replace all decisions in force by these."""
        wanted = {quantity: (low, high) for quantity, low, high in decisions}
        for quantity in [*self._decided, *wanted]:
            bounds = wanted.get(quantity, (0, self.most(quantity)))
            if self._decided.get(quantity) != bounds:
                self._set_bounds(quantity, *bounds)
        self._decided = wanted

    def most(self, quantity: int) -> int:
        """Upper bound of a quantity before any decision."""
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
        """Upper bound on the score with the cuts found so far; -inf if the relaxation is infeasible."""
        self._highs.run()
        status = self._highs.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            if not self._decided:
                self.curve.rule_out(self._trains)
            return -INFINITY
        if status == highspy.HighsModelStatus.kModelEmpty:  # there are no columns
            return float(self.instance.base)
        if status != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(f"HiGHS stopped with {self._highs.modelStatusToString(status)}")
        bound = float(self._highs.getObjectiveValue())
        if not self._decided:
            self.curve.add(self._trains, bound, abs(self._highs.getSolution().row_dual[self._budget_row]))
        return bound

    def solve(self, least: float) -> Point | None:
        """The optimal point after adding violated cuts, or None if no choice can score ``least`` or more."""
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
        """Quantities that may differ from a point in choices that score ``least`` or more, by their reduced costs."""
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
        """Add the cuts that a point violates. Returns how many."""
        share = np.where(part.column == NONE, 0.0, values[part.column])
        wanted = np.zeros(self.instance.vertices + 1)
        wanted[:-1] = values[part.share.start : part.share.stop]
        count = find_cuts(part.first, part.next_arc, part.head, share, part.source, wanted, self._inside, self._sinks)
        if count:
            inside = self._inside[:count]
            crosses = inside[:, part.head] & ~inside[:, part.tail] & (part.column != NONE)
            sinks = np.array(part.share)[self._sinks[:count]]
            self._add_cut_rows([np.append(part.column[row], sink) for row, sink in zip(crosses, sinks, strict=True)])
        return int(count)

    def _add_cut_rows(self, rows: list[NDArray[np.int64]]) -> None:
        """Add rows ``>= 0`` with coefficient -1 for the last column of each and 1 for the others."""
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
    """Kinds of links worth choosing as loose links, by trains and points; a limited link is a kind of its own."""
    kinds: dict[tuple[int, int, int], list[int]] = {}
    for i, link in enumerate(instance.links):
        if link.points > 0:
            kinds.setdefault((link.trains, link.points, i if i in instance.limits_of else NONE), []).append(i)
    return [Kind(trains, points, tuple(links)) for (trains, points, _), links in kinds.items()]
