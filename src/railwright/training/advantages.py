"""Generalised advantage estimation (Schulman et al. 2016) for the decisions of several seats."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float32, float64, int64, types, void

from railwright.compiled.kernel import kernel
from railwright.game.ruleset import MAX_SEATS

LAMBDA = 0.95
"""How far ahead rewards count in place of values; there is no discount."""


@kernel(
    signature=void(
        float32[:, :, ::1], types.boolean[:, ::1], int64[:, ::1], float32[:, ::1], float32[::1], int64[::1], float64,
        float32[:, ::1], types.boolean[:, ::1],
    )
)  # fmt: skip
def estimate_advantages(
    reward: Any, done: Any, seat: Any, value: Any, last_value: Any, last_seat: Any, decay: float, advantage: Any,
    is_known: Any,
) -> None:  # fmt: skip
    """Fill in how much better each decision was than expected, and whether that is known. Arrays are steps x games.

    Each seat's decisions are followed backwards. ``last_value`` and ``last_seat`` are those of the decisions after the
    last step; the last decision of every other seat has no successor yet, so its advantage is not known.
    """
    steps, games = value.shape
    for i in range(games):
        pending = np.zeros(MAX_SEATS, np.float64)  # rewards since the seat's next decision
        following = np.zeros(MAX_SEATS, np.float64)  # value of that decision
        ahead = np.zeros(MAX_SEATS, np.float64)  # its advantage
        has_next = np.zeros(MAX_SEATS, np.bool_)
        following[last_seat[i]] = last_value[i]
        has_next[last_seat[i]] = True
        for t in range(steps - 1, -1, -1):
            if done[t, i]:
                for other in range(reward.shape[2]):
                    pending[other], following[other], ahead[other] = reward[t, i, other], 0.0, 0.0
                    has_next[other] = True
            now = seat[t, i]
            is_known[t, i] = has_next[now]
            if has_next[now]:
                ahead[now] = pending[now] + following[now] - value[t, i] + decay * ahead[now]
            advantage[t, i] = np.float32(ahead[now])
            pending[now], following[now], has_next[now] = 0.0, value[t, i], True
