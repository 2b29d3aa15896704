"""When nothing can be done, and how a game ends: gaps G1 and G2 of docs/rules.md."""

from __future__ import annotations

from typing import Any

import pytest

from game.positions import (
    LINE,
    RED,
    STATIONS,
    begin,
    empty_ticket_decks,
    end_reason,
    put_cards,
    small_setup,
    stuck,
)
from railwright.game.actions import CLAIM, DECK, PASS, STATION, TICKETS, pay
from railwright.game.game import Game
from railwright.game.state import SHORT
from railwright.game.story import take_events
from railwright.maps.load import load_setup


def test_g1_a_seat_with_no_legal_move_passes_and_can_do_nothing_else() -> None:
    game = stuck("green", "")
    assert game.legal() == [PASS]
    game.play(PASS)
    assert game.seat == 1
    assert not game.is_over


@pytest.mark.parametrize(
    ("hands", "cards"),
    [
        (("red",), {}),  # a track can be paid
        (("",), {"deck": "red"}),  # a card can be drawn
        (("",), {"discards": "red"}),
        (("",), {"row": "- - red"}),
        (("",), {"row": "loco"}),
    ],
)
def test_g1_passing_is_illegal_while_anything_else_is_legal(hands: tuple[str, ...], cards: dict[str, Any]) -> None:
    game = stuck(*hands, **cards)
    assert PASS not in game.legal()
    assert game.legal()


def test_g1_tickets_and_stations_are_moves_too() -> None:
    game = stuck("", "")
    game.state.table.ticket_deck[SHORT] = 1
    assert game.legal() == [TICKETS]
    game = begin(small_setup(*LINE, **STATIONS))
    empty_ticket_decks(game)
    put_cards(game, "green", "green")
    assert game.legal() == [STATION + city for city in range(4)]


def test_g2_the_game_ends_when_every_seat_in_turn_has_passed() -> None:
    game = stuck(seats=3)
    for _ in range(3):
        assert not game.is_over
        game.play(PASS)
    assert end_reason(game) == "all_passed"


def test_g2_a_move_in_between_starts_the_count_of_passes_again() -> None:
    game = stuck("", "red", seats=2)
    game.play(PASS)
    game.play(CLAIM + 0)
    game.play(pay(RED, 0))
    assert game.legal() != [PASS], "the payment fills the row"
    put_cards(game)
    game.play(PASS)
    assert not game.is_over
    game.play(PASS)
    assert end_reason(game) == "all_passed"


def test_g2_too_few_trains_for_any_free_track() -> None:
    game = stuck("3 red 3 blue", "")
    game.state.table.trains[0] = 0
    assert game.legal() == [PASS]
    game.state.table.trains[0] = 1
    assert game.legal() == [CLAIM + 0]


def test_g2_all_passes_end_the_game_inside_the_last_round_too() -> None:
    game = stuck(seats=3)
    game.state.table.trains[2] = 2
    game.state.table.seat = 2
    game.play(PASS)
    assert [event["event"] for event in take_events(game)] == ["pass", "last_round"]
    assert game.state.table.last_round == 3
    game.play(PASS)
    assert not game.is_over
    game.play(PASS)
    assert end_reason(game) == "all_passed"
    assert game.state.table.last_round == 2


def test_the_last_round_gives_every_seat_one_more_turn_the_one_that_set_it_off_included() -> None:
    game = stuck("red", "", "", seats=3, deck="20 green")
    game.state.table.trains[0] = 3
    game.play(CLAIM + 0)
    game.play(pay(RED, 0))
    turns = []
    while not game.is_over:
        turns.append(game.seat)
        game.play(DECK)
        game.play(DECK)
    assert turns == [1, 2, 0]
    assert end_reason(game) == "trains"


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
@pytest.mark.parametrize("seats", [2, 5])
def test_seat_0_begins(board: str, seats: int) -> None:
    game = Game(load_setup(board), seats=seats, seed=5)
    assert game.seat == 0
    while game.state.table.opening:
        game.play(game.legal()[0])
    assert (game.seat, game.stage, int(game.state.table.turn)) == (0, "turn", 0)
