"""Policies for tests: networks with random weights."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from players.lineup import setup_of
from railwright.players.observation.action_space import ActionSpace
from railwright.players.observation.space import ObservationSpace
from railwright.players.policy.policy_file import save_policy


def random_layers(sizes: Sequence[int], seed: int = 1) -> list[tuple[np.ndarray, np.ndarray]]:
    """Layers with weights of a sensible size, and biases that are not zero."""
    rng = np.random.default_rng(seed)
    return [
        (
            (rng.standard_normal((inputs, outputs)) * (2 / inputs) ** 0.5).astype(np.float32),
            rng.standard_normal(outputs).astype(np.float32) / 10,
        )
        for inputs, outputs in pairwise(sizes)
    ]


def write_policy(
    path: Path, board: str = "usa", seats: int = 2, *, option: str = "raw", hidden: Sequence[int] = (24, 17),
    activation: str = "relu", seed: int = 1, deck: str | None = None,
) -> str:  # fmt: skip
    """Write a policy with random weights; returns its name as a player."""
    setup = setup_of(board, deck)
    space = ObservationSpace(setup, seats, option)
    layers = random_layers([space.size, *hidden, ActionSpace(setup).size], seed)
    save_policy(path, layers, space=space, activation=activation)
    return str(path)
