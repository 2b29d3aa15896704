"""Self-play, compared with single games that are played in Python, and its promises: same seed, same arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from players.lineup import BOARDS, setup_of
from players.thinking import ITS_PLANNER, express_style, think_once
from railwright.errors import OptionError
from railwright.game.game import Game
from railwright.players.express.memory import MOST_CHOICES, THOUGHT
from railwright.players.express.neural_network import FILE, load_network
from railwright.players.express.outcome import LEAD, MOST_LEAD, WIN
from railwright.players.planner.memory import PLANNER, SCRATCH
from railwright.training.neural_networks import untrained_network
from railwright.training.opponents import (
    FIRST_GENERATION,
    FIRST_PUBLISHED,
    HOARDER,
    LEARNER,
    PUBLISHED,
    STYLED,
)
from railwright.training.opponents import PLANNER as THE_PLANNER
from railwright.training.self_play import LONGEST_ROUNDS, SelfPlay

NETWORK = load_network(FILE)


class Replay:
    """A game of self-play between learners, played once more with ``Game`` and ``think``."""

    def __init__(self, play: SelfPlay, index: int) -> None:
        record = play.records[index]
        self.game = Game(play.setup, seats=play.seats, seed=int(record["seed"]))
        self.planners = np.zeros((play.seats, 1), PLANNER)
        for planner in self.planners:
            planner[0]["style"] = express_style()
        self.scratches, self.thoughts = np.zeros(1, SCRATCH), np.zeros(1, THOUGHT)
        self.thoughts["most"] = MOST_CHOICES
        self.source = record["source"].copy()
        """The state after the deal: the first decisions need no random numbers."""

    def play_to_decision(self) -> bool:
        """Play on until there is something to decide; False if the game is over."""
        while not self.game.is_over:
            legal = np.array(self.game.legal(), np.int16)
            action = think_once(
                self.game.setup.rulebook, self.game.states, legal, self.planners[self.game.seat], self.scratches,
                NETWORK.record, self.thoughts, self.source,
            )  # fmt: skip
            if self.thoughts["count"][0] > 1:
                return True
            self.game.play(int(action))
        return False


@pytest.mark.parametrize(("board", "seats"), [("usa", 2), ("europe", 4), ("germany", 3)])
def test_decisions_and_rewards_are_those_of_single_games(board: str, seats: int) -> None:
    play = SelfPlay(setup_of(board), seats, games=3, seed=seats, learners_only=3)
    play.begin()
    replays, rng, ended = [Replay(play, i) for i in range(3)], np.random.default_rng(seats), 0
    for _ in range(1500):
        chosen = np.where(rng.random(3) < 0.5, 0, rng.integers(0, play.count))
        for i, replay in enumerate(replays):
            assert replay.play_to_decision()
            count = int(play.count[i])
            assert (replay.thoughts["count"][0], replay.game.seat) == (count, play.seat[i])
            assert replay.thoughts["actions"][0, :count].tolist() == play.actions[i, :count].tolist()
            assert replay.thoughts["position"][0].tolist() == play.position[i].tolist()
            assert np.array_equal(replay.thoughts["choices"][0, :count], play.choices[i, :count])
            replay.game.play(int(play.actions[i, chosen[i]]))
        play.step(chosen)
        for i in np.flatnonzero(play.done).tolist():
            assert not replays[i].play_to_decision()
            check_outcome(play, i, replays[i].game)
            replays[i] = Replay(play, i)
            ended += 1
        if ended >= 3:
            break
    assert ended >= 3


def check_outcome(play: SelfPlay, i: int, game: Game) -> None:
    """The points, wins and rewards of a game that has ended."""
    result = game.result_record()
    points = result["scores"][: game.seats] / game.setup.ruleset.scale
    won = np.array([int(result["winners"]) >> seat & 1 for seat in range(game.seats)])
    assert play.points[i].tolist() == points.tolist()
    assert play.wins[i] == pytest.approx(won / won.sum())
    for seat in range(game.seats):
        lead = points[seat] - max(np.delete(points, seat))
        share = (game.seats * won[seat] / won.sum() - 1) / (game.seats - 1)
        expected = np.clip(lead / LEAD, -MOST_LEAD, MOST_LEAD) + WIN * share
        assert play.reward[i, seat] == pytest.approx(expected, rel=1e-5)


def run(play: SelfPlay, steps: int, seed: int = 1) -> list[list[Any]]:
    """Random choices; what all arrays held after each step."""
    rng, seen = np.random.default_rng(seed), []
    for _ in range(steps):
        play.step(rng.integers(0, play.count))
        arrays = (play.position, play.count, play.seat, play.done, play.reward, play.wins, play.points, play.players)
        seen.append(
            [array.tolist() for array in arrays] + [play.choices[i, :n].tolist() for i, n in enumerate(play.count)]
        )
    return seen


def pool_play(seed: int = 7, games: int = 8) -> SelfPlay:
    play = SelfPlay(setup_of("usa"), 3, games=games, seed=seed, learners_only=2, published=PUBLISHED)
    play.set_generations([untrained_network(1), NETWORK])
    return play


def test_the_same_seed_gives_the_same_arrays() -> None:
    first, second, other = pool_play(), pool_play(), pool_play(seed=8)
    for play in (first, second, other):
        play.begin()
    found = run(first, 120)
    assert run(second, 120) == found
    assert run(other, 120) != found


def test_saved_games_go_on_as_if_they_had_never_stopped() -> None:
    play, again = pool_play(), pool_play()
    play.begin()
    run(play, 60)
    kept = {name: array.copy() for name, array in play.save().items()}
    again.restore(kept)
    assert run(again, 60, seed=2) == run(play, 60, seed=2)
    with pytest.raises(OptionError, match="with other settings"):
        pool_play(games=9).restore(kept)


def test_every_kind_of_opponent_is_drawn_and_one_seat_learns() -> None:
    play = SelfPlay(setup_of("usa"), 3, games=60, seed=1, learners_only=10, published=PUBLISHED)
    play.set_generations([NETWORK])
    play.begin()
    players = play.records["players"][:, :3]
    assert (players[:10] == LEARNER).all()
    assert ((players[10:] == LEARNER).sum(axis=1) == 1).all()
    found = set(players[10:].ravel().tolist())
    assert {LEARNER, THE_PLANNER, STYLED, HOARDER, FIRST_GENERATION} < found
    assert found - set(range(FIRST_GENERATION + 1)) == {FIRST_PUBLISHED + i for i in range(len(PUBLISHED))}
    assert (players[play.records["index"] >= 10][np.arange(50), play.seat[10:]] == LEARNER).all()
    styles = play.records["planners"]["style"]["turn"][:, :3]
    assert (styles[players != STYLED] == express_style()[0]).all()
    assert len(set(styles[players == STYLED].tolist())) > 5


@pytest.mark.parametrize("board", BOARDS)
def test_a_player_in_the_pool_keeps_its_memory(board: str) -> None:
    """The planner plays alike as a planner, as a compiled player without search, and as an untrained network."""
    found = []
    for opponent in (THE_PLANNER, ITS_PLANNER, FIRST_GENERATION):
        play = SelfPlay(setup_of(board), 2, games=6, seed=3, opponent=opponent, autoreset=False)
        play.set_generations([untrained_network(1)])
        play.begin()
        while not play.done.all():
            play.step(play.best_choices(NETWORK))
        found.append(play.points.tolist())
        assert (play.players == LEARNER).sum(axis=1).tolist() == [1] * 6
        assert play.players[:2].tolist() == [[LEARNER, play.players[0, 1]], [play.players[0, 1], LEARNER]]
        seeds = play.records["seed"].tolist()
        assert seeds[0] == seeds[1] != seeds[2], "a round has one deal"
    assert found[0] == found[1] == found[2]


def test_a_game_that_is_too_long_is_cut_off_and_scored() -> None:
    play = SelfPlay(setup_of("europe"), 2, games=2, seed=1, learners_only=2)
    play.begin()
    run(play, 30)
    play.records["state"]["table"]["turn"][0] = LONGEST_ROUNDS * 2 + 1
    points = play.records["state"]["table"]["points"][0, :2].copy()
    play.step(np.zeros(2, np.int64))
    assert play.done.tolist() == [True, False]
    assert play.wins[0].sum() == 1
    assert (play.points[0] <= points + 40).all(), "tickets that are not completed cost points"
    assert play.records["episode"].tolist() == [1, 0]


def test_a_choice_that_is_not_there_is_refused() -> None:
    play = SelfPlay(setup_of("usa"), 2, games=2, seed=1)
    with pytest.raises(OptionError, match="call begin"):
        play.step(np.zeros(2, np.int64))
    play.begin()
    for chosen in ([0, -1], [int(play.count[0]), 0]):
        with pytest.raises(OptionError, match="each game needs the number of one of its choices"):
            play.step(np.array(chosen))
    with pytest.raises(OptionError, match="played by 2 to 5 players, not 6"):
        SelfPlay(setup_of("usa"), 6, games=1, seed=1)
    with pytest.raises(OptionError, match="must not see hidden cards"):
        SelfPlay(setup_of("usa"), 2, games=1, seed=1, opponent="mcts-peeking")
