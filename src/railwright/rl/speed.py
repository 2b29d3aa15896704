"""Measures the speed of batches on one core, in CPU time, so that other load matters less."""

from __future__ import annotations

import time
from typing import Any

from railwright.rl.batch import Batch
from railwright.rl.random_actions import RandomActions

ROUND_SECONDS = 0.3
"""CPU time of one round of a measurement."""


def random_steps_per_second(batch: Batch, *, rounds: int = 5, part: float = 1.0) -> float:
    """Random steps of all games per second of CPU time, the choice included: the best of some rounds.

    The games are first played for a while, so that they are at different moments. ``part`` scales the time.
    """
    choose = RandomActions(batch, seed=1)
    for _ in range(200):
        batch.step(choose())
    return max(_rate(batch, choose, ROUND_SECONDS * part) for _ in range(rounds))


def _rate(batch: Batch, choose: RandomActions, seconds: float) -> float:
    steps, began, taken = 0, time.process_time(), 0.0
    while taken < seconds:
        for _ in range(20):
            batch.step(choose())
        steps += 20
        taken = time.process_time() - began
    return steps * batch.games / taken


def batch_figures(board: str, seats: int, *, part: float = 1.0, **options: Any) -> dict[str, Any]:
    """Steps per CPU second and sizes of a batch with these options."""
    batch = Batch(board, seats, seed=1, **options)
    return {
        "steps_per_cpu_second": round(random_steps_per_second(batch, part=part)),
        "observation": batch.observations.size,
        "actions": batch.actions.size,
        "bytes_per_game": batch.bytes_per_game,
    }
