"""Players by name: the built-in ones, and a user's own from a file.

The list of built-in players does not need the engine, which is slow to load and slower to compile; it is imported when
the first player is loaded.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeGuard

from railwright.errors import OptionError, PlayerError, UnknownNameError, describe_exception, line_in
from railwright.players.kit.entry import Entry
from railwright.players.levels.levels import LEVELS
from railwright.players.mcts.settings import README_OPTIONS
from railwright.say import say

if TYPE_CHECKING:
    from railwright.players.kit.interface import AnyPlayer, CompiledPlayer

HUMAN = "human"
"""The name for a person; commands that can ask people handle it themselves."""

POLICIES = "railwright.players.policy.player"
EXPRESS = "railwright.players.express.player"
"""The modules that load trained policies, and networks of express."""

NETWORK_TEXT = "about.npy"
"""A member of the files of express's networks that those of policies lack."""

SILVA = "de Mesentier Silva et al. 2017"

EXPRESS_FORMER = {
    "anew": "replan_below", "least": "min_gain", "more": "draw_tickets_above", "guest": "passenger_value",
}  # fmt: skip

BUILT_IN: Mapping[str, Entry] = {
    "express": Entry(
        "express.player",
        say("Compares its choices by what it learned in games against itself, and tries the best of them."),
        "Railwright",
        former=EXPRESS_FORMER,
    ),
    "express1": Entry(
        "express1.player",
        say("The first generation of express: a planner with a search. Its decisions never change."),
        "Railwright",
        former=EXPRESS_FORMER,
    ),
    "random": Entry("random_player", say("Plays a random legal action, all equally likely."), "-"),
    "one-step": Entry("silva.one_step", say("Works on its most valuable ticket, one route at a time."), SILVA),
    "path": Entry("silva.path", say("Claims the most valuable routes on the paths of its first tickets."), SILVA),
    "long-route": Entry(
        "silva.long_route", say("Goes for the longest routes, with two cheap tickets on the way."), SILVA
    ),
    "hungry": Entry("silva.hungry", say("Draws tickets until it has work for all its trains."), SILVA),
    "hoard": Entry(
        "thesis.hoard", say("Hoards cards for twenty rounds, then claims the longest tracks."), "Õunmaa 2022, 5.2"
    ),
    "rule": Entry(
        "thesis.rule",
        say("Claims along the shortest path of each ticket in turn."),
        "Shao Sun; Õunmaa 2022, 5.3",
    ),
    "evaluation": Entry(
        "thesis.evaluation",
        say("Plans the cheapest network for all its tickets and takes the action with the highest value."),
        "Schwarcz, Twigg and Zeng; Õunmaa 2022, 5.4",
    ),
    "mcts": Entry(
        "mcts.player", say("Monte Carlo tree search over games consistent with what its seat sees."), "Õunmaa 2022, 5.1"
    ),
    "mcts-peeking": Entry(
        "mcts.player",
        say("The same search, but it knows all hands and tickets."),
        "Õunmaa 2022, 5.1",
        variable="peeking",
    ),
    "mcts-readme": Entry(
        "mcts.player",
        say("The same search as a student project describes it: flat, with its own reward for tickets."),
        say("student project (read-me)"),
        README_OPTIONS,
    ),
}
"""Every built-in player by name."""

ENTRIES: Mapping[str, Entry] = {**BUILT_IN, **LEVELS}


def player_names() -> list[str]:
    """The names of the built-in players.

    >>> import railwright
    >>> "express" in railwright.player_names()
    True
    """
    return list(ENTRIES)


def load_player(name: str) -> AnyPlayer:
    """Load a player by name, with options (``mcts:k=0.5``): built-in, from a file (``mine.py:MyPlayer``) or a trained
    policy or network of express (``policy.npz``).

    >>> import railwright
    >>> railwright.load_player("random").summary
    'Plays a random legal action, all equally likely.'
    """
    if not isinstance(name, str):
        from railwright.game.json_reader import brief

        raise PlayerError(f"the name of a player is a string such as 'rule' or 'mine.py:MyPlayer', not {brief(name)}")
    bare, given = split_options(name)
    entry = find_entry(name)
    if is_policy(name):
        return load_trained_player(player_file(name), given)
    if entry is None:
        return _configure(_from_file(player_file(name), bare.rpartition(":")[2]), given)
    player: CompiledPlayer = getattr(importlib.import_module(entry.path), entry.variable)
    options = {**entry.options, **given}
    return replace(player.with_options(options), name=current_name(name), summary=str(entry.summary))


def load_trained_player(path: Path, given: Mapping[str, str]) -> CompiledPlayer:
    """Load the player of a trained policy or of a network of express, with options."""
    player: CompiledPlayer = importlib.import_module(policy_module(path)).load_policy_player(path, given)
    return player


def any_player(player: str | AnyPlayer) -> AnyPlayer:
    """A player, loaded first if it is given by name."""
    from railwright.game.json_reader import brief
    from railwright.players.kit.interface import CompiledPlayer, Player

    if isinstance(player, str):
        return load_player(player)
    if isinstance(player, CompiledPlayer) or (isinstance(player, type) and issubclass(player, Player)):
        return player
    raise OptionError(f"a player is a name such as 'rule', a Player class or a CompiledPlayer, not {brief(player)}")


