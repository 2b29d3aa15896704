"""Environments for learning: many games at once in compiled code, observed by the seats that decide.

>>> from railwright import rl
>>> batch = rl.Batch("usa", 4, games=8, seed=1)
>>> batch.observation.shape, batch.mask.shape
((8, 891), (8, 169))

Names are loaded on first use, because importing a compiled module compiles it.

The module ``railwright_v1`` is an environment of PettingZoo; ``gymnasium_env`` and ``gymnasium_vector`` are those of
Gymnasium. If these libraries are installed, importing this package registers the environments with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railwright.lazy_names import load_lazily
from railwright.rl.libraries import register_environments

if TYPE_CHECKING:
    from railwright.players.observation.action_space import ActionSpace as ActionSpace
    from railwright.players.observation.space import ObservationSpace as ObservationSpace
    from railwright.players.policy.batch_player import BatchPlayer as BatchPlayer
    from railwright.players.policy.batch_player import best_actions as best_actions
    from railwright.players.policy.batch_player import drawn_actions as drawn_actions
    from railwright.players.policy.policy_file import load_policy as load_policy
    from railwright.players.policy.policy_file import save_policy as save_policy
    from railwright.rl.batch import Batch as Batch
    from railwright.rl.random_actions import RandomActions as RandomActions

_PLACES = {
    "Batch": "railwright.rl.batch",
    "RandomActions": "railwright.rl.random_actions",
    "ActionSpace": "railwright.players.observation.action_space",
    "ObservationSpace": "railwright.players.observation.space",
    "BatchPlayer": "railwright.players.policy.batch_player",
    "best_actions": "railwright.players.policy.batch_player",
    "drawn_actions": "railwright.players.policy.batch_player",
    "save_policy": "railwright.players.policy.policy_file",
    "load_policy": "railwright.players.policy.policy_file",
}
"""The module that defines each name."""

__all__ = list(_PLACES)


__getattr__, __dir__ = load_lazily(__name__, _PLACES)

register_environments()
