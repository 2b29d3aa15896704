"""Who does the work that a pool hands out: the same interface for processes of this machine and for a cluster."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Protocol

from railwright.workers.tasks import Call, GameBatch

Answer = tuple[Any, float] | Exception
"""A block of games, or what a function returned, and the seconds that it took; or why it could not be had."""


@dataclass(frozen=True, slots=True)
class Died:
    """Who was to do something is gone."""

    reason: str
    """How, or where; for messages."""
    deaths: int = 1
    """How many workers have died over it."""


class Executor(Protocol):
    """Does tasks and calls somewhere else, several at a time."""

    @property
    def size(self) -> int:
        """How many can be under way at once, at least 1. It may change with time."""

    def give(self, task: GameBatch | Call) -> Hashable:
        """Have something done; returns the name under which ``wait`` will speak of it."""

    def wait(self) -> list[tuple[Hashable, Answer | Died]]:
        """Wait until something is done or lost; returns what has become of it."""

    def stop(self) -> None:
        """Break off everything that is under way: ``wait`` will never speak of it."""

    def close(self) -> None:
        """Break off everything and let all workers go."""
