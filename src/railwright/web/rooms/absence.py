"""Lets a computer player take the seat of an absent person for whom the others have waited long enough."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from railwright.errors import RailwrightError

if TYPE_CHECKING:
    from railwright.web.rooms.attendance import Attendance

USUAL_STAND_IN = "skilled"
"""Level that plays for an absent person if the host chooses no other."""

LOG = logging.getLogger("railwright.web")


@dataclass(frozen=True, slots=True)
class AbsenceRules:
    """What the host wants to happen when a person is absent."""

    player: str = USUAL_STAND_IN
    """Computer player that takes the seat."""
    seconds: float | None = None
    """Time that the others wait for the person; None to wait until the host calls the computer player."""

    @staticmethod
    def of(table: Mapping[str, Any]) -> AbsenceRules:
        """Read the rules from the stored options of a table."""
        found = table.get("absent") or {}
        seconds = found.get("seconds")
        return AbsenceRules(str(found.get("player", USUAL_STAND_IN)), None if seconds is None else float(seconds))


class AbsenceTimer:
    """Measures how long the people at a table have been waiting for an absent one.

    Time passes only while somebody else holds a seat and is there: nobody waits at an empty table.
    """

    def __init__(self, attendance: Attendance, rules: AbsenceRules) -> None:
        self._attendance = attendance
        self._rules = rules
        self._awaited: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_stopped = False

    def update(self) -> None:
        """Start or stop the time, because somebody has come, left or acted."""
        awaited = None if self._is_stopped else self._attendance.absent_and_awaited
        if self._rules.seconds is None or awaited == self._awaited:
            return
        self._cancel()
        self._awaited = awaited
        if awaited is not None:
            self._timer = asyncio.get_running_loop().call_later(self._rules.seconds, self._take, awaited)

    def stop(self) -> None:
        """Stop for good."""
        self._is_stopped = True
        self._cancel()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _take(self, seat: int) -> None:
        self._timer = self._awaited = None
        self._task = asyncio.create_task(self._let_take(seat), name="taking an absent seat")

    async def _let_take(self, seat: int) -> None:
        try:
            await self._attendance.stand_in(seat, self._rules.player)
        except RailwrightError as error:  # the person has come back, or the disk is full: then the others wait on
            LOG.warning("a computer player could not take a seat (%s)", type(error).__name__)
