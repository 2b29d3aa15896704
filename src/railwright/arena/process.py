"""A worker process: plays the games and calls the functions that it is given, and sends back what came of them."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from railwright.arena.interrupts import deaf_to_interrupts, hold_interrupts
from railwright.arena.tasks import Call, Task, perform
from railwright.game.setup import Setup

_END_SECONDS = 5
"""How long a worker that was told to end may take before it is killed."""


@dataclass(frozen=True, slots=True)
class Died:
    """A worker is gone."""

    reason: str


Answer = tuple[Any, float] | Exception
"""A block of games, or what a function returned, and the seconds that it took; or why it could not be had."""


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

    def give(self, task: Task | Call) -> None:
        """Let it do something. If it has died, ``answer`` will say so."""
        try:
            self._line.send(task if isinstance(task, Call) else self._message(task))
        except OSError:
            self.process.kill()

    def _message(self, task: Task) -> tuple[Any, ...]:
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


def wait_for_any(workers: Iterable[Worker]) -> list[Worker]:
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
    """Call a function, or play a task whose setup is known by its number or is new."""
    try:
        if isinstance(message, Call):
            return perform(message)
        known, news, rest = message
        if news is not None:
            setups.append(Setup(*news))
        return perform(Task(setups[known], *rest))
    except Exception as error:  # told to the process that gave the work, which raises it
        return _portable(error)


def _portable(error: Exception) -> Exception:
    """The error, or one that says the same, so that it can be sent to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # an error of a class that cannot be sent
        return RuntimeError("".join(traceback.format_exception(error)))
    return error


def _follow_parent() -> None:
    """End with the process that started this one, however that one ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
