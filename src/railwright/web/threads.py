"""A few threads for work that takes a while, so that the event loop never waits. One that gets stuck is replaced."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")

_Job = tuple[Callable[[], Any], Callable[[Any, BaseException | None], None]]


class _Worker:
    """One thread. It does a job at a time until it is told to stop."""

    def __init__(self, name: str) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def do(self, work: Callable[[], Any], done: Callable[[Any, BaseException | None], None]) -> None:
        """Do something and tell; ``done`` is called in this thread."""
        self._jobs.put((work, done))

    def stop(self) -> None:
        """End, once the job at hand is done. One that never ends holds up nothing but itself."""
        self._jobs.put(None)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            work, done = job
            try:
                result, failure = work(), None
            except BaseException as error:  # also SystemExit: the thread goes on
                result, failure = None, error
            done(result, failure)
            del job, work, done, result, failure  # a thread that waits should hold nothing


class Threads:
    """At most ``count`` things at a time; the others wait in the order in which they came."""

    def __init__(self, count: int, *, name: str) -> None:
        self._name = name
        self._free: list[_Worker] = []
        self._places = asyncio.Semaphore(count)

    async def run(self, work: Callable[[], Result], *, seconds: float | None = None) -> Result:
        """Do something in a thread; TimeoutError if it takes longer. Waiting for a free thread does not count."""
        async with self._places:
            worker = self._free.pop() if self._free else _Worker(self._name)
            loop = asyncio.get_running_loop()
            answer: asyncio.Future[Result] = loop.create_future()

            def done(result: Any, failure: BaseException | None) -> None:
                try:
                    loop.call_soon_threadsafe(_settle, answer, result, failure)
                except RuntimeError:  # the server has stopped
                    return

            worker.do(work, done)
            try:
                found = await asyncio.wait_for(asyncio.shield(answer), seconds)
            except BaseException:
                if answer.done() and not answer.cancelled():
                    self._free.append(worker)  # the work itself failed; the thread is fine
                else:
                    worker.stop()
                raise
            self._free.append(worker)
            return found

    def close(self) -> None:
        """Let all threads end."""
        while self._free:
            self._free.pop().stop()


def _settle(answer: asyncio.Future[Any], result: Any, failure: BaseException | None) -> None:
    if answer.done():
        return
    if failure is None:
        answer.set_result(result)
        return
    is_plain = isinstance(failure, Exception) and not isinstance(failure, StopIteration)
    answer.set_exception(failure if is_plain else RuntimeError(f"it ended with {type(failure).__name__}"))
    answer.exception()  # nobody may be waiting any more; that is no error of its own
