"""Tunnels, stations, passengers and parallel tracks, where the rules say more than one thing."""

from __future__ import annotations

import numpy as np

from game.positions import (
    GREEN,
    LINE,
    RED,
    STATIONS,
    begin,
    empty_ticket_decks,
    give,
    hand,
    put_cards,
    small_setup,
    track_number,
)
from railwright.errors import BoardError
from railwright.game.actions import CLAIM, DECK, DECLINE, STATION, pay, pay_locomotives
from railwright.game.colors import LOCOMOTIVE
from railwright.game.game import Game
from railwright.game.state import NONE


def at_tunnel(hand_cards: str, payment: int, deck: str, length: int = 2) -> Game:
    game = begin(small_setup(f"A-B {length} red tunnel", "B-C 1 gray", **STATIONS))
    empty_ticket_decks(game)
    put_cards(game, hand_cards, "4 green", row="5 blue", deck=deck)
    game.play(CLAIM + 0)
    game.play(payment)
    return game


def test_a_tunnel_asks_for_its_colour_and_for_locomotives() -> None:
    game = at_tunnel("5 red 2 loco", pay(RED, 0), "red loco green")
    assert game.state.table.extra == 2
    assert game.legal() == [DECLINE, pay(RED, 0), pay(RED, 1), pay_locomotives(2)]


def test_a_tunnel_paid_with_locomotives_alone_asks_only_for_locomotives() -> None:
    assert at_tunnel("5 red 4 loco", pay_locomotives(2), "3 red").seat == 1, "red does not count"
    game = at_tunnel("5 red 3 loco", pay_locomotives(2), "red 2 loco")
    assert game.state.table.extra == 2
    assert game.legal() == [DECLINE], "red cannot answer"
    game = at_tunnel("5 red 3 loco", pay_locomotives(2), "2 red loco")
    assert game.legal() == [DECLINE, pay_locomotives(1)]


def test_a_tunnel_turns_over_only_the_cards_there_are_and_never_those_laid_down() -> None:
    game = at_tunnel("4 red", pay(RED, 0), "red")
    assert game.state.table.revealed.tolist() == [RED, NONE, NONE]
    assert game.state.table.extra == 1
    game = at_tunnel("4 red", pay(RED, 0), "")
    assert (game.seat, game.stage) == (1, "turn")
    assert track_number(game.setup, "A-B") in game.view().tracks(0)


def test_the_discards_are_public_and_a_payment_taken_back_is_known_to_all() -> None:
    game = begin(small_setup("A-B 2 red tunnel", "B-C 1 gray", **STATIONS))
    put_cards(game, "3 red loco", "4 green", row="5 blue", deck="5 red")
    game.play(CLAIM + 0)
    game.play(pay(RED, 1))
    assert game.view(1).shown(0) == {}
    game.play(DECLINE)
    assert game.view(1).shown(0) == {"red": 1, "locomotive": 1}
    assert game.view(1).table.discards[RED] == 3
    game.state.table.seat = 0
    game.play(DECK)
    game.play(0)
    assert game.view(1).shown(0) == {"red": 1, "locomotive": 1, "blue": 1}
    sample = game.view(1).sample(np.random.default_rng(1))[0]
    assert sample.private[0].hand[RED] >= 1
    assert sample.private[0].hand[LOCOMOTIVE] >= 1


def test_each_station_costs_one_card_more_and_a_city_has_one() -> None:
    game = begin(small_setup(*LINE, **STATIONS))
    empty_ticket_decks(game)
    for number in (1, 2, 3):
        put_cards(game, "3 green 3 loco", row="5 blue", deck="20 pink")
        game.state.table.seat = 0
        assert [o for o in game.legal() if STATION <= o < CLAIM] == [STATION + c for c in range(number - 1, 4)]
        game.play(STATION + number - 1)
        assert game.legal() == [*(pay(GREEN, n) for n in range(number)), pay_locomotives(number)]
        game.play(pay(GREEN, 0))
        assert hand(game, 0).get("green", 0) == 3 - number
    game.state.table.seat = 0
    assert not [o for o in game.legal() if STATION <= o < CLAIM]


def test_passengers_named_for_a_country_and_for_its_terminals_are_refused_or_all_placed() -> None:
    tracks = ("A-Fr/1 1 gray", "B-Fr/2 1 gray", "A-B 1 gray")
    data = {"passengers": {"Fr": 2, "Fr/1": 3, "Fr/2": 1, "A": 1}}
    try:
        game = begin(small_setup(*tracks, board=data, passenger_points=[20, 10]))
    except BoardError:
        return
    placed = sum(int(word) >> 3 * color & 7 for word in game.state.table.passengers for color in range(6))
    assert placed == 7


def test_a_claim_takes_a_passenger_first_at_the_first_named_city_and_terminals_share() -> None:
    tracks = ("A-Fr/1 1 gray", "B-Fr/2 1 gray", "A-B 1 gray")
    game = begin(small_setup(*tracks, board={"passengers": {"Fr": 1, "A": 2}}, passenger_points=[20, 10]))
    put_cards(game, "5 red", "5 red", row="5 blue", deck="20 green")
    game.play(CLAIM + 0)
    game.play(pay(RED, 0))
    assert (game.stage, int(game.state.table.city)) == ("passenger", game.setup.board.city_index["A"])
    game.play(game.legal()[0])
    assert (game.stage, int(game.state.table.city)) == ("passenger", game.setup.board.city_index["Fr/1"])
    game.play(game.legal()[0])
    assert game.seat == 1
    game.play(CLAIM + 1)
    game.play(pay(RED, 0))
    assert (game.seat, game.stage) == (0, "turn"), "the country has no passenger left, B never had one"
    assert game.state.table.taken.sum() == 2


def test_parallel_tracks_close_for_all_with_three_seats_and_only_for_the_owner_with_four() -> None:
    tracks = ("A-B 1 gray", "A-B 1 gray", "A-B 1 gray", "B-C 1 gray")
    for seats, still_open in ((2, 0), (3, 0), (4, 2), (5, 2)):
        game = begin(small_setup(*tracks), seats=seats)
        give(game, 0, "A-B#2")
        put_cards(game, *["5 red"] * seats, row="5 blue", deck="20 green")
        assert [o for o in game.legal() if o >= CLAIM] == [CLAIM + 3]
        game.state.table.seat = 1
        assert len([o for o in game.legal() if o >= CLAIM]) == 1 + still_open
