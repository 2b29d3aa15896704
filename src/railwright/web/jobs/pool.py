"""Some processes that do what is asked of them, each job with an owner and a deadline.

A job that is not done in time, or that nobody waits for any more, is ended by killing its process, and only who asked
for it hears of that: the next job gets a new process.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from railwright.web.access.refusals import RefusalError, TooManyError
from railwright.web.jobs.fair import FairQueue
from railwright.web.jobs.hand import Hand, Order
from railwright.workers.executor import Answer, Died
from railwright.workers.tasks import Call

PREPARE_SECONDS = 300.0
"""For the start of a process and the code that a job needs, which may have to be compiled."""

MOST_WAITING = 64
"""Jobs of one owner that wait, unless another bound is given."""

_CLOSE_SECONDS = 10.0

LOG = logging.getLogger("railwright.web")

_OUT_OF_TIME = "SIGXCPU"
"""The signal for a process that has used up its processor time."""


class OverdueError(RefusalError):
    """A job was stopped because it took too long."""

    status = 503
    name = "overdue"


class BrokenError(RefusalError):
    """The process of a job died: out of memory, for example."""

    status = 503
    name = "broken-off"


class StoppingError(RefusalError):
    """The server stops before a job is done."""

    status = 503
    name = "stopping"


@dataclass(eq=False, slots=True)
class _Job:
    call: Call
    prepare: Call
    seconds: float
    is_slow: bool
    future: asyncio.Future[Any]
    key: Hashable = None
    """What equal jobs have in common; None if there is no such thing."""
    owners: list[str] = field(default_factory=list)
    """In whose queues it stands, or stood; once it is under way, the first is who had the turn."""
    askers: int = 0
    """How many wait for it."""
    began: float = 0.0
    timer: asyncio.TimerHandle | None = None
    is_overdue: bool = False


@dataclass(slots=True)
class _Lane:
    """Jobs that wait for one kind of place."""

    queue: FairQueue[_Job] = field(default_factory=FairQueue)
    places: int = 1
    running: int = 0


class Pool:
    """At most ``size`` jobs at a time. Those that are slow by nature never take more than ``slow`` of the places, and
    those of one owner never more than ``each``.

    Processes are started when they are needed, and stay; unless ``is_lasting``, only while there is something to do.
    """

    def __init__(
        self, size: int, *, name: str, slow: int = 0, each: int | None = None, is_lasting: bool = True
    ) -> None:  # fmt: skip
        self.size = size
        self._each = size if each is None else each
        self._name = name
        self._is_lasting = is_lasting
        self._quick, self._slow = _Lane(places=size), _Lane(places=slow)
        self._free: list[Hand] = []
        self._busy: dict[Hand, _Job] = {}
        self._shared: dict[Hashable, _Job] = {}
        """Jobs with a key that are not done."""
        self._is_closed = False
        self._is_idle = asyncio.Event()

    async def run(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        owner: str,
        seconds: float,
        is_slow: bool = False,
        prepare: Call | None = None,
        same: Hashable = None,
        most_waiting: int = MOST_WAITING,
    ) -> Any:
        """What a function returns or raises. OverdueError if it takes longer than it may, from its begin on.

        ``prepare`` is what a process does once before; by default it loads the code of the function. What several ask
        for with the ``same`` key is done once, as soon as it is the turn of any of them.
        """
        lane = self._slow if is_slow else self._quick
        if lane.queue.waiting(owner) >= most_waiting:
            raise TooManyError("too much of what you have asked for is still to be done; wait a little")
        key = None if same is None else (function.__name__, same)
        job = self._shared.get(key)
        if job is None:
            call, prepare = Call(function.__name__, function, arguments), prepare or loading(function.__module__)
            job = _Job(call, prepare, seconds, is_slow, asyncio.get_running_loop().create_future(), key)
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
        """Let nobody wait any longer: jobs that wait are refused, those under way are ended."""
        waiting = [job for lane in (self._quick, self._slow) for job in _take_all(lane)]
        self._shared.clear()
        for job in (*waiting, *self._busy.values()):
            if not job.future.done():
                job.future.set_exception(StoppingError("the server is being stopped; try again later"))
        for hand, job in self._busy.items():
            self._stop(hand, job)

    async def drain(self) -> None:
        """End everything that is under way, and wait until it has ended."""
        while self._busy:
            self._is_idle.clear()
            for hand, job in self._busy.items():
                self._stop(hand, job)
            await self._is_idle.wait()

    async def close(self) -> None:
        """End all processes."""
        self._is_closed = True
        await self.drain()
        hands = self._free
        self._free = []
        for hand in hands:
            hand.close()
        for hand in hands:
            await asyncio.to_thread(hand.join, _CLOSE_SECONDS)

    @property
    def process_ids(self) -> set[int]:
        """The processes that run."""
        return {hand.process_id for hand in (*self._free, *self._busy) if hand.process_id is not None}

    def _hand_out(self) -> None:
        """Give waiting jobs to free hands: quick ones first, since slow ones have had their share."""
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
                hand = self._free.pop() if self._free else Hand(self._name)
                self._busy[hand] = job
                self._start(hand, job)

    def _start(self, hand: Hand, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        self._set_timer(hand, job, PREPARE_SECONDS)

        def tell(function: Callable[..., None], *arguments: Any) -> None:
            try:
                loop.call_soon_threadsafe(function, *arguments)
            except RuntimeError:  # the server has stopped
                return

        hand.do(
            Order(
                job.call,
                job.prepare,
                begun=lambda: tell(self._begin, hand, job),
                heard=lambda answer: tell(self._finish, hand, job, answer),
            )
        )

    def _begin(self, hand: Hand, job: _Job) -> None:
        job.began = time.monotonic()
        if not job.is_overdue:
            self._set_timer(hand, job, job.seconds)

    def _set_timer(self, hand: Hand, job: _Job, seconds: float) -> None:
        if job.timer is not None:
            job.timer.cancel()
        job.timer = asyncio.get_running_loop().call_later(seconds, self._stop, hand, job)

    def _stop(self, hand: Hand, job: _Job) -> None:
        job.is_overdue = True
        hand.kill()

    def _finish(self, hand: Hand, job: _Job, answer: Answer | Died) -> None:
        del self._busy[hand]
        lane = self._slow if job.is_slow else self._quick
        lane.running -= 1
        if job.timer is not None:
            job.timer.cancel()
        self._forget(job)
        for owner in job.owners if job.began else ():
            lane.queue.charge(owner, (time.monotonic() - job.began) / len(job.owners))
        if not isinstance(answer, Died):
            if job.is_overdue or not (self._is_lasting or self._quick.queue):
                hand.close()
            else:
                self._free.append(hand)
        _settle(job, answer)
        self._hand_out()
        if not self._busy:
            self._is_idle.set()

    def _give_up(self, job: _Job) -> None:
        """Nobody waits for a job any more."""
        self._forget(job)
        job.future.cancel()
        for owner in job.owners:
            (self._slow if job.is_slow else self._quick).queue.remove(owner, job)
        for hand, under_way in self._busy.items():
            if under_way is job:
                self._stop(hand, job)

    def _forget(self, job: _Job) -> None:
        """Who asks the same from now on asks anew."""
        if self._shared.get(job.key) is job:
            del self._shared[job.key]


def _take(lane: _Lane, *, passing: Container[str] = ()) -> _Job:
    """The job to be done next, which then stands in no queue any more."""
    first, job = lane.queue.take(passing=passing)
    job.owners.sort(key=lambda owner: owner != first)
    for owner in job.owners[1:]:
        lane.queue.remove(owner, job)
    return job


def _take_all(lane: _Lane) -> Iterator[_Job]:
    while lane.queue:
        yield _take(lane)


def loading(*modules: str) -> Call:
    """Loads some modules: what a job needs before its time begins to count."""
    return Call(f"loading {', '.join(modules)}", load_modules, modules)


def load_modules(*modules: str) -> None:
    """Import modules by name."""
    for module in modules:
        importlib.import_module(module)


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
        failure = OverdueError("this takes too long here, so it was stopped")
    else:
        LOG.warning("the process for %s died %s", job.call.name, answer.reason)
        failure = BrokenError("this could not be finished: its process died, perhaps because it needed too much memory")
    job.future.set_exception(failure)
