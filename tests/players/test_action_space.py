"""Action numbers without gaps: all that is legal has one, and few are never used."""

from __future__ import annotations

import numpy as np
import pytest

from game.positions import small_setup
from players.lineup import setup_of
from players.test_observation import SETUPS
from railwright.errors import IllegalActionError
from railwright.game.setup import Setup
from railwright.players.observation.action_space import ActionSpace
from railwright.rl.batch import Batch
from railwright.rl.random_actions import RandomActions

SMALL = [
    small_setup("A-B 3 gray", "B-C 2 red", tickets=("A-B 1", "A-C 2")),  # too few tickets for five seats
    small_setup("A-B 9 gray", "B-C 2 red", tickets=("A-B 1",), cards_per_color=4, locomotives=3, trains=8),
]


@pytest.mark.parametrize("setup", SETUPS + SMALL, ids=repr)
def test_every_legal_action_has_a_number_and_most_numbers_are_used(setup: Setup) -> None:
    space = ActionSpace(setup)
    used = np.zeros(space.size, bool)
    for seats in (2, 5):
        batch = Batch(setup, seats, games=32, seed=1)
        choose = RandomActions(batch, seed=1)
        for _ in range(400):
            assert batch.legal.min() >= 0  # an action without a number would be -1
            used |= batch.mask.any(axis=0)
            batch.step(choose())
    assert used.mean() > (0.8 if setup in SETUPS else 0.6)


def test_numbers_and_compact_numbers_are_inverse() -> None:
    for setup in SETUPS:
        space = ActionSpace(setup)
        assert (space.compact[space.numbers] == np.arange(space.size)).all()
        assert (space.compact >= 0).sum() == space.size == len(space)
        assert (np.diff(space.numbers) > 0).all()


def test_actions_in_words() -> None:
    space = ActionSpace(setup_of("europe"))
    words = [space.words(action) for action in range(space.size)]
    assert len(set(words)) == space.size
    for expected in (
        "take the card at place 1 of the row", "draw from the deck", "pass", "decline to pay",
        "keep tickets 1, 3 of the offer", "keep ticket 2 of the offer", "build a station in Paris",
        "pay with red cards and 1 locomotive", "pay with green cards", "pay with 3 locomotives",
    ):  # fmt: skip
        assert expected in words, expected
    assert "take a blue passenger" in [ActionSpace(setup_of("germany")).words(i) for i in range(30)]


def test_boards_have_only_their_own_actions() -> None:
    usa = [ActionSpace(setup_of("usa")).words(i) for i in range(ActionSpace(setup_of("usa")).size)]
    assert not [word for word in usa if "station" in word or "passenger" in word or "decline" in word]
    assert "draw tickets" in usa


def test_an_unknown_action_is_refused() -> None:
    space = ActionSpace(setup_of("usa"))
    for action in (-1, space.size, "pass"):
        with pytest.raises(IllegalActionError, match=f"are 0 to {space.size - 1}, not "):
            space.words(action)  # type: ignore[arg-type]
