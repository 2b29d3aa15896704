"""The Long Route Junkie: rules 1 to 5 of its description, one position each."""

from __future__ import annotations

import pytest

from game.positions import give, hold, small_setup
from players.asking import ask, at_turn, claim, new_memory, offer
from railwright.game.actions import DECK, keep, pay
from railwright.game.colors import CARDS
from railwright.game.game import Game

ME = "long-route"
PUBLISHED = "long-route:variant=published"
RED = CARDS.index("red")
AROUND = ("A-B 2 red", "A-C 3 blue", "C-D 3 green", "D-B 3 white")
"""From A to B by one short route, or by three long ones."""


def test_it_keeps_the_two_cheapest_opening_tickets() -> None:
    setup = small_setup(*AROUND, tickets=("A-B 7", "A-C 9", "B-C 4"))
    game = Game(setup, seats=2, seed=1)
    offer(game, "A-B", "A-C", "B-C")
    assert ask(game, ME) == keep(0, 2)


def test_equally_cheap_tickets_go_by_the_order_of_the_offer() -> None:
    setup = small_setup(*AROUND, tickets=("A-B 7", "A-C 4", "B-C 4", "C-D 4"))
    game = Game(setup, seats=2, seed=1)
    offer(game, "C-D", "B-C", "A-C")
    assert ask(game, ME) == keep(0, 1)


def test_as_published_it_keeps_those_with_most_points_for_the_trains_they_need_over_long_tracks() -> None:
    """A-C needs 6 trains and B-C 4, A-B cannot be reached over tracks of four spaces."""
    tracks = ("A-B 2 red", "A-C 6 blue", "C-D 4 green", "B-D 2 white")
    setup = small_setup(*tracks, tickets=("A-B 1", "A-C 24", "C-D 8", "B-D 2"))
    game = Game(setup, seats=2, seed=1)
    offer(game, "A-B", "A-C", "C-D")
    assert ask(game, PUBLISHED) == keep(1, 2)
    assert ask(game, ME) == keep(0, 2)


def test_it_never_draws_tickets_but_goes_for_the_longest_track() -> None:
    game = at_turn(*AROUND, "D-E 6 red", tickets=("A-B 5",), cards="2 red", row="blue red", more_tickets=True)
    assert ask(game, ME) == 1


def test_for_a_ticket_it_uses_tracks_of_three_spaces_and_more() -> None:
    game = at_turn(*AROUND, tickets=("A-B 5",), held=("A-B",), cards="2 red 3 blue")
    assert ask(game, ME) == claim(game, "A-C")


def test_as_published_three_spaces_are_too_short_for_a_ticket() -> None:
    """Then no ticket is open, and it goes for the longest track."""
    game = at_turn(*AROUND, "D-E 4 black", tickets=("A-B 5",), held=("A-B",), cards="3 blue 4 black")
    assert ask(game, ME) == claim(game, "A-C")
    assert ask(game, PUBLISHED) == claim(game, "D-E")
    tracks = ("A-B 2 red", "A-C 4 blue", "C-B 4 green")
    game = at_turn(*tracks, "B-E 6 black", tickets=("A-B 5",), held=("A-B",), cards="4 blue 6 black")
    assert ask(game, PUBLISHED) == claim(game, "A-C")


def test_its_own_short_routes_stay_on_the_way() -> None:
    tracks = ("A-B 1 red", "B-C 3 blue", "A-D 3 green", "D-E 3 green", "E-C 3 green")
    game = at_turn(*tracks, tickets=("A-C 5",), held=("A-C",), cards="3 blue 3 green")
    assert ask(game, ME) == claim(game, "A-D"), "A-B is too short to claim"
    give(game, 0, "A-B")
    assert ask(game, ME) == claim(game, "B-C")


@pytest.mark.parametrize(("trains", "action"), [(2, "claim"), (3, "draw")])
def test_with_fewer_than_three_trains_it_uses_tracks_as_long_as_its_trains(trains: int, action: str) -> None:
    """With three trains A-B is too short for the ticket, and it draws for the longest track."""
    tracks = ("A-B 2 red", "B-C 2 blue", "C-D 3 green")
    game = at_turn(*tracks, tickets=("A-C 5",), held=("A-C",), cards="2 red", row="blue green", trains=trains)
    assert ask(game, ME) == (claim(game, "A-B") if action == "claim" else 1)


def test_a_ticket_that_only_short_tracks_can_complete_is_not_open() -> None:
    tracks = ("A-B 2 red", "B-C 5 blue", "C-D 3 green")
    game = at_turn(*tracks, tickets=("A-B 9", "C-D 2"), held=("A-B", "C-D"), cards="2 red 5 blue 3 green")
    assert ask(game, ME) == claim(game, "C-D")
    hold(game, 0, "A-B")
    assert ask(game, ME) == claim(game, "B-C"), "the longest track"


@pytest.mark.parametrize(
    ("tracks", "cards", "route"),
    [
        (("A-B 3 blue", "A-C 3 gray"), "3 blue", "A-C"),  # gray without locomotives is best
        (("A-B 3 blue", "A-C 3 gray"), "2 blue loco", "A-B"),  # with locomotives they are equal: the first
        (("A-B 3 gray", "A-C 3 blue"), "3 blue", "A-B"),
        (("A-B 3 red", "A-C 3 blue"), "2 red loco 3 blue", "A-C"),  # without locomotives before with them
    ],
)
def test_of_equally_long_tracks_a_grey_one_that_needs_no_locomotives_comes_first(
    tracks: tuple[str, ...], cards: str, route: str
) -> None:
    game = at_turn(*tracks, tickets=("A-B 5",), cards=cards)
    assert ask(game, ME) == claim(game, route)


def test_it_draws_and_claims_as_one_step_does() -> None:
    game = at_turn("A-B 3 gray", tickets=("A-B 5",), held=("A-B",), cards="3 green red 2 loco")
    memory = new_memory(ME)
    game.play(ask(game, ME, memory))
    assert ask(game, ME, memory) == pay(RED, 2)
    for row, action in (("blue loco red", 2), ("blue loco", 1), ("blue", DECK)):
        game = at_turn("A-B 3 red", tickets=("A-B 5",), held=("A-B",), row=row)
        assert ask(game, ME) == action


def test_it_plans_anew_only_when_somebody_has_scored() -> None:
    tracks = ("A-B 3 red", "A-C 3 blue")
    game = at_turn(*tracks, tickets=("A-B 5", "A-C 9"), held=("A-C",), row="red blue")
    memory = new_memory(ME)
    assert ask(game, ME, memory) == 1, "blue for A-C"
    hold(game, 0, "A-B")
    assert ask(game, ME, memory) == 1, "still"
    game.state.table.points[1] += 1
    assert ask(game, ME, memory) == 0, "red for A-B"
