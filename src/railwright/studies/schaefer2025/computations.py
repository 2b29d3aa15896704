"""The computations: best scores for all budgets, impacts of single tickets and routes, and bounds by a second method.

The results are plain values for JSON files. Tickets and tracks are given by their numbers in the setup, and scores in
points.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from railwright.game.setup import Setup
from railwright.optimum.board_instance import board_instance
from railwright.optimum.branch_and_bound import Search
from railwright.optimum.connected import Bounds, leaving_order, score_bounds
from railwright.optimum.instance import Instance
from railwright.optimum.optima import all_optima
from railwright.optimum.sensitivity import goal_ranges, link_impacts, without_goal
from railwright.optimum.solution import empty_game, in_points, solution_of
from railwright.optimum.sweep import Budget, sweep

TIMES = 2
"""Tickets outside the optimum are examined at prices up to this multiple of their points."""


def sweep_budgets(setup: Setup, *, trains: int, most_optima: int) -> dict[str, Any]:
    """The best score for each budget from 1, with the tracks and tickets of all and of some of its optima."""
    instance = board_instance(setup)
    budgets = sweep(instance, range(1, trains + 1), most_optima=most_optima)
    return {"budgets": [_budget(setup, instance, budget) for budget in budgets]}


def _budget(setup: Setup, instance: Instance, budget: Budget) -> dict[str, Any]:
    assert budget.optima is not None
    choices = budget.optima.choices
    reached = [frozenset(instance.reached(choice)) for choice in choices]
    return {
        "trains": budget.trains,
        "score": in_points(setup, budget.best.score),
        "optima": len(choices),
        "complete": budget.optima.is_complete,
        "tracks_always": _tracks(instance, frozenset.intersection(*choices)),
        "tracks_sometimes": _tracks(instance, frozenset.union(*choices)),
        "tickets_always": _tickets(instance, frozenset.intersection(*reached)),
        "tickets_sometimes": _tickets(instance, frozenset.union(*reached)),
    }


def _tracks(instance: Instance, links: frozenset[int]) -> list[int]:
    return sorted(instance.links[i].track for i in links)


def _tickets(instance: Instance, goals: frozenset[int]) -> list[int]:
    return sorted(instance.goals[i].ticket for i in goals)


def find_sensitivity(setup: Setup, *, trains: int, most_optima: int) -> dict[str, Any]:
    """The optimum for a budget, and the impact of each ticket and route (see ``sensitivity.goal_ranges``)."""
    instance = board_instance(setup, trains)
    search = Search(instance)
    best = search.solve(trains)
    solution = solution_of(empty_game(setup), 0, instance, best)
    optima = all_optima(search, best, trains, most=most_optima)
    return {
        "trains": trains,
        "score": in_points(setup, solution.score),
        "route_points": in_points(setup, solution.routes),
        "ticket_points": in_points(setup, solution.tickets),
        "trains_used": solution.trains,
        "longest_path": solution.longest_path,
        "optima": len(optima.choices),
        "complete": optima.is_complete,
        "tracks": list(solution.tracks),
        "tickets": list(solution.completed),
        "ticket_ranges": [
            {
                "ticket": instance.goals[one.goal].ticket,
                "completed": one.is_reached,
                "impact": in_points(setup, one.impact),
                "lowest": None if one.lowest == -inf else in_points(setup, one.lowest),
                "highest": None if one.highest == inf else in_points(setup, one.highest),
                "cut": one.is_cut,
            }
            for one in goal_ranges(instance, best, times=TIMES)
        ],
        "track_impacts": [
            {"track": instance.links[one.link].track, "impact": in_points(setup, one.impact)}
            for one in link_impacts(instance, best)
        ],
    }


def bound_scores(setup: Setup, *, budgets: int, trains: int, without: Sequence[int]) -> dict[str, Any]:
    """Bounds on the best score by dynamic programming: for all budgets, and for one without each of some tickets."""
    instance = board_instance(setup, budgets)
    order = leaving_order(instance)
    scores = [_pair(setup, bounds) for bounds in score_bounds(instance, order)]
    smaller = instance.with_trains(trains)
    removals = [
        {"ticket": goal.ticket, "score": _pair(setup, score_bounds(without_goal(smaller, i), order)[trains])}
        for i, goal in enumerate(smaller.goals)
        if goal.ticket in without
    ]
    return {"scores": scores, "trains": trains, "without": removals}


def _pair(setup: Setup, bounds: Bounds) -> list[float]:
    return [in_points(setup, bounds.least), in_points(setup, bounds.most)]
