"""The rule-based player: algorithm 1 of the thesis (5.3), one position for each of its lines."""

from __future__ import annotations

from collections import Counter

import pytest

from game.positions import give
from players.thesis_asking import (
    GREEN,
    PINK,
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

ME = "rule"
BOARD = ("A-B 2 red", "B-C 3 blue", "A-C 6 green", "C-D 4 white", "A-E 1 gray", "E-D 6 black")
"""From A to C it is 5 spaces by B and 6 directly; from A to D 7 by E, 9 by B and C, 10 by C."""
TICKETS_HERE = ("A-C 5", "A-D 9", "B-D 7", "A-B 2", "A-E 1", "D-E 6")


def here(*held: str, cards: str = "", row: str = "", in_round: int = 2, tickets_left: int = 3, seats: int = 2) -> Game:
    return position(
        *BOARD, tickets=TICKETS_HERE, held=held, cards=cards, row=row, in_round=in_round, tickets_left=tickets_left,
        seats=seats,
    )  # fmt: skip


def test_it_keeps_two_opening_tickets_by_chance() -> None:
    game = offer(here(), "A-C", "A-D", "B-D", opening=True)
    kept = Counter(new_seated_player(ME, seed=seed).choose(game, game.legal()) for seed in range(300))
    assert set(kept) == {keep(0, 1), keep(0, 2), keep(1, 2)}
    assert min(kept.values()) > 70


def test_it_claims_on_the_way_with_the_fewest_spaces_not_the_fewest_tracks() -> None:
    game = here("A-C", cards="6 green 2 red")
    assert ask(ME, game) == claim(game, "A-B")


def test_it_claims_the_longest_track_of_the_way_that_it_can_pay_for() -> None:
    game = here("A-C", cards="2 red 3 blue")
    assert ask(ME, game) == claim(game, "B-C")


def test_of_equally_long_tracks_on_the_way_it_claims_the_lowest_number() -> None:
    game = position("B-C 2 red", "A-B 2 blue", tickets=("A-C 4",), held=("A-C",), cards="2 red 2 blue")
    assert ask(ME, game) == claim(game, "B-C")


def test_it_goes_through_its_tickets_in_order() -> None:
    game = here("A-C", "A-D", cards="2 red 6 black")
    assert ask(ME, game) == claim(game, "A-B")
    give(game, 0, "A-B", "B-C")
    assert ask(ME, game) == claim(game, "E-D")


def test_own_tracks_keep_their_length_on_the_way() -> None:
    """By C it would need only 4 more trains, but the way by E has 7 spaces against 9."""
    game = here("A-D", cards="4 white 1 orange")
    give(game, 0, "A-B", "B-C")
    assert ask(ME, game) == claim(game, "A-E")


def test_it_looks_for_another_way_when_an_opponent_is_in_the_way() -> None:
    game = here("A-C", cards="2 red 6 green")
    give(game, 1, "B-C")
    assert ask(ME, game) == claim(game, "A-C")


def test_any_of_two_parallel_tracks_serves() -> None:
    game = position("A-B 2 red", "A-B 2 blue", tickets=("A-B 2",), held=("A-B",), cards="2 blue", row="blue")
    assert ask(ME, game) == claim(game, "A-B#2")
    game = position("A-B 2 red", "A-B 2 blue", tickets=("A-B 2",), held=("A-B",), row="green blue")
    assert ask(ME, game) == 1, "and so does a card for it"


def test_it_claims_nothing_off_the_way_while_a_ticket_is_open() -> None:
    assert ask(ME, here("A-C", cards="6 green 4 white")) == DECK


def test_it_takes_the_first_face_up_colour_that_a_missing_track_has() -> None:
    game = here("A-C", row="green blue red")
    assert ask(ME, game) == 1
    give(game, 0, "B-C")
    assert ask(ME, game) == 2


def test_the_second_card_comes_from_the_deck() -> None:
    assert ask(ME, second_card(here("A-C", row="red blue"))) == DECK


def test_a_gray_track_needs_no_colour() -> None:
    game = here("A-E", row="red blue green white")
    assert ask(ME, game) == DECK


def test_a_face_up_locomotive_goes_before_a_needed_colour() -> None:
    assert ask(ME, here("A-C", row="red blue loco")) == 2


@pytest.mark.parametrize("in_round", [2, 29])
def test_with_every_ticket_completed_it_draws_tickets_before_round_30(in_round: int) -> None:
    game = here("A-B", cards="6 green", row="loco", in_round=in_round)
    give(game, 0, "A-B")
    assert ask(ME, game) == TICKETS


def test_tickets_that_cannot_be_completed_count_as_dealt_with() -> None:
    game = here("A-D")
    give(game, 1, "C-D", "E-D")
    assert ask(ME, game) == TICKETS


def test_from_round_30_it_claims_the_longest_track_then_draws() -> None:
    game = here("A-B", cards="6 green 4 white", row="red", in_round=30)
    give(game, 0, "A-B")
    assert ask(ME, game) == claim(game, "A-C")
    game = here("A-B", row="red loco", in_round=30)
    give(game, 0, "A-B")
    assert ask(ME, game) == 1
    game = here("A-B", row="red", in_round=30)
    give(game, 0, "A-B")
    assert ask(ME, game) == DECK


def test_without_tickets_to_draw_it_claims_before_round_30_too() -> None:
    game = here("A-B", cards="4 white", in_round=5, tickets_left=0)
    give(game, 0, "A-B")
    assert ask(ME, game) == claim(game, "C-D")


def test_of_drawn_tickets_it_keeps_all_that_need_fewer_than_five_trains() -> None:
    game = here()
    give(game, 0, "A-B", "E-D")
    assert ask(ME, offer(game, "A-C", "B-D", "A-D", opening=False)) == keep(0, 2), "they need 3, 7 and 1"
    assert ask(ME, offer(here(), "A-B", "A-D", "A-E", opening=False)) == keep(0, 2)


def test_if_none_needs_so_few_it_keeps_the_ticket_that_needs_fewest() -> None:
    assert ask(ME, offer(here(), "A-D", "B-D", "A-C", opening=False)) == keep(2)
    assert ask(ME, offer(here(), "A-D", "B-D", opening=False)) == keep(0), "the first of two that need 7"


def test_a_ticket_that_cannot_be_completed_is_the_last_to_be_kept() -> None:
    game = here()
    give(game, 1, "A-B", "A-C", "A-E")
    assert ask(ME, offer(game, "A-B", "A-C", "B-D", opening=False)) == keep(2)


def test_it_pays_a_gray_track_with_the_colour_it_has_most_of() -> None:
    assert ask(ME, paying(here(cards="1 pink 2 green 3 loco"), "A-E")) == pay(GREEN, 0)
    assert ask(ME, paying(here(cards="1 pink 1 green"), "A-E")) == pay(PINK, 0)
    assert ask(ME, paying(here(cards="1 red 3 loco"), "A-B")) == pay(RED, 1)
    assert ask(ME, paying(here(cards="3 loco"), "A-B")) == pay_locomotives(2)


def test_it_pays_what_a_tunnel_asks_for_if_it_can() -> None:
    game = position(
        "A-B 2 red tunnel", tickets=("A-B 1",), held=("A-B",), cards="3 red", deck="9 red", tunnel_cards=3
    )  # fmt: skip
    game.play(ask(ME, game))
    game.play(pay(RED, 0))
    game.state.table.extra = 1
    assert ask(ME, game) == pay(RED, 0)
    game.state.table.extra = 2
    assert ask(ME, game) == DECLINE


def test_where_nothing_can_be_drawn_it_claims_the_longest_track() -> None:
    game = position(*BOARD, tickets=TICKETS_HERE, held=("A-B",), cards="4 white", deck="", tickets_left=3)
    assert ask(ME, game) == claim(game, "C-D")
