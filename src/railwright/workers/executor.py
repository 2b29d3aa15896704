"""The interface of executors, which do the work of a pool: processes of this machine, or a cluster."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Protocol

from railwright.workers.tasks import Call, GameBatch

Answer = tuple[Any, float] | Exception
"""The result of a task (a block of games, or a function's return value) with the seconds it took; or an exception."""


@dataclass(frozen=True, slots=True)
class Died:
    """The worker died before it had finished a task."""

    reason: str
    """How or where it died, for messages."""
    deaths: int = 1
    """The number of workers that died during this task."""


class Executor(Protocol):
    """Runs tasks and calls outside this process, several at a time."""

    @property
    def size(self) -> int:
        """The number of tasks that can run at once, at least 1. It may change over time."""

    def give(self, task: GameBatch | Call) -> Hashable:
        """Submit a task or call; returns the key under which ``wait`` will report it."""

    def wait(self) -> list[tuple[Hashable, Answer | Died]]:
        """Wait until something is finished or lost; returns the keys with their answers."""

    def stop(self) -> None:
        """Cancel everything that is running; ``wait`` will not report it."""

    def close(self) -> None:
        """Cancel everything and release all workers."""
