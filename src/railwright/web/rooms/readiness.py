"""Loads the code of computer players.

The first use of a player on a machine compiles it, which can take half a minute. This happens in a separate process, so
that nobody else waits for it; the workers then find the code in the cache.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections.abc import Callable, Iterable

from railwright.compiled.cache_folders import is_warm, mark_warm
from railwright.players.registry import POLICIES, find_entry, is_policy
from railwright.say import Said, say
from railwright.web.access.refusals import NotReadyError
from railwright.web.jobs.job_pool import JobPool
from railwright.web.jobs.patience import TimeLimit
from railwright.web.jobs.server_pools import ServerPools

SILENCE_SECONDS = 1.0
"""Delay after which people at the table are told what they are waiting for."""

LOG = logging.getLogger("railwright.web")


LOAD_LIMIT = TimeLimit(600.0)
"""Timeout for compiling a player."""


async def load_code(pool: JobPool, module: str) -> None:
    """Make sure that the compiled code of a player is in the cache, where the workers find it."""
    if not await asyncio.to_thread(is_warm, module):
        await pool.run(compile_module, module, owner="", limit=LOAD_LIMIT)


def compile_module(module: str) -> None:
    """Compile the module of a player."""
    importlib.import_module(module)
    mark_warm(module)


class Readiness:
    """Loads players, one at a time and each only once."""

    def __init__(self, pools: ServerPools) -> None:
        self._pools = pools
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._warming: asyncio.Task[None] | None = None

    def warm(self, names: Iterable[str]) -> None:
        """Load some players ahead of time, in the processes that will run them."""
        modules = dict.fromkeys(module for name in names if (module := _module_of(name)) is not None)
        self._warming = asyncio.create_task(self._pools.warm(modules), name="warming players")
        self._warming.add_done_callback(_log_failure)

    async def wait(self, name: str, *, seconds: float) -> None:
        """Wait until a player is loaded. Raises NotReadyError after the timeout, while loading continues."""
        try:
            await asyncio.wait_for(self._loaded(name), seconds)
        except TimeoutError:
            raise NotReadyError(
                say("the player {player} is being compiled for this machine; try again soon", player=name)
            ) from None
        except Exception as error:  # an import can fail in any way, for example over an unreadable cache
            LOG.error("the player %s cannot be loaded (%s: %s)", name, type(error).__name__, error)
            raise NotReadyError(
                say("the player {player} cannot be loaded now; try again later", player=name)
            ) from error  # fmt: skip

    async def wait_patiently(self, name: str, tell: Callable[[Said], None]) -> None:
        """Wait until a player is loaded; if that takes long, tell the people at the table."""
        loaded = asyncio.ensure_future(self._loaded(name))
        done, _ = await asyncio.wait([loaded], timeout=SILENCE_SECONDS)
        if not done:
            tell(say("The player {player} is being compiled for this machine ...", player=name))
        await loaded

    async def close(self) -> None:
        """Cancel pending loads."""
        tasks = [*self._loading.values(), *([] if self._warming is None else [self._warming])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _loaded(self, name: str) -> None:
        module = _module_of(name)
        if module is None:
            return  # a player from a file is loaded where it plays
        task = self._loading.get(module)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._loading[module] = asyncio.create_task(load_code(self._pools.loading, module))
        await asyncio.shield(task)


def _module_of(name: str) -> str | None:
    """The module with the compiled code of a player; None if it is in a file of its own."""
    if is_policy(name):
        return POLICIES
    entry = find_entry(name)
    return None if entry is None else entry.path


def _log_failure(warming: asyncio.Task[None]) -> None:
    """Log a failed warm-up. A request for one of these players gets the error again."""
    if not warming.cancelled() and (error := warming.exception()) is not None:
        LOG.warning("players cannot be loaded (%s)", type(error).__name__)
