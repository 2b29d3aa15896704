"""What there is to play: some games of a match."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from railwright.arena.match import Block, play
from railwright.errors import OptionError
from railwright.game.setup import Setup
from railwright.players.registry import load_player


@dataclass(frozen=True, slots=True)
class Task:
    """Some consecutive games of a match, to be played."""

    setup: Setup
    names: tuple[str, ...]
    """The players, as ``players.registry.load_player`` knows them."""
    seed: int
    games: int
    first: int = 0
    """The number of the first game."""
    keep_actions: bool = False

    def __post_init__(self) -> None:
        if self.games < 1:
            raise OptionError(f"a match has at least 1 game, not {self.games}")


def play_task(task: Task) -> tuple[Block, float]:
    """Play all games of a task in this process; returns them and the seconds that they took."""
    players = [load_player(name) for name in task.names]
    began = time.perf_counter()
    block = play(
        task.setup, players, seed=task.seed, first=task.first, games=task.games, keep_actions=task.keep_actions
    )
    seconds = time.perf_counter() - began
    if block.actions is not None:
        block = replace(block, actions=block.actions[:, : block.courses["actions"].max()].copy())
    return block, seconds
