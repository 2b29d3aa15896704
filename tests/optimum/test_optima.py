"""All best choices, ranges of points, frequencies over budgets."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest

from optimum.brute import best_score, every_choice, is_allowed, points_of
from optimum.instances import worthwhile_instance
from railwright.maps.load import load_setup
from railwright.optimum.board_instance import board_instance
from railwright.optimum.branch_and_bound import Search
from railwright.optimum.instance import Goal, Instance, Limit, Link
from railwright.optimum.optima import all_optima
from railwright.optimum.sensitivity import goal_ranges, link_impacts
from railwright.optimum.sweep import count_goals, count_links, sweep


@pytest.mark.parametrize("seed", range(60))
def test_all_optima_are_those_that_trying_everything_finds(seed: int) -> None:
    instance = worthwhile_instance(seed)
    search = Search(instance)
    best = search.solve()
    allowed = [choice for choice in every_choice(instance) if is_allowed(instance, choice)]
    scores = {frozenset(choice): points_of(instance, choice) for choice in allowed}
    assert best.score == max(scores.values())
    optima = all_optima(search, best, instance.trains)
    assert optima.is_complete
    assert set(optima.choices) == {choice for choice, score in scores.items() if score == best.score}


def test_a_limit_stops_the_list_and_says_so() -> None:
    links = tuple(Link(i, i + 1, 2, 2, i) for i in range(0, 12, 2))
    instance = Instance(13, links, (), 6)
    search = Search(instance)
    assert len(all_optima(search, search.solve(), 6).choices) == 20
    few = all_optima(search, search.solve(), 6, most=5)
    assert (len(few.choices), few.is_complete) == (5, False)


@pytest.mark.parametrize("seed", range(40))
def test_ranges_and_impacts_are_those_of_the_changed_instances(seed: int) -> None:
    instance = worthwhile_instance(seed)
    best = Search(instance).solve()

    def stays_best(goal: int, points: int) -> bool:
        goals = list(instance.goals)
        goals[goal] = replace(goals[goal], points=points)
        changed = replace(instance, goals=tuple(goals))
        return changed.score(best.chosen) == best_score(changed)

    for found in goal_ranges(instance, best):
        goals = tuple(goal for i, goal in enumerate(instance.goals) if i != found.goal)
        assert best.score + found.impact == best_score(replace(instance, goals=goals))
        if 1 <= found.lowest < inf:
            assert stays_best(found.goal, int(found.lowest))
            assert not stays_best(found.goal, int(found.lowest) - 1)
        if found.highest < inf:
            assert stays_best(found.goal, int(found.highest))
            assert not stays_best(found.goal, int(found.highest) + 1)
    for impact in link_impacts(instance, best):
        closed = replace(instance, limits=(*instance.limits, Limit((impact.link,), 0)))
        assert best.score + impact.impact == best_score(closed)


@pytest.mark.parametrize("seed", range(40))
def test_ranges_up_to_some_times_the_points_say_so_where_they_end(seed: int) -> None:
    instance = worthwhile_instance(seed)
    best = Search(instance).solve()
    whole = goal_ranges(instance, best)
    for found, other in zip(goal_ranges(instance, best, times=2), whole, strict=True):
        if found.is_cut:
            assert found.highest == 2 * instance.goals[found.goal].points <= other.highest
        else:
            assert found == other


def test_a_sweep_gives_what_single_searches_give() -> None:
    instance = board_instance(load_setup("usa"))
    budgets = list(sweep(instance, range(1, 15), most_optima=100))
    assert [budget.best.score for budget in budgets] == [1, 2, 4, 8, 10, 15, 18, 21, 25, 29, 34, 40, 45, 53]
    for budget in budgets[::4]:
        assert Search(instance).solve(budget.trains).score == budget.best.score
    assert [len(budget.optima.choices) for budget in budgets[:5] if budget.optima] == [5, 35, 17, 1, 9]


def test_frequencies_are_counted_over_all_optima() -> None:
    links = (Link(0, 1, 1, 1, 0), Link(2, 3, 1, 1, 1), Link(4, 5, 2, 9, 2))
    instance = Instance(6, links, (Goal((4,), (5,), 3, 0),), 3)
    budgets = list(sweep(instance, range(1, 4), most_optima=10))  # {0} or {1}; {2}; {2, 0} or {2, 1}
    counts = count_links(instance, budgets)
    assert [(counts[i].always, counts[i].sometimes) for i in range(3)] == [(0, 2), (0, 2), (2, 2)]
    assert count_goals(instance, budgets)[0].always == 2
