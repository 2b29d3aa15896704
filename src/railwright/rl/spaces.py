"""The spaces of Gymnasium for the observations and actions of a batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.rl.batch import Batch
from railwright.rl.bounds import bounds_of
from railwright.rl.libraries import missing_library

try:
    from gymnasium import spaces
except ImportError:
    missing_library("Gymnasium")


def new_observation_space(batch: Batch) -> spaces.Space[Any]:
    """What a seat sees (``observation``) and which actions are legal (``action_mask``)."""
    low, high = bounds_of(batch.observations, longest=batch.longest)
    mask = spaces.Box(0, 1, (batch.actions.size,), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})


def new_action_space(batch: Batch) -> spaces.Discrete:
    """One number for each action that can be legal."""
    return spaces.Discrete(batch.actions.size)
