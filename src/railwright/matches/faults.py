"""What a player did wrong, in one line: which player, where in its file, and at which moment of which game."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from railwright.errors import PlayerError, describe_exception, line_in
from railwright.game.chance import Seed
from railwright.game.game import Game, some_actions
from railwright.players.kit.interface import AnyPlayer, CompiledPlayer
from railwright.words import count


@dataclass(frozen=True, slots=True)
class Moment:
    """When something happened, so that it can be looked at again."""

    seed: Seed
    """Of the game. A secret is not told."""
    actions: int
    """How many there were before."""

    @staticmethod
    def of(game: Game) -> Moment:
        """The present moment of a game that was played from its beginning."""
        return Moment(game.seed, len(game.actions))

    def __str__(self) -> str:
        which = "a game with a secret seed" if isinstance(self.seed, str) else f"the game with seed {self.seed}"
        return f"after {count(self.actions, 'action')} of {which}"


def name_of(player: AnyPlayer) -> str:
    """What a player is called."""
    return player.name or getattr(player, "__name__", "player")


def exception_in(player: AnyPlayer, error: Exception, moment: Moment | None = None) -> PlayerError:
    """A player raised something; without a moment, before its game began."""
    file = _file_of(player)
    line = line_in(file, error)
    place = file if line is None else f"{file}, line {line}"
    when = "before the game" if moment is None else str(moment)
    hint = "; NUMBA_DISABLE_JIT=1 shows the line" if line is None and isinstance(player, CompiledPlayer) else ""
    return PlayerError(f"the player {name_of(player)!r} ({place}) raised {describe_exception(error)} {when}{hint}")


def illegal_choice(player: AnyPlayer, action: object, game: Game, moment: Moment) -> PlayerError:
    """A player chose what it may not do."""
    return PlayerError(
        f"the player {name_of(player)!r} ({_place_of(player)}) chose {str(action)[:40]!r} in seat {game.seat} at stage "
        f"{game.stage!r}, which is not legal; legal are {some_actions(game.legal())} ({moment})"
    )


def endless_game(player: AnyPlayer, moment: Moment) -> PlayerError:
    """A game did not come to an end."""
    return PlayerError(f"a game was broken off {moment}; the player {name_of(player)!r} was to act")


def _place_of(player: AnyPlayer) -> str:
    """Where the function begins that chooses for a player."""
    code = getattr(_function_of(player), "__code__", None)
    return _file_of(player) if code is None else f"{_file_of(player)}, line {code.co_firstlineno}"


def _file_of(player: AnyPlayer) -> str:
    """The file that a player is written in."""
    if isinstance(player, CompiledPlayer):
        return str(_function_of(player).__code__.co_filename)
    return getattr(sys.modules.get(player.__module__), "__file__", None) or player.__module__


def _function_of(player: AnyPlayer) -> Any:
    return getattr(player.choose, "py_func", player.choose)
