"""The engine and the slow referee agree at every step of many random games."""

from __future__ import annotations

import pytest

from railwright.game.setup import Setup
from referee.harness import all_games, follow_random_game

GAMES_EACH = 19
"""With 108 combinations of board, deck, ruleset and seats: 2,052 games."""


def _name(combination: tuple[Setup, int]) -> str:
    setup, seats = combination
    return f"{setup.board.name}-{setup.ruleset.name}-{setup.deck}-{seats}"


@pytest.mark.parametrize("combination", all_games(), ids=_name)
def test_engine_and_referee_agree_at_every_step(combination: tuple[Setup, int]) -> None:
    setup, seats = combination
    for seed in range(GAMES_EACH):
        assert follow_random_game(setup, seats=seats, seed=1000 * seats + seed) > 0


def test_there_are_a_thousand_games() -> None:
    assert len(all_games()) * GAMES_EACH >= 2000
