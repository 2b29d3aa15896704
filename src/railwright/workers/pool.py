"""Plays matches block by block, or calls functions: in this process, in worker processes, or on a cluster.

``batch_cutting.py`` decides which games form a block. A game depends only on its match and its number, so neither the
number of workers nor the clock changes any result. If a worker dies (killed, out of memory), only the block or call it
was working on is lost, and another worker repeats it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from railwright.errors import WorkerError
from railwright.game.setup import Setup
from railwright.matches.results import Block
from railwright.workers.batch_cutting import BatchCutter, Pace
from railwright.workers.executor import Answer, Died, Executor
from railwright.workers.interrupts import hold_interrupts
from railwright.workers.process import Processes
from railwright.workers.tasks import Call, GameBatch, perform
from railwright.workers.worker_count import check_workers

MAX_DEATHS = 3
"""Give up on a block or call after this many worker deaths."""


class WorkerPool:
    """Runs any number of tasks on a fixed set of workers, until ``close``.

    with WorkerPool(workers=2) as pool:
        for number, block in pool.play([GameBatch(setup, ("random", "random"), seed=1, games=1000), ...]):
            ...  # a block of the task with this number

    With one worker everything is played in this process. ``cluster`` is the address of a Dask scheduler, such as
    tcp://localhost:8786, whose workers do all the work; ``workers`` is then ignored.
    """

    def __init__(self, workers: int = 1, *, cluster: str | None = None) -> None:
        self._executor = _find_executor(workers, cluster)
        self._busy: dict[Hashable, _Assignment] = {}
        self._cutter = BatchCutter(lambda: self.size)

    @property
    def size(self) -> int:
        """The number of workers; on a cluster it can change."""
        return 1 if self._executor is None else self._executor.size

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release all workers, even in the middle of a game."""
        if self._executor is not None:
            self._executor.close()
        self._busy.clear()

    def play(self, tasks: Iterable[GameBatch], *, in_order: bool = True) -> Iterator[tuple[int, Block]]:
        """Play tasks; yields blocks of games, each with the number of its task, counted from 0.

        The blocks come in the order of the tasks and games, or with ``in_order=False`` as they are finished. Closing
        the iterator early, or an exception such as KeyboardInterrupt, stops all play at once. With games in this
        process, Ctrl-C waits for the current block, which is still yielded.
        """
        jobs = (
            _Assignment(number, part, pace)
            for number, task in enumerate(tasks)
            for part, pace in self._cutter.cut(task)
        )
        if self._executor is None:
            return self._play_here(jobs)
        return self._play_apart(self._executor, jobs, in_order)

    def call(self, calls: Iterable[Call]) -> Iterator[tuple[int, Any, float]]:
        """Call functions; yields the number, return value and seconds of each call, as they are finished.

        Closing the iterator early cancels the calls that are running.
        """
        if self._executor is None:
            return ((number, *perform(call)) for number, call in enumerate(calls))
        return self._do_apart(self._executor, (_Assignment(number, call) for number, call in enumerate(calls)), False)

    def _play_here(self, jobs: Iterator[_Assignment]) -> Iterator[tuple[int, Block]]:
        for job in jobs:
            stopped: KeyboardInterrupt | None = None
            try:
                with hold_interrupts():
                    job.take(perform(job.task))
            except KeyboardInterrupt as interrupt:
                stopped = interrupt
            if isinstance(job.answer, tuple):
                yield job.number, job.answer[0]
            if stopped is not None:
                raise stopped

    def _play_apart(
        self, executor: Executor, jobs: Iterator[_Assignment], in_order: bool
    ) -> Iterator[tuple[int, Block]]:
        with closing(self._do_apart(executor, jobs, in_order)) as done:
            for number, block, _ in done:
                yield number, block

    def _do_apart(
        self, executor: Executor, jobs: Iterator[_Assignment], in_order: bool
    ) -> Generator[tuple[int, Any, float], None, None]:
        pending: deque[_Assignment] = deque()
        retries: deque[_Assignment] = deque()
        try:
            while True:
                self._hand_out(executor, jobs, pending, retries)
                if not pending:
                    return
                job = pending[0] if in_order else next(filter(_is_done, pending), pending[0])
                if job.answer is None:
                    retries += self._listen(executor)
                    continue
                pending.remove(job)
                if isinstance(job.answer, Exception):
                    raise job.answer
                yield job.number, *job.answer
        finally:
            executor.stop()
            self._busy.clear()

    def _hand_out(
        self, executor: Executor, jobs: Iterator[_Assignment], pending: deque[_Assignment], retries: deque[_Assignment]
    ) -> None:
        """Give every idle worker a job, retries first."""
        while len(self._busy) < executor.size:
            job = retries.popleft() if retries else next(jobs, None)
            if job is None:
                return
            if job.deaths == 0:
                pending.append(job)
            self._busy[executor.give(job.task)] = job

    def _listen(self, executor: Executor) -> list[_Assignment]:
        """Wait for an answer of any worker; returns the jobs whose workers have died."""
        lost = []
        for name, answer in executor.wait():
            job = self._busy.pop(name)
            if isinstance(answer, Died):
                job.deaths += answer.deaths
                if job.deaths >= MAX_DEATHS:
                    raise _fatal(job, answer.reason)
                lost.append(job)
            else:
                job.take(answer)
        return lost


def _find_executor(workers: int, cluster: str | None) -> Executor | None:
    """The executor of a pool; None for this process."""
    if cluster is not None:
        from railwright.workers.cluster_executor import Cluster  # imported here because it is rarely needed

        return Cluster(cluster)
    check_workers(workers)
    return Processes(workers) if workers > 1 else None


def play_match(
    setup: Setup, names: Sequence[str], *, games: int, seed: int, workers: int = 1, keep_actions: bool = False
) -> Iterator[Block]:
    """Play one match block by block, in the order of the games. The number of workers does not change any game."""
    with WorkerPool(workers) as pool:
        for _, block in pool.play([GameBatch(setup, tuple(names), seed, games, keep_actions=keep_actions)]):
            yield block


@dataclass(slots=True, eq=False)
class _Assignment:
    """A block to play or a call to make, and its answer."""

    number: int
    """The number of its task or call."""
    task: GameBatch | Call
    pace: Pace | None = None
    """The pace that its duration adapts; None for a call."""
    deaths: int = 0
    """The number of workers that died during it."""
    answer: Answer | None = None

    def take(self, answer: Answer) -> None:
        """Store the answer."""
        self.answer = answer
        if self.pace is not None and isinstance(answer, tuple):
            self.pace.note(len(answer[0]), answer[1])


def _is_done(job: _Assignment) -> bool:
    return job.answer is not None


def _fatal(job: _Assignment, reason: str) -> WorkerError:
    return WorkerError(f"{job.task} was given up: {job.deaths} workers died during it, the last {reason}")
