"""The Path Agent: rules 1 to 6 of its description, one position each."""

from __future__ import annotations

from typing import Any

import pytest

from game.positions import give, small_setup
from players.asking import ask, at_turn, claim, new_memory
from railwright.game.actions import DECK, keep, pay
from railwright.game.colors import CARDS
from railwright.game.game import Game

ME = "path"
PUBLISHED = "path:variant=published"
RED, BLUE = CARDS.index("red"), CARDS.index("blue")
LINE = ("A-B 2 red", "B-C 3 blue")


def test_it_keeps_all_opening_tickets() -> None:
    setup = small_setup(*LINE, "C-D 1 red", tickets=("A-B 1", "A-C 9", "B-C 4", "A-D 3", "B-D 2", "C-D 5"))
    assert ask(Game(setup, seats=2, seed=1), ME) == keep(0, 1, 2)


def test_it_never_draws_tickets() -> None:
    game = at_turn(*LINE, tickets=("A-B 5",), more_tickets=True)
    give(game, 0, "A-B")
    assert ask(game, ME) == DECK


def test_on_the_way_of_a_ticket_it_claims_the_route_with_most_points_first() -> None:
    game = at_turn(*LINE, tickets=("A-C 5",), held=("A-C",), cards="2 red 3 blue")
    assert ask(game, ME) == claim(game, "B-C")


def test_a_ticket_counts_twice_beside_the_points_of_a_route() -> None:
    """A-B is worth 2 + 2 x 8 and B-D 15 + 2 x 1: the ticket decides; with 7 and 3 points the route does."""
    tracks = ("A-B 2 red", "B-D 6 blue")
    game = at_turn(*tracks, tickets=("A-B 8", "B-D 1"), held=("A-B", "B-D"), cards="2 red 6 blue")
    assert ask(game, ME) == claim(game, "A-B")
    game = at_turn(*tracks, tickets=("A-B 7", "B-D 3"), held=("A-B", "B-D"), cards="2 red 6 blue")
    assert ask(game, ME) == claim(game, "B-D")


def test_a_route_on_the_ways_of_two_tickets_is_not_worth_their_sum() -> None:
    """A-B and B-C lie on the ways of two tickets of 5 points, A-D on that of one of 6."""
    tracks = ("A-B 1 red", "B-C 1 blue", "C-E 1 green", "A-D 1 white")
    held = ("A-C", "A-E", "A-D")
    game = at_turn(*tracks, tickets=("A-C 5", "A-E 5", "A-D 6"), held=held, cards="red blue green white")
    assert ask(game, ME) == claim(game, "A-D")


@pytest.mark.parametrize(("ticket", "route"), [("A-C 5", "A-B"), ("C-A 5", "B-A")])
def test_equal_routes_go_by_their_first_city_then_by_the_second(ticket: str, route: str) -> None:
    """Along C-B-A the first cities are C and B, and B comes first."""
    game = at_turn("A-B 2 red", "B-C 2 red", tickets=(ticket,), held=("A-C",), cards="2 red")
    assert ask(game, ME) == claim(game, route)


def test_what_it_cannot_pay_it_passes_over() -> None:
    game = at_turn(*LINE, tickets=("A-C 5",), held=("A-C",), cards="2 red")
    assert ask(game, ME) == claim(game, "A-B")


def test_a_route_must_be_shorter_than_its_trains() -> None:
    game = at_turn(*LINE, tickets=("A-C 5",), held=("A-C",), cards="2 red 3 blue", trains=4)
    assert ask(game, ME) == claim(game, "B-C")
    game.state.table.trains[0] = 3
    assert ask(game, ME) == claim(game, "A-B")
    game.state.table.trains[0] = 2
    assert ask(game, ME) == DECK


def test_it_pays_with_the_colour_it_holds_most_of_the_first_listed_on_ties() -> None:
    for cards, payment in (("2 red 3 blue loco", pay(BLUE, 0)), ("2 blue 2 red", pay(RED, 0))):
        game = at_turn("A-B 2 gray", tickets=("A-B 5",), held=("A-B",), cards=cards)
        memory = new_memory(ME)
        game.play(ask(game, ME, memory))
        assert ask(game, ME, memory) == payment


