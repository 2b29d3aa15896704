"""The evaluation player: the values of table 2 of the thesis (5.4) and what they make it do, position by position."""

from __future__ import annotations

import pytest

from game.positions import give, put_cards
from players.thesis_asking import (
    BLACK,
    BLUE,
    PINK,
    PLENTY,
    RED,
    ask,
    claim,
    new_seated_player,
    offer,
    paying,
    position,
    second_card,
)
from railwright.game.actions import DECK, DECLINE, TICKETS, keep, pay, pay_locomotives
from railwright.game.game import Game

ME = "evaluation"
LINE = ("A-B 2 red", "B-C 1 blue", "C-D 3 gray", "D-E 6 green")
LINE_TICKETS = ("A-B 2", "A-C 3", "C-D 3", "D-E 6", "A-D 6")


def on_line(*held: str, cards: str = "", row: str = "", trains: int = 45, tickets_left: int = 0) -> Game:
    return position(
        *LINE, tickets=LINE_TICKETS, held=held, cards=cards, row=row, trains=trains, tickets_left=tickets_left
    )


def test_it_claims_a_track_of_its_plan() -> None:
    game = on_line("A-C", cards="2 red 6 green")
    assert ask(ME, game) == claim(game, "A-B")


def test_it_claims_the_track_of_its_plan_with_the_most_points() -> None:
    game = on_line("A-D", cards="2 red 1 blue 3 pink")
    assert ask(ME, game) == claim(game, "C-D")


def test_of_claims_with_the_same_value_it_makes_the_one_with_the_lowest_number() -> None:
    game = position("B-C 2 red", "A-B 2 blue", tickets=("A-C 4",), held=("A-C",), cards="2 red 2 blue")
    assert ask(ME, game) == claim(game, "B-C")


def test_it_claims_nothing_off_its_plan_while_something_is_missing() -> None:
    assert ask(ME, on_line("A-C", cards="6 green 3 pink")) == DECK


@pytest.mark.parametrize(
    ("held", "row", "action"),
    [
        ("A-C", "green white", DECK),  # neither is needed: the deck is worth 1
        ("A-C", "green blue", 1),  # one blue card is needed: worth as much as the deck, and taken first
        ("A-C", "green loco", 1),  # a locomotive is worth 2
        ("A-C", "red loco", 1),  # two red cards are needed: worth as much as the locomotive, which is taken first
        ("D-E", "loco green", 1),  # six green cards are needed
        ("C-D", "red blue", DECK),  # a gray track needs no colour
    ],
)
def test_what_it_draws_follows_from_the_cards_that_its_plan_takes(held: str, row: str, action: int) -> None:
    assert ask(ME, on_line(held, row=row)) == action


def test_cards_in_the_hand_do_not_lower_the_value_of_a_face_up_colour() -> None:
    assert ask(ME, on_line("D-E", cards="5 green", row="loco green")) == 1


def test_the_second_card_is_valued_like_the_first() -> None:
    seated_player = new_seated_player(ME)
    game = on_line("D-E", row="white green")
    assert seated_player.choose(game, game.legal()) == 1
    put_cards(game, "1 green", row="white blue", deck=PLENTY)
    second_card(game)
    assert seated_player.choose(game, game.legal()) == DECK
    put_cards(game, "1 green", row="white blue green", deck=PLENTY)
    assert seated_player.choose(game, game.legal()) == 2


def test_tracks_claimed_since_the_plan_was_made_add_to_the_value_of_the_next() -> None:
    """B-C is worth 2 + 1 points, less than a green card while 6 are missing; with 15 points more it is worth 18."""
    tracks = ("A-B 6 black", "B-C 1 blue", "C-D 6 green")
    game = position(*tracks, tickets=("A-D 9",), held=("A-D",), cards="1 blue", row="green")
    seated_player = new_seated_player(ME)
    assert seated_player.choose(game, game.legal()) == 0
    give(game, 0, "A-B")
    assert ask(ME, game) == 0, "a player that plans only now sees nothing built since"
    assert seated_player.choose(game, game.legal()) == claim(game, "B-C")


def test_with_its_tickets_completed_it_claims_the_track_with_the_most_points() -> None:
    game = on_line("A-B", cards="1 blue 6 green 3 pink", row="green loco", trains=15, tickets_left=3)
    give(game, 0, "A-B")
    assert ask(ME, game) == claim(game, "D-E")


@pytest.mark.parametrize(
    ("trains", "cards", "row", "action"),
    [
        (15, "", "", DECK),  # tickets are worth 0
        (16, "", "", TICKETS),  # worth 1 like the deck, and drawn first
        (16, "", "loco", 0),
        (17, "", "loco", TICKETS),
        (18, "3 pink", "", "C-D"),  # tickets are worth 3, the track 4
        (19, "3 pink", "", TICKETS),
    ],
)
def test_with_its_tickets_completed_it_draws_more_while_it_has_trains(
    trains: int, cards: str, row: str, action: int | str
) -> None:
    game = on_line("A-B", cards=cards, row=row, tickets_left=3)
    give(game, 0, "A-B")
    game.state.table.trains[0] = trains
    assert ask(ME, game) == (claim(game, action) if isinstance(action, str) else action)


