"""Errors of players in one line: which player, where in its file, and at which moment of which game."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from railwright.errors import PlayerError, describe_exception, line_in
from railwright.game.chance import Seed
from railwright.game.game import Game, some_actions
from railwright.players.kit.interface import AnyPlayer, CompiledPlayer
from railwright.words import count

LONGEST_GAME = 4000
"""Number of actions after which a game is stopped with an error. Random games have about 350."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game, described so that it can be reproduced."""

    seed: Seed
    """The seed of the game. A secret one is never printed."""
    actions: int
    """The number of actions before this moment."""

    @staticmethod
    def of(game: Game) -> Moment:
        """The current moment of a game that was played from its beginning."""
        return Moment(game.seed, len(game.actions))

    def __str__(self) -> str:
        which = "a game with a secret seed" if isinstance(self.seed, str) else f"the game with seed {self.seed}"
        return f"after {count(self.actions, 'action')} of {which}"


def name_of(player: AnyPlayer) -> str:
    """The name of a player for messages."""
    return player.name or getattr(player, "__name__", "player")


def exception_in(player: AnyPlayer, error: Exception, moment: Moment | None = None) -> PlayerError:
    """The error for a player that raised an exception; without a moment, before its game began."""
    file = _file_of(player)
    line = line_in(file, error)
    place = file if line is None else f"{file}, line {line}"
    when = "before the game" if moment is None else str(moment)
    hint = "; NUMBA_DISABLE_JIT=1 shows the line" if line is None and isinstance(player, CompiledPlayer) else ""
    return PlayerError(f"the player {name_of(player)!r} ({place}) raised {describe_exception(error)} {when}{hint}")


def illegal_choice(player: AnyPlayer, action: object, game: Game, moment: Moment) -> PlayerError:
    """The error for a player that chose an illegal action."""
    return PlayerError(
        f"the player {name_of(player)!r} ({_place_of(player)}) chose {str(action)[:40]!r} in seat {game.seat} at stage "
        f"{game.stage!r}, which is not legal; legal actions are {some_actions(game.legal())} ({moment})"
    )


def endless_game(player: AnyPlayer, moment: Moment) -> PlayerError:
    """The error for a game that did not end."""
    return PlayerError(f"a game did not end and was stopped {moment}; next to act was the player {name_of(player)!r}")


def _place_of(player: AnyPlayer) -> str:
    """The file and line where the function that chooses for a player begins."""
    code = getattr(_function_of(player), "__code__", None)
    return _file_of(player) if code is None else f"{_file_of(player)}, line {code.co_firstlineno}"


def _file_of(player: AnyPlayer) -> str:
    """The file in which a player is defined."""
    if isinstance(player, CompiledPlayer):
        return str(_function_of(player).__code__.co_filename)
    return getattr(sys.modules.get(player.__module__), "__file__", None) or player.__module__


def _function_of(player: AnyPlayer) -> Any:
    return getattr(player.choose, "py_func", player.choose)
