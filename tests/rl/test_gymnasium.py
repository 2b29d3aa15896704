"""The Gymnasium environments: Gymnasium's own checks on every board, seats, masks, rewards, hidden cards, bad input."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from players.lineup import BOARDS, SEATS, setup_of
from railwright.errors import IllegalActionError, OptionError
from railwright.game.state import STATE
from railwright.matches.conformance.honesty import other_deal, scrambled
from railwright.rl.gymnasium_env import LearnerEnv
from railwright.rl.gymnasium_vector import LearnerVectorEnv
from railwright.rl.stepping import SHOW

ID = "railwright/Railwright-v1"
PLAYERS = ("hoard", "rule", "path", "random")


def course(env: LearnerEnv, *, seed: int) -> Iterator[tuple[Any, ...]]:
    """The steps of a random game."""
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    is_over = False
    while not is_over:
        step = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        seen, is_over = step[0], step[2] or step[3]
        yield step


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("board", BOARDS)
def test_the_check_of_gymnasium_passes(board: str, seats: int) -> None:
    env = gymnasium.make(ID, board=setup_of(board), opponents=PLAYERS[: seats - 1])
    check_env(env.unwrapped, skip_render_check=True)


def test_the_check_passes_with_all_render_modes() -> None:
    check_env(gymnasium.make(ID, observation="planner+history", reward="running").unwrapped)


@pytest.mark.parametrize("board", BOARDS)
def test_a_game_against_players_of_ours(board: str) -> None:
    env = LearnerEnv(board=board, opponents=("hoard", "rule"), reward="points")
    seats = []
    for seed in range(3):
        for seen, reward, terminated, _, info in course(env, seed=seed):
            assert env.observation_space.contains(seen)
            assert np.array_equal(env.action_masks(), seen["action_mask"])
            game = env.game
            if not terminated:
                assert game.seat == info["seat"]
                assert [
                    int(env.actions.numbers[action]) for action in np.flatnonzero(env.action_masks())
                ] == game.legal()
                assert reward == 0
        assert game.is_over
        seats.append(info["seat"])
        scores = game.scores()
        assert list(info["points"]) == [scores[(info["seat"] + player) % 3] for player in range(3)]
        assert reward == info["points"][0]
        assert not seen["action_mask"].any()
        assert np.array_equal(seen["observation"], env.fields.of(game.view(info["seat"])))
    assert sorted(seats) == [0, 1, 2]


def test_the_learner_changes_seats_or_chooses_one() -> None:
    env = LearnerEnv(opponents=("random", "random"))
    assert env.reset(seed=0)[1] == {"seat": 0}
    assert [env.reset()[1]["seat"] for _ in range(5)] == [2, 1, 0, 2, 1]
    assert [env.reset(options={"seat": 2})[1]["seat"] for _ in range(3)] == [2, 2, 2]
    assert [env.reset(seed=seed, options={"seat": 1})[1]["seat"] for seed in range(3)] == [1, 1, 1]
    with pytest.raises(OptionError):
        env.reset(options={"seat": 3})


def test_nothing_hidden_changes_what_a_learner_is_shown() -> None:
    env = LearnerEnv(board="europe", opponents=("rule", "hoard"), observation="planner+history")
    rng = np.random.default_rng(2)
    row = env._batch._arrays.games.view(np.uint8)[: STATE.itemsize]
    for number, (seen, _, terminated, *_) in enumerate(course(env, seed=1)):
        if number % 8 == 0 and not terminated:
            before = row.copy()
            for exchange in (other_deal, scrambled):
                row[:] = exchange(env.game, rng).states.view(np.uint8)
                env._batch._run(np.full(1, SHOW))
                assert all(np.array_equal(env._seen()[name], seen[name]) for name in seen)
                row[:] = before
            env._batch._run(np.full(1, SHOW))


def test_bad_input_is_refused_and_the_environment_can_be_used() -> None:
    env = LearnerEnv(illegal_reward=None)
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)
    seen, _ = env.reset(seed=1)
    before = env._batch.save()
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    for action in (illegal, -1, 169, None, 1.5, "0", [1]):
        with pytest.raises(IllegalActionError):
            env.step(action)
        assert env._batch.save() == before
    list(course(env, seed=1))
    with pytest.raises(ResetNeeded):
        env.step(0)
    with pytest.raises(OptionError, match="opponents: must be a list of players"):
        LearnerEnv(opponents="hoard")
    with pytest.raises(OptionError, match="is played by 2 to 5 players, not 6"):
        LearnerEnv(opponents=["random"] * 5)
    with pytest.raises(OptionError, match="sees hidden cards"):
        LearnerEnv(opponents=["mcts-peeking"])


def test_an_illegal_action_ends_the_game() -> None:
    env = LearnerEnv(illegal_reward=-5)
    seen, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    after, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-5.0, True, False)
    assert f"action {illegal}" in info["illegal_action"]
    assert np.array_equal(after["observation"], seen["observation"])
    assert not env.action_masks().any()


def test_a_game_that_is_too_long_is_truncated() -> None:
    env = LearnerEnv(longest=20, opponents=("random",))
    *_, (_, _, terminated, truncated, info) = course(env, seed=1)
    assert (terminated, truncated) == (False, True)
    assert len(info["points"]) == 2


def test_environments_can_be_pickled() -> None:
    env = LearnerEnv(opponents=("evaluation",))
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    for _ in range(20):
        seen, *_ = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    other = pickle.loads(pickle.dumps(env))
    action = int(np.flatnonzero(seen["action_mask"])[0])
    one, two = env.step(action), other.step(action)
    assert all(np.array_equal(one[0][name], two[0][name]) for name in seen)


def random_actions(mask: Any, rng: np.random.Generator) -> Any:
    return np.argmax(rng.random(mask.shape) * mask, axis=1)


def test_a_vector_environment_plays_as_the_single_one() -> None:
    games = gymnasium.make_vec(ID, num_envs=3, opponents=("rule", "hoard"), reward="difference")
    assert isinstance(games, LearnerVectorEnv)
    assert games.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    env = LearnerEnv(opponents=("rule", "hoard"), reward="difference")
    assert games.single_observation_space == env.observation_space
    assert games.single_action_space == env.action_space
    seen, infos = games.reset(seed=4)
    alone, info = env.reset(seed=4)
    assert len(set(infos["seat"])) == 3
    rng, ended = np.random.default_rng(1), 0
    while ended < 2:
        assert games.observation_space.contains(seen)
        assert infos["seat"][0] == info["seat"]
        for name in seen:
            assert np.array_equal(seen[name][0], alone[name])
        actions = random_actions(seen["action_mask"], rng)
        seen, rewards, terminated, truncated, infos = games.step(actions)
        alone, reward, is_terminated, is_truncated, info = env.step(actions[0])
        assert (rewards[0], terminated[0], truncated[0]) == (reward, is_terminated, is_truncated)
        if is_terminated:
            ended += 1
            assert infos["_final_obs"][0]
            for name in alone:
                assert np.array_equal(infos["final_obs"][0][name], alone[name])
            assert np.array_equal(infos["final_info"]["points"][0], info["points"])
            alone, info = env.reset()


def test_statistics_of_a_vector_environment() -> None:
    games = RecordEpisodeStatistics(LearnerVectorEnv(8, reward="points", opponents=("random",)))
    seen, _ = games.reset(seed=1)
    rng, ends, points = np.random.default_rng(1), 0, []
    while ends < 10:
        seen, _, terminated, _, infos = games.step(random_actions(seen["action_mask"], rng))
        ends += int(terminated.sum())
        if terminated.any():
            points += infos["final_info"]["points"][terminated, 0].tolist()
            assert infos["episode"]["l"][terminated].min() > 20
    assert games.episode_count == ends
    assert list(games.return_queue) == points


def test_a_vector_environment_is_determined_by_its_seed() -> None:
    def shown(games: LearnerVectorEnv, seed: int) -> bytes:
        seen, _ = games.reset(seed=seed)
        rng, parts = np.random.default_rng(1), []
        for _ in range(60):
            seen, rewards, *_ = games.step(random_actions(seen["action_mask"], rng))
            parts += [seen["observation"].tobytes(), rewards.tobytes()]
        return b"".join(parts)

    games = LearnerVectorEnv(4)
    first = shown(games, 1)
    assert shown(games, 1) == first
    assert shown(LearnerVectorEnv(4, threads=2, copy=False), 1) == first
    assert shown(games, 2) != first


def test_some_games_of_a_vector_environment_can_be_reset() -> None:
    games = LearnerVectorEnv(3)
    seen, _ = games.reset(seed=1)
    after, _ = games.reset(options={"reset_mask": np.array([False, True, False])})
    assert [bool(np.array_equal(seen["observation"][i], after["observation"][i])) for i in range(3)] == [
        True,
        False,
        True,
    ]


def test_illegal_actions_end_their_games_in_a_vector_environment() -> None:
    games = LearnerVectorEnv(3, illegal_reward=-2)
    seen, _ = games.reset(seed=1)
    actions = np.argmax(seen["action_mask"], axis=1)
    actions[1] = np.argmin(seen["action_mask"][1])
    after, rewards, terminated, truncated, infos = games.step(actions)
    assert list(rewards) == [0, -2, 0]
    assert list(terminated) == [False, True, False]
    assert not truncated.any()
    assert "is not legal" in infos["final_info"]["illegal_action"][1]
    assert np.array_equal(infos["final_obs"][1]["observation"], seen["observation"][1])
    assert list(games._batch.episodes - games._batch.episodes.min()) == [0, 1, 0]
    for bad in (actions[:2], actions.astype(float), [0, 0, 169], [-1, 0, 0], None):
        before = games._batch.save()
        with pytest.raises((IllegalActionError, OptionError)):
            games.step(bad)
        assert games._batch.save() == before
    games.step(np.argmax(after["action_mask"], axis=1))
    strict = LearnerVectorEnv(3, illegal_reward=None)
    strict.reset(seed=1)
    with pytest.raises(IllegalActionError, match="of game 1"):
        strict.step(actions)
    with pytest.raises(OptionError, match=r"one seed for all games, not \[1"):
        strict.reset(seed=[1, 2, 3])  # type: ignore[arg-type]


def test_pictures_of_a_vector_environment() -> None:
    games = LearnerVectorEnv(2, render_mode="ansi")
    games.reset(seed=1)
    pictures = games.render()
    assert pictures is not None
    assert [picture.split(":")[0] for picture in pictures] == ["usa/base", "usa/base"]
    with pytest.raises(OptionError, match="many games cannot be printed at once"):
        LearnerVectorEnv(2, render_mode="human")


@pytest.mark.parametrize(("reward", "penalty"), [("win", -1), ("points", -1000), ("running", -1000)])
def test_an_illegal_action_costs_more_than_any_game_can(reward: str, penalty: int) -> None:
    env = gymnasium.make("railwright/Railwright-v1", reward=reward)
    observation, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    assert env.step(illegal)[1:3] == (penalty, True)
