"""The One Step Thinker: rules 1 to 7 of its description, one position each."""

from __future__ import annotations

from typing import Any

import pytest

from game.positions import give, hold, small_setup
from players.asking import ask, at_turn, claim, new_memory, offer
from railwright.game.actions import DECK, TICKETS, keep, pay
from railwright.game.colors import CARDS
from railwright.game.game import Game

ME = "one-step"
PUBLISHED = "one-step:variant=published"
RED, GREEN = CARDS.index("red"), CARDS.index("green")
FORK = ("A-B 2 red", "A-C 2 blue")


def test_it_keeps_all_opening_tickets() -> None:
    setup = small_setup(*FORK, "C-D 1 red", tickets=("A-B 1", "A-C 9", "B-C 4", "A-D 3", "B-D 2", "C-D 5"))
    assert ask(Game(setup, seats=2, seed=1), ME) == keep(0, 1, 2)


def test_of_later_tickets_it_keeps_the_cheapest_one() -> None:
    game = at_turn(*FORK, tickets=("A-B 3", "A-C 2", "B-C 4"))
    offer(game, "A-B", "A-C", "B-C")
    assert ask(game, ME) == keep(1)


def test_equally_cheap_tickets_go_by_the_order_of_the_offer() -> None:
    game = at_turn(*FORK, tickets=("A-B 3", "A-C 2", "B-C 2"))
    offer(game, "A-B", "B-C", "A-C")
    assert ask(game, ME) == keep(1)


def test_as_published_it_keeps_the_tickets_with_most_points_for_the_trains_they_need() -> None:
    tracks = ("A-B 2 red", "A-C 4 blue", "C-D 4 blue", "A-E 1 red")
    game = at_turn(*tracks, tickets=("A-B 3", "A-D 20", "B-E 2"))
    give(game, 1, "A-E")
    offer(game, "A-B", "A-D", "B-E")  # 1.5 and 2.5 points for each train, and no way at all
    assert ask(game, PUBLISHED) == keep(1)
    assert ask(game, ME) == keep(2)
    game.state.table.trains[0] = 7  # too few for A-D
    assert ask(game, PUBLISHED) == keep(0)
    game.state.table.trains[0] = 1  # too few for any: the cheapest
    assert ask(game, PUBLISHED) == keep(2)


def test_as_published_a_ticket_that_is_already_done_beats_all_others() -> None:
    game = at_turn(*FORK, tickets=("A-B 3", "A-C 20"))
    give(game, 0, "A-B")
    offer(game, "A-C", "A-B")
    assert ask(game, PUBLISHED) == keep(1)


@pytest.mark.parametrize(("tickets", "route"), [(("A-B 5", "A-C 9"), "A-C"), (("A-B 5", "A-C 5"), "A-B")])
def test_it_works_on_the_open_ticket_with_most_points_the_first_on_ties(tickets: tuple[str, ...], route: str) -> None:
    game = at_turn(*FORK, tickets=tickets, held=("A-B", "A-C"), cards="2 red 2 blue")
    assert ask(game, ME) == claim(game, route)


@pytest.mark.parametrize(("ticket", "route"), [("A-D 5", "B-C"), ("D-A 5", "C-D")])
def test_it_aims_at_the_first_route_from_the_first_city_that_is_not_its_own(ticket: str, route: str) -> None:
    game = at_turn("A-B 1 red", "B-C 1 red", "C-D 1 red", tickets=(ticket,), held=("A-D",), cards="2 red")
    give(game, 0, "A-B")
    assert ask(game, ME) == claim(game, route)


def test_the_way_has_the_fewest_routes_whatever_their_length_and_whosoever_they_are() -> None:
    tracks = ("A-B 1 red", "B-C 1 red", "C-D 1 red", "A-D 6 blue")
    game = at_turn(*tracks, tickets=("A-D 5",), held=("A-D",), cards="red", row="green blue")
    give(game, 0, "A-B", "B-C")  # only C-D is missing, but A-D is one route
    assert ask(game, ME) == 1, "it draws for A-D"


