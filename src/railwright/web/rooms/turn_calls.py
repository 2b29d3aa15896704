"""Calls the webhook of a person whose turn it is and who is not at the table."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from railwright.errors import RailwrightError
from railwright.web.rooms.running_tasks import RunningTasks

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from railwright.web.rooms.room import Room
    from railwright.web.rooms.webhooks import Webhooks

LOG = logging.getLogger("railwright.web")

_NOT_PLAIN = re.compile(r"[^\w .,'’()-]|_")
"""What chat services might take for mentions, links or markup."""


class Turn(NamedTuple):
    """A turn of a seat, which may take several steps."""

    seat: int
    begin: int
    """Its first step."""


class TurnCalls:
    """Watches a room for people who are away at their turn. Each turn is announced once."""

    def __init__(self, room: Room, webhooks: Webhooks) -> None:
        self._room = room
        self._webhooks = webhooks
        self._awaited: Turn | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = RunningTasks()
        self._called_at: dict[int, float] = {}
        """When each seat was last called, by the clock of the event loop."""
        self._is_stopped = False

    def update(self) -> None:
        """Start or stop the time, because somebody has come, left or acted."""
        if self._is_stopped or not self._webhooks.are_any:
            self._await(None)
        elif self._room.is_over:
            self._await(None)
            self._begin(self._webhooks.forget())
        else:
            self._await(self._due())

    def stop(self) -> None:
        """Stop for good."""
        self._is_stopped = True
        self._await(None)
        self._tasks.cancel()

    def _due(self) -> Turn | None:
        """The turn that is to be announced, if nobody comes before."""
        room, attendance = self._room, self._room.attendance
        seat = room.history.game.seat
        webhook = self._webhooks.find(seat)
        if webhook is None or webhook.is_paused or room.is_over:
            return None
        if attendance.is_computer(seat) or seat in attendance.presence.now.seats:
            return None
        steps = room.history.steps
        begin = len(steps)
        while begin and steps[begin - 1].seat == seat:
            begin -= 1
        return None if webhook.called == begin else Turn(seat, begin)

    def _await(self, turn: Turn | None) -> None:
        if turn == self._awaited:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._awaited, self._timer = turn, None
        if turn is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._seconds(turn.seat, loop.time()), self._begin_call, turn)

    def _seconds(self, seat: int, now: float) -> float:
        """Time to wait before a call."""
        caller = self._webhooks.caller
        assert caller is not None
        last = self._called_at.get(seat)
        return max(caller.absent_seconds, 0.0 if last is None else last + caller.gap_seconds - now)

    def _begin_call(self, turn: Turn) -> None:
        self._timer = None
        self._begin(self._call(turn))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.start(self._guarded(work), "calling a webhook")

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except RailwrightError as error:  # the disk is full: then this turn is not announced
            LOG.warning("game %s: a webhook was not called (%s)", self._room.id[:6], type(error).__name__)

    async def _call(self, turn: Turn) -> None:
        async with self._room.lock:
            webhook = self._webhooks.find(turn.seat)
            if webhook is None or self._due() != turn:
                return
            await self._webhooks.note_call(turn.seat, turn.begin)  # before the call, so that a crash repeats none
            self._called_at[turn.seat] = asyncio.get_running_loop().time()
        await self._webhooks.call(webhook, turn_message(self._room, turn.seat, webhook.link))


def turn_message(room: Room, seat: int, link: str, *, is_test: bool = False) -> dict[str, Any]:
    """What a webhook is told: that it is the turn of its person, and in which game. Nothing hidden, and no key.

    Slack and Mattermost show ``text``, Discord shows ``content``.
    """
    board = _plain(room.history.game.setup.board.title)
    names = [_plain(room.seats.names[one]) for one in room.seats.people]
    others = [_plain(name) for one, name in enumerate(room.seats.names) if one != seat]
    head = "This is a test. At your turn, Railwright says so here" if is_test else "It is your turn in Railwright"
    text = f"{head}: {board}, with {', '.join(others)}. {link}"
    return {"text": text, "content": text, "link": link, "board": board, "people": names}


def _plain(text: str) -> str:
    """A name without anything that a chat service would act on."""
    return " ".join(_NOT_PLAIN.sub(" ", text).split()) or "?"