def test_with_open_tickets_it_draws_no_more_of_them() -> None:
    assert ask(ME, on_line("A-C", tickets_left=3)) == DECK


COSTS = ("A-B 3 red", "B-C 3 blue", "A-C 6 black", "A-D 4 gray", "D-C 4 gray")
"""From A to C: 9 + 9 by B, 36 directly, 8 by D."""


def test_the_cost_of_a_plan_is_the_square_of_each_colour_and_the_spaces_of_gray_tracks() -> None:
    game = position(*COSTS, tickets=("A-C 9",), held=("A-C",), cards="3 red 3 blue 4 pink", row="red")
    assert ask(ME, game) == claim(game, "A-B"), "with the cards in the hand the way by B costs nothing"
    game = position(*COSTS, tickets=("A-C 9",), held=("A-C",), cards="4 pink 2 loco", row="red black")
    assert ask(ME, game) == claim(game, "A-D")
    give(game, 1, "A-D")
    put_cards(game, "4 pink", row="black red", deck=PLENTY)
    assert ask(ME, game) == 1, "18 by B is cheaper than 36 directly"
    put_cards(game, "2 black 3 pink", row="red black", deck=PLENTY)
    assert ask(ME, game) == 1, "16 directly is cheaper than 18 by B"


def test_locomotives_in_the_hand_do_not_lower_the_cost_of_a_plan() -> None:
    game = position(*COSTS, tickets=("A-C 9",), held=("A-C",), cards="6 loco", row="black red")
    give(game, 1, "A-D")
    assert ask(ME, game) == claim(game, "A-B")


def test_of_equally_cheap_plans_it_takes_the_shortest() -> None:
    """By B it is 3 missing cards and one held, directly 3 missing cards."""
    tracks = ("A-B 1 red", "B-C 3 gray", "A-C 3 gray")
    game = position(*tracks, tickets=("A-C 9",), held=("A-C",), cards="3 red")
    assert ask(ME, game) == claim(game, "A-C")


def test_it_plans_one_network_for_all_its_tickets() -> None:
    """Alone, A-C goes directly for 4 and B-C by itself for 3; together the way A-B-C costs 5 instead of 7."""
    tracks = ("A-C 4 gray", "A-B 2 gray", "B-C 3 gray")
    game = position(*tracks, tickets=("A-C 4", "B-C 3"), held=("A-C", "B-C"), cards="4 pink")
    assert ask(ME, game) == claim(game, "B-C")
    give(game, 0, "B-C")
    assert ask(ME, game) == claim(game, "A-B")
    game = position(*tracks, tickets=("A-C 4", "B-C 3"), held=("A-C",), cards="4 pink")
    assert ask(ME, game) == claim(game, "A-C")


def test_a_plan_takes_no_more_trains_than_it_has() -> None:
    tracks = ("A-B 3 gray", "B-C 3 gray", "A-C 4 red")
    game = position(*tracks, tickets=("A-C 4",), held=("A-C",), row="red", trains=6)
    assert ask(ME, game) == DECK, "6 spaces of gray are cheaper"
    game.state.table.trains[0] = 5
    assert ask(ME, game) == 0


def test_it_plans_anew_when_an_opponent_takes_a_track_of_the_plan() -> None:
    game = position(*COSTS, tickets=("A-C 9",), held=("A-C",), row="red")
    seated_player = new_seated_player(ME)
    assert seated_player.choose(game, game.legal()) == DECK
    give(game, 1, "D-C")
    assert seated_player.choose(game, game.legal()) == 0


def test_it_goes_over_to_another_known_path_when_its_cards_make_that_cheaper() -> None:
    game = position(*COSTS, tickets=("A-C 9",), held=("A-C",), row="red")
    seated_player = new_seated_player(ME)
    assert seated_player.choose(game, game.legal()) == DECK
    put_cards(game, "2 red 2 blue", row="red", deck=PLENTY)
    assert seated_player.choose(game, game.legal()) == 0


def test_it_gives_a_ticket_up_when_there_is_no_way_left() -> None:
    game = on_line("A-C", "D-E", cards="3 pink", row="blue green")
    give(game, 1, "A-B")
    assert ask(ME, game) == 1, "the plan is for the other ticket alone"
    give(game, 1, "D-E")
    assert ask(ME, game) == claim(game, "C-D"), "nothing left to build: tracks are worth their points"


