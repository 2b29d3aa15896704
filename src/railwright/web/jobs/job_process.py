"""A worker process that runs one job at a time, and a thread that waits for it, so that the event loop never does."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass

from railwright.web.jobs.process_limits import NICENESS, call_within, restrict_process
from railwright.workers.executor import Answer, Died
from railwright.workers.process import Worker
from railwright.workers.tasks import Call


@dataclass(frozen=True, slots=True)
class Order:
    """A job for a worker process."""

    call: Call
    processor_seconds: int | None
    """Limit on the CPU time of the job; None if there is none."""
    prepare: Call
    """Call made before the job, once per process: it loads code, which does not count against the deadline."""
    begun: Callable[[], None]
    """Called in the thread of the worker when the job itself starts."""
    heard: Callable[[Answer | Died], None]
    """Called in the thread of the worker with the outcome of the job."""


class JobProcess:
    """A worker process and the thread that talks to it.

    A process that dies in a job is not replaced; one that died between two jobs is, before the next job.
    """

    def __init__(self, name: str, *, niceness: int = NICENESS) -> None:
        self._niceness = niceness
        self._orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self._worker: Worker | None = None
        self._killing = threading.Lock()
        self._is_killed = False
        self._prepared: set[str] = set()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def process_id(self) -> int | None:
        """Id of the process, if it has been started."""
        return None if self._worker is None else self._worker.process.pid

    def do(self, order: Order) -> None:
        """Queue a job."""
        self._orders.put(order)

    def kill(self) -> None:
        """Kill the process at once. Callers that wait for an answer are told that it died."""
        with self._killing:
            self._is_killed = True
            if self._worker is not None:
                self._worker.process.kill()

    def close(self) -> None:
        """End the process after the queued jobs."""
        self._orders.put(None)

    def join(self, seconds: float) -> None:
        """Wait until the thread has ended."""
        self._thread.join(seconds)

    def _run(self) -> None:
        while (order := self._orders.get()) is not None:
            answer = self._carry_out(order)
            order.heard(answer)
            del order  # an idle thread should not keep it alive
            if isinstance(answer, Died):
                return
        if self._worker is not None:
            self._worker.end()

    def _carry_out(self, order: Order) -> Answer | Died:
        try:
            worker = self._living() or self._start()
        except Exception as error:  # out of memory, or too many processes
            return Died(f"before it began ({type(error).__name__})")
        if order.prepare.name not in self._prepared:
            answer = _ask(worker, order.prepare)
            if not isinstance(answer, tuple):
                return answer
            self._prepared.add(order.prepare.name)
        order.begun()
        return _ask(worker, order.call, order.processor_seconds)

    def _living(self) -> Worker | None:
        """The process, unless it was never started or has died while it was idle, for example for want of memory."""
        if self._worker is None or self._is_killed or self._worker.process.is_alive():
            return self._worker
        self._worker.end()
        return None

    def _start(self) -> Worker:
        self._prepared.clear()
        worker = Worker()
        with self._killing:
            self._worker = worker
            if self._is_killed:
                worker.process.kill()
        _ask(worker, Call("restricting a process", restrict_process, (self._niceness,)))
        return worker


def _ask(worker: Worker, call: Call, processor_seconds: int | None = None) -> Answer | Died:
    worker.give(Call(call.name, call_within, (processor_seconds, call.function, *call.arguments)))
    return worker.answer()
