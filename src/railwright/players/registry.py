"""Players by name: the built-in ones, and a user's own from a file."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import TypeGuard

from railwright.errors import OptionError, PlayerError, UnknownNameError, describe_exception
from railwright.players.interface import AnyPlayer, CompiledPlayer, Player
from railwright.players.mcts.settings import README_OPTIONS

HUMAN = "human"
"""A person: commands that can ask one handle this name themselves."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A built-in player before it is loaded. Loading one compiles it, which takes seconds the first time."""

    module: str
    """Where it is, below ``railwright.players``; the player's variable there is called ``player``."""
    summary: str
    source: str
    """Whose idea it is."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options that make this player of the one in the module."""
    variable: str = "player"

    @property
    def path(self) -> str:
        """The full name of its module."""
        return f"railwright.players.{self.module}"


BUILT_IN: Mapping[str, Entry] = {
    "random": Entry("random_player", "Every legal action with the same chance.", "-"),
    "mcts": Entry("mcts.search", "Monte Carlo tree search over games that fit what its seat sees.", "Õunmaa 2022, 5.1"),
    "mcts-peeking": Entry(
        "mcts.search",
        "The same search, but it knows the other hands and tickets.",
        "Õunmaa 2022, 5.1",
        variable="peeking",
    ),
    "mcts-readme": Entry(
        "mcts.search",
        "The same search as a student project describes it: flat, by its reward for tickets.",
        "MCTS project read-me",
        README_OPTIONS,
    ),
}
"""Every built-in player by name."""


def load_player(name: str) -> AnyPlayer:
    """A player by name: a built-in one or one from a file, ``mine.py:MyPlayer``, and options: ``mcts:k=0.5``."""
    bare, given = split_options(name)
    path, colon, attribute = bare.rpartition(":")
    if colon and path.endswith(".py"):
        return _configure(_from_file(Path(path), attribute), given)
    if bare.endswith(".py"):
        raise PlayerError(f"{name}: say which player in the file is meant, for example {name}:MyPlayer")
    if bare not in BUILT_IN:
        raise UnknownNameError(
            f"there is no player {bare!r}; known are {', '.join(BUILT_IN)}, or FILE.py:NAME for your own"
        )
    entry = BUILT_IN[bare]
    player: CompiledPlayer = getattr(importlib.import_module(entry.path), entry.variable)
    return replace(player.with_options({**entry.options, **given}), name=name)


def split_options(name: str) -> tuple[str, dict[str, str]]:
    """The player and the options in a name such as ``mcts:k=0.5:rollout=20``."""
    parts = name.split(":")
    first = next((i for i, part in enumerate(parts) if "=" in part and i > 0), len(parts))
    given = {}
    for part in parts[first:]:
        key, equals, value = part.partition("=")
        if not (key and equals and value):
            raise OptionError(f"{name!r}: {part!r} is not an option; write options as NAME:option=value:option=value")
        given[key] = value
    return ":".join(parts[:first]), given


def _configure(player: AnyPlayer, given: Mapping[str, str]) -> AnyPlayer:
    if isinstance(player, CompiledPlayer):
        return player.with_options(given)
    if given:
        raise OptionError(f"the player {player.name or player.__name__!r} is ordinary Python and has no options")
    return player


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
