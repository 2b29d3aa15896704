"""The best score for every budget of a range; cuts found for one budget are reused for the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from railwright.optimum.branch_and_bound import Search
from railwright.optimum.instance import Best, Instance
from railwright.optimum.optima import Optima, all_optima

COLUMNS = ("trains", "score", "route_points", "ticket_points", "tickets", "trains_used", "optima", "proven")
"""Columns of the table of best scores, which has one row per budget."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The best score for one budget."""

    trains: int
    best: Best
    optima: Optima | None
    """All choices with this score, if requested."""


def sweep(instance: Instance, budgets: range, *, most_optima: int = 0, seconds_each: float = inf) -> Iterator[Budget]:
    """Solve each budget, warm-started with the previous best, and list up to ``most_optima`` optima of each."""
    search = Search(instance)
    hint: frozenset[int] = frozenset()
    for trains in budgets:
        best = search.solve(trains, hint=hint, seconds=seconds_each)
        wanted = most_optima > 0 and best.is_proven
        yield Budget(trains, best, all_optima(search, best, trains, most=most_optima) if wanted else None)
        hint = best.chosen


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often a link or goal is part of the optimum."""

    always: int
    """Number of budgets where every optimum has it."""
    sometimes: int
    """Number of budgets where at least one optimum has it."""


def count_links(instance: Instance, budgets: list[Budget]) -> dict[int, Frequency]:
    """For each link, the number of budgets in which it is chosen."""
    return _count(range(len(instance.links)), [[set(c) for c in _optima(budget)] for budget in budgets])


def count_goals(instance: Instance, budgets: list[Budget]) -> dict[int, Frequency]:
    """For each goal, the number of budgets in which it is reached."""
    return _count(range(len(instance.goals)), [[set(instance.reached(c)) for c in _optima(b)] for b in budgets])


def _optima(budget: Budget) -> tuple[frozenset[int], ...]:
    return (budget.best.chosen,) if budget.optima is None else budget.optima.choices


def _count(things: range, budgets: list[list[set[int]]]) -> dict[int, Frequency]:
    return {
        thing: Frequency(
            always=sum(all(thing in optimum for optimum in optima) for optima in budgets),
            sometimes=sum(any(thing in optimum for optimum in optima) for optima in budgets),
        )
        for thing in things
    }


def cell_of(value: object) -> str:
    """A value of a row in a table of budgets, as in CSV files."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
