"""How the best score depends on single tickets and routes.

A choice that does not use something is as good without it, so only what the best choice has needs to be solved anew.
For the same reason the points between which the choice stays best follow from two other best scores: of a goal that it
reaches, the best without the goal; of one that it does not reach, the best of those that reach it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

from railwright.optimum.instance import Best, Instance
from railwright.optimum.search import Search


@dataclass(frozen=True, slots=True)
class GoalRange:
    """What a goal means for the best choice."""

    goal: int
    is_reached: bool
    impact: int
    """By how much the best score changes if the goal is taken away: 0 or less."""
    lowest: float
    """The choice stays best while the goal is worth at least this; -inf if any value will do."""
    highest: float
    """The choice stays best while the goal is worth at most this; inf if any value will do."""
    is_cut: bool = False
    """Whether it would stay best for more than the highest, and nobody looked how far."""


@dataclass(frozen=True, slots=True)
class LinkImpact:
    """What a link means for the best score."""

    link: int
    impact: int
    """By how much the best score changes if the link is taken away: 0 or less."""


def goal_ranges(
    instance: Instance,
    best: Best,
    done: Callable[[int], None] = lambda _: None,
    *,
    times: int | None = None,
) -> list[GoalRange]:
    """The range of every goal. ``done`` is told after each.

    With ``times``, only goals worth up to so many times their points are looked at, which can be much quicker.
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
    """The impact of every link that the best choice has. All others have none. ``done`` is told after each."""
    impacts = []
    for i in sorted(best.chosen):
        closed = replace(instance.links[i], b=instance.links[i].a, points=0)  # a loop that is worth nothing
        links = tuple(closed if j == i else other for j, other in enumerate(instance.links))
        without = Search(replace(instance, links=links)).solve(hint=best.chosen - {i})
        impacts.append(LinkImpact(i, without.score - best.score))
        done(1)
    return impacts


def without_goal(instance: Instance, goal: int) -> Instance:
    """The instance if a goal is taken away."""
    return replace(instance, goals=tuple(other for i, other in enumerate(instance.goals) if i != goal))


def best_with_goal(instance: Instance, goal: int, best: Best, *, extra: int | None = None) -> float:
    """The best score of the choices that reach a goal.

    -inf if none does, or if even with so many extra points for it others score more.
    """
    if extra is None:
        extra = 1 + sum(abs(link.points) for link in instance.links) + sum(other.points for other in instance.goals)
    richer = replace(instance.goals[goal], points=instance.goals[goal].points + extra)
    goals = tuple(richer if i == goal else other for i, other in enumerate(instance.goals))
    found = Search(replace(instance, goals=goals)).solve(hint=best.chosen)
    return found.score - extra if goal in instance.reached(found.chosen) else -inf