def test_of_two_tracks_it_claims_the_one_whose_colour_it_holds_most_of() -> None:
    game = at_turn("A-B 2 red", "A-B 2 blue", tickets=("A-B 5",), held=("A-B",), cards="2 red 3 blue", seats=4)
    assert ask(game, ME) == claim(game, "A-B#2")


def test_the_way_has_the_fewest_routes_and_goes_through_its_own() -> None:
    tracks = ("A-B 1 red", "B-C 1 red", "C-D 1 red", "A-D 6 blue")
    game = at_turn(*tracks, tickets=("A-D 5", "A-C 1"), held=("A-D",), cards="3 red")
    assert ask(game, ME) == DECK, "A-D is one route, which it cannot pay"
    game = at_turn(*tracks, tickets=("A-D 5", "A-C 1"), held=("A-C",), cards="3 red")
    give(game, 0, "A-B")
    assert ask(game, ME) == claim(game, "B-C")


def test_a_ticket_that_is_cut_off_is_skipped() -> None:
    game = at_turn("A-B 2 red", "A-C 2 blue", tickets=("A-B 9", "A-C 2"), held=("A-B", "A-C"), cards="2 red 2 blue")
    give(game, 1, "A-B")
    assert ask(game, ME) == claim(game, "A-C")


def test_without_candidates_it_claims_the_cheapest_tracks_or_as_published_the_dearest() -> None:
    tracks = ("A-B 2 red", "B-C 3 blue", "C-D 1 green", "D-E 6 white")
    game = at_turn(*tracks, tickets=("A-B 9",), cards="2 red 3 blue green 6 white")
    assert ask(game, ME) == claim(game, "C-D")
    assert ask(game, PUBLISHED) == claim(game, "D-E")
    game.state.table.trains[0] = 6  # D-E must be shorter than that
    assert ask(game, PUBLISHED) == claim(game, "B-C")


def test_equally_cheap_tracks_go_by_their_cities() -> None:
    game = at_turn("A-C 2 red", "A-B 2 blue", "B-C 2 green", tickets=("A-B 9",), cards="2 red 2 blue 2 green")
    assert ask(game, ME) == claim(game, "A-C"), "C is the second city of the board, B the third"


def test_it_draws_from_the_deck_or_as_published_the_colour_of_the_best_candidate() -> None:
    game = at_turn(*LINE, tickets=("A-C 5",), held=("A-C",), row="red blue loco", cards="red")
    assert ask(game, ME) == DECK
    assert ask(game, PUBLISHED) == 1
    game = at_turn(*LINE, tickets=("A-C 5",), held=("A-C",), row="red loco", cards="red")
    assert ask(game, PUBLISHED) == DECK


def test_its_second_card_follows_the_same_rule() -> None:
    game = at_turn(*LINE, tickets=("A-C 5",), held=("A-C",), row="red blue loco")
    game.play(DECK)
    assert game.stage == "second_card"
    assert ask(game, ME) == DECK
    assert ask(game, PUBLISHED) == 1


def test_without_a_deck_it_takes_a_face_up_locomotive_or_anything_but_a_station() -> None:
    rules: dict[str, Any] = {"stations": 1, "station_points": 4}
    game = at_turn(*LINE, tickets=("A-C 5",), held=("A-C",), cards="green", row="red green loco", deck="", **rules)
    assert ask(game, ME) == 2
    game = at_turn(*LINE, tickets=("A-C 5",), held=("A-C",), cards="green", row="green", deck="", **rules)
    assert len(game.legal()) == 4
    assert ask(game, ME) == 0


def test_a_ferry_is_paid_with_its_locomotives_and_the_preferred_colour() -> None:
    game = at_turn("A-B 3 gray ferry 1", tickets=("A-B 5",), held=("A-B",), cards="3 blue 2 loco", ferries=True)
    memory = new_memory(ME)
    game.play(ask(game, ME, memory))
    assert ask(game, ME, memory) == pay(BLUE, 1)
