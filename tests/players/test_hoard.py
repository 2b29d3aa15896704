"""The card hoarding player: what the thesis (5.2) has it do, one position for each rule."""

from __future__ import annotations

import pytest

from game.positions import put_cards
from players.thesis_asking import (
    GREEN,
    PINK,
    PLENTY,
    RED,
    ask,
    claim,
    offer,
    paying,
    position,
    second_card,
)
from railwright.game.actions import CLAIM, DECK, DECLINE, PASS, TICKETS, keep, pay, pay_locomotives
from railwright.game.game import Game
from railwright.maps.load import load_setup
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.registry import load_player

ME = "hoard"
BOARD = ("A-B 2 red", "B-C 3 blue", "C-D 3 gray", "D-A 1 green")
TICKETS_HERE = ("A-B 4", "A-C 9", "B-D 6", "C-D 5")


def here(*, cards: str = "", row: str = "", deck: str = PLENTY, in_round: int = 2) -> Game:
    return position(*BOARD, tickets=TICKETS_HERE, cards=cards, row=row, deck=deck, in_round=in_round)


def test_it_keeps_the_two_cheapest_opening_tickets() -> None:
    assert ask(ME, offer(here(), "A-C", "A-B", "C-D", opening=True)) == keep(1, 2)


def test_of_equally_cheap_choices_it_keeps_the_first_listed() -> None:
    game = position(*BOARD, tickets=("A-B 5", "A-C 5", "B-D 5"))
    assert ask(ME, offer(game, "A-B", "A-C", "B-D", opening=True)) == keep(0, 1)


def test_it_keeps_one_ticket_when_it_has_to_draw_some() -> None:
    assert ask(ME, offer(here(), "A-C", "A-B", "C-D", opening=False)) == keep(1)


@pytest.mark.parametrize("in_round", [2, 9])
def test_until_round_9_it_draws_from_the_deck_whatever_lies_face_up(in_round: int) -> None:
    game = here(cards="9 red 9 blue", row="red loco blue", in_round=in_round)
    assert ask(ME, game) == DECK
    assert ask(ME, second_card(game)) == DECK


@pytest.mark.parametrize("in_round", [10, 21])
def test_from_round_10_it_takes_the_first_face_up_colour_of_which_it_has_fewer_than_five(in_round: int) -> None:
    game = here(cards="5 red 4 blue", row="loco red blue green", in_round=in_round)
    assert ask(ME, game) == 2
    assert ask(ME, second_card(game)) == 2


def test_from_round_10_it_draws_from_the_deck_if_it_has_five_of_every_face_up_colour() -> None:
    assert ask(ME, here(cards="5 red 6 blue", row="loco red blue", in_round=10)) == DECK


def test_the_round_counts_the_turns_of_all_seats() -> None:
    game = here(row="red", in_round=10)
    game.state.table.turn -= 1
    assert ask(ME, game) == DECK
    game.state.table.turn += 1
    assert ask(ME, game) == 0


def test_before_round_22_it_claims_nothing() -> None:
    assert ask(ME, here(cards="9 red 9 blue", in_round=21)) == DECK


def test_from_round_22_it_claims_the_longest_track_it_can_pay_for() -> None:
    game = here(cards="9 red 3 green", in_round=22)
    assert ask(ME, game) == claim(game, "C-D")
    put_cards(game, "2 red", deck=PLENTY)
    assert ask(ME, game) == claim(game, "A-B")


def test_of_equally_long_tracks_it_claims_the_one_with_the_lowest_number() -> None:
    game = here(cards="3 blue", in_round=30)
    assert ask(ME, game) == claim(game, "B-C")


def test_from_round_22_it_draws_as_before_if_it_can_pay_for_nothing() -> None:
    assert ask(ME, here(cards="", row="loco red", in_round=25)) == 1
    assert ask(ME, here(cards="", row="loco", in_round=25)) == DECK


def test_it_claims_before_round_22_if_there_is_no_card_to_draw() -> None:
    game = here(cards="2 red", deck="", in_round=5)
    assert ask(ME, game) == claim(game, "A-B")


def test_when_the_deck_is_used_up_it_takes_a_face_up_colour_before_a_locomotive() -> None:
    assert ask(ME, here(deck="", row="loco red", in_round=5)) == 1
    assert ask(ME, here(deck="", row="loco", in_round=5)) == 0


def test_it_draws_tickets_only_if_there_is_nothing_else_but_a_station() -> None:
    game = position(*BOARD, tickets=TICKETS_HERE, cards="white", deck="", stations=3, tickets_left=3)
    game.state.table.open[:] = 0
    assert ask(ME, game) == TICKETS
    put_cards(game, "")
    game.state.table.ticket_deck[:] = 0
    assert ask(ME, game) == PASS


def test_it_pays_with_the_fewest_locomotives_and_then_the_colour_it_has_most_of() -> None:
    gray = paying(here(cards="3 pink 4 green 5 loco", in_round=22), "C-D")
    assert ask(ME, gray) == pay(GREEN, 0)
    short = paying(here(cards="2 pink 1 green 2 loco", in_round=22), "C-D")
    assert ask(ME, short) == pay(PINK, 1)
    alike = paying(here(cards="3 pink 3 green 2 loco", in_round=22), "C-D")
    assert ask(ME, alike) == pay(PINK, 0)
    wild = paying(here(cards="3 loco", in_round=22), "B-C")
    assert ask(ME, wild) == pay_locomotives(3)


def test_it_pays_what_a_tunnel_asks_for_if_it_can() -> None:
    game = position("A-B 2 red tunnel", tickets=("A-B 1",), cards="3 red 1 loco", deck="9 red", tunnel_cards=3)
    game.state.table.turn = 40
    assert ask(ME, game) == claim(game, "A-B")
    game.play(claim(game, "A-B"))
    game.play(pay(RED, 0))
    assert game.stage == "tunnel"
    game.state.table.extra = 2
    assert ask(ME, game) == pay(RED, 1)
    game.state.table.extra = 3
    assert ask(ME, game) == DECLINE


@pytest.mark.parametrize(
    ("in_round", "from_one", "from_zero"),
    [(9, DECK, DECK), (10, 0, DECK), (11, 0, 0), (21, 0, 0), (22, "B-C", 0), (23, "B-C", "B-C")],
)
def test_rounds_can_be_counted_from_zero(in_round: int, from_one: int | str, from_zero: int | str) -> None:
    """The choice of the opening tickets is round 0 then: what came in round 10 comes a turn later."""
    game = here(cards="3 blue", row="red", in_round=in_round)
    for player, action in ((ME, from_one), (f"{ME}:rounds=from-zero", from_zero)):
        assert ask(player, game) == (claim(game, action) if isinstance(action, str) else action)


def test_with_rounds_from_zero_it_has_the_46_cards_of_the_thesis_when_it_claims() -> None:
    game = Game(load_setup("usa", ruleset="usa-thesis"), seats=2, seed=3)
    seated_players = [SeatedPlayer(load_player(f"{ME}:rounds=from-zero"), seat=seat, seed=seat) for seat in range(2)]
    while (action := seated_players[game.seat].choose(game, game.legal())) < CLAIM:
        game.play(action)
    assert game.state.private[game.seat].hand.sum() == 46
