"""A pool of worker processes. Every job has an owner and a deadline.

A job that is overdue, or that nobody waits for any more, is cancelled by killing its process. Only those who asked for
it notice: the next job gets a new process.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from railwright.compiled.lazy_kernel import load_kernels
from railwright.say import say
from railwright.web.access.refusals import RefusalError, TooManyError
from railwright.web.jobs.fair_queue import FairQueue
from railwright.web.jobs.job_process import JobProcess, Order
from railwright.web.jobs.patience import TimeLimit
from railwright.web.jobs.process_limits import NICENESS
from railwright.workers.executor import Answer, Died
from railwright.workers.tasks import Call

PREPARE_SECONDS = 300.0
"""Timeout for starting a process and loading the code that a job needs, which may have to be compiled."""

MOST_WAITING = 64
"""Default limit on the queued jobs of one owner."""

_CLOSE_SECONDS = 10.0

LOG = logging.getLogger("railwright.web")

_OUT_OF_TIME = "SIGXCPU"
"""Signal for a process that has exhausted its CPU time."""


class OverdueError(RefusalError):
    """A job was cancelled because it took too long."""

    status = 503
    name = "overdue"


class BrokenError(RefusalError):
    """The worker process died, for example because it ran out of memory."""

    status = 503
    name = "broken-off"


class StoppingError(RefusalError):
    """The server stopped before the job was done."""

    status = 503
    name = "stopping"


@dataclass(eq=False, slots=True)
class _Job:
    call: Call
    prepare: Call
    limit: TimeLimit
    is_slow: bool
    future: asyncio.Future[Any]
    key: Hashable = None
    """Key shared by equal jobs; None if the job is not shared."""
    owners: list[str] = field(default_factory=list)
    """Owners in whose queues the job is or was; once it runs, the first is the one whose turn it was."""
    askers: int = 0
    """Number of callers waiting for the result."""
    began: float = 0.0
    timer: asyncio.TimerHandle | None = None
    is_overdue: bool = False


@dataclass(slots=True)
class _Lane:
    """Queue of the jobs that compete for one kind of place."""

    queue: FairQueue[_Job] = field(default_factory=FairQueue)
    places: int = 1
    running: int = 0


class JobPool:
    """Runs at most ``size`` jobs at a time: at most ``slow`` slow ones, and at most ``each`` of one owner.

    Processes are started when they are needed and kept; unless ``is_lasting``, they end when there is nothing to do.
    """

    def __init__(
        self, size: int, *, name: str, slow: int = 0, each: int | None = None, is_lasting: bool = True,
        niceness: int = NICENESS,
    ) -> None:  # fmt: skip
        self.size = size
        self._each = size if each is None else each
        self.name = name
        """Name of its threads."""
        self.seconds = 0.0
        """Time that finished jobs took, from their start."""
        self._is_lasting = is_lasting
        self._niceness = niceness
        self._quick, self._slow = _Lane(places=size), _Lane(places=slow)
        self._free: list[JobProcess] = []
        self._busy: dict[JobProcess, _Job] = {}
        self._shared: dict[Hashable, _Job] = {}
        """Unfinished jobs that have a key."""
        self._is_closed = False
        self._drains: list[asyncio.Future[None]] = []
        """Waits for the last running job to end."""

    async def run(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        owner: str,
        limit: TimeLimit,
        is_slow: bool = False,
        prepare: Call | None = None,
        same: Hashable = None,
        most_waiting: int = MOST_WAITING,
    ) -> Any:
        """Run a function in a worker process and return or raise its outcome.

        Args:
            function: Function to call; it must be importable by the worker.
            arguments: Its arguments.
            owner: Client to whom the time is charged.
            limit: Time from the start of the function; OverdueError is raised after that.
            is_slow: Whether the job counts as slow.
            prepare: Call made once per process before the job; by default it loads the code of the function.
            same: Key of equal jobs. These run once, as soon as it is the turn of any of their owners.
            most_waiting: Limit on the queued jobs of the owner.
        """
        lane = self._slow if is_slow else self._quick
        if lane.queue.waiting(owner) >= most_waiting:
            raise TooManyError(say("too many of your requests are still queued; wait a little"))
        key = None if same is None else (function.__name__, same)
        job = self._shared.get(key)
        if job is None:
            call, prepare = Call(function.__name__, function, arguments), prepare or loading(function.__module__)
            job = _Job(call, prepare, limit, is_slow, asyncio.get_running_loop().create_future(), key)
            if key is not None:
                self._shared[key] = job
        if owner not in job.owners and job not in self._busy.values():
            job.owners.append(owner)
            lane.queue.add(owner, job)
            self._hand_out()
        return await self._answer(job)

    async def _answer(self, job: _Job) -> Any:
        job.askers += 1
        try:
            return await asyncio.shield(job.future)
        except asyncio.CancelledError:
            if job.askers == 1:
                self._give_up(job)
            raise
        finally:
            job.askers -= 1

    def refuse_all(self) -> None:
        """Refuse all queued jobs and cancel all running ones."""
        waiting = [job for lane in (self._quick, self._slow) for job in _take_all(lane)]
        self._shared.clear()
        for job in (*waiting, *self._busy.values()):
            if not job.future.done():
                job.future.set_exception(StoppingError(say("the server is stopping; try again later")))
        for worker, job in self._busy.items():
            self._stop(worker, job)

    async def drain(self) -> None:
        """Cancel all running jobs and wait until they have ended."""
        while self._busy:
            for worker, job in self._busy.items():
                self._stop(worker, job)
            idle = asyncio.get_running_loop().create_future()
            self._drains.append(idle)
            await idle

    async def close(self) -> None:
        """Cancel all jobs and end all processes."""
        self._is_closed = True
        await self.drain()
        workers = self._free
        self._free = []
        for worker in workers:
            worker.close()
        for worker in workers:
            await asyncio.to_thread(worker.join, _CLOSE_SECONDS)

    @property
    def running(self) -> int:
        """Number of running jobs."""
        return len(self._busy)

    @property
    def queued(self) -> int:
        """Number of queued jobs. One that several owners wait for counts for each."""
        return len(self._quick.queue) + len(self._slow.queue)

    @property
    def process_ids(self) -> set[int]:
        """Ids of the running processes."""
        return {worker.process_id for worker in (*self._free, *self._busy) if worker.process_id is not None}

    def _hand_out(self) -> None:
        """Start queued jobs on free processes, quick jobs first."""
        if self._is_closed:
            return
        for lane in (self._quick, self._slow):
            while lane.queue and lane.running < lane.places and len(self._busy) < self.size:
                busy = Counter(job.owners[0] for job in self._busy.values())
                try:
                    job = _take(lane, passing=[owner for owner, jobs in busy.items() if jobs >= self._each])
                except IndexError:
                    break
                lane.running += 1
                worker = self._free.pop() if self._free else JobProcess(self.name, niceness=self._niceness)
                self._busy[worker] = job
                self._start(worker, job)

    def _start(self, worker: JobProcess, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        self._set_timer(worker, job, PREPARE_SECONDS)

        def tell(function: Callable[..., None], *arguments: Any) -> None:
            try:
                loop.call_soon_threadsafe(function, *arguments)
            except RuntimeError:  # the server has stopped
                return

        worker.do(
            Order(
                job.call,
                job.limit.processor_seconds,
                job.prepare,
                begun=lambda: tell(self._begin, worker, job),
                heard=lambda answer: tell(self._finish, worker, job, answer),
            )
        )

    def _begin(self, worker: JobProcess, job: _Job) -> None:
        job.began = time.monotonic()
        if not job.is_overdue:
            self._set_timer(worker, job, job.limit.seconds)

    def _set_timer(self, worker: JobProcess, job: _Job, seconds: float) -> None:
        if job.timer is not None:
            job.timer.cancel()
        job.timer = asyncio.get_running_loop().call_later(seconds, self._stop, worker, job)

    def _stop(self, worker: JobProcess, job: _Job) -> None:
        job.is_overdue = True
        worker.kill()

    def _finish(self, worker: JobProcess, job: _Job, answer: Answer | Died) -> None:
        del self._busy[worker]
        lane = self._slow if job.is_slow else self._quick
        lane.running -= 1
        if job.timer is not None:
            job.timer.cancel()
        self._forget(job)
        if job.began:
            self.seconds += time.monotonic() - job.began
        for owner in job.owners if job.began else ():
            lane.queue.charge(owner, (time.monotonic() - job.began) / len(job.owners))
        if not isinstance(answer, Died):
            if job.is_overdue or not (self._is_lasting or self._quick.queue):
                worker.close()
            else:
                self._free.append(worker)
        _settle(job, answer)
        self._hand_out()
        if not self._busy:
            for idle in self._drains:
                if not idle.done():
                    idle.set_result(None)
            self._drains.clear()

    def _give_up(self, job: _Job) -> None:
        """Cancel a job that nobody waits for any more."""
        self._forget(job)
        job.future.cancel()
        for owner in job.owners:
            (self._slow if job.is_slow else self._quick).queue.remove(owner, job)
        for worker, under_way in self._busy.items():
            if under_way is job:
                self._stop(worker, job)

    def _forget(self, job: _Job) -> None:
        """Stop sharing a job: equal requests from now on start a new one."""
        if self._shared.get(job.key) is job:
            del self._shared[job.key]


def _take(lane: _Lane, *, passing: Container[str] = ()) -> _Job:
    """Take the next job and remove it from all queues."""
    first, job = lane.queue.take(passing=passing)
    job.owners.sort(key=lambda owner: owner != first)
    for owner in job.owners[1:]:
        lane.queue.remove(owner, job)
    return job


def _take_all(lane: _Lane) -> Iterator[_Job]:
    while lane.queue:
        yield _take(lane)


def loading(*modules: str) -> Call:
    """A call that loads modules, made before the time of a job starts to count."""
    return Call(f"loading {', '.join(modules)}", load_modules, modules)


def load_modules(*modules: str) -> None:
    """Import modules by name, and load their compiled code."""
    for module in modules:
        load_kernels(module)


def _settle(job: _Job, answer: Answer | Died) -> None:
    if job.future.done():
        return
    if isinstance(answer, tuple):
        job.future.set_result(answer[0])
        return
    if isinstance(answer, Exception):
        is_plain = not isinstance(answer, StopIteration)  # which a future cannot hold
        failure = answer if is_plain else RuntimeError(type(answer).__name__)
    elif job.is_overdue or _OUT_OF_TIME in answer.reason:
        failure = OverdueError(say("this took too long and was cancelled"))
    else:
        LOG.warning("the worker for %s died %s", job.call.name, answer.reason)
        failure = BrokenError(
            say("this could not be finished: the worker died, perhaps because it ran out of memory")
        )  # fmt: skip
    job.future.set_exception(failure)
