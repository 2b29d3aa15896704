"""Connected choices by dynamic programming: against trying everything, and disputed numbers of a published table."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace

import pytest

from optimum.brute import every_choice, is_allowed, points_of
from optimum.instances import worthwhile_instance
from railwright.maps.load import load_setup
from railwright.optimum.board_instance import board_instance
from railwright.optimum.branch_and_bound import Search
from railwright.optimum.connected import leaving_order, score_bounds
from railwright.optimum.instance import Goal, Instance, Limit, Link
from railwright.optimum.sensitivity import without_goal


def plain_instance(seed: int) -> Instance:
    """One that the method can answer: no loops, no limits, goals between two different vertices."""
    instance = worthwhile_instance(seed)
    links = tuple(link for link in instance.links if not link.is_loop)
    goals = tuple(
        replace(goal, starts=goal.starts[:1], ends=goal.ends[:1])
        for goal in instance.goals
        if goal.starts[0] != goal.ends[0]
    )
    return replace(instance, links=links, goals=goals, limits=())


def is_connected(instance: Instance, chosen: Collection[int]) -> bool:
    parts: list[set[int]] = []
    for i in chosen:
        ends = {instance.links[i].a, instance.links[i].b}
        touching = [part for part in parts if part & ends]
        parts = [part for part in parts if not part & ends] + [ends.union(*touching)]
    return len(parts) <= 1


@pytest.mark.parametrize("seed", range(120))
def test_every_budget_has_the_best_connected_choice_and_a_bound(seed: int) -> None:
    instance = plain_instance(seed)
    allowed = [choice for choice in every_choice(instance) if is_allowed(instance, choice)]
    choices = [(instance.trains_of(choice), choice) for choice in allowed]
    found = score_bounds(instance)
    assert len(found) == instance.trains + 1
    for trains, bounds in enumerate(found):
        within = [choice for taken, choice in choices if taken <= trains]
        best = max(points_of(instance, choice) for choice in within)
        assert bounds.least == max(points_of(instance, choice) for choice in within if is_connected(instance, choice))
        assert bounds.least <= best <= bounds.most
        assert not bounds.is_proven or bounds.least == best


def test_two_parts_that_do_not_meet_are_within_the_bound() -> None:
    links = (Link(0, 1, 2, 2, 0), Link(2, 3, 2, 2, 1))
    instance = Instance(4, links, (Goal((0,), (1,), 5, 0), Goal((2,), (3,), 6, 1)), 4)
    bounds = score_bounds(instance)[4]
    assert (bounds.least, bounds.is_proven) == (8, False)
    assert Search(instance).solve().score == 15 <= bounds.most == 16


def test_the_order_changes_nothing() -> None:
    instance = plain_instance(7)
    expected = score_bounds(instance)
    for seed in range(5):
        order = list(range(instance.vertices))
        random.Random(seed).shuffle(order)
        assert score_bounds(instance, order) == expected


def test_unsupported_instances_are_refused() -> None:
    link = Link(0, 1, 1, 1, 0)
    for instance in (
        Instance(2, (link,), (), 3, (Limit((0,), 1),)),
        Instance(3, (link,), (Goal((0, 2), (1,), 5, 0),), 3),
        Instance(2, (link,), (Goal((0,), (0,), 5, 0),), 3),
        Instance(2, (Link(1, 1, 1, 1, 0),), (), 3),
    ):
        with pytest.raises(ValueError, match="this method does not support"):
            score_bounds(instance)


@pytest.mark.slow
def test_north_america_and_what_two_disputed_tickets_are_worth_to_it() -> None:
    """Table 2 of Schaefer and Schaefer (2025) prints impacts of 0 and -1; the study looks at all sixteen."""
    setup = load_setup("usa", tickets="base")
    instance = board_instance(setup)
    order = leaving_order(instance)
    bounds = score_bounds(instance, order)
    assert bounds[45].is_proven
    search = Search(instance)
    for trains in (20, 33, 45):
        assert search.solve(trains).score == bounds[trains].least
    impacts = {}
    for i, goal in enumerate(instance.goals):
        name = " - ".join(setup.tickets[goal.ticket].places)
        if name in ("Denver - Pittsburgh", "New York - Seattle"):
            without = score_bounds(without_goal(instance, i), order)[45]
            assert without.is_proven
            impacts[name] = without.least - bounds[45].least
    assert impacts == {"Denver - Pittsburgh": -1, "New York - Seattle": -22}
