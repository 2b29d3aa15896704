"""The server's processes: some think for computer players, some answer people, and one compiles code when needed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable

from railwright.web.jobs.pool import Pool, loading


class Pools:
    """Apart from each other, so that nobody who asks something waits for the thoughts of computers."""

    def __init__(self, cores: int | None = None) -> None:
        cores = cores or os.cpu_count() or 1
        self.thinking = Pool(cores + 1, name="railwright-thinking", each=cores)
        """One more than there are cores, so that a newcomer need not wait for the thoughts of another."""
        answers = max(2, cores // 2)
        self.answers = Pool(answers, name="railwright-answers", slow=answers // 2, each=answers - 1)
        """Uploads and pictures are slow: hints and looks always find a place besides them, and besides all that one
        address asks for."""
        self.loading = Pool(1, name="railwright-loading", is_lasting=False)

    @property
    def all(self) -> tuple[Pool, ...]:
        """Every pool."""
        return self.thinking, self.answers, self.loading

    async def warm(self, players: Iterable[str]) -> None:
        """Start processes before anybody needs them: one with the code of some players, and one that answers."""
        await asyncio.gather(
            _start(self.thinking, "railwright.web.work.thinking", *players),
            _start(self.answers, "railwright.web.work.answers"),
        )

    async def drain(self) -> None:
        """End everything that is under way."""
        await asyncio.gather(*(pool.drain() for pool in self.all))

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(pool.close() for pool in self.all))


async def _start(pool: Pool, *modules: str) -> None:
    await pool.run(_ready, owner="", seconds=60, prepare=loading(*modules))


def _ready() -> None:
    """Nothing but the news that a process is ready."""