def find_entry(name: str) -> Entry | None:
    """The entry of a built-in player, or None for one from a file. Refuses other names; loads nothing."""
    bare, _ = split_options(name)
    path, colon, _ = bare.rpartition(":")
    if is_policy(name) or (colon and path.endswith(".py")):
        return None
    if bare.endswith(".py"):
        raise PlayerError(f"{name}: name the player in the file, for example {name}:MyPlayer")
    if bare not in ENTRIES:
        raise UnknownNameError(
            f"there is no player {bare!r}; choose one of {', '.join(ENTRIES)}, or FILE.py:NAME for your own, "
            "or FILE.npz for a trained policy or a network of express"
        )
    return ENTRIES[bare]


def is_policy(name: str) -> bool:
    """Whether a name is that of a trained policy's file, or of a network of express."""
    return split_options(name)[0].endswith(".npz")


def policy_module(path: Path) -> str:
    """The module that loads the player of a file: a network of express if it has its text, otherwise a policy."""
    try:
        with zipfile.ZipFile(path) as file:
            return EXPRESS if NETWORK_TEXT in file.namelist() else POLICIES
    except (OSError, zipfile.BadZipFile):
        return POLICIES  # which says what is wrong with it


def player_file(name: str) -> Path:
    """The file that defines a user's player."""
    return Path(_file_part(name))


def _file_part(name: str) -> str:
    bare = split_options(name)[0]
    return bare if is_policy(name) else bare.rpartition(":")[0]


def move_player(name: str, path: Path) -> str:
    """The name of a user's player with the path of its file replaced."""
    before = _file_part(name)
    return f"{path}{name.removeprefix(before)}"


def split_options(name: str) -> tuple[str, dict[str, str]]:
    """Split a name such as ``mcts:k=0.5:rollout=20`` into the player and its options, by their current names."""
    parts = name.split(":")
    first = next((i for i, part in enumerate(parts) if "=" in part and i > 0), len(parts))
    bare = ":".join(parts[:first])
    former = ENTRIES[bare].former if bare in ENTRIES else {}
    given = {}
    for part in parts[first:]:
        key, equals, value = part.partition("=")
        if not (key and equals and value):
            raise OptionError(f"{name!r}: {part!r} is not an option; write options as NAME:option=value:option=value")
        key = former.get(key, key)
        if key in given:
            raise OptionError(f"{name!r}: the option {key!r} is given twice")
        given[key] = value
    return bare, given


def current_name(name: str) -> str:
    """The name of a player with the current names of its options, as it stands in records."""
    bare, given = split_options(name)
    return ":".join([bare, *(f"{key}={value}" for key, value in given.items())])


def _configure(player: AnyPlayer, given: Mapping[str, str]) -> AnyPlayer:
    from railwright.players.kit.interface import CompiledPlayer

    if isinstance(player, CompiledPlayer):
        return player.with_options(given)
    if given:
        raise OptionError(f"the player {player.name or player.__name__!r} is not compiled, so it has no options")
    return player


def split_names(text: str) -> list[str]:
    """Split a list of names such as ``random,mine.py:MyPlayer``; options get their current names."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise UnknownNameError(f"{text!r} contains an empty name; separate players by single commas, as in random,rule")
    return [current_name(name) for name in names]


def _from_file(path: Path, attribute: str) -> AnyPlayer:
    module = _load_module(path)
    found = getattr(module, attribute, None)
    if _is_player(found):
        if fault := fault_of(found):
            raise PlayerError(fault)
        return found
    players = sorted(key for key, value in vars(module).items() if _is_player(value))
    has = (
        f"it has {', '.join(players)}" if players else "it has none: derive a class from Player or use @compiled_player"
    )
    raise PlayerError(f"{path}: {attribute!r} is not a player; {has}")


def faults_beside(name: str) -> list[str]:
    """Why players in the same file as a user's player cannot play, one message each."""
    if find_entry(name) is not None or is_policy(name):
        return []
    players = [value for value in vars(_load_module(player_file(name))).values() if _is_player(value)]
    return [fault for player in players if (fault := fault_of(player))]


def fault_of(player: AnyPlayer) -> str:
    """Why a player cannot play; empty if it can."""
    from railwright.players.kit.interface import CompiledPlayer

    return player.fault if isinstance(player, CompiledPlayer) else ""


def _is_player(value: object) -> TypeGuard[AnyPlayer]:
    from railwright.players.kit.interface import CompiledPlayer, Player

    return isinstance(value, CompiledPlayer) or (
        inspect.isclass(value) and issubclass(value, Player) and value is not Player
    )


def _load_module(path: Path) -> ModuleType:
    """Load a user's file as a module, once."""
    if not path.is_file():
        raise PlayerError(f"{path}: there is no such file")
    name = f"railwright_user_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PlayerError(f"{path}: cannot be loaded; must be a Python file")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    from railwright.players.kit.interface import faults_kept

    try:
        with faults_kept():
            spec.loader.exec_module(module)
    except Exception as error:  # a user's file can raise anything
        del sys.modules[name]
        line = line_in(str(spec.origin), error)
        place = path if line is None else f"{path}, line {line}"
        raise PlayerError(f"{place}: cannot be loaded ({describe_exception(error)})") from error
    return module
