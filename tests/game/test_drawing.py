"""Drawing cards: when there is no second one (gap G4 of docs/rules.md), and when there may be none."""

from __future__ import annotations

from typing import Any

import pytest

from game.positions import (
    cards_left,
    hand,
    row_of,
    stuck,
)
from railwright.game.actions import DECK


def test_g4_the_turn_ends_after_the_last_card_of_all() -> None:
    game = stuck("", "", deck="red")
    game.play(DECK)
    assert (game.seat, game.stage) == (1, "turn")
    assert hand(game, 0) == {"red": 1}


def test_g4_the_turn_ends_when_only_face_up_locomotives_are_left() -> None:
    game = stuck("", "", row="2 loco", deck="red")
    game.play(DECK)
    assert (game.seat, game.stage) == (1, "turn")
    game = stuck("", "", row="loco red")
    game.play(1)
    assert (game.seat, game.stage) == (1, "turn")
    assert row_of(game)[:2] == ["locomotive", None]


@pytest.mark.parametrize("cards", [{"deck": "2 red"}, {"deck": "red", "row": "loco blue"}, {"row": "red blue"}])
def test_g4_otherwise_a_second_card_is_drawn_but_no_face_up_locomotive(cards: dict[str, Any]) -> None:
    game = stuck("", "", **cards)
    game.play(DECK if "deck" in cards else 0)
    assert (game.seat, game.stage) == (0, "second_card")
    assert all(option == DECK or row_of(game)[option] not in (None, "locomotive") for option in game.legal())


def test_g4_discards_can_be_drawn_as_the_second_card() -> None:
    game = stuck("", "", deck="red", discards="blue")
    game.play(DECK)
    assert game.legal() == [DECK]
    game.play(DECK)
    assert hand(game, 0) == {"red": 1, "blue": 1}
    assert cards_left(game) == 0


def test_a_face_up_locomotive_ends_the_turn_and_one_from_the_deck_does_not() -> None:
    game = stuck("", "", row="loco 4 red", deck="3 green")
    game.play(0)
    assert game.seat == 1
    game = stuck("", "", row="5 red", deck="3 loco")
    game.play(DECK)
    assert (game.seat, game.stage) == (0, "second_card")
