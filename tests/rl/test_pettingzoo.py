"""The PettingZoo environment: PettingZoo's own suite on every board, masks, rewards, hidden cards, bad input."""

from __future__ import annotations

import copy
import pickle
import time
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest

import railwright
from players.lineup import BOARDS, SEATS, setup_of
from railwright.errors import IllegalActionError, OptionError
from railwright.game.state import STATE
from railwright.matches.conformance.honesty import other_deal, scrambled
from railwright.rl import railwright_v1
from railwright.rl.batch import Batch
from railwright.rl.stepping import SHOW

with warnings.catch_warnings():  # PettingZoo's tests import a game of its own in a way that it deprecates
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

pytestmark = [
    # PettingZoo warns about dictionaries unless the environment is on a list inside it
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]


def play(env: Any, *, seed: int, steps: int = 100_000) -> list[Any]:
    """Play at random, to the end or for some steps; returns the agents and their rewards as they were told."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    told = []
    for agent in env.agent_iter(steps):
        observation, reward, terminated, truncated, _ = env.last()
        told.append((agent, reward))
        is_over = terminated or truncated
        env.step(None if is_over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return told


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("board", BOARDS)
def test_the_suite_of_pettingzoo_passes(board: str, seats: int) -> None:
    def new_env() -> Any:
        return railwright_v1.env(board=setup_of(board), seats=seats)

    api_test(new_env(), num_cycles=20)
    seed_test(new_env, num_cycles=10)


@pytest.mark.parametrize("observation", ["planner", "history", "planner+history"])
def test_the_suite_passes_to_the_end_of_a_game(observation: str) -> None:
    options: Any = {"seats": 2, "observation": observation, "reward": "running", "events": 4}
    api_test(railwright_v1.raw_env(**options), num_cycles=1000)
    api_test(railwright_v1.env(**options), num_cycles=1000)


def test_the_benchmark_of_pettingzoo_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1000, 6))
    monkeypatch.setattr(time, "time", lambda: next(clock))  # it runs until five seconds have passed
    performance_benchmark(railwright_v1.env())


def test_every_render_mode_works() -> None:
    render_test(lambda render_mode: railwright_v1.env(seats=2, render_mode=render_mode), {"svg": _is_svg})


def _is_svg(picture: str) -> bool:
    return picture.startswith("<svg")


def test_pictures_show_what_everyone_sees(capsys: pytest.CaptureFixture[str]) -> None:
    env = railwright_v1.raw_env(seats=3, render_mode="ansi")
    play(env, seed=1, steps=60)
    text = env.render()
    assert text == str(env.game)
    with pytest.raises(OptionError, match="render_mode: must be one of human, ansi, rgb_array, svg or None, not 'gif'"):
        railwright_v1.env(render_mode="gif")
    assert railwright_v1.raw_env().render() is None
    shown = railwright_v1.raw_env(seats=2, render_mode="human")
    shown.reset(seed=1)
    assert capsys.readouterr().out.startswith("usa/base: seat 0, keep")
    drawn = railwright_v1.raw_env(seats=2, render_mode="svg")
    play(drawn, seed=1, steps=40)
    picture = str(drawn.render())
    assert "after 40 actions" in picture
    assert "player_1: " in picture


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo has a registry since version 1.27")
def test_it_is_registered() -> None:
    env = pettingzoo.make("aec", "railwright/railwright_v1", seats=2)
    assert env.max_num_agents == 2
    assert str(env) == "railwright_v1"
    assert not env.metadata["is_parallelizable"]


@pytest.mark.parametrize("board", BOARDS)
def test_the_game_is_that_of_the_rules(board: str) -> None:
    env = railwright_v1.raw_env(board=board, seats=3)
    env.reset(seed=5)
    game = railwright.Game(setup_of(board), seats=3, seed=int(Batch(board, 3, games=1, seed=5).seeds[0]))
    rng = np.random.default_rng(1)
    while not game.is_over:
        assert env.agent_selection == f"player_{game.seat}"
        for agent in env.agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            legal = game.legal() if agent == env.agent_selection else []
            assert [int(env.actions.numbers[action]) for action in np.flatnonzero(seen["action_mask"])] == legal
        action = int(rng.choice(game.legal()))
        game.play(action)
        env.step(np.int32(env.actions.compact[action]))  # type: ignore[arg-type]
    assert all(env.terminations.values())
    assert [env.infos[agent]["points"] for agent in env.agents] == game.scores()
    for agent in env.agents:
        assert not env.observe(agent)["action_mask"].any()
    assert list(env.rewards.values()) == [float(seat in game.result()["winners"]) for seat in range(3)]


@pytest.mark.parametrize("reward", ["win", "points", "difference", "running"])
def test_rewards_add_up_for_each_agent(reward: str) -> None:
    env = railwright_v1.env(seats=3, reward=reward, board="germany")
    told = play(env, seed=3)
    sums = {agent: sum(value for one, value in told if one == agent) for agent, _ in told}
    raw = railwright_v1.raw_env(seats=3, board="germany")
    play(raw, seed=3, steps=len(told) - 3)
    points = [raw.infos[agent]["points"] for agent in raw.possible_agents]
    best = [max(points[:seat] + points[seat + 1 :]) for seat in range(3)]
    expected = {
        "win": [float(own > other) for own, other in zip(points, best, strict=True)],
        "points": points,
        "difference": [own - other for own, other in zip(points, best, strict=True)],
        "running": points,
    }
    assert [sums[agent] for agent in env.possible_agents] == expected[reward]
    assert env.agents == []


def test_a_game_that_is_too_long_is_truncated() -> None:
    env = railwright_v1.raw_env(seats=2, longest=10)
    play(env, seed=1, steps=10)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


@pytest.mark.parametrize("board", BOARDS)
def test_nothing_hidden_changes_what_an_agent_is_shown(board: str) -> None:
    env = railwright_v1.raw_env(board=board, seats=3, observation="planner+history", render_mode="ansi")
    rng = np.random.default_rng(2)
    env.reset(seed=2)
    row = env._batch._arrays.games.view(np.uint8)[: STATE.itemsize]
    for number in range(200):
        if number % 10 == 0:
            agent = env.agent_selection
            seen, text, before = _bytes(env.observe(agent)), env.render(), row.copy()
            for exchange in (other_deal, scrambled):
                row[:] = exchange(env.game, rng).states.view(np.uint8)
                env._batch._run(np.full(1, SHOW))
                assert _bytes(env.observe(agent)) == seen
                assert env.render() == text
                row[:] = before
            env._batch._run(np.full(1, SHOW))
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))


def _bytes(observation: dict[str, Any]) -> list[bytes]:
    return [part.tobytes() for part in observation.values()]


def test_bad_actions_are_refused_and_change_nothing() -> None:
    env = railwright_v1.raw_env(seats=2)
    play(env, seed=1, steps=30)
    before = env._batch.save(), env.agent_selection
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    for action, words in (
        (illegal, f"action {illegal} \\(.*\\) is not legal for seat"), (-1, "from 0 to 168, not -1"),
        (169, "not 169"), (2**70, "from 0 to 168, not"), (None, "not None"), (1.0, "not 1.0"), ("5", "not '5'"),
    ):  # fmt: skip
        with pytest.raises(IllegalActionError, match=words):
            env.step(action)  # type: ignore[arg-type]
        assert (env._batch.save(), env.agent_selection) == before
    play(env, seed=1)


def test_an_illegal_action_ends_the_game_of_a_wrapped_environment() -> None:
    env = railwright_v1.env(seats=3)
    play(env, seed=1, steps=30)
    observation, *_ = env.last()
    loser = env.agent_selection
    env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.agents}
    assert all(env.terminations.values())
    assert "is not legal" in env.infos[loser]["illegal_action"]
    ends = []
    for agent in env.agent_iter():
        _, reward, *_ = env.last()
        ends.append((agent, reward))
        env.step(None)
    assert sorted(ends) == [(agent, -1.0 if agent == loser else 0.0) for agent in env.possible_agents]
    play(env, seed=1)
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="from 0 to 168, not 500"):
        env.step(500)


def test_bad_options_and_agents_are_refused() -> None:
    with pytest.raises(OptionError, match="is played by 2 to 5 players, not 6"):
        railwright_v1.env(seats=6)
    with pytest.raises(OptionError, match="reward: must be one of"):
        railwright_v1.env(reward="fun")
    env = railwright_v1.raw_env(seats=2)
    env.reset(seed=1)
    with pytest.raises(OptionError, match="there is no agent 'player_2'; the agents are player_0, player_1"):
        env.observe("player_2")
    with pytest.raises(OptionError, match="a seed is a whole number"):
        env.reset(seed=-1)
    play(env, seed=1)


def test_resets_without_a_seed_go_on() -> None:
    env, other = railwright_v1.raw_env(), railwright_v1.raw_env()
    env.reset()
    other.reset()
    assert not np.array_equal(env.observe("player_0")["observation"], other.observe("player_0")["observation"])
    for one in (env, other):
        one.reset(seed=1)
        one.reset()
    assert np.array_equal(env.observe("player_0")["observation"], other.observe("player_0")["observation"])
    env.close()
    env.reset()


def test_copies_go_on_by_themselves() -> None:
    env = railwright_v1.env(seats=2, observation="history")
    play(env, seed=1, steps=40)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        observation = other.observe(other.agent_selection)
        assert _bytes(observation) == _bytes(env.observe(env.agent_selection))
        other.step(int(np.flatnonzero(observation["action_mask"])[0]))
        assert int(env.unwrapped._batch.moves[0]) == 40
        assert int(other.unwrapped._batch.moves[0]) == 41
