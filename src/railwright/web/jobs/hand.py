"""One process that does one thing at a time. A thread waits for its answers, so the event loop never does."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass

from railwright.arena.executor import Answer, Died
from railwright.arena.process import Worker
from railwright.arena.tasks import Call
from railwright.web.jobs.limits import call_afresh, restrict_process


@dataclass(frozen=True, slots=True)
class Order:
    """Something to be done by a process."""

    call: Call
    prepare: Call
    """To be done before, once in the life of a process: it loads code, which does not count as work."""
    begun: Callable[[], None]
    """Told when the work itself begins. Both are called in the thread of the hand."""
    heard: Callable[[Answer | Died], None]
    """Told what came of it."""


class Hand:
    """A process and the thread that talks to it. Once its process has died it does nothing any more."""

    def __init__(self, name: str) -> None:
        self._orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self._worker: Worker | None = None
        self._killing = threading.Lock()
        self._is_killed = False
        self._prepared: set[str] = set()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def process_id(self) -> int | None:
        """The number of its process, if that has been started."""
        return None if self._worker is None else self._worker.process.pid

    def do(self, order: Order) -> None:
        """Have something done."""
        self._orders.put(order)

    def kill(self) -> None:
        """End the process at once, whatever it does. Who waits for an answer hears that it died."""
        with self._killing:
            self._is_killed = True
            if self._worker is not None:
                self._worker.process.kill()

    def close(self) -> None:
        """End when there is nothing left to do."""
        self._orders.put(None)

    def join(self, seconds: float) -> None:
        """Wait until it has ended."""
        self._thread.join(seconds)

    def _run(self) -> None:
        while (order := self._orders.get()) is not None:
            answer = self._carry_out(order)
            order.heard(answer)
            del order  # a thread that waits should hold nothing
            if isinstance(answer, Died):
                return
        if self._worker is not None:
            self._worker.end()

    def _carry_out(self, order: Order) -> Answer | Died:
        try:
            worker = self._worker or self._start()
        except Exception as error:  # no memory or no place for another process
            return Died(f"before it began ({type(error).__name__})")
        if order.prepare.name not in self._prepared:
            answer = _ask(worker, order.prepare)
            if not isinstance(answer, tuple):
                return answer
            self._prepared.add(order.prepare.name)
        order.begun()
        return _ask(worker, order.call)

    def _start(self) -> Worker:
        worker = Worker()
        with self._killing:
            self._worker = worker
            if self._is_killed:
                worker.process.kill()
        _ask(worker, Call("restricting a process", restrict_process, ()))
        return worker


def _ask(worker: Worker, call: Call) -> Answer | Died:
    worker.give(Call(call.name, call_afresh, (call.function, *call.arguments)))
    return worker.answer()
