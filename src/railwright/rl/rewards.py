"""Rewards: what each player gets from one step to the next. Points are plain points, not scaled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float32, void

from railwright.compiled.kernel import ZERO, kernel
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.scoring import score, win_share
from railwright.rl.batch_arrays import (
    BATCH_GAME_TYPE,
    DIFFERENCE,
    POINTS,
    SCRATCH_TYPE,
    SETTINGS_TYPE,
    WIN,
    BatchGame,
    StepScratch,
    StepSettings,
)


@kernel(signature=void(BOOK_TYPE, BATCH_GAME_TYPE, SETTINGS_TYPE, SCRATCH_TYPE, float32[::1], float32[::1]))
def pay_final(
    book: Rulebook, game: BatchGame, settings: StepSettings, scratch: StepScratch, reward: Any, points: Any
) -> None:
    """Score a game that has ended: write the reward and the final points of each player."""
    result = scratch.result
    score(book, game.state, result)
    for seat in range(settings.seats):
        player = (seat + game.shift) % settings.seats
        units = ZERO + result.scores[seat]
        points[player] = np.float32(units / book.scale)
        if settings.reward == WIN:
            reward[player] = np.float32(win_share(result, settings.seats, seat))
        elif settings.reward == POINTS:
            reward[player] = points[player]
        elif settings.reward == DIFFERENCE:
            best = ZERO - (1 << 40)
            for other in range(settings.seats):
                if other != seat:
                    best = max(best, ZERO + result.scores[other])
            reward[player] = np.float32((units - best) / book.scale)
        else:
            reward[player] = np.float32((units - game.paid[seat]) / book.scale)


@kernel(signature=void(BOOK_TYPE, BATCH_GAME_TYPE, SETTINGS_TYPE, float32[::1]))
def pay_running(book: Rulebook, game: BatchGame, settings: StepSettings, reward: Any) -> None:
    """Reward each player for the tracks claimed since the last step."""
    table = game.state.table
    for seat in range(settings.seats):
        units = ZERO + table.points[seat] - game.paid[seat]
        if units != 0:
            reward[(seat + game.shift) % settings.seats] = np.float32(units / book.scale)
            game.paid[seat] = table.points[seat]
