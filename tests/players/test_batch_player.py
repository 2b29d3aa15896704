"""Players that decide for many positions at once: the same games side by side and one by one."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import numpy as np
import pytest

from players.lineup import setup_of
from players.policies import random_layers
from railwright.errors import OptionError, PlayerError
from railwright.game.scoring import RESULT
from railwright.matches.conformance.check import check_player
from railwright.matches.faults import LONGEST_GAME
from railwright.matches.game_stats import GAME_STATS
from railwright.matches.match import _play_mixed, play_games
from railwright.players.policy.batch_player import BatchPlayer, best_actions, drawn_actions
from railwright.players.registry import load_player
from railwright.rl.batch import Batch


@cache
def whole_weights(inputs: int, outputs: int) -> Any:
    return np.random.default_rng(1).integers(-3, 4, (inputs, outputs)).astype(np.float64)


class Drawing(BatchPlayer):
    """Draws from the scores of a network that adds up exactly: its weights are small whole numbers."""

    name = "drawing"
    asked: ClassVar[list[int]] = []

    def decide(self, observations: Any, masks: Any, luck: Any) -> Any:
        """Choose for each row."""
        Drawing.asked.append(len(observations))
        weights = whole_weights(observations.shape[1], masks.shape[1])
        return drawn_actions(np.rint(observations * 64).astype(np.float64) @ weights / 64, masks, luck)


class Planning(Drawing):
    """The same with the planner's numbers."""

    name = "planning"
    observation = "planner"


def results_of(board: str, players: list[Any], games: int, most: int) -> tuple[Any, Any, Any]:
    arrays = np.zeros(games, RESULT), np.zeros(games, GAME_STATS), np.zeros((games, LONGEST_GAME), np.int16)
    arrays[1]["ended_by"] = -1
    _play_mixed(setup_of(board), players, 5, 3, *arrays, most=most)
    return arrays


@pytest.mark.parametrize(
    ("board", "players"),
    [
        ("usa", [Drawing, "rule"]),
        ("europe", [Planning, Drawing, Planning]),
        ("germany", [Drawing, "random", Drawing, "hoard"]),
    ],
)
def test_games_side_by_side_are_those_played_one_by_one(board: str, players: list[Any]) -> None:
    seated = [load_player(player) if isinstance(player, str) else player for player in players]
    one_by_one = results_of(board, seated, 5, most=1)
    Drawing.asked.clear()
    for most in (2, 256):
        together = results_of(board, seated, 5, most=most)
        assert (together[0] == one_by_one[0]).all()
        assert (together[2] == one_by_one[2]).all()
        for field in ("actions", "turns", "ended_by", "decisions", "tracks", "trains"):
            assert (together[1][field] == one_by_one[1][field]).all()
    assert max(Drawing.asked) > 2


def test_the_games_of_a_match_are_those_of_its_parts() -> None:
    whole = play_games(setup_of("usa"), [Drawing, "random"], seed=1, games=6, keep_actions=True)
    parts = [play_games(setup_of("usa"), [Drawing, "random"], seed=1, first=i, games=2) for i in (0, 2, 4)]
    assert (np.concatenate([part.results for part in parts]) == whole.results).all()


def test_it_conforms() -> None:
    found = check_player(Planning, games=2, boards=["usa"])
    assert found.holds, str(found)


class Stubborn(BatchPlayer):
    """Returns something wrong."""

    answer: ClassVar[Any] = None

    def decide(self, observations: Any, masks: Any, luck: Any) -> Any:
        """Choose for each row."""
        return self.answer(masks)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda masks: np.zeros((len(masks), 2), int), "decide must return 3 whole numbers, one for each row, not an"),
        (lambda masks: masks.argmax(axis=1) / 2, "not an array of float64"),
        (lambda masks: np.full(len(masks), 999), "decide must return actions from 0 to 168, not 999 to 999"),
        (lambda masks: masks.argmin(axis=1), "which is not legal"),
        (lambda masks: masks["x"], "raised IndexError"),
    ],
)
def test_a_wrong_answer_is_told_with_player_and_game(answer: Any, words: str) -> None:
    Stubborn.answer = staticmethod(answer)
    with pytest.raises(PlayerError) as caught:
        play_games(setup_of("usa"), [Stubborn, "random"], seed=1, games=3)
    assert words in str(caught.value)
    assert "the player 'Stubborn' (" in str(caught.value)
    assert "game with seed" in str(caught.value)


def test_an_observation_with_history_is_refused() -> None:
    with pytest.raises(PlayerError, match="'Remembering': observation must be raw or planner, not 'history'"):
        type("Remembering", (BatchPlayer,), {"observation": "history"})


def test_it_cannot_play_inside_a_batch() -> None:
    with pytest.raises(OptionError, match="'drawing' is ordinary Python"):
        Batch("usa", 2, games=1, seed=1, players=[None, Drawing])


def test_actions_are_best_or_drawn_among_the_allowed_ones() -> None:
    rng = np.random.default_rng(1)
    weights, _ = random_layers([5, 7])[0]
    scores, masks = rng.random((1000, 5)).astype(np.float32) @ weights, rng.random((1000, 7)) < 0.4
    masks[:, 3] = True
    best = best_actions(scores, masks)
    rows = np.arange(1000)
    assert masks[rows, best].all()
    assert (scores[rows, best] == np.where(masks, scores, -9).max(axis=1)).all()
    for luck in (np.zeros(1000), rng.random(1000), np.full(1000, np.nextafter(1, 0))):
        assert masks[rows, drawn_actions(scores, masks, luck)].all()
    many = drawn_actions(np.tile(scores[:1], (20_000, 1)), np.tile(masks[:1], (20_000, 1)), rng.random(20_000))
    chances = np.where(masks[0], np.exp(scores[0]), 0) / np.exp(scores[0])[masks[0]].sum()
    np.testing.assert_allclose(np.bincount(many, minlength=7) / 20_000, chances, atol=0.02)
