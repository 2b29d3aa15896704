"""Plays matches block by block, or calls functions: in this process, or in worker processes that serve for many.

How many games make a block depends on how long they take. A game follows from its match and its number alone, so
neither the number of workers nor the clock changes any result. A worker that dies (killed, out of memory) takes with
it only the block (or call) that it was busy with, which another worker then does from the beginning.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self

from railwright.arena.interrupts import hold_interrupts
from railwright.arena.match import Block
from railwright.arena.process import Answer, Died, Worker, wait_for_any
from railwright.arena.tasks import Call, Task, perform
from railwright.errors import OptionError, WorkerError
from railwright.game.setup import Setup

BLOCK_GAMES = 1000
"""Most games in a block, so that progress shows."""

BLOCK_SECONDS = 0.5
"""Blocks are made so long: short enough for Ctrl-C and progress, long enough for a worker to be worth its messages."""

GROWTH = 4
"""A block has at most so many times the games of the one before: first games are slow, later ones may be slower."""

MOST_DEATHS = 3
"""After so many workers have died over the same games or call, these are to blame."""


class Crew:
    """Does work with a number of workers, which are started when first needed and kept until ``close``.

    with Crew(workers=2) as crew:
        for number, block in crew.play([Task(setup, ("random", "random"), seed=1, games=1000), ...]):
            ...  # a block of the task with this number

    With one worker everything is played in this process.
    """

    def __init__(self, workers: int = 1) -> None:
        most = 4 * (os.cpu_count() or 1)
        if not 1 <= workers <= most:
            raise OptionError(f"the number of workers must be from 1 to {most}, not {workers}")
        self.size = workers
        self._workers: list[Worker] = []
        self._busy: dict[Worker, _Piece] = {}
        self._paces: dict[tuple[str, ...], _Pace] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all workers, also those that are in the middle of a game."""
        while self._workers:
            self._workers.pop().end()
        self._busy.clear()

    def play(self, tasks: Iterable[Task], *, in_order: bool = True) -> Iterator[tuple[int, Block]]:
        """Play tasks; yields each task's number, counted from 0, and a block of its games.

        The blocks come in the order of the tasks and of the games, or as they are finished. Whoever stops listening
        before the end (``close`` of the iterator, or an exception such as KeyboardInterrupt) stops the play at once; in
        this process, Ctrl-C waits for the block under way, which is still yielded.
        """
        pieces = (piece for number, task in enumerate(tasks) for piece in self._cut(number, task))
        return self._play_here(pieces) if self.size == 1 else self._play_apart(pieces, in_order)

    def call(self, calls: Iterable[Call]) -> Iterator[tuple[int, Any, float]]:
        """Call functions; yields each call's number, what it returned and its seconds, as they are finished.

        Whoever stops listening before the end stops what is under way.
        """
        if self.size == 1:
            return ((number, *perform(call)) for number, call in enumerate(calls))
        return self._do_apart((_Piece(number, call) for number, call in enumerate(calls)), in_order=False)

    def _play_here(self, pieces: Iterator[_Piece]) -> Iterator[tuple[int, Block]]:
        for piece in pieces:
            stopped: KeyboardInterrupt | None = None
            try:
                with hold_interrupts():
                    piece.take(perform(piece.task))
            except KeyboardInterrupt as interrupt:
                stopped = interrupt
            if isinstance(piece.answer, tuple):
                yield piece.number, piece.answer[0]
            if stopped is not None:
                raise stopped

    def _play_apart(self, pieces: Iterator[_Piece], in_order: bool) -> Iterator[tuple[int, Block]]:
        with closing(self._do_apart(pieces, in_order)) as done:
            for number, block, _ in done:
                yield number, block

    def _do_apart(self, pieces: Iterator[_Piece], in_order: bool) -> Generator[tuple[int, Any, float], None, None]:
        given: deque[_Piece] = deque()
        again: deque[_Piece] = deque()
        try:
            while True:
                self._hand_out(pieces, given, again)
                if not given:
                    return
                piece = given[0] if in_order else next(filter(_is_done, given), given[0])
                if piece.answer is None:
                    again += self._listen()
                    continue
                given.remove(piece)
                if isinstance(piece.answer, Exception):
                    raise piece.answer
                yield piece.number, *piece.answer
        finally:
            self._dismiss_busy()

    def _cut(self, number: int, task: Task) -> Iterator[_Piece]:
        """The games of a task in pieces of a size that fits their speed when they are asked for."""
        setup = task.setup
        key = (setup.board.name, setup.ruleset.name, setup.deck, *task.names)
        pace = self._paces.setdefault(key, _Pace())
        first, end = task.first, task.first + task.games
        while first < end:
            games = min(pace.games, -(-(end - first) // self.size))
            yield _Piece(number, replace(task, first=first, games=games), pace)
            first += games

    def _hand_out(self, pieces: Iterator[_Piece], given: deque[_Piece], again: deque[_Piece]) -> None:
        """Give every idle worker something to do, first what has to be done again."""
        while len(self._busy) < self.size:
            piece = again.popleft() if again else next(pieces, None)
            if piece is None:
                return
            if piece.deaths == 0:
                given.append(piece)
            idle = next((worker for worker in self._workers if worker not in self._busy), None)
            if idle is None:
                idle = Worker()
                self._workers.append(idle)
            self._busy[idle] = piece
            idle.give(piece.task)

    def _listen(self) -> list[_Piece]:
        """Wait until a worker has something to say; returns the pieces whose workers have died."""
        lost = []
        for worker in wait_for_any(self._busy):
            answer = worker.answer()
            piece = self._busy.pop(worker)
            if isinstance(answer, Died):
                self._workers.remove(worker)
                piece.deaths += 1
                if piece.deaths == MOST_DEATHS:
                    raise _fatal(piece.task, answer.reason)
                lost.append(piece)
            else:
                piece.take(answer)
        return lost

    def _dismiss_busy(self) -> None:
        """End the workers whose work nobody waits for any more."""
        for worker in self._busy:
            self._workers.remove(worker)
            worker.end()
        self._busy.clear()


def play_match(
    setup: Setup, names: Sequence[str], *, games: int, seed: int, workers: int = 1, keep_actions: bool = False
) -> Iterator[Block]:
    """Play one match block by block, always in the order of the games. Workers do not change any game."""
    with Crew(workers) as crew:
        for _, block in crew.play([Task(setup, tuple(names), seed, games, keep_actions=keep_actions)]):
            yield block


class _Pace:
    """How many games of some players make a block."""

    games = 1

    def note(self, games: int, seconds: float) -> None:
        """Learn from a block."""
        fitting = int(BLOCK_SECONDS * games / max(seconds, 1e-9))
        self.games = max(1, min(fitting, GROWTH * games, BLOCK_GAMES))


@dataclass(slots=True, eq=False)
class _Piece:
    """A block to be, or a call, and what has become of it."""

    number: int
    """Of the task that it is a piece of, or of the call."""
    task: Task | Call
    pace: _Pace | None = None
    """What the time that games take teaches, none for a call."""
    deaths: int = 0
    """Workers that died over it."""
    answer: Answer | None = None

    def take(self, answer: Answer) -> None:
        """Note what came of it."""
        self.answer = answer
        if self.pace is not None and isinstance(answer, tuple):
            self.pace.note(len(answer[0]), answer[1])


def _is_done(piece: _Piece) -> bool:
    return piece.answer is not None


def _fatal(task: Task | Call, reason: str) -> WorkerError:
    return WorkerError(f"{task} cannot be done: {MOST_DEATHS} workers died over this, the last {reason}")