def test_a_ticket_that_is_cut_off_is_not_open() -> None:
    game = at_turn(*FORK, tickets=("A-B 9", "A-C 2"), held=("A-B", "A-C"), cards="2 red 2 blue")
    give(game, 1, "A-B")
    assert ask(game, ME) == claim(game, "A-C")


def test_it_claims_with_the_first_colour_listed_and_fills_up_with_locomotives() -> None:
    game = at_turn("A-B 3 gray", tickets=("A-B 5",), held=("A-B",), cards="3 green red 2 loco")
    memory = new_memory(ME)
    game.play(ask(game, ME, memory))
    assert ask(game, ME, memory) == pay(RED, 2)


def test_a_route_of_two_colours_is_claimed_in_the_order_of_claims() -> None:
    game = at_turn("A-B 2 green", "A-B 2 red", tickets=("A-B 5",), held=("A-B",), cards="2 green 2 red", seats=4)
    assert ask(game, ME) == claim(game, "A-B#2")


@pytest.mark.parametrize(("row", "action"), [("blue loco red", 2), ("blue loco green", 1), ("blue green green", DECK)])
def test_it_draws_the_objective_s_colour_then_a_locomotive_then_from_the_deck(row: str, action: int) -> None:
    game = at_turn("A-B 3 red", tickets=("A-B 5",), held=("A-B",), row=row)
    assert ask(game, ME) == action


def test_its_second_card_follows_the_same_rule_without_locomotives() -> None:
    game = at_turn("A-B 3 red", tickets=("A-B 5",), held=("A-B",), row="blue loco green")
    memory = new_memory(ME)
    game.play(DECK)
    assert game.stage == "second_card"
    assert ask(game, ME, memory) == DECK
    game.state.table.face_up[2] = RED
    assert ask(game, ME, memory) == 2


@pytest.mark.parametrize(
    ("cards", "row", "action"),
    [
        ("2 green red", "red green", 1),  # most held
        ("green blue", "green blue", 1),  # blue is first in the order of the hand
        ("green loco", "loco green", 1),  # green before locomotives
        ("red loco", "red loco", 1),  # locomotives before red
    ],
)
def test_for_a_grey_route_it_draws_the_kind_it_holds_most_of(cards: str, row: str, action: int) -> None:
    game = at_turn("A-B 4 gray", tickets=("A-B 5",), held=("A-B",), cards=cards, row=row)
    assert ask(game, ME) == action


def test_it_plans_anew_only_when_somebody_has_scored() -> None:
    game = at_turn(*FORK, tickets=("A-B 5", "A-C 9"), held=("A-C",), row="red blue")
    memory = new_memory(ME)
    assert ask(game, ME, memory) == 1, "blue for A-C"
    hold(game, 0, "A-B")
    assert ask(game, ME, memory) == 1, "still"
    game.state.table.points[1] += 1
    assert ask(game, ME, memory) == 0, "red for A-B"


def test_it_plans_anew_after_choosing_tickets() -> None:
    game = at_turn(*FORK, tickets=("A-B 5", "A-C 9"), held=("A-B",), row="red blue", more_tickets=True)
    memory = new_memory(ME)
    assert ask(game, ME, memory) == 0
    turn = int(game.state.table.stage)
    offer(game, "A-C")
    ask(game, ME, memory)
    hold(game, 0, "A-B", "A-C")
    game.state.table.stage = turn
    assert ask(game, ME, memory) == 1


@pytest.mark.parametrize(("trains", "action"), [(8, "tickets"), (7, "longest")])
def test_without_open_tickets_it_draws_more_while_every_seat_has_eight_trains(trains: int, action: str) -> None:
    game = at_turn(*FORK, tickets=("A-B 5",), cards="2 red", more_tickets=True)
    game.state.table.trains[1] = trains
    assert ask(game, ME) == (TICKETS if action == "tickets" else claim(game, "A-B"))


