"""Which cards the planner of express draws, and with which it pays."""

from __future__ import annotations

from typing import Any

import pytest

from game.positions import counts, empty_ticket_decks, put_cards, stuck
from players.asking import ask, at_turn, claim, new_memory
from players.lineup import setup_of
from players.planning import PLANNER
from railwright.game.actions import DECK, DECLINE, PASS, PASSENGER, TICKETS, pay, pay_locomotives
from railwright.game.colors import CARDS, LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.game import Game
from railwright.game.state import AT_PASSENGER, AT_SECOND_CARD, AT_TUNNEL, copy_states
from railwright.matches.match import play_games
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.registry import load_player

PINK, RED, GREEN = (CARDS.index(color) for color in ("pink", "red", "green"))
LINE = ("A-B 4 red", "B-C 3 blue")


def at_draw(cards: str, row: str, *, tracks: tuple[str, ...] = LINE, deck: str = "9 green", **more: Any) -> Game:
    ends = f"A-{tracks[-1].split()[0][-1]}"
    return at_turn(*tracks, tickets=(f"{ends} 15",), held=(ends,), cards=cards, row=row, deck=deck, **more)


@pytest.mark.parametrize(
    ("cards", "row", "action"),
    [
        ("", "green blue red yellow blue", 2),  # four red ones are missing, three blue ones
        ("2 red", "green blue red yellow blue", 1),
        ("2 red 2 blue", "green blue yellow red blue", 3),
        ("3 red", "green blue loco yellow white", 1),  # a locomotive would cost the second card
        ("3 red", "green loco white yellow white", DECK),
        ("2 loco", "green loco white yellow white", DECK),
    ],
)
def test_it_draws_the_colour_that_is_missing_most_otherwise_from_the_deck(cards: str, row: str, action: int) -> None:
    game = at_draw(cards, row)
    assert ask(game, PLANNER) == action
    game.state.table.stage = AT_SECOND_CARD
    assert ask(game, PLANNER) == action


def test_it_takes_a_face_up_locomotive_if_one_card_is_all_that_is_missing() -> None:
    for cards, action in (("3 red", 1), ("2 red", DECK)):
        game = at_draw(cards, "green loco white", tracks=LINE[:1])
        assert ask(game, f"{PLANNER}:rush=0") == action
        game.state.table.stage = AT_SECOND_CARD
        assert ask(game, PLANNER) == DECK


@pytest.mark.parametrize(("cards", "row", "action"), [
    ("1 red", "green loco white", 1), ("9 red", "green loco white", 1), ("2 red loco", "white loco", claim),
])  # fmt: skip
def test_it_takes_a_face_up_locomotive_that_a_ferry_needs(cards: str, row: str, action: Any) -> None:
    game = at_draw(cards, row, tracks=("A-B 3 gray ferry 1",), ferries=True)
    assert ask(game, PLANNER) == (action if action == 1 else claim(game, "A-B"))


def test_a_gray_track_is_gathered_for_in_the_colour_with_most_to_spare() -> None:
    game = at_draw("2 pink 3 red", "red pink", tracks=("A-B 4 gray", "B-C 4 red"))
    assert ask(game, PLANNER) == 1  # two pink ones are missing for A-B, one red one for B-C


@pytest.mark.parametrize(("row", "first", "second"), [("- loco - green", 1, 3), ("- green loco", 1, 1)])
def test_when_the_deck_is_used_up_it_takes_any_card(row: str, first: int, second: int) -> None:
    game = at_draw("", row, deck="")
    assert ask(game, PLANNER) == first
    game.state.table.stage = AT_SECOND_CARD
    assert ask(game, PLANNER) == second


def test_without_cards_to_draw_it_claims_then_draws_tickets_then_passes() -> None:
    game = at_turn("A-B 1 red", tickets=("A-B 1",), cards="red", deck="", more_tickets=True, trains=20)
    assert ask(game, PLANNER) == claim(game, "A-B")
    put_cards(game, "blue")
    assert ask(game, PLANNER) == TICKETS
    empty_ticket_decks(game)
    assert ask(game, PLANNER) == PASS
    assert ask(stuck("blue"), PLANNER) == PASS


def paid(cards: str, *tracks: str, ticket: str = "A-B", **rules: Any) -> int:
    """How it pays for the first track, which it has chosen itself."""
    game, memory = (
        at_turn(*tracks, tickets=(f"{ticket} 15",), held=(ticket,), cards=cards, **rules),
        new_memory(PLANNER),
    )
    game.play(ask(game, PLANNER, memory))
    assert game.state.table.track == 0
    return ask(game, PLANNER, memory)


def test_it_pays_with_few_locomotives() -> None:
    assert paid("2 green 3 loco 1 pink", "A-B 3 gray") == pay(GREEN, 1)
    assert paid("2 red 3 loco", "A-B 3 red") == pay(RED, 1)
    assert paid("4 loco", "A-B 3 red") == pay_locomotives(3)
    assert paid("3 red 3 loco", "A-B 3 gray ferry 1", ferries=True) == pay(RED, 1)