def test_it_pays_a_gray_track_with_a_colour_that_its_plan_does_not_take() -> None:
    """The rest of the plan takes two red cards and a blue one."""
    seated_player = new_seated_player(ME)
    game = on_line("A-D", cards="3 blue 3 red 3 black 3 green 3 loco", row="")
    assert seated_player.choose(game, game.legal()) == claim(game, "C-D")
    paying(game, "C-D")
    assert seated_player.choose(game, game.legal()) == pay(BLACK, 0), "the first of those that cost nothing"
    put_cards(game, "3 red 3 blue 9 loco")
    assert seated_player.choose(game, game.legal()) == pay(BLUE, 0)
    put_cards(game, "3 red 2 white 9 loco")
    assert seated_player.choose(game, game.legal()) == pay(RED, 0), "2 is less than the 9 of a locomotive"
    put_cards(game, "2 pink 2 white 3 loco")
    assert seated_player.choose(game, game.legal()) == pay(PINK, 1)
    put_cards(game, "3 loco")
    assert seated_player.choose(game, game.legal()) == pay_locomotives(3)


def test_it_pays_a_coloured_track_with_as_few_locomotives_as_possible() -> None:
    assert ask(ME, paying(on_line("A-B", cards="1 red 3 loco"), "A-B")) == pay(RED, 1)


OPENING = ("A-B 2 gray", "B-C 2 gray", "C-D 6 red", "D-E 2 gray", "E-F 6 gray")
OPENING_TICKETS = ("A-B 2", "B-C 9", "C-D 1", "D-E 2", "A-C 4", "E-F 1")


def test_it_keeps_the_opening_tickets_whose_plan_is_cheapest_for_its_points() -> None:
    """A-B and B-C cost 4 for 4 points; what is on the tickets does not count."""
    game = position(*OPENING, tickets=OPENING_TICKETS)
    assert ask(ME, offer(game, "C-D", "A-B", "B-C", opening=True)) == keep(1, 2)


def test_of_equally_good_choices_of_opening_tickets_it_makes_the_first() -> None:
    game = position(*OPENING, tickets=OPENING_TICKETS)
    assert ask(ME, offer(game, "A-B", "B-C", "A-C", opening=True)) == keep(0, 1), "each costs 4 for 4 points"


def test_it_keeps_all_opening_tickets_if_their_tracks_are_worth_more_than_twice_what_they_cost() -> None:
    """Six spaces of gray cost 6 and bring 15 points, five of red cost 25 and bring 10."""
    tracks = ("A-B 6 gray", "B-C 6 gray", "C-D 6 gray", "D-E 5 red")
    game = position(*tracks, tickets=("A-B 2", "B-C 2", "C-D 2", "D-E 9"))
    assert ask(ME, offer(game, "A-B", "B-C", "C-D", opening=True)) == keep(0, 1, 2)
    assert ask(ME, offer(game, "A-B", "B-C", "D-E", opening=True)) == keep(0, 1)


def test_opening_tickets_that_do_not_fit_its_trains_together_are_not_kept() -> None:
    game = position(*OPENING, tickets=OPENING_TICKETS, trains=9)
    assert ask(ME, offer(game, "A-B", "B-C", "E-F", opening=True)) == keep(0, 2)


def test_later_it_keeps_the_one_ticket_with_the_cheapest_plan() -> None:
    game = position(*OPENING, tickets=OPENING_TICKETS)
    assert ask(ME, offer(game, "E-F", "A-C", "D-E", opening=False)) == keep(2)
    assert ask(ME, offer(game, "E-F", "A-B", "D-E", opening=False)) == keep(1), "the first of two that cost 2"
    give(game, 0, "A-B", "B-C")
    assert ask(ME, offer(game, "E-F", "D-E", "A-C", opening=False)) == keep(2), "one that is completed costs nothing"
    give(game, 1, "E-F", "C-D")
    assert ask(ME, offer(game, "E-F", "C-D", "D-E", opening=False)) == keep(2), "one without a way is the last choice"


def test_after_a_later_draw_the_plan_is_for_the_ticket_it_kept() -> None:
    seated_player = new_seated_player(ME)
    game = position(*OPENING, tickets=OPENING_TICKETS, held=("A-B",), cards="2 white")
    game.state.table.open[0, 0] &= ~1
    assert seated_player.choose(offer(game, "E-F", "D-E", opening=False), game.legal()) == keep(1)
    game.play(keep(1))
    game.state.table.seat = 0
    assert seated_player.choose(game, game.legal()) == claim(game, "D-E")


def test_it_builds_no_station_and_pays_what_a_tunnel_asks_for() -> None:
    tunnel = ("A-B 2 red tunnel", "B-C 4 green")
    game = position(
        *tunnel, tickets=("A-B 1",), held=("A-B",), cards="3 red", deck="9 red", tunnel_cards=3, stations=3
    )  # fmt: skip
    seated_player = new_seated_player(ME)
    assert seated_player.choose(game, game.legal()) == claim(game, "A-B")
    game.play(claim(game, "A-B"))
    game.play(pay(RED, 0))
    game.state.table.extra = 1
    assert seated_player.choose(game, game.legal()) == pay(RED, 0)
    game.state.table.extra = 2
    assert seated_player.choose(game, game.legal()) == DECLINE
    game.play(DECLINE)
    game.state.table.seat = 0
    put_cards(game, "9 white", deck="9 red")
    assert seated_player.choose(game, game.legal()) == DECK
