"""The published integer program for the best score, solved by HiGHS: slow, and a check of the fast method.

Model (1) of Schaefer and Schaefer, "Maximizing the Score in Ticket to Ride" (2025). A binary column x per link says
whether it is chosen. Each goal has a flow y of its own over the links, in either direction, and back from its end to
its start over a dummy arc, which scores the points of the goal. Rows:

- (1b) budget: the chosen links do not take more trains than there are;
- (1c) for each goal and link: only chosen links carry flow, in one direction;
- (1d) for each goal and vertex: flow conservation.

The flows need not be integer: for given links, the maximum flow of a goal is 1 if they reach it and 0 if not. Added
here, because the base game of the paper does not need it: limits are rows; a goal with several starts or ends has a
dummy arc for each pair, and together they score its points once; loops carry no flow.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import floor, inf
from time import monotonic

import highspy

from railwright.optimum.instance import Best, Goal, Instance
from railwright.optimum.program import INFINITY, WHOLE, Columns, Rows, load, run_stoppable

_NEARLY = 0.99
"""Absolute gap at which the search stops, in units of the score: scores differ by whole units."""


@dataclass(frozen=True, slots=True)
class FlowSize:
    """Size of the integer program.

    There is one row (1c) per goal and link, as the model requires. The paper reports 1,159 rows for the base game,
    which is the count with only one row (1c) per link.
    """

    binary: int
    continuous: int
    rows: int


def solve_flow(instance: Instance, *, seconds: float = inf) -> Best:
    """The best choice by model (1), on one thread. At the time limit, the incumbent and the dual bound."""
    began = monotonic()
    if not instance.links:  # without integer columns, HiGHS reports no dual bound
        score = instance.score(())
        return Best(frozenset(), score, score, 0, monotonic() - began)
    highs = load(*_model(instance), offset=instance.base, whole=len(instance.links))
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.setOptionValue("mip_abs_gap", _NEARLY * instance.unit)
    highs.setOptionValue("time_limit", max(0.0, seconds - (monotonic() - began)))
    run_stoppable(highs)
    status = highs.getModelStatus()
    is_done = status == highspy.HighsModelStatus.kOptimal
    if not is_done and status != highspy.HighsModelStatus.kTimeLimit:
        raise RuntimeError(f"HiGHS stopped with {highs.modelStatusToString(status)}")
    info = highs.getInfo()
    chosen: frozenset[int] = frozenset()
    if info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible:
        shares = highs.getSolution().col_value[: len(instance.links)]
        chosen = frozenset(i for i, share in enumerate(shares) if share > 0.5)
    score = instance.score(chosen)
    bound = _bound(instance, info.mip_dual_bound)
    if is_done and bound > score:
        raise RuntimeError(f"HiGHS reports {score} as optimal, but its bound is {bound}")
    return Best(chosen, score, max(bound, score), max(info.mip_node_count, 0), monotonic() - began)


def flow_size(instance: Instance) -> FlowSize:
    """Number of columns and rows of model (1) for an instance."""
    columns, rows = _model(instance)
    return FlowSize(len(instance.links), len(columns.gain) - len(instance.links), len(rows.lower))


def _model(instance: Instance) -> tuple[Columns, Rows]:
    """Build the columns, those of the links first, and the rows."""
    columns, rows = Columns(), Rows()
    for link in instance.links:
        columns.add(1, gain=link.points)
    rows.add(-INFINITY, instance.trains, *((link.trains, [i]) for i, link in enumerate(instance.links)))
    for limit in instance.limits:
        rows.add(-INFINITY, limit.most, (1, limit.links))
    for goal in instance.goals:
        _add_goal(instance, goal, columns, rows)
    return columns, rows


def _add_goal(instance: Instance, goal: Goal, columns: Columns, rows: Rows) -> None:
    """Add the flow of a goal."""
    entering: list[list[int]] = [[] for _ in range(instance.vertices)]
    leaving: list[list[int]] = [[] for _ in range(instance.vertices)]
    for x, link in enumerate(instance.links):
        if link.is_loop:
            continue
        forth, back = columns.add(2)
        rows.add(-INFINITY, 0, (1, [forth, back]), (-1, [x]))
        leaving[link.a].append(forth)
        entering[link.b].append(forth)
        leaving[link.b].append(back)
        entering[link.a].append(back)
    pairs = list(product(goal.ends, goal.starts))
    dummies = columns.add(len(pairs), gain=goal.points)
    for column, (end, start) in zip(dummies, pairs, strict=True):
        if end != start:  # if equal, the goal is reached without any link
            leaving[end].append(column)
            entering[start].append(column)
    if len(pairs) > 1:
        rows.add(-INFINITY, 1, (1, dummies))
    for into, out in zip(entering, leaving, strict=True):
        rows.add(0, 0, (1, into), (-1, out))


def _bound(instance: Instance, bound: float) -> int:
    """The greatest possible score that does not exceed a bound."""
    everything = sum(max(link.points, 0) for link in instance.links) + sum(goal.points for goal in instance.goals)
    gain = min(bound - instance.base, everything)
    return instance.base + instance.unit * floor(gain / instance.unit + WHOLE)