@pytest.mark.parametrize(("needed", "spare"), [("pink", "blue"), ("blue", "pink"), ("green", "red")])
def test_it_pays_for_a_gray_track_with_the_colour_that_the_plan_does_not_need(needed: str, spare: str) -> None:
    for more in (0, 1):
        cards = f"{3 + more} {needed} 3 {spare}"
        assert paid(cards, "A-B 3 gray", f"B-C 3 {needed}", ticket="A-C") == pay(CARDS.index(spare), 0)


def test_it_spends_a_colour_that_the_plan_needs_before_a_locomotive() -> None:
    assert paid("4 pink 3 loco", "A-B 4 gray", "B-C 4 pink", ticket="A-C") == pay(PINK, 0)


@pytest.mark.parametrize(("laid", "cards", "answer"), [
    ("red", "2 red", pay(RED, 0)), ("red", "1 red 2 loco", pay(RED, 1)), ("red", "2 loco", pay_locomotives(2)),
    ("red", "1 red 9 blue", DECLINE), ("locomotive", "9 red 1 loco", DECLINE),
    ("locomotive", "9 red 2 loco", pay_locomotives(2)),
])  # fmt: skip
def test_it_pays_what_a_tunnel_asks_for_if_it_can(laid: str, cards: str, answer: int) -> None:
    game = at_turn("A-B 3 gray tunnel", tickets=("A-B 9",), held=("A-B",), cards=cards, tunnel_cards=3)
    table = game.state.table
    table.stage, table.track, table.extra, table.laid_color = AT_TUNNEL, 0, 2, CARDS.index(laid)
    table.laid_cards, table.laid_locomotives = (0, 3) if table.laid_color == LOCOMOTIVE else (3, 0)
    assert ask(game, PLANNER) == answer


@pytest.mark.parametrize(("mine", "theirs", "waiting", "color"), [
    ("", "", "red blue", "red"),  # nobody has any
    ("2 red", "2 blue", "red blue green", "green"),  # 2 ahead, 2 behind, even
    ("red", "blue", "red blue", "red"),  # one ahead before one behind
    ("3 red", "blue", "red blue", "blue"),  # one behind before three ahead
    ("3 red 3 blue", "3 blue", "red blue", "blue"),
    ("3 red 3 blue", "3 blue", "red", "red"),
])  # fmt: skip
def test_it_takes_the_passenger_for_whose_colour_the_race_is_closest(
    mine: str, theirs: str, waiting: str, color: str
) -> None:
    game = Game(setup_of("germany"), seats=3, seed=1)
    table = game.state.table
    table.stage, table.seat, table.city, table.track = AT_PASSENGER, 0, game.setup.rulebook[0]["city_a"][0], 0
    table.passengers[:] = 0
    words = [PASSENGER_COLORS.index(word) for word in waiting.split()]
    table.passengers[game.setup.rulebook[0]["place"][table.city]] = sum(1 << 3 * word for word in words)
    for seat, text in ((0, mine), (2, theirs)):
        for name, count in zip(CARDS, counts(text), strict=True):
            if count:
                table.taken[seat, PASSENGER_COLORS.index(name)] = count
    assert ask(game, PLANNER) == PASSENGER + PASSENGER_COLORS.index(color)


def at_tunnel_without_end() -> Game:
    """A tunnel for which both seats have the cards, but whatever is turned over asks for three more."""
    game = at_turn("A-B 6 red tunnel", tickets=("A-B 9",), tunnel_cards=3)
    put_cards(game, "6 red 2 blue", "6 red 2 green", row="5 white", discards="3 loco")
    return game


def test_after_a_tunnel_that_asked_for_too_much_it_draws_before_it_tries_one_again() -> None:
    game, memory = at_tunnel_without_end(), new_memory(PLANNER)
    for action in (claim(game, "A-B"), pay(RED, 0), DECLINE):
        assert ask(game, PLANNER, memory) == action
        game.play(action)
    game.state.table.seat = 0
    without_cards = copy_states(game.states)
    game.state.table.last_round = 1
    assert ask(game, PLANNER, memory.copy()) == claim(game, "A-B")  # there is no later
    game.state.table.last_round = 0
    assert ask(game, PLANNER, memory) == DECK
    assert ask(game, PLANNER, memory) == claim(game, "A-B")
    other = Game.from_states(game.setup, without_cards)
    put_cards(other, "6 red 2 blue")
    assert ask(other, PLANNER, memory) == claim(game, "A-B")  # nothing can be drawn, nor turned over


def test_games_end_though_hardly_any_cards_are_left_to_turn_over_at_a_tunnel() -> None:
    game = at_tunnel_without_end()
    seated_players = [SeatedPlayer(load_player(PLANNER), seat=seat, seed=1) for seat in range(2)]
    while not game.is_over and len(game.actions) < 300:
        game.play(seated_players[game.seat].choose(game, game.legal()))
    assert game.is_over
    for seats, number in ((4, 4), (5, 15)):  # two that did not end once
        block = play_games(setup_of("europe"), [load_player(PLANNER)] * seats, seed=5, first=number, games=1)
        assert block.game_stats["actions"][0] < 500
