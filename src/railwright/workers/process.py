"""Worker processes, which play games and call functions, and send back the results."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Hashable, Iterable
from contextlib import suppress
from multiprocessing import connection, resource_tracker
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from railwright.workers.executor import Answer, Died
from railwright.workers.interrupts import deaf_to_interrupts, hold_interrupts
from railwright.workers.start_method import worker_context
from railwright.workers.tasks import Call, GameBatch, attempt, perform

if TYPE_CHECKING:
    from railwright.game.setup import Setup

_END_SECONDS = 5
"""Time that a terminated worker has to end before it is killed."""


class Processes:
    """The executor on this machine: processes that are started when needed and replaced when they die."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._workers: list[Worker] = []
        self._busy: list[Worker] = []

    def give(self, task: GameBatch | Call) -> Hashable:
        """Give a task or call to an idle process, which is started if needed."""
        idle = next((worker for worker in self._workers if worker not in self._busy), None)
        if idle is None:
            idle = Worker()
            self._workers.append(idle)
        self._busy.append(idle)
        idle.give(task)
        return idle

    def wait(self) -> list[tuple[Hashable, Answer | Died]]:
        """Wait until a process has answered or died."""
        answers: list[tuple[Hashable, Answer | Died]] = []
        for worker in _wait_for_any(self._busy):
            answer = worker.answer()
            self._busy.remove(worker)
            if isinstance(answer, Died):
                self._workers.remove(worker)
            answers.append((worker, answer))
        return answers

    def stop(self) -> None:
        """End all busy processes."""
        while self._busy:
            worker = self._busy.pop()
            self._workers.remove(worker)
            worker.end()

    def close(self) -> None:
        """End all processes, even in the middle of a game."""
        while self._workers:
            self._workers.pop().end()
        self._busy.clear()


class Worker:
    """A worker process, as seen from the parent process."""

    def __init__(self) -> None:
        resource_tracker.ensure_running()  # started later, it would unblock SIGINT again
        with hold_interrupts(), deaf_to_interrupts():  # only the parent ends a worker, not Ctrl-C
            context = worker_context()
            self._line, theirs = context.Pipe()
            self.process = context.Process(target=_work, args=(theirs,), daemon=True)
            self.process.start()
        theirs.close()
        self._setups: list[Setup] = []
        """The setups that were already sent to it."""

    def give(self, task: GameBatch | Call) -> None:
        """Send it a task or call. If it has died, ``answer`` will say so."""
        try:
            self._line.send(task if isinstance(task, Call) else self._message(task))
        except OSError:
            if self.process.is_alive():  # the id of one that has ended may already be that of another process
                self.process.kill()

    def _message(self, task: GameBatch) -> tuple[Any, ...]:
        """The message for a task, with the setup itself only the first time and later only its index."""
        index = next((i for i, setup in enumerate(self._setups) if setup is task.setup), len(self._setups))
        new_setup = None
        if index == len(self._setups):
            self._setups.append(task.setup)
            new_setup = (task.setup.board, task.setup.ruleset, task.setup.deck)
        return index, new_setup, (task.names, task.seed, task.games, task.first, task.keep_actions)

    def answer(self) -> Answer | Died:
        """Wait for its answer."""
        try:
            answer: Answer = self._line.recv()
        except (EOFError, OSError):
            self.process.join(_END_SECONDS)
            self.end()
            return Died(_describe_exit(self.process.exitcode))
        return answer

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if self.process.is_alive():
            self.process.terminate()
        self.process.join(_END_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self._line.close()


def _wait_for_any(workers: Iterable[Worker]) -> list[Worker]:
    """Wait until some workers have answered or died; returns these."""
    by_line = {worker._line: worker for worker in workers}
    return [by_line[line] for line in connection.wait(list(by_line))]  # type: ignore[index]


def _describe_exit(code: int | None) -> str:
    if code is None or code >= 0:
        return f"with exit code {code}"
    name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
    return f"by signal {name}" + (", perhaps because memory ran out" if name == "SIGKILL" else "")


def _work(line: Connection) -> None:
    """The main function of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()
    setups: list[Setup] = []
    with suppress(EOFError, OSError):  # the parent is gone
        while True:
            line.send(_answer(setups, line.recv()))


def _answer(setups: list[Setup], message: Call | tuple[Any, ...]) -> Answer:
    """Do the work in a message."""
    return attempt(lambda: perform(_read(setups, message)))


def _read(setups: list[Setup], message: Call | tuple[Any, ...]) -> GameBatch | Call:
    """The call or task in a message; its setup is given by index, or is new."""
    if isinstance(message, Call):
        return message
    from railwright.game.setup import Setup  # loads much that calls may not need

    index, new_setup, rest = message
    if new_setup is not None:
        setups.append(Setup(*new_setup))
    return GameBatch(setups[index], *rest)


def _follow_parent() -> None:
    """End this process when its parent ends, for whatever reason."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