@pytest.mark.parametrize(
    ("tracks", "cards", "trains", "route"),
    [
        (("A-B 4 red", "A-C 5 blue", "A-D 6 green"), "4 red 5 blue 6 green", 5, "A-C"),  # the longest it has trains for
        (("A-B 3 red", "A-C 3 blue"), "red 2 loco 3 blue", 45, "A-C"),  # without locomotives before with them
        (("A-B 3 gray", "A-C 3 blue"), "3 blue", 45, "A-B"),  # equal: the first
        (("A-B 3 blue", "A-C 3 gray"), "3 blue", 45, "A-B"),  # equal: the first
    ],
)
def test_otherwise_it_goes_for_the_longest_track_that_is_easiest_to_pay(
    tracks: tuple[str, ...], cards: str, trains: int, route: str
) -> None:
    game = at_turn(*tracks, tickets=("A-B 5",), cards=cards, trains=trains)
    assert ask(game, ME) == claim(game, route)


def test_what_is_missing_for_a_coloured_track_is_counted_from_the_largest_colour() -> None:
    """As coded: with two green cards, red and green tracks are equally far away, and a gray one is nearer."""
    game = at_turn("A-B 5 red", "A-C 5 green", tickets=("A-B 5",), cards="2 green", row="green red")
    assert ask(game, ME) == 1, "the first of equals is red"
    game = at_turn("A-B 5 green", "A-C 5 gray", tickets=("A-B 5",), cards="2 green", row="green loco")
    assert ask(game, ME) == 1, "a gray objective takes locomotives"


def test_for_a_grey_longest_track_it_draws_locomotives_or_from_the_deck_only() -> None:
    game = at_turn("A-B 6 gray", tickets=("A-B 1",), cards="2 green", row="green loco")
    assert ask(game, ME) == 1
    game = at_turn("A-B 6 gray", tickets=("A-B 1",), cards="2 green", row="green green")
    assert ask(game, ME) == DECK


def test_as_coded_it_draws_on_for_a_route_that_it_has_no_trains_for() -> None:
    tracks = ("A-B 5 red", "B-C 2 green")
    game = at_turn(*tracks, tickets=("A-B 5",), held=("A-B",), cards="5 red 2 green", row="blue red", trains=4)
    assert ask(game, ME) == 1


def test_without_an_objective_it_draws_a_card_if_it_can() -> None:
    game = at_turn(*FORK, tickets=("A-B 5",), cards="2 red", trains=1, deck="", row="green")
    assert ask(game, ME) == 0


def test_without_an_objective_and_cards_it_claims() -> None:
    """Its objective, the ticket's, is too long for its trains; nothing can be drawn; one track can be claimed."""
    tracks = ("A-B 5 red", "B-C 1 green")
    game = at_turn(*tracks, tickets=("A-B 5",), held=("A-B",), cards="5 red 2 green", deck="", trains=3)
    memory = new_memory(ME)
    assert ask(game, ME, memory) == claim(game, "B-C")
    game.play(claim(game, "B-C"))
    assert ask(game, ME, memory) == pay(GREEN, 0)


def test_it_builds_a_station_only_if_nothing_else_is_legal() -> None:
    rules: dict[str, Any] = {"stations": 1, "station_points": 4}
    game = at_turn("A-B 5 red", tickets=("A-B 5",), held=("A-B",), cards="5 red", deck="green", trains=3, **rules)
    assert any(300 <= action < 400 for action in game.legal())
    assert ask(game, ME) == DECK
    game = at_turn("A-B 5 red", tickets=("A-B 5",), held=("A-B",), cards="5 red", deck="", trains=3, **rules)
    assert ask(game, ME) in range(300, 302)


def test_a_tunnel_s_extra_cards_are_paid_in_the_same_colour_if_possible() -> None:
    tracks = ("A-B 2 gray tunnel",)
    game = at_turn(*tracks, tickets=("A-B 5",), held=("A-B",), cards="3 red 2 loco", deck="20 red", tunnel_cards=3)
    memory = new_memory(ME)
    for expected in (claim(game, "A-B"), pay(RED, 0), pay(RED, 2)):
        action = ask(game, ME, memory)
        assert action == expected
        game.play(action)
    assert game.seat == 1
    assert game.view(0).tracks(0) == [0]
