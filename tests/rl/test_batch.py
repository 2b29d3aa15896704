"""Batches: the same however they are split, with the caller's buffers, rewards, resets, snapshots and bad input."""

from __future__ import annotations

import copy
import pickle
from array import array
from typing import Any

import numpy as np
import pytest

import railwright
from players.lineup import BOARDS, SEATS, setup_of
from players.test_observation import SETUPS
from railwright.errors import IllegalActionError, OptionError
from railwright.game.state import STATE
from railwright.matches.conformance.honesty import other_deal, scrambled
from railwright.rl.batch import Batch
from railwright.rl.buffers import KINDS
from railwright.rl.random_actions import RandomActions
from railwright.rl.stepping import SHOW


def course(batch: Batch, steps: int, *, seed: int = 5) -> list[bytes]:
    """All that a batch shows in some random steps, by game."""
    choose = RandomActions(batch, seed=seed)
    shown: list[list[bytes]] = [[] for _ in range(batch.games)]
    for _ in range(steps):
        for i, parts in enumerate(shown):
            parts += [getattr(batch, name)[i].tobytes() for name in KINDS]
        batch.step(choose())
    return [b"".join(parts) for parts in shown]


def everything(batch: Batch) -> bytes:
    """All bytes of a batch."""
    return b"".join(array.tobytes() for array in batch._arrays) + bytes([batch._is_broken])


def test_games_do_not_depend_on_how_they_are_split() -> None:
    options: Any = {"seed": 3, "observation": "planner+history", "events": 4, "players": [None, "rule", None]}
    whole = course(Batch("europe", 3, games=6, **options), 150)
    assert len(set(whole)) == 6
    assert course(Batch("europe", 3, games=6, threads=4, **options), 150) == whole
    parts = [course(Batch("europe", 3, games=n, first=first, **options), 150) for first, n in ((0, 1), (1, 3), (4, 2))]
    assert [game for part in parts for game in part] == whole
    assert course(Batch("europe", 3, games=6, **options | {"seed": 4}), 150) != whole


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_nothing_hidden_changes_what_a_learner_is_shown(setup: Any) -> None:
    rng = np.random.default_rng(2)
    for seats in SEATS:
        batch = Batch(setup, seats, games=2, seed=seats, observation="planner+history")
        choose = RandomActions(batch, seed=1)
        rows = batch._arrays.games.view(np.uint8).reshape(2, -1)
        for number in range(240):
            batch.step(choose())
            if number % 12 == 0:
                seen, before = (batch.observation.tobytes(), batch.mask.tobytes()), rows.copy()
                for exchange in (other_deal, scrambled):
                    rows[1, : STATE.itemsize] = exchange(batch.game(1), rng).states.view(np.uint8)
                    batch.observation[:], batch.mask[:] = 0, 0
                    batch._run(np.full(2, SHOW))
                    assert (batch.observation.tobytes(), batch.mask.tobytes()) == seen
                    rows[:] = before


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_events_are_the_same_whatever_is_hidden(setup: Any) -> None:
    """A seat plays the same action in another deal that looks the same to it. All must be told the same."""
    rng = np.random.default_rng(3)
    batch = Batch(setup, 3, games=2, seed=3, observation="history", events=4)
    arrays = batch._arrays
    rows = arrays.games.view(np.uint8).reshape(2, -1)
    told = 0
    for _ in range(300):
        rows[1], arrays.events[1] = rows[0], arrays.events[0]
        rows[1, : STATE.itemsize] = other_deal(batch.game(0), rng).states.view(np.uint8)
        batch._run(np.full(2, SHOW))
        assert np.array_equal(batch.mask[0], batch.mask[1])
        batch.step([int(rng.choice(np.flatnonzero(batch.mask[0])))] * 2)
        one, two = batch.game(0), batch.game(1)
        if not batch.done.any() and (one.stage, one.price()) == (two.stage, two.price()):  # else a tunnel was dearer
            assert np.array_equal(arrays.events[0], arrays.events[1])
            assert arrays.games["told"][0] == arrays.games["told"][1]
            told += 1
    assert told > 250


