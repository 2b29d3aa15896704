"""Why a choice cannot be taken back, as texts for other languages."""

from __future__ import annotations

import random

import pytest

from players.lineup import setup_of
from railwright.table.game_history import GameHistory
from railwright.table.undo import CannotUndoError, last_choice, why_no_undo
from saying import check_said

NAMES = ("Ada", "Ben")


def test_the_reason_is_the_message_of_the_error() -> None:
    rng, history, keys = random.Random(3), GameHistory(setup_of("europe"), seats=2, seed=3), set()
    while not history.game.is_over:
        history.play(rng.choice(history.game.legal()))
        for seat in (0, 1):
            why = why_no_undo(history.steps, seat, NAMES)
            if why is None:
                assert last_choice(history.steps, seat, NAMES) < len(history.steps)
                continue
            keys |= check_said(str(why), why.to_json())
            with pytest.raises(CannotUndoError) as raised:
                last_choice(history.steps, seat, NAMES)
            assert str(raised.value) == str(why)
    assert {"Nothing to take back yet.", "Nothing to take back: {who} has acted since your last choice."} <= keys
    assert {"That cannot be taken back: {reason}.", "a card was drawn from the deck"} <= keys
