"""Players by name: the built-in ones, and a user's own from a file.

The list of the built-in players is at hand without the engine, which takes a while to load and longer to compile; it is
imported when the first player is loaded.
"""

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
from typing import TYPE_CHECKING, TypeGuard

from railwright.errors import OptionError, PlayerError, UnknownNameError, describe_exception, line_in
from railwright.players.mcts.settings import README_OPTIONS

if TYPE_CHECKING:
    from railwright.players.interface import AnyPlayer, CompiledPlayer

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


SILVA = "de Mesentier Silva et al. 2017"

BUILT_IN: Mapping[str, Entry] = {
    "express": Entry(
        "express.player",
        "Plans for all its tickets together and tries its choices in games that fit what it sees.",
        "Railwright",
    ),
    "random": Entry("random_player", "Every legal action with the same chance.", "-"),
    "one-step": Entry("one_step", "Works on its most valuable ticket, one route at a time.", SILVA),
    "path": Entry("path", "Claims the most valuable routes on the ways of its first tickets.", SILVA),
    "long-route": Entry("long_route", "Goes for the longest routes, with two cheap tickets on the way.", SILVA),
    "hungry": Entry("hungry", "Takes tickets until it has work for all its trains.", SILVA),
    "hoard": Entry("hoard", "Hoards cards for twenty rounds, then claims the longest tracks.", "Õunmaa 2022, 5.2"),
    "rule": Entry(
        "rule", "Claims along the shortest way of each ticket, one after the other.", "Shao Sun; Õunmaa 2022, 5.3"
    ),
    "evaluation": Entry(
        "evaluation",
        "Plans the cheapest network for all its tickets and takes the action of the highest value.",
        "Schwarcz, Twigg and Zeng; Õunmaa 2022, 5.4",
    ),
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
    """A player by name: a built-in one or one from a file, ``mine.py:MyPlayer``, and options: ``mcts:k=0.5``.

    >>> import railwright
    >>> railwright.load_player("random").summary
    'Every legal action with the same chance.'
    """
    if not isinstance(name, str):
        raise PlayerError(f"the name of a player is a text such as 'rule' or 'mine.py:MyPlayer', not {name!r:.40}")
    bare, given = split_options(name)
    entry = find_entry(name)
    if entry is None:
        return _configure(_from_file(player_file(name), bare.rpartition(":")[2]), given)
    player: CompiledPlayer = getattr(importlib.import_module(entry.path), entry.variable)
    return replace(player.with_options({**entry.options, **given}), name=name)


def any_player(player: str | AnyPlayer) -> AnyPlayer:
    """A player that may be given by its name."""
    from railwright.game.reading import brief
    from railwright.players.interface import CompiledPlayer, Player

    if isinstance(player, str):
        return load_player(player)
    if isinstance(player, CompiledPlayer) or (isinstance(player, type) and issubclass(player, Player)):
        return player
    raise OptionError(f"a player is a name such as 'rule', or what load_player or compiled gives, not {brief(player)}")


def find_entry(name: str) -> Entry | None:
    """The entry of a built-in player, None for one from a file. Refuses what can be neither, and loads nothing."""
    bare, _ = split_options(name)
    path, colon, _ = bare.rpartition(":")
    if colon and path.endswith(".py"):
        return None
    if bare.endswith(".py"):
        raise PlayerError(f"{name}: say which player in the file is meant, for example {name}:MyPlayer")
    if bare not in BUILT_IN:
        raise UnknownNameError(
            f"there is no player {bare!r}; known are {', '.join(BUILT_IN)}, or FILE.py:NAME for your own"
        )
    return BUILT_IN[bare]


def player_file(name: str) -> Path:
    """The file in the name of a player that is not built in."""
    return Path(split_options(name)[0].rpartition(":")[0])


def move_player(name: str, path: Path) -> str:
    """The name of a player that is not built in, with another path of its file."""
    before = split_options(name)[0].rpartition(":")[0]
    return f"{path}{name.removeprefix(before)}"


def split_options(name: str) -> tuple[str, dict[str, str]]:
    """The player and the options in a name such as ``mcts:k=0.5:rollout=20``."""
    parts = name.split(":")
    first = next((i for i, part in enumerate(parts) if "=" in part and i > 0), len(parts))
    given = {}
    for part in parts[first:]:
        key, equals, value = part.partition("=")
        if not (key and equals and value):
            raise OptionError(f"{name!r}: {part!r} is not an option; write options as NAME:option=value:option=value")
        if key in given:
            raise OptionError(f"{name!r}: the option {key!r} is given twice; give it once")
        given[key] = value
    return ":".join(parts[:first]), given


def _configure(player: AnyPlayer, given: Mapping[str, str]) -> AnyPlayer:
    from railwright.players.interface import CompiledPlayer

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
        if fault := fault_of(found):
            raise PlayerError(fault)
        return found
    players = sorted(key for key, value in vars(module).items() if _is_player(value))
    has = f"it has {', '.join(players)}" if players else "it has none: derive a class from Player or use @compiled"
    raise PlayerError(f"{path}: {attribute!r} is not a player; {has}")


def faults_beside(name: str) -> list[str]:
    """Why other players in the file of a player that is not built in cannot play."""
    if find_entry(name) is not None:
        return []
    players = [value for value in vars(_load_module(player_file(name))).values() if _is_player(value)]
    return [fault for player in players if (fault := fault_of(player))]


def fault_of(player: AnyPlayer) -> str:
    """Why a player cannot play; empty if it can."""
    from railwright.players.interface import CompiledPlayer

    return player.fault if isinstance(player, CompiledPlayer) else ""


def _is_player(value: object) -> TypeGuard[AnyPlayer]:
    from railwright.players.interface import CompiledPlayer, Player

    return isinstance(value, CompiledPlayer) or (
        inspect.isclass(value) and issubclass(value, Player) and value is not Player
    )


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
    from railwright.players.interface import faults_kept

    try:
        with faults_kept():
            spec.loader.exec_module(module)
    except Exception as error:  # a user's file can raise anything
        del sys.modules[name]
        line = line_in(str(spec.origin), error)
        place = path if line is None else f"{path}, line {line}"
        raise PlayerError(f"{place}: cannot be loaded ({describe_exception(error)})") from error
    return module
