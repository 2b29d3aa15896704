"""The code of computer players. The first use of a player loads it from the cache or compiles it, which can take half a
minute: it is done in a thread of its own, so that nobody else waits for it."""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections.abc import Callable, Iterable

from railwright.players.registry import find_entry
from railwright.web.refusals import NotReadyError
from railwright.web.threads import Threads

SILENCE_SECONDS = 1.0
"""After so long people at the table are told what they wait for."""

LOG = logging.getLogger("railwright.web")


def load_code(module: str) -> None:
    """Load a module that has a player."""
    importlib.import_module(module)


class Readiness:
    """Loads players, one at a time and each once, however many ask for it."""

    def __init__(self) -> None:
        self._threads = Threads(1, name="railwright-loading")
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._warming: asyncio.Task[None] | None = None

    def warm(self, names: Iterable[str]) -> None:
        """Load some players before anybody asks for them."""
        self._warming = asyncio.create_task(self._warm(list(names)), name="warming players")

    async def wait(self, name: str, *, seconds: float) -> None:
        """Wait until a player can play, but not for long: a refusal says that it goes on without us."""
        try:
            await asyncio.wait_for(self._loaded(name), seconds)
        except TimeoutError:
            raise NotReadyError(f"the player {name} is being made ready for this machine; ask again soon") from None
        except Exception as error:  # what stops an import can be anything, such as a cache that cannot be read
            LOG.error("the player %s cannot be loaded (%s: %s)", name, type(error).__name__, error)
            raise NotReadyError(f"the player {name} cannot be loaded now; ask again later") from error

    async def wait_patiently(self, name: str, tell: Callable[[str], None]) -> None:
        """Wait until a player can play; if that takes long, tell those who wait with us."""
        loaded = asyncio.ensure_future(self._loaded(name))
        done, _ = await asyncio.wait([loaded], timeout=SILENCE_SECONDS)
        if not done:
            tell(f"The player {name} is being made ready for this machine ...")
        await loaded

    async def close(self) -> None:
        """Wait for nothing any more."""
        tasks = [*self._loading.values(), *([] if self._warming is None else [self._warming])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.close()

    async def _warm(self, names: list[str]) -> None:
        for name in names:
            try:
                await self._loaded(name)
            except Exception as error:  # whoever asks for it will be told
                LOG.warning("the player %s cannot be loaded (%s)", name, type(error).__name__)

    async def _loaded(self, name: str) -> None:
        entry = find_entry(name)
        if entry is None:
            return  # one from a file has no module of ours; who plays it loads it
        task = self._loading.get(entry.path)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            module = entry.path
            task = self._loading[module] = asyncio.create_task(self._threads.run(lambda: load_code(module)))
        await asyncio.shield(task)
