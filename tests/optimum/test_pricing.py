from __future__ import annotations

from itertools import combinations

import pytest

from optimum import brute
from optimum.instances import goal, link, small_instance, worthwhile_instance
from railwright.maps.load import load_setup
from railwright.optimum.board_instance import board_instance
from railwright.optimum.branch_and_bound import Search
from railwright.optimum.instance import Instance, Limit
from railwright.optimum.pricing import MOST_GOALS, Pricing

SMALL = [small_instance(seed) for seed in range(80)]
WORTHWHILE = [worthwhile_instance(seed) for seed in range(60)]
INSTANCES = [Search(instance).instance for instance in SMALL + WORTHWHILE]
"""As the search asks them: without goals that need no links."""


def goals_by_root(instance: Instance, choice: tuple[int, ...]) -> dict[int, list[int]]:
    """The goals that a choice reaches, by the first goal of the component that reaches them."""
    component = list(range(instance.vertices))
    for number in choice:
        a, b = (component[vertex] for vertex in (instance.links[number].a, instance.links[number].b))
        component = [a if other == b else other for other in component]
    found: dict[int, list[int]] = {}
    for number, one in enumerate(instance.goals):
        shared = {component[vertex] for vertex in one.starts} & {component[vertex] for vertex in one.ends}
        if shared:
            found.setdefault(min(shared), []).append(number)
    return {min(goals): goals for goals in found.values()}


@pytest.mark.parametrize("instance", INSTANCES)
def test_no_choice_scores_more_than_the_bound(instance: Instance) -> None:
    assert brute.best_score(instance) <= Pricing(instance).bound


@pytest.mark.parametrize("instance", INSTANCES)
def test_the_best_choice_is_still_there_when_the_instance_is_narrowed(instance: Instance) -> None:
    best = brute.best_score(instance)
    narrowed = Pricing(instance).narrowed(best)
    assert brute.best_score(narrowed) == best
    assert [one.track for one in narrowed.links] == [one.track for one in instance.links]


@pytest.mark.parametrize("instance", [one for one in INSTANCES if len(one.links) <= 8])
def test_every_best_choice_has_roots_that_are_not_ruled_out(instance: Instance) -> None:
    best = brute.best_score(instance)
    bounds = {roots: bound for bound, roots in Pricing(instance).root_sets(best)}
    for choice in brute.every_choice(instance):
        if brute.is_allowed(instance, choice) and brute.points_of(instance, choice) == best:
            assert bounds[tuple(sorted(goals_by_root(instance, choice)))] >= best


@pytest.mark.parametrize("instance", INSTANCES)
def test_forests_come_with_falling_bounds_and_have_no_loops(instance: Instance) -> None:
    found = list(Pricing(instance).forests())
    bounds = [bound for bound, _ in found]
    assert bounds == sorted(bounds, reverse=True)
    assert not any(instance.links[number].is_loop for _, forest in found for number in forest)


def test_the_bound_is_the_best_score_when_the_budget_has_a_price() -> None:
    """At a price of 2 the goal is worth more than its way, and the loose link is worth its price: 4 + 9 + 6."""
    way, loose = [link(0, 1, 2, 2), link(1, 2, 2, 2)], link(3, 4, 3, 6)
    instance = Instance(5, (*way, loose, link(0, 2, 6, 3)), (goal(0, 2, 9),), 7, base=-4)
    pricing = Pricing(instance)
    assert pricing.bound == pytest.approx(4 + 9 + 6 - 4, abs=0.01)
    assert sorted(roots for _, roots in pricing.root_sets(15)) == [(0,)]
    assert [one.is_loop for one in pricing.narrowed(15).links] == [False, False, True, True]
    assert (pricing.bound, [0, 1]) in list(pricing.forests())


def test_with_trains_for_everything_the_price_is_nothing() -> None:
    instance = Instance(3, (link(0, 1, 2, 2), link(1, 2, 3, 4)), (goal(0, 2, 5),), 9)
    assert Pricing(instance).bound == pytest.approx(11, abs=0.01)


def test_limits_only_raise_the_bound() -> None:
    free = Instance(2, (link(0, 1, 3, 4), link(0, 1, 4, 10)), (goal(0, 1, 7),), 7)
    limited = Instance(2, free.links, free.goals, 7, (Limit((0, 1), 1),))
    assert Pricing(limited).bound == Pricing(free).bound >= brute.best_score(limited)


def test_only_few_goals_are_priced() -> None:
    setup = load_setup("usa")
    for number in (0, MOST_GOALS, MOST_GOALS + 1):
        assert Pricing.suits(board_instance(setup, tickets=range(number))) == (number <= MOST_GOALS)


def test_goals_of_a_board_are_proven_by_few_linear_programs() -> None:
    """Without the price for trains it takes some 20 nodes for a hand."""
    setup = load_setup("usa")
    nodes = [Search(board_instance(setup, tickets=hand)).solve().nodes for hand in combinations(range(0, 30, 6), 3)]
    assert sum(nodes) < 10 * len(nodes)
