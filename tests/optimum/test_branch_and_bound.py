from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, product, repeat
from random import Random

import pytest

from optimum import brute, cp_sat
from optimum.instances import goal, link, medium_instance, small_instance
from railwright.maps.load import load_setup
from railwright.optimum import branch_and_bound, pricing
from railwright.optimum.board_instance import board_instance
from railwright.optimum.branch_and_bound import Search
from railwright.optimum.flow import solve_flow
from railwright.optimum.instance import Best, Instance, Limit

MEDIUM = (1, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15)
"""Seeds of boards that CP-SAT proves in few seconds; it takes longer for 0, 2 and 8."""


def assert_best(instance: Instance, found: Best, score: int) -> None:
    assert brute.is_allowed(instance, found.chosen)
    assert brute.points_of(instance, found.chosen) == found.score == score
    assert found.is_proven


@cache
def usa() -> Instance:
    return board_instance(load_setup("usa"))


@pytest.mark.parametrize("seed", range(300))
def test_the_search_and_the_published_model_find_what_trying_everything_finds(seed: int) -> None:
    instance = small_instance(seed)
    score = brute.best_score(instance)
    assert_best(instance, Search(instance).solve(), score)
    assert_best(instance, solve_flow(instance), score)


@pytest.mark.parametrize("seed", range(100))
def test_without_a_price_for_trains_the_search_finds_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions with many goals are searched in this way, but these are small enough to try everything."""
    monkeypatch.setattr(pricing, "MOST_GOALS", -1)
    instance = small_instance(seed)
    assert_best(instance, Search(instance).solve(), brute.best_score(instance))


@pytest.mark.slow
def test_the_search_agrees_with_cp_sat_on_boards_that_are_too_large_to_try_everything() -> None:
    instances = [medium_instance(seed) for seed in MEDIUM]
    for instance, score in zip(instances, cp_sat.best_scores(instances), strict=True):
        assert_best(instance, Search(instance).solve(), score)


def test_cp_sat_agrees_with_trying_everything() -> None:
    instances = [small_instance(seed) for seed in range(40)]
    assert cp_sat.best_scores(instances) == [brute.best_score(instance) for instance in instances]


@pytest.mark.parametrize("components", [2, 3])
def test_several_components_can_each_reach_goals(components: int) -> None:
    """Each goal is near, and what connects the goals is too far."""
    near = [link(3 * i + j, 3 * i + j + 1, 2, 1) for i in range(components) for j in range(2)]
    far = [link(3 * i + 2, 3 * i + 3, 6, 15) for i in range(components - 1)]
    goals = [goal(3 * i, 3 * i + 2, 20 + i) for i in range(components)]
    instance = Instance(3 * components, (*near, *far), tuple(goals), 4 * components)
    found = Search(instance).solve()
    assert found.chosen == frozenset(range(len(near)))
    assert_best(instance, found, 2 * components + sum(goal.points for goal in goals))


def test_components_beside_each_other_can_share_a_goal_that_has_several_ends() -> None:
    """The first goal is reached in both components and counts once; each has one more goal."""
    links = (link(0, 1, 2, 2), link(2, 3, 2, 2), link(1, 2, 5, 1))
    instance = Instance(4, links, (goal((0, 2), (1, 3), 9), goal(0, 1, 5), goal(2, 3, 4)), 4)
    assert_best(instance, Search(instance).solve(), 2 + 2 + 9 + 5 + 4)


@pytest.mark.parametrize(("trains", "chosen", "score"), [(3, {0}, 11), (4, {1}, 17), (7, {1}, 17)])
def test_of_parallel_tracks_of_different_lengths_one_can_be_had(trains: int, chosen: set[int], score: int) -> None:
    instance = Instance(2, (link(0, 1, 3, 4), link(0, 1, 4, 10)), (goal(0, 1, 7),), trains, (Limit((0, 1), 1),))
    found = Search(instance).solve()
    assert found.chosen == chosen
    assert_best(instance, found, score)


def test_a_link_that_closes_a_cycle_is_worth_its_points() -> None:
    instance = Instance(3, (link(0, 1, 1, 1), link(1, 2, 1, 1), link(2, 0, 3, 4)), (goal(0, 2, 5),), 5)
    found = Search(instance).solve()
    assert found.chosen == {0, 1, 2}
    assert_best(instance, found, 11)


def test_the_budget_can_be_used_to_the_last_train() -> None:
    way = tuple(link(i, i + 1, 3, 4) for i in range(4))
    instance = Instance(5, way, (goal(0, 4, 30),), 12)
    assert_best(instance, Search(instance).solve(), 46)
    one_less = instance.with_trains(11)
    assert_best(one_less, Search(one_less).solve(), 12)


def test_a_link_without_trains_is_taken_for_its_cost_if_it_pays() -> None:
    """Like a station: no trains, 4 points, at most one of them."""
    links = (link(0, 1, 2, 2), link(1, 2, 0, -4), link(1, 3, 0, -4))
    instance = Instance(4, links, (goal(0, 2, 5), goal(0, 3, 6), goal(2, 3, 1)), 2, (Limit((1, 2), 1),))
    found = Search(instance).solve()
    assert found.chosen == {0, 2}
    assert_best(instance, found, 4)


def test_goals_that_are_reached_already_count_and_others_may_be_out_of_reach() -> None:
    instance = Instance(3, (link(0, 0, 1, 3),), (goal((0, 1), (1, 2), 8), goal(0, 2, 20)), 1, base=-28)
    assert_best(instance, Search(instance).solve(), -28 + 8 + 3)


def test_without_trains_there_is_nothing_to_choose() -> None:
    instance = medium_instance(3).with_trains(0)
    found = Search(instance).solve()
    assert instance.trains_of(found.chosen) == 0
    assert found.is_proven


def test_a_hint_is_taken_and_one_that_is_not_allowed_is_not() -> None:
    best = Search(usa()).solve(20)
    assert Search(usa()).solve(20, hint=best.chosen, seconds=0).score == best.score
    hinted = Search(usa()).solve(19, hint=best.chosen, seconds=0)
    assert usa().trains_of(hinted.chosen) <= 19
    assert_best(usa().with_trains(20), Search(usa()).solve(20, hint=hinted.chosen), best.score)


def test_without_time_there_is_still_a_choice_and_a_bound() -> None:
    found = Search(usa()).solve(seconds=0)
    assert usa().allows(found.chosen)
    assert usa().score(found.chosen) == found.score <= 285 <= found.bound
    assert not found.is_proven


def test_the_bound_without_time_is_for_several_components_too() -> None:
    instance = Instance(4, (link(0, 1, 1, 0), link(2, 3, 1, 0)), (goal(0, 1, 10), goal(2, 3, 10)), 2)
    assert Search(instance).solve(seconds=0).bound >= 20


@pytest.mark.slow
def test_whenever_the_time_is_over_nothing_scores_more_than_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed, looks in product(range(120), (1, 2, 3, 5, 8)):
        instance = small_instance(seed)
        clock = clock_that_stops_after(looks)
        monkeypatch.setattr(branch_and_bound, "monotonic", clock.__next__)
        found = Search(instance).solve(seconds=1)
        assert instance.allows(found.chosen)
        assert found.score <= brute.best_score(instance) <= found.bound, (seed, looks)


def clock_that_stops_after(looks: int) -> Iterator[float]:
    """Time stands still until the clock has been looked at so often, then the time is over."""
    return chain(repeat(0.0, looks), repeat(10.0))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 9])
def test_a_search_can_be_asked_for_many_budgets_in_any_order(seed: int) -> None:
    instance = medium_instance(seed)
    budgets = list(range(0, 32, 3))
    Random(seed).shuffle(budgets)
    again = Search(instance)
    for trains in budgets:
        assert_best(instance.with_trains(trains), again.solve(trains), Search(instance).solve(trains).score)


def test_the_best_score_of_the_base_game_is_285() -> None:
    found = Search(usa()).solve()
    assert_best(usa(), found, 285)
    goals = [usa().goals[i].points for i in usa().reached(found.chosen)]
    assert (len(goals), sum(goals)) == (16, 223)
    assert sum(usa().links[i].points for i in found.chosen) == 62


@pytest.mark.parametrize(("trains", "score"), [(1, 1), (5, 10), (8, 21), (10, 29), (12, 40)])
def test_the_best_scores_of_small_budgets_are_those_that_cp_sat_proves(trains: int, score: int) -> None:
    assert_best(usa().with_trains(trains), Search(usa()).solve(trains), score)
