"""The clock of a room: it runs for the person whose turn it is, and calls a computer player when the time is up.

It runs only while somebody holds a seat and is there, and once everybody has joined: so nobody pays for waiting at an
empty table, or for a server that was down. The time of a seat is on disk whenever its clock has stopped.
"""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from railwright.errors import RailwrightError
from railwright.store.game_tables import CLOCKS
from railwright.store.games import GameStore
from railwright.table.clock import Clock, ClockRules
from railwright.web.rooms.running_tasks import RunningTasks

if TYPE_CHECKING:
    from railwright.web.rooms.attendance import Attendance

RETRY_SECONDS = 5.0
"""Pause before another attempt when a computer player could not take over, because the disk is full."""

LOG = logging.getLogger("railwright.web")


class GameClock:
    """Lets the time of people run, keeps it on disk, and hands over to a computer player when it is up."""

    def __init__(self, attendance: Attendance, rules: ClockRules, store: GameStore, *, game: str, seats: int) -> None:
        self._attendance = attendance
        self._store = store
        self._game = game
        self._clock = Clock.read(rules, seats, store.rows_of(CLOCKS, game))
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = RunningTasks()
        self._is_stopped = False

    def snapshot(self, people: tuple[int, ...]) -> dict[str, Any]:
        """What everybody sees of the clock. It differs from one moment to the next."""
        return {**self._clock.to_dict(people, at=time.monotonic()), "at": round(time.time(), 3)}

    def is_up(self, seat: int) -> bool:
        """Whether the time of a seat runs and there is none left."""
        return self._clock.runs == seat and self._clock.left(seat, at=time.monotonic()) <= 0

    def update(self) -> None:
        """Stop the time of one person and let that of another run, because somebody has come, left or acted."""
        turn = None if self._is_stopped else self._attendance.timed_turn
        self._set(turn)
        if not self._is_stopped and self._attendance.overdue_and_done:
            self._tasks.start(self._attendance.return_overdue(), "returning a seat after a turn")

    def stop(self) -> None:
        """Stop for good."""
        self._is_stopped = True
        self._set(None)

    def _set(self, turn: tuple[int, int] | None) -> None:
        """Let the time of a seat run for one of its turns, or nobody's."""
        before, now = self._clock, time.monotonic()
        after = before.stopped(at=now) if turn is None else before.running(turn[0], turn=turn[1], at=now)
        if after is before:
            return
        self._clock = after
        if before.runs is not None and before.runs != after.runs:
            kept = self._store.keep_row(CLOCKS, self._game, **after.row(before.runs))
            kept.add_done_callback(_log_failure)
        self._watch()

    def _watch(self, least: float = 0.0) -> None:
        """Set the timer for the moment at which the time that runs will be up."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._clock.runs is not None:
            left = self._clock.left(self._clock.runs, at=time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(max(left, least), self._look)

    def _look(self) -> None:
        self._timer = None
        seat = self._clock.runs
        if seat is None or not self.is_up(seat):
            return self._watch()
        return self._tasks.start(self._let_finish(seat), "finishing a turn")

    async def _let_finish(self, seat: int) -> None:
        try:
            await self._attendance.let_finish(seat)
        except RailwrightError as error:
            LOG.warning("a computer player could not finish a turn (%s)", type(error).__name__)
            self._watch(RETRY_SECONDS)


def _log_failure(kept: Future[None]) -> None:
    if not kept.cancelled() and (error := kept.exception()) is not None:
        LOG.error("the time left in a game could not be stored: %s", error)
