"""Units of work: games of a match to play, or a function to call."""

from __future__ import annotations

import pickle
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from railwright.errors import OptionError
from railwright.matches.results import Block
from railwright.players.registry import load_player

if TYPE_CHECKING:
    from railwright.game.setup import Setup

MOST_GAMES = 10_000_000
"""Most games of a match or a tournament. Results are kept in memory, about half a kilobyte for each game."""


@dataclass(frozen=True, slots=True)
class GameBatch:
    """Some consecutive games of a match that are to be played."""

    setup: Setup
    names: tuple[str, ...]
    """The names of the players, for ``players.registry.load_player``."""
    seed: int
    """The seed of the match."""
    games: int
    first: int = 0
    """The number of the first game."""
    keep_actions: bool = False

    def __post_init__(self) -> None:
        check_games(self.games, "a match")

    def __str__(self) -> str:
        last = self.first + self.games - 1
        return f"games {self.first} to {last} of {','.join(self.names)} with seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Call:
    """A function call. The function, its arguments and its return value must be picklable."""

    name: str
    """The name for messages."""
    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    def __str__(self) -> str:
        return self.name


def check_games(games: int, who: str) -> None:
    """Raise OptionError for a number of games that is not positive, or too large for memory."""
    if not 1 <= games <= MOST_GAMES:
        raise OptionError(f"{who} has at least 1 game and at most {MOST_GAMES:,}, not {games:,}")


def perform(task: GameBatch | Call) -> tuple[Any, float]:
    """Do a task in this process; returns its block of games, or the function's return value, and the seconds."""
    if isinstance(task, GameBatch):
        return _play(task)
    began = time.perf_counter()
    value = task.function(*task.arguments)
    return value, time.perf_counter() - began


def attempt(work: Callable[[], tuple[Any, float]]) -> tuple[Any, float] | Exception:
    """Do work for another process. An exception is returned, so that the other process can raise it."""
    try:
        return work()
    except Exception as error:  # a function or a user's player can raise anything
        return _portable(error)


def _portable(error: Exception) -> Exception:
    """The error itself, or a RuntimeError with its traceback if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # pickling can raise anything
        return RuntimeError("".join(traceback.format_exception(error)))
    return error


def _play(task: GameBatch) -> tuple[Block, float]:
    """Play all games of a batch."""
    from railwright.matches.match import play_games  # loads the engine, which calls may not need

    players = [load_player(name) for name in task.names]
    began = time.perf_counter()
    block = play_games(
        task.setup, players, seed=task.seed, first=task.first, games=task.games, keep_actions=task.keep_actions
    )
    seconds = time.perf_counter() - began
    if block.actions is not None:
        block = replace(block, actions=block.actions[:, : block.game_stats["actions"].max()].copy())
    return block, seconds
