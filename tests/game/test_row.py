"""The face-up row: when it is replaced (gap G3 of docs/rules.md) and when it is filled (gap G5)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from game.positions import (
    BLUE,
    GREEN,
    LINE,
    RED,
    STATIONS,
    begin,
    cards_left,
    empty_ticket_decks,
    hand,
    put_cards,
    row_of,
    small_setup,
    stuck,
)
from railwright.game.actions import CLAIM, DECLINE, STATION, pay
from railwright.game.colors import LOCOMOTIVE
from railwright.game.game import Game
from railwright.game.state import NONE
from railwright.game.story import take_events
from waiting import HANG_SECONDS


def sweeping(pool: str, row: str, deck: str, discards: str = "") -> Game:
    game = begin(small_setup(*LINE, sweep_pool=pool))
    empty_ticket_decks(game)
    put_cards(game, row=row, deck=deck, discards=discards)
    return game


@pytest.mark.parametrize(
    ("pool", "row", "deck", "discards", "replaced"),
    [
        # taking the first card brings up a third locomotive; then so many other cards are left
        ("all", "red 2 loco 2 blue", "4 loco", "", False),
        ("all", "red 2 loco 2 blue", "4 loco", "green", True),
        ("all", "red 3 loco -", "4 loco", "2 green", False),
        ("all", "red 3 loco -", "4 loco", "3 green", True),
        ("deck", "red 2 loco 2 blue", "4 loco", "9 green", False),
        ("deck", "red 4 loco", "8 loco 2 green", "9 green", False),
    ],
)
def test_g3_the_row_is_replaced_only_while_three_other_cards_are_in_reach(
    pool: str, row: str, deck: str, discards: str, replaced: bool
) -> None:
    game = sweeping(pool, row, deck, discards)
    game.state.deck[LOCOMOTIVE] = max(game.state.deck[LOCOMOTIVE], 1)
    game.play(0)
    events = [event["event"] for event in take_events(game)]
    assert ("replace" in events) == replaced
    if replaced:
        assert row_of(game).count("locomotive") < 3


def test_g3_with_pool_deck_three_cards_in_the_deck_suffice() -> None:
    replaced = 0
    for seed in range(40):
        game = sweeping("deck", "red 4 loco", "20 loco 3 green")
        game.state.rng[0] = 2 * seed + 1
        game.play(0)
        kinds = [event["event"] for event in take_events(game)]
        left = int(game.state.deck[:LOCOMOTIVE].sum())
        assert row_of(game).count("locomotive") < 3 or left < 3
        replaced += "replace" in kinds
    assert replaced > 20


def test_g3_three_locomotives_stay_when_no_rule_sweeps_them() -> None:
    game = begin(small_setup(*LINE, sweep_at=0))
    put_cards(game, row="red 4 loco", deck="30 loco 30 green")
    game.state.deck[LOCOMOTIVE], game.state.deck[GREEN] = 60, 0
    game.play(0)
    assert row_of(game) == ["locomotive"] * 5


_SWEEPING = """
import random, sys
sys.path.insert(0, sys.argv[1])
from game.positions import small_setup
from railwright.errors import RailwrightError
from railwright.game.game import Game
for sweep_at in (1, 2):
    try:
        setup = small_setup("A-B 1 red", "B-C 2 blue", sweep_at=sweep_at, cards_per_color=1, opening_cards=1)
    except RailwrightError:
        continue
    for seed in range(50):
        game, chooser = Game(setup, seats=2, seed=seed), random.Random(seed)
        while not game.is_over and len(game.actions) < 300:
            game.play(chooser.choice(game.legal()))
"""


def test_g3_rulesets_that_sweep_at_one_or_two_locomotives_are_refused_or_do_not_go_on_for_ever() -> None:
    """In a process of its own: an endless replacement cannot be interrupted."""
    try:
        subprocess.run(
            [sys.executable, "-c", _SWEEPING, str(Path(__file__).parent.parent)], check=True, timeout=HANG_SECONDS
        )
    except subprocess.TimeoutExpired:
        pytest.fail("a game did not come to its end")


def test_g5_empty_places_are_refilled_from_a_payment_left_to_right() -> None:
    game = stuck("2 blue", "", row="- red - - -")
    game.play(CLAIM + 1)
    assert row_of(game) == [None, "red", None, None, None]
    game.play(pay(BLUE, 0))
    assert row_of(game) == ["blue", "red", "blue", None, None]
    assert cards_left(game) == 0


def test_g5_a_payment_for_a_station_refills_the_row() -> None:
    game = begin(small_setup(*LINE, **STATIONS))
    empty_ticket_decks(game)
    put_cards(game, "green", row="- - red")
    game.play(STATION + 2)
    game.play(pay(GREEN, 0))
    assert row_of(game) == ["green", None, "red", None, None]


def test_g5_turned_over_cards_of_a_declined_tunnel_refill_the_row() -> None:
    game = begin(small_setup("A-B 1 red tunnel", "B-C 1 gray", **STATIONS))
    empty_ticket_decks(game)
    put_cards(game, "red", row="4 green -", deck="2 red")
    game.state.table.face_up[4] = NONE
    game.play(CLAIM + 0)
    game.play(pay(RED, 0))
    assert game.stage == "tunnel"
    assert game.legal() == [DECLINE]
    game.play(DECLINE)
    assert row_of(game) == ["green"] * 4 + ["red"]
    assert hand(game, 0) == {"red": 1}
    assert cards_left(game) == 1


def test_g5_nothing_is_refilled_while_there_are_no_cards() -> None:
    game = stuck("", "", row="red blue")
    game.play(0)
    assert row_of(game) == [None, "blue", None, None, None]
    game.play(1)
    assert game.seat == 1
    assert row_of(game) == [None] * 5


def test_a_face_up_place_is_refilled_from_the_discards_when_the_deck_is_empty() -> None:
    game = stuck("", "", row="red 4 green", discards="blue")
    game.play(0)
    assert [event["event"] for event in take_events(game)] == ["draw", "reshuffle", "row"]
    assert row_of(game)[0] == "blue"
    assert cards_left(game) == 0
    game.play(1)
    assert row_of(game)[1] is None
