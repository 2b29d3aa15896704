"""Actions of games in progress, in words."""

from __future__ import annotations

import random

import pytest

from players.lineup import BOARDS, setup_of
from railwright.game.actions import CLAIM, decode
from railwright.game.game import Game
from railwright.table.wording import action_text, action_words
from saying import check_said


@pytest.mark.parametrize("board", BOARDS)
def test_every_choice_can_be_said_in_other_languages(board: str) -> None:
    kinds = set()
    for seed in range(2):
        game, rng = Game(setup_of(board), seats=3, seed=seed), random.Random(seed)
        while not game.is_over:
            legal = game.legal()
            if rng.random() < 0.3:
                for action in legal:
                    words = action_words(game, action)
                    assert type(words) is str
                    assert check_said(words, action_text(game, action).to_json())
                    kinds.add(decode(action).kind)  # type: ignore[union-attr]
            claims = [action for action in legal if action >= CLAIM]
            game.play(rng.choice(claims if claims and rng.random() < 0.3 else legal))
    common = {"row", "deck", "tickets", "keep", "claim", "pay"}
    assert common | {"europe": {"station", "decline"}, "germany": {"passenger"}}.get(board, set()) <= kinds