def test_some_games_can_be_stepped_and_reset_alone() -> None:
    batch, other = Batch("usa", 2, games=3, seed=1), Batch("usa", 2, games=3, seed=1)
    actions = [int(legal[0]) for legal in batch.legal]
    before = {name: getattr(batch, name).copy() for name in KINDS}
    batch.step([actions[0], -7, actions[2]], games=[True, False, True])
    other.step(actions)
    for name in KINDS:
        assert np.array_equal(getattr(batch, name)[[0, 2]], getattr(other, name)[[0, 2]])
        assert np.array_equal(getattr(batch, name)[1], before[name][1])
    kept = everything(batch)
    with pytest.raises(IllegalActionError, match="of game 2"):
        batch.step([0, 0, -7], games=[False, False, True])
    with pytest.raises(OptionError, match="games: must be True or False for each of 3 games"):
        batch.step(actions, games=[True])
    assert everything(batch) == kept
    batch.reset(seed=2, episode=5)
    assert list(batch.episodes) == [5, 5, 5]
    batch.reset(games=[0, 1, 0])
    assert list(batch.episodes) == [5, 6, 5]
    with pytest.raises(OptionError, match="episode: must be a whole number"):
        batch.reset(episode=-1)


def test_a_copy_of_a_batch_goes_on_by_itself() -> None:
    batch = Batch("usa", 2, games=2, seed=1, observation="history", players=[None, "evaluation"], threads=2)
    course(batch, 30)
    for other in (copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        before = everything(batch)
        course(other, 10)
        assert everything(batch) == before
    assert course(copy.deepcopy(batch), 50) == course(batch, 50)


class Tensor:
    """An array as libraries for learning have them: no buffer, but a method that shares the memory."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def numpy(self) -> Any:
        if self.array is None:
            raise TypeError("can't convert cuda:0 device type tensor to numpy")
        return self.array


def test_the_buffers_of_the_caller_are_filled() -> None:
    plain = Batch("usa", 3, games=4, seed=1)
    shapes = {name: getattr(plain, name).shape for name in KINDS}
    given: dict[str, Any] = {name: np.ones(shapes[name], kinds[-1]) for name, kinds in KINDS.items()}
    memory = bytearray(4 * plain.observations.size * 4)
    given["observation"] = np.frombuffer(memory, np.float32).reshape(4, -1)
    reward = np.ones((4, 3), np.float32)
    given["reward"] = Tensor(reward)
    given["seat"] = array("q", [9] * 4)
    batch = Batch("usa", 3, games=4, seed=1, buffers=given)
    assert given["mask"].dtype == np.int8
    for _ in range(30):
        actions = [int(legal[0]) for legal in plain.legal]
        plain.step(actions)
        batch.step(actions)
    for name in KINDS:
        assert np.array_equal(getattr(batch, name), getattr(plain, name)), name
    assert np.array_equal(np.frombuffer(memory, np.float32), plain.observation.ravel())
    assert not reward.any()
    assert list(given["seat"]) == list(plain.seat)


def test_buffers_that_cannot_be_filled_are_refused() -> None:
    def refused(**buffers: Any) -> str:
        with pytest.raises(OptionError) as caught:
            Batch("usa", 2, games=3, seed=1, buffers=buffers)
        return str(caught.value)

    reward = np.zeros((3, 2), np.float32)
    assert "there is no buffer 'rewards'; there are observation, mask, " in refused(rewards=reward)
    assert refused(reward=reward[:2]) == "buffers: 'reward' must have the shape (3, 2), not (2, 2)"
    assert refused(reward=reward.astype(float)) == "buffers: 'reward' must be of type float32, not float64"
    assert refused(done=np.zeros(3)) == "buffers: 'done' must be of type bool or uint8 or int8, not float64"
    assert "must be contiguous" in refused(reward=np.zeros((2, 3), np.float32).T)
    assert "is read-only" in refused(reward=np.frombuffer(bytes(24), np.float32).reshape(3, 2))
    assert "'reward' and 'points' share memory" in refused(reward=reward, points=reward)
    assert "must be an array whose memory can be shared, not [" in refused(reward=[[0.0, 0.0]] * 3)
    assert "cannot be shared as an array in main memory (can't convert cuda" in refused(reward=Tensor(None))
    with pytest.raises(OptionError, match="must be a dictionary"):
        Batch("usa", 2, games=3, seed=1, buffers=[reward])  # type: ignore[arg-type]


@pytest.mark.parametrize("board", BOARDS)
def test_rewards_follow_from_the_points(board: str) -> None:
    batches = {
        kind: Batch(board, 3, games=8, seed=1, reward=kind) for kind in ("win", "points", "difference", "running")
    }
    choosers = [RandomActions(batch, seed=1) for batch in batches.values()]
    earned, ended = np.zeros((8, 3)), 0
    while ended < 20:
        for batch, choose in zip(batches.values(), choosers, strict=True):
            batch.step(choose())
        win, points, difference, running = (batch.reward for batch in batches.values())
        done = batches["win"].done
        earned += running
        for reward in (win, points, difference):
            assert not reward[~done].any()
        for i in np.flatnonzero(done):
            final = batches["win"].points[i]
            assert list(earned[i]) == list(points[i]) == list(final)
            assert list(difference[i]) == [final[p] - np.delete(final, p).max() for p in range(3)]
            assert win[i].sum() == pytest.approx(1)
            assert final[win[i] > 0].min() == final.max()
        ended += int(done.sum())
        earned[done] = 0


def test_a_shared_win_is_shared() -> None:
    batch = Batch("usa", 4, games=64, seed=1, longest=8)  # ended when all have chosen their tickets and nobody has more
    choose = RandomActions(batch, seed=1)
    shares = set()
    for _ in range(16):
        batch.step(choose())
        assert (batch.truncated == batch.done).all()
        shares |= set(np.unique(batch.reward[batch.done]).round(3).tolist())
    assert {0.0, 1.0} <= shares
    assert (batch.episodes == 2).all()


def test_a_game_that_ended_stays_until_it_is_reset() -> None:
    batch = Batch("usa", 2, games=3, seed=1, autoreset=False)
    choose = RandomActions(batch, seed=1)
    while not batch.done.any():
        batch.step(choose())
    over = int(batch.done.argmax())
    final, seen = batch.points[over].copy(), batch.observation[over].copy()
    for _ in range(3):
        batch.step(choose())
        assert batch.done[over]
        assert not batch.mask[over].any()
        assert not batch.reward[over].any()
        assert np.array_equal(batch.observation[over], seen)
        assert batch.game(over).is_over
    others = [i for i in range(3) if i != over]
    before = batch.observation[others].copy()
    batch.reset(games=[i == over for i in range(3)])
    assert not batch.done[over]
    assert batch.mask[over].any()
    assert list(batch.episodes) == [int(i == over) for i in range(3)]
    assert np.array_equal(batch.observation[others], before)
    assert np.array_equal(batch.points[over], final)


def test_a_reset_with_a_seed_begins_anew_and_one_without_goes_on() -> None:
    batch = Batch("germany", 2, games=3, seed=1)
    first = batch.observation.copy()
    course(batch, 20)
    batch.reset(seed=1)
    assert np.array_equal(batch.observation, first)
    batch.reset()
    assert list(batch.episodes) == [1, 1, 1]
    assert not np.array_equal(batch.observation, first)


def test_a_batch_goes_on_from_a_snapshot() -> None:
    options: Any = {
        "games": 4,
        "seed": 1,
        "observation": "history",
        "players": [None, "evaluation"],
        "reward": "running",
    }
    batch = Batch("usa", 2, **options)
    choose = RandomActions(batch, seed=1)
    for _ in range(150):
        batch.step(choose())
    other = Batch("usa", 2, **options)
    other.restore(batch.save())
    assert course(other, 100) == course(batch, 100)
    before = everything(other)
    for snapshot in (Batch("usa", 2, games=4, seed=1).save(), Batch("europe", 2, **options).save(), b"", b"PK\x03\x04"):
        with pytest.raises(OptionError, match="the snapshot"):
            other.restore(snapshot)
        assert everything(other) == before


@pytest.mark.parametrize("board", BOARDS)
def test_bad_actions_are_refused_and_change_nothing(board: str) -> None:
    batch = Batch(board, 2, games=3, seed=1, observation="planner+history", players=[None, "rule"])
    course(batch, 40)
    good = [int(legal[0]) for legal in batch.legal]
    before = everything(batch)
    size = batch.actions.size

    def refused(actions: Any) -> str:
        with pytest.raises((IllegalActionError, OptionError)) as caught:
            batch.step(actions)
        assert everything(batch) == before
        return str(caught.value)

    illegal = int(np.flatnonzero(~batch.mask[2])[0])
    message = refused([*good[:2], illegal])
    assert f"action {illegal} ({batch.actions.words(illegal)}) is not legal for seat {batch.seat[2]}" in message
    assert "of game 2; legal actions are " in message
    assert "action -1 is not legal" in refused([-1, *good[1:]])
    assert f"action {size} is not legal" in refused([good[0], size, good[2]])
    assert f"action {2**64 - 1} is not legal" in refused(np.array([2**64 - 1, *good[1:]], np.uint64))
    assert refused(good[:2]) == "actions: must be one for each of 3 games, not of shape (2,)"
    assert "not of shape (3, 1)" in refused(np.array(good)[:, None])
    assert refused(np.array(good, float)) == "actions: must be whole numbers, not of type float64"
    assert "must be whole numbers" in refused(["a", "b", "c"])
    assert "not of shape ()" in refused(None)
    batch.mask[:] = True  # the caller's business: it does not make anything legal
    before = everything(batch)
    refused([*good[:2], illegal])
    batch.step(np.array(good, np.int8) if max(good) < 128 else good)


def test_bad_options_are_refused() -> None:
    def refused(*arguments: Any, **options: Any) -> str:
        with pytest.raises(railwright.RailwrightError) as caught:
            Batch(*arguments, **{"games": 2, "seed": 1} | options)
        return str(caught.value)

    assert "is played by 2 to 5 players, not 6" in refused("usa", 6)
    assert "is played by 2 to 5 players, not '2'" in refused("usa", "2")
    assert "there is no board 'atlantis'" in refused("atlantis", 2)
    assert refused("usa", 2, games=0) == "games: must be a whole number from 1 to 1048576, not 0"
    assert "threads: must be a whole number from 1 to 256, not 0" in refused("usa", 2, threads=0)
    assert "first: must be a whole number" in refused("usa", 2, first=-1)
    assert "a seed is a whole number" in refused("usa", 2, seed=-1)
    assert refused("usa", 2, reward="fun") == "reward: must be one of win, points, difference, running, not 'fun'"
    assert "an observation is one of raw" in refused("usa", 2, observation="")
    assert "a setup has its tickets" in refused(setup_of("usa"), 2, tickets="1910")
    batch = Batch("usa", 2, games=2, seed=1)
    for call in (
        lambda: batch.game(2), lambda: batch.observe(0, 2), lambda: batch.observe(-1, 0),
        lambda: batch.reset(games=[1]), lambda: batch.observe(0, 0, np.zeros(3, np.float32)),
        lambda: batch.reset(seed=1, games=[1, 0]),
    ):  # fmt: skip
        with pytest.raises(OptionError):
            call()


def test_any_seat_can_be_observed() -> None:
    batch = Batch("europe", 3, games=2, seed=1, observation="planner")
    course(batch, 50)
    for seat in range(3):
        view = batch.game(1).view(seat)
        assert np.array_equal(batch.observe(1, seat), batch.observations.of(view))
    assert np.array_equal(batch.observe(0, int(batch.seat[0])), batch.observation[0])


def test_the_package_is_loaded_on_first_use() -> None:
    assert railwright.rl.Batch is Batch
    assert "Batch" in dir(railwright.rl)
    with pytest.raises(AttributeError, match="has no attribute 'Bach'"):
        _ = railwright.rl.Bach


@pytest.mark.parametrize("padding", [0, -1, -2, -3, 9999])
def test_the_action_of_a_game_that_is_over_is_ignored_whatever_it_is(padding: int) -> None:
    batch = Batch("usa", 2, games=2, seed=4, autoreset=False, longest=20, reward="points")
    while not batch.done.all():
        batch.step(batch.legal[:, 0])
    points, moves = batch.points.tolist(), batch.moves.tolist()
    for _ in range(2):
        batch.step([padding, padding])
        assert batch.reward.tolist() == [[0, 0], [0, 0]]
        assert batch.done.all()
        assert not batch.mask.any()
    assert (batch.points.tolist(), batch.moves.tolist()) == (points, moves)


@pytest.mark.parametrize(
    ("option", "value"), [("reward", "points"), ("longest", 500), ("autoreset", False), ("first", 100)]
)
def test_a_snapshot_of_a_batch_with_other_options_is_refused(option: str, value: object) -> None:
    options: dict[str, Any] = {"games": 2, "seed": 4, "reward": "win"}
    snapshot = Batch("usa", 2, **options).save()
    other = Batch("usa", 2, **(options | {option: value}))
    before = other.save()
    with pytest.raises(OptionError, match=f"with another {option}"):
        other.restore(snapshot)
    assert other.save() == before
