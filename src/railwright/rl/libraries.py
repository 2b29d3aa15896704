"""The libraries of environments are optional: the message if one is missing, and registration if it is installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import NoReturn

GYMNASIUM_ID = "railwright/Railwright-v1"
PETTINGZOO_ID = "railwright/railwright-v1"


def missing_library(name: str) -> NoReturn:
    """Say how to install a library that an adapter needs."""
    raise ImportError(f'{name} is not installed; pip install "railwright[rl]" installs it') from None


def register_environments() -> None:
    """Register the environments with those libraries that are installed. Nothing of ours is imported for that."""
    if find_spec("gymnasium") is not None:
        _register_gymnasium()
    if find_spec("pettingzoo") is not None:
        _register_pettingzoo()


def _register_gymnasium() -> None:
    import gymnasium

    if GYMNASIUM_ID not in gymnasium.registry:
        gymnasium.register(
            GYMNASIUM_ID,
            entry_point="railwright.rl.gymnasium_env:LearnerEnv",
            vector_entry_point="railwright.rl.gymnasium_vector:LearnerVectorEnv",
        )


def _register_pettingzoo() -> None:
    import pettingzoo

    registry = getattr(pettingzoo, "aec_registry", None)  # since version 1.27
    if registry is not None and PETTINGZOO_ID not in registry:
        pettingzoo.register("aec", PETTINGZOO_ID, "railwright.rl.railwright_v1:env")
