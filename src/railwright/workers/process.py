"""Worker processes: they play the games and call the functions that they are given, and send back what came of it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Hashable, Iterable
from contextlib import suppress
from multiprocessing import connection, resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from railwright.game.setup import Setup
from railwright.workers.executor import Answer, Died
from railwright.workers.interrupts import deaf_to_interrupts, hold_interrupts
from railwright.workers.tasks import Call, GameBatch, attempt, perform

_END_SECONDS = 5
"""How long a worker that was told to end may take before it is killed."""


class Processes:
    """The executor on this machine: processes that are started when first needed, and replaced when they die."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._workers: list[Worker] = []
        self._busy: list[Worker] = []

    def give(self, task: GameBatch | Call) -> Hashable:
        """Have something done by a process that has nothing to do."""
        idle = next((worker for worker in self._workers if worker not in self._busy), None)
        if idle is None:
            idle = Worker()
            self._workers.append(idle)
        self._busy.append(idle)
        idle.give(task)
        return idle

    def wait(self) -> list[tuple[Hashable, Answer | Died]]:
        """Wait until a process has something to say or has died."""
        heard: list[tuple[Hashable, Answer | Died]] = []
        for worker in _wait_for_any(self._busy):
            answer = worker.answer()
            self._busy.remove(worker)
            if isinstance(answer, Died):
                self._workers.remove(worker)
            heard.append((worker, answer))
        return heard

    def stop(self) -> None:
        """End the processes whose work nobody waits for any more."""
        while self._busy:
            worker = self._busy.pop()
            self._workers.remove(worker)
            worker.end()

    def close(self) -> None:
        """End all processes, also those that are in the middle of a game."""
        while self._workers:
            self._workers.pop().end()
        self._busy.clear()


class Worker:
    """A process that works, seen from the process that gives it work."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)
        resource_tracker.ensure_running()  # it would allow interrupts again when it starts
        with hold_interrupts(), deaf_to_interrupts():  # who starts a worker ends it
            self.process.start()
        theirs.close()
        self._setups: list[Setup] = []
        """The setups that it knows already."""

    def give(self, task: GameBatch | Call) -> None:
        """Let it do something. If it has died, ``answer`` will say so."""
        try:
            self._line.send(task if isinstance(task, Call) else self._message(task))
        except OSError:
            self.process.kill()

    def _message(self, task: GameBatch) -> tuple[Any, ...]:
        """A task, with its setup only where that is news."""
        known = next((i for i, setup in enumerate(self._setups) if setup is task.setup), len(self._setups))
        news = None
        if known == len(self._setups):
            self._setups.append(task.setup)
            news = (task.setup.board, task.setup.ruleset, task.setup.deck)
        return known, news, (task.names, task.seed, task.games, task.first, task.keep_actions)

    def answer(self) -> Answer | Died:
        """What it has to say; waits for it."""
        try:
            answer: Answer = self._line.recv()
        except (EOFError, OSError):
            self.process.join(_END_SECONDS)
            self.end()
            return Died(_describe_exit(self.process.exitcode))
        return answer

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.terminate()
        self.process.join(_END_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self._line.close()


def _wait_for_any(workers: Iterable[Worker]) -> list[Worker]:
    """Wait until some workers have an answer or have died; returns these."""
    by_line = {worker._line: worker for worker in workers}
    return [by_line[line] for line in connection.wait(list(by_line))]  # type: ignore[index]


def _describe_exit(code: int | None) -> str:
    if code is None or code >= 0:
        return f"with exit code {code}"
    name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
    return f"by signal {name}" + (", perhaps because memory ran out" if name == "SIGKILL" else "")


def _work(line: Connection) -> None:
    """What runs in the worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()
    setups: list[Setup] = []
    with suppress(EOFError, OSError):  # nobody is left who gives work or waits for it
        while True:
            line.send(_answer(setups, line.recv()))


def _answer(setups: list[Setup], message: Call | tuple[Any, ...]) -> Answer:
    """Do what a message says."""
    return attempt(lambda: perform(_read(setups, message)))


def _read(setups: list[Setup], message: Call | tuple[Any, ...]) -> GameBatch | Call:
    """A call, or a task whose setup is known by its number or is new."""
    if isinstance(message, Call):
        return message
    known, news, rest = message
    if news is not None:
        setups.append(Setup(*news))
    return GameBatch(setups[known], *rest)


def _follow_parent() -> None:
    """End with the process that started this one, however that one ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
