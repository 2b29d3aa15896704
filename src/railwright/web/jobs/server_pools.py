"""The worker processes of the server: for computer players, for queries, for reviews, and for compiling code."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable

from railwright.web.jobs.job_pool import JobPool, loading
from railwright.web.jobs.patience import TimeLimit
from railwright.web.jobs.process_limits import BACKGROUND_NICENESS

_START_LIMIT = TimeLimit(60.0)


class ServerPools:
    """Separate pools, so that people's queries never wait for computer players."""

    def __init__(self, cores: int | None = None) -> None:
        cores = cores or os.cpu_count() or 1
        self.thinking = JobPool(cores + 1, name="railwright-thinking", each=cores)
        """Pool for computer players: one more than there are cores, so that one owner never occupies all."""
        answers = max(2, cores // 2)
        self.answers = JobPool(answers, name="railwright-answers", slow=answers // 2, each=answers - 1)
        """Pool for queries. Slow jobs (uploads, pictures) and the jobs of one address always leave a place free."""
        self.reviewing = JobPool(cores, name="railwright-reviewing", is_lasting=False, niceness=BACKGROUND_NICENESS)
        """Pool for reviews of games. It has all cores, and gives way to those who play."""
        self.loading = JobPool(1, name="railwright-loading", is_lasting=False)
        """Pool for compiling the code of players."""

    @property
    def all(self) -> tuple[JobPool, ...]:
        """All pools."""
        return self.thinking, self.answers, self.reviewing, self.loading

    async def warm(self, players: Iterable[str]) -> None:
        """Start processes ahead of time: one with the code of some players, and one for queries."""
        await asyncio.gather(
            _start(self.thinking, "railwright.web.work.bot_moves", *players),
            _start(self.answers, "railwright.web.work.answers"),
        )

    async def drain(self) -> None:
        """Cancel all running jobs."""
        await asyncio.gather(*(pool.drain() for pool in self.all))

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(pool.close() for pool in self.all))


async def _start(pool: JobPool, *modules: str) -> None:
    await pool.run(_ready, owner="", limit=_START_LIMIT, prepare=loading(*modules))


def _ready() -> None:
    """Do nothing: returning shows that the process is ready."""
