"""Tickets: like those of the usa board, on boards of any size."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from mapmaker.plain_map import PlainMap, ways
from mapmaker.plans import plan, plan_of, plans
from railwright.game.board import Ticket
from railwright.mapmaker.board_plan import BoardPlan
from railwright.mapmaker.ticket_making import make_tickets, usa_profile
from railwright.maps.load import load_board, load_ruleset

USA = load_ruleset("usa")


def slow_ways(found: BoardPlan) -> dict[frozenset[str], int]:
    names = [city.name for city in found.cities]
    routes = [(names[r.cities[0]], names[r.cities[1]], r.length, r.tracks) for r in found.routes]
    return ways(PlainMap(cities=dict.fromkeys(names, (0.0, 0.0)), routes=routes))


def frequencies(found: BoardPlan, tickets: tuple[Ticket, ...]) -> list[int]:
    counted = Counter(place for ticket in tickets for place in ticket.places)
    return [counted[city.name] for city in found.cities]


def test_the_usa_profile_is_as_counted_by_hand() -> None:
    profile = usa_profile()
    assert profile.per_city == 30 / 36
    assert profile.reach == 23 / 45
    assert profile.lengths[0] == 4 / 23  # Denver - El Paso
    assert profile.lengths[-1] == 20 / 23  # New York - Los Angeles, Seattle - New York and Los Angeles - Miami


@pytest.mark.parametrize("seed", [1, 2])
def test_on_the_usa_board_points_are_as_printed_but_for_one_point_and_cities_are_more_even(seed: int) -> None:
    board = load_board("usa")
    usa = plan_of(board)
    tickets = make_tickets(usa, USA, Random(seed))
    assert len(tickets) == 30
    printed = sorted(ticket.points for ticket in board.deck("base_revised"))
    assert all(abs(a - b) <= 1 for a, b in zip(printed, sorted(t.points for t in tickets), strict=True))
    assert set(frequencies(usa, tickets)) <= {1, 2}
    assert set(frequencies(usa, board.deck("base"))) == {0, 1, 2, 3, 4, 5}


def test_a_small_board_has_enough_for_five_players_to_begin_and_draw() -> None:
    ring = plan(15, ((i, i + 1, 2, 1) for i in range(14)))
    tickets = make_tickets(ring, USA, Random(1))
    assert len(tickets) == 5 * 3 + 3 * 3
    assert (
        max(t.points for t in tickets) <= 23
    )  # the line has 28 spaces, but players have 45 trains as on the usa board
    assert max(t.points for t in tickets) >= 18


def test_a_board_with_too_few_pairs_that_are_not_neighbours_takes_neighbours_the_farthest_first() -> None:
    # of six pairs one is apart; by hand: the four routes of lengths 6, 5, 4, 3 come before the one of length 1
    square = plan(4, [(0, 1, 6, 1), (1, 2, 5, 1), (2, 3, 4, 1), (0, 3, 3, 1), (0, 2, 1, 1)])
    tickets = make_tickets(square, USA, Random(1), count=5)
    # 0 - 1 is 6 long both directly and over 2; 2 - 3 is 4 directly and over 0; 1 - 3 is 9
    assert sorted(t.points for t in tickets) == [3, 4, 5, 6, 9]


@settings(max_examples=12, deadline=None)
@given(plans())
def test_no_ticket_comes_twice_and_each_is_worth_its_shortest_path(found: BoardPlan) -> None:
    tickets = make_tickets(found, USA, Random(3))
    slow = slow_ways(found)
    pairs = [frozenset(ticket.places) for ticket in tickets]
    assert len(set(pairs)) == len(pairs) >= 1
    assert [ticket.points for ticket in tickets] == [slow[pair] for pair in pairs]
    names = [city.name for city in found.cities]
    neighbours = {frozenset((names[r.cities[0]], names[r.cities[1]])) for r in found.routes}
    apart = set(slow) - neighbours
    if len(apart) >= len(tickets):
        assert not neighbours & set(pairs)


def test_rules_that_deal_long_tickets_get_one_for_each_seat_and_one_more() -> None:
    europe = plan_of(load_board("europe"), longest=4)
    tickets = make_tickets(europe, load_ruleset("europe"), Random(1))
    long = [t.points for t in tickets if t.long]
    assert len(long) == 6
    assert min(long) >= max(t.points for t in tickets if not t.long)
