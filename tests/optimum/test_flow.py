from __future__ import annotations

from functools import cache

from optimum.instances import goal, link, medium_instance
from railwright.maps.load import load_setup
from railwright.optimum.board_instance import board_instance
from railwright.optimum.flow import FlowSize, flow_size, solve_flow
from railwright.optimum.instance import Instance, Limit


@cache
def usa() -> Instance:
    return board_instance(load_setup("usa"))


def test_the_base_game_has_the_columns_of_the_paper_and_a_capacity_row_for_each_ticket_and_route() -> None:
    size = flow_size(usa())
    routes, cities, tickets = 78, 36, 30
    assert size == FlowSize(binary=78, continuous=4710, rows=1 + routes * tickets + cities * tickets)
    assert 1 + routes + cities * tickets == 1159, "the paper counts capacity rows once for each route"


def test_groups_have_a_dummy_arc_for_each_pair_and_loops_carry_no_flow() -> None:
    links = (link(0, 1, 1, 1), link(1, 1, 1, 1))
    instance = Instance(4, links, (goal((0, 2), (1, 2, 3), 5),), 1, (Limit((0, 1), 1),))
    budget, limit, capacity, pairs, vertices = 1, 1, 1, 1, 4
    assert flow_size(instance) == FlowSize(
        binary=2, continuous=2 + 6, rows=budget + limit + capacity + pairs + vertices
    )


def test_a_group_is_worth_its_points_once() -> None:
    """Two ways from a start to an end, and flow over both, are still one goal."""
    instance = Instance(4, (link(0, 1, 1, 1), link(2, 3, 1, 1)), (goal((0, 2), (1, 3), 5),), 2)
    found = solve_flow(instance)
    assert (found.score, found.bound, found.chosen) == (7, 7, frozenset({0, 1}))


def test_without_time_there_is_still_a_choice_and_a_bound() -> None:
    found = solve_flow(usa(), seconds=0)
    assert usa().allows(found.chosen)
    assert usa().score(found.chosen) == found.score <= 285 <= found.bound
    assert not found.is_proven


def test_when_the_time_is_over_there_is_the_best_so_far_and_a_bound() -> None:
    found = solve_flow(usa(), seconds=2)
    assert usa().allows(found.chosen)
    assert usa().score(found.chosen) == found.score <= 285 <= found.bound
    assert found.is_proven == (found.score == found.bound)


def test_an_instance_without_links_has_the_goals_that_are_reached_already() -> None:
    found = solve_flow(Instance(2, (), (goal(0, 0, 3), goal(0, 1, 4)), 5, base=-7))
    assert (found.score, found.bound, found.chosen) == (-4, -4, frozenset())


def test_the_base_game_with_three_trains() -> None:
    found = solve_flow(usa().with_trains(3))
    assert (found.score, found.is_proven) == (4, True)


def test_a_bound_is_a_score_that_can_be() -> None:
    """Scores are whole units apart, so a bound between two of them can be lowered."""
    instance = medium_instance(5)
    doubled = Instance(
        instance.vertices,
        tuple(link(one.a, one.b, one.trains, 2 * one.points) for one in instance.links),
        tuple(goal(one.starts, one.ends, 2 * one.points) for one in instance.goals),
        instance.trains,
        instance.limits,
        base=1,
    )
    found = solve_flow(doubled, seconds=1)
    assert found.bound % 2 == 1
    assert found.bound >= found.score
