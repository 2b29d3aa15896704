"""Advantages, compared with the definition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from railwright.training.advantages import estimate_advantages


@pytest.mark.parametrize("decay", [0.0, 0.7, 1.0])
def test_advantages_follow_the_definition_for_each_seat(decay: float) -> None:
    rng = np.random.default_rng(1)
    steps, games, seats = 40, 5, 3
    seat = rng.integers(0, seats, (steps, games))
    done = rng.random((steps, games)) < 0.1
    reward = rng.normal(size=(steps, games, seats)).astype(np.float32)
    value = rng.normal(size=(steps, games)).astype(np.float32)
    last_value, last_seat = rng.normal(size=games).astype(np.float32), rng.integers(0, seats, games)
    advantage, is_known = np.zeros((steps, games), np.float32), np.zeros((steps, games), np.bool_)
    estimate_advantages(reward, done, seat, value, last_value, last_seat, decay, advantage, is_known)
    known = 0
    for i in range(games):
        for t in range(steps):
            expected = _slow(t, i, reward, done, seat, value, last_value, last_seat, decay)
            assert is_known[t, i] == (expected is not None)
            if expected is not None:
                assert advantage[t, i] == pytest.approx(expected, abs=1e-4)
                known += 1
    assert games * steps / 2 < known < games * steps


def _slow(
    t: int, i: int, reward: Any, done: Any, seat: Any, value: Any, last_value: Any, last_seat: Any, decay: float
) -> Any:  # fmt: skip
    """The sum of the decayed surprises of a seat's decisions from t on; None if the next decision is not known."""
    now, total, weight, current = seat[t, i], 0.0, 1.0, value[t, i]
    is_first = True
    while True:
        following = None
        for later in range(t, len(seat)):
            if done[later, i]:
                return total + weight * (reward[later, i, now] - current)
            if later + 1 < len(seat) and seat[later + 1, i] == now:
                following = later + 1
                break
        if following is None:
            if last_seat[i] == now:
                return total + weight * (last_value[i] - current)
            return None if is_first else total
        total += weight * (value[following, i] - current)
        weight *= decay
        t, current, is_first = following, value[following, i], False
