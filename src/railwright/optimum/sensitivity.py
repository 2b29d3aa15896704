"""Sensitivity of the best score to single tickets and routes.

A choice that does not use a link or goal is just as good without it, so only those of the best choice are solved again.
For the same reason, the range of points over which the choice stays optimal follows from another best score: for a goal
that it reaches, the best score without the goal; for one that it misses, the best score of the choices that reach it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

from railwright.optimum.branch_and_bound import Search
from railwright.optimum.instance import Best, Instance


@dataclass(frozen=True, slots=True)
class GoalRange:
    """How a goal affects the best choice."""

    goal: int
    is_reached: bool
    impact: int
    """Change of the best score if the goal is removed: 0 or negative."""
    lowest: float
    """Lowest points of the goal that keep the choice optimal; -inf if there is no limit."""
    highest: float
    """Highest points of the goal that keep the choice optimal; inf if there is no limit."""
    is_cut: bool = False
    """Whether the search stopped at ``highest``: the choice stays optimal for more points, by an unknown amount."""


@dataclass(frozen=True, slots=True)
class LinkImpact:
    """How a link affects the best score."""

    link: int
    impact: int
    """Change of the best score if the link is removed: 0 or negative."""


def goal_ranges(
    instance: Instance,
    best: Best,
    done: Callable[[int], None] = lambda _: None,
    *,
    times: int | None = None,
) -> list[GoalRange]:
    """The range of every goal. Calls ``done`` after each.

    With ``times``, each range is examined only up to ``times`` the goal's points, which can be much faster.
    """
    reached = set(instance.reached(best.chosen))
    ranges = []
    for i, goal in enumerate(instance.goals):
        if i in reached:
            impact = Search(without_goal(instance, i)).solve(hint=best.chosen).score - best.score
            ranges.append(GoalRange(i, True, impact, goal.points + impact, inf))
        else:
            extra = None if times is None else (times - 1) * goal.points
            with_it = best_with_goal(instance, i, best, extra=extra)
            is_beyond = with_it == -inf and extra is not None
            highest = goal.points + (extra if is_beyond and extra is not None else best.score - with_it)
            ranges.append(GoalRange(i, False, 0, -inf, highest, is_beyond))
        done(1)
    return ranges


def link_impacts(instance: Instance, best: Best, done: Callable[[int], None] = lambda _: None) -> list[LinkImpact]:
    """The impact of every link of the best choice; all other links have none. Calls ``done`` after each."""
    impacts = []
    for i in sorted(best.chosen):
        closed = replace(instance.links[i], b=instance.links[i].a, points=0)  # a loop worth no points
        links = tuple(closed if j == i else other for j, other in enumerate(instance.links))
        without = Search(replace(instance, links=links)).solve(hint=best.chosen - {i})
        impacts.append(LinkImpact(i, without.score - best.score))
        done(1)
    return impacts


def without_goal(instance: Instance, goal: int) -> Instance:
    """The instance without one of its goals."""
    return replace(instance, goals=tuple(other for i, other in enumerate(instance.goals) if i != goal))


def best_with_goal(instance: Instance, goal: int, best: Best, *, extra: int | None = None) -> float:
    """The best score of the choices that reach a goal.

    -inf if none does, or if a choice that misses the goal is still better when the goal is worth ``extra`` points more.
    """
    if extra is None:
        extra = 1 + sum(abs(link.points) for link in instance.links) + sum(other.points for other in instance.goals)
    richer = replace(instance.goals[goal], points=instance.goals[goal].points + extra)
    goals = tuple(richer if i == goal else other for i, other in enumerate(instance.goals))
    found = Search(replace(instance, goals=goals)).solve(hint=best.chosen)
    return found.score - extra if goal in instance.reached(found.chosen) else -inf
