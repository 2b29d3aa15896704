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


@dataclass(frozen=True, slots=True)
class LinkImpact:
    """What a link means for the best score."""

    link: int
    impact: int
    """By how much the best score changes if the link is taken away: 0 or less."""


Solve = Callable[[Instance, frozenset[int], int | None], float]
"""The best score of an instance, from a choice that may be good, and of those that reach a goal, if one is given."""


def search_score(instance: Instance, hint: frozenset[int] = frozenset(), require: int | None = None) -> float:
    """The best score by the search; -inf if no choice reaches the goal that is required."""
    if require is None:
        return Search(instance).solve(hint=hint).score
    extra = 1 + sum(abs(link.points) for link in instance.links) + sum(other.points for other in instance.goals)
    richer = replace(instance.goals[require], points=instance.goals[require].points + extra)
    goals = tuple(richer if i == require else other for i, other in enumerate(instance.goals))
    forced = Search(replace(instance, goals=goals)).solve(hint=hint)
    return forced.score - extra if require in instance.reached(forced.chosen) else -inf


def goal_ranges(
    instance: Instance, best: Best, done: Callable[[int], None] = lambda _: None, *, solve: Solve = search_score
) -> list[GoalRange]:
    """The range of every goal. ``done`` is told after each."""
    reached = set(instance.reached(best.chosen))
    ranges = []
    for i, goal in enumerate(instance.goals):
        if i in reached:
            impact = int(solve(without_goal(instance, i), best.chosen, None)) - best.score
            ranges.append(GoalRange(i, True, impact, goal.points + impact, inf))
        else:
            missing = best.score - solve(instance, best.chosen, i)
            ranges.append(GoalRange(i, False, 0, -inf, goal.points + missing))
        done(1)
    return ranges


def link_impacts(
    instance: Instance, best: Best, done: Callable[[int], None] = lambda _: None, *, solve: Solve = search_score
) -> list[LinkImpact]:
    """The impact of every link that the best choice has. All others have none. ``done`` is told after each."""
    impacts = []
    for i in sorted(best.chosen):
        closed = replace(instance.links[i], b=instance.links[i].a, points=0)  # a loop that is worth nothing
        links = tuple(closed if j == i else other for j, other in enumerate(instance.links))
        impact = int(solve(replace(instance, links=links), best.chosen - {i}, None)) - best.score
        impacts.append(LinkImpact(i, impact))
        done(1)
    return impacts


def without_goal(instance: Instance, goal: int) -> Instance:
    """The instance if a goal is taken away."""
    return replace(instance, goals=tuple(other for i, other in enumerate(instance.goals) if i != goal))
