"""Players by name: the built-in ones, and a user's own from a file."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import TypeGuard

from railwright.errors import PlayerError, UnknownNameError, describe_exception
from railwright.players.interface import AnyPlayer, CompiledPlayer, Player

HUMAN = "human"
"""A person: commands that can ask one handle this name themselves."""


def built_in() -> dict[str, AnyPlayer]:
    """Every built-in player by name."""
    from railwright.players.random_player import random_player

    return {player.name: player for player in (random_player,)}


def load_player(name: str) -> AnyPlayer:
    """A built-in player by name, or one from a file: ``mine.py:MyPlayer``."""
    path, colon, attribute = name.rpartition(":")
    if colon and path.endswith(".py"):
        return _from_file(Path(path), attribute)
    if name.endswith(".py"):
        raise PlayerError(f"{name}: say which player in the file is meant, for example {name}:MyPlayer")
    players = built_in()
    if name not in players:
        raise UnknownNameError(
            f"there is no player {name!r}; known are {', '.join(players)}, or FILE.py:NAME for your own"
        )
    return players[name]


def split_names(text: str) -> list[str]:
    """The names in a list such as ``random,mine.py:MyPlayer``."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise UnknownNameError(f"{text!r} has an empty name; write the players as random,random")
    return names


def _from_file(path: Path, attribute: str) -> AnyPlayer:
    module = _load_module(path)
    found = getattr(module, attribute, None)
    if _is_player(found):
        return found
    players = sorted(key for key, value in vars(module).items() if _is_player(value) and value is not Player)
    has = f"it has {', '.join(players)}" if players else "it has none: derive a class from Player or use @compiled"
    raise PlayerError(f"{path}: {attribute!r} is not a player; {has}")


def _is_player(value: object) -> TypeGuard[AnyPlayer]:
    return isinstance(value, CompiledPlayer) or (inspect.isclass(value) and issubclass(value, Player))


def _load_module(path: Path) -> ModuleType:
    """A user's file as a module, loaded once."""
    if not path.is_file():
        raise PlayerError(f"{path}: there is no such file")
    name = f"railwright_user_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PlayerError(f"{path}: cannot be loaded as a Python file")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except PlayerError:
        del sys.modules[name]
        raise
    except Exception as error:  # a user's file can raise anything
        del sys.modules[name]
        raise PlayerError(f"{path}: cannot be loaded ({describe_exception(error)})") from error
    return module
