"""Players of ours inside the step: their games are those of seated players."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from players.lineup import BOARDS, quick, setup_of
from railwright.compiled.rng import stream_seed
from railwright.errors import OptionError, PlayerError
from railwright.game.game import Game
from railwright.game.rulebook import Rulebook
from railwright.game.state import PrivateState, Table
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.kit.interface import Player, compiled
from railwright.players.registry import BUILT_IN
from railwright.rl.batch import Batch
from railwright.rl.random_actions import RandomActions

PLAYERS = [name for name in BUILT_IN if "peeking" not in name and name != "random"]


@compiled(name="rude")
def rude(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Chooses what is not legal, from its fifth turn on."""
    return 699 if table.turn > 9 else int(legal[0])


@compiled(name="broken")
def broken(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Raises an exception, from its fifth turn on."""
    if table.turn > 9:
        raise ValueError("out of ideas")
    return int(legal[0])


class Idle(Player):
    def choose(self, view: Any, legal: Any) -> int:
        return int(legal[0])


@pytest.mark.parametrize("name", PLAYERS)
def test_the_games_are_those_of_seated_players(name: str) -> None:
    board = BOARDS[PLAYERS.index(name) % 3]
    setup = setup_of(board)
    players = [None, quick(name), quick("hoard")]
    batch = Batch(setup, 3, games=4, seed=7, players=players, first=20, reward="running")
    choose = RandomActions(batch, seed=3)
    row, index = 2, 22
    for episode in range(3):
        stream = stream_seed(7, index, 0)
        game = Game(setup, seats=3, seed=int(stream_seed(stream, episode, 0)))
        seated: dict[int, SeatedPlayer] = {}
        for number, player in enumerate(players):
            if player is not None:
                seat = (number - index - episode) % 3
                seated[seat] = SeatedPlayer(player, seat=seat, seed=int(stream_seed(stream, episode, 1 + number)))
        earned = np.zeros(3)
        while True:
            while not game.is_over and game.seat in seated:
                game.play(seated[game.seat].choose(game))
            if game.is_over:
                break
            assert batch.game(row).states.tobytes() == game.states.tobytes()
            assert (batch.seat[row], batch.player[row]) == (game.seat, 0)
            actions = choose()
            game.play(int(batch.actions.numbers[actions[row]]))
            batch.step(actions)
            earned += batch.reward[row]
        assert batch.done[row]
        scores = game.scores()
        by_player = [scores[(number - index - episode) % 3] for number in range(3)]
        assert list(batch.points[row]) == by_player
        np.testing.assert_allclose(earned, by_player, rtol=1e-5)


def test_several_learners_play_against_one_of_ours() -> None:
    batch = Batch("europe", 4, games=8, seed=1, players=[None, "rule", None, None])
    choose = RandomActions(batch, seed=1)
    seen = set()
    for _ in range(200):
        seen |= set(batch.player.tolist())
        batch.step(choose())
    assert seen == {0, 2, 3}


def test_what_cannot_play_inside_a_step_is_refused() -> None:
    def refused(players: Any) -> str:
        with pytest.raises(OptionError) as caught:
            Batch("usa", 2, games=1, seed=1, players=players)
        return str(caught.value)

    assert refused([None, Idle]) == (
        "players: 'Idle' is ordinary Python, but only compiled players can play inside a batch"
    )
    assert "'mcts-peeking' sees hidden cards" in refused([None, "mcts-peeking"])
    assert refused(["rule", "rule"]) == "players: one entry must be None, for the learner"
    assert "must be a list of 2 entries, one for each player, not 1 entry" in refused([None])
    assert "must be a list of 2 entries, one for each player, not 'rule'" in refused("rule")


def play_on(batch: Batch, choose: RandomActions) -> None:
    for _ in range(100):
        batch.step(choose())


@pytest.mark.parametrize(("player", "words"), [(rude, "chose '699'"), (broken, "raised ValueError: out of ideas")])
def test_a_player_that_fails_is_named_and_the_batch_waits_for_a_reset(player: Any, words: str) -> None:
    batch = Batch("usa", 2, games=4, seed=1, players=[None, player], threads=2)
    choose = RandomActions(batch, seed=1)
    with pytest.raises(PlayerError, match=words):
        play_on(batch, choose)
    with pytest.raises(PlayerError, match="reset the batch"):
        batch.step(choose())
    batch.reset(seed=1)
    batch.step(RandomActions(batch, seed=1)())
