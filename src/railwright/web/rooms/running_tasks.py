"""Tasks that nobody waits for. They are kept until they are done: an event loop itself may forget them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class RunningTasks:
    """Starts tasks, and can cancel those that still run."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Start a task."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def cancel(self) -> None:
        """Cancel all tasks that run."""
        for task in self._tasks:
            task.cancel()
