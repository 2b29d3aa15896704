"""The WebSocket of a game, over which a page sends requests and receives every change.

Each message from the page has a type: ``look`` (with the key of a seat, or without a key to watch; ``also`` has the
keys of other seats at the same device), ``act``, ``undo``, ``go-on`` or ``say``. Each is answered. In between, the
server sends a ``state`` message whenever the game changes, or the people who are connected, with the steps since the
last one, and a ``said`` message whenever somebody says a phrase.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from railwright.errors import RailwrightError
from railwright.say import both, say
from railwright.web.access.allowances import Allowance
from railwright.web.access.refusals import NotKeptError, RefusalError, TooManyError
from railwright.web.api.request_models import Message
from railwright.web.rooms.hall import Hall
from railwright.web.rooms.room import Room

router = APIRouter()

LOG = logging.getLogger("railwright.web")

POLICY_VIOLATION, NO_TEXT, TRY_LATER, UNKNOWN_GAME = 1008, 1003, 1013, 4004
"""Close codes (RFC 6455, section 7.4; codes from 4000 on are our own)."""

_GONE = (WebSocketDisconnect, RuntimeError)
"""Exceptions raised when sending to a page that has disconnected."""


MOST_UNHEARD = 10
"""Most phrases kept for a page that is slow to read. Older ones are dropped."""


class _NoPlaceError(Exception):
    """There is no room for this page."""


class LiveConnection:
    """The connection of one page to one game."""

    def __init__(self, socket: WebSocket, room: Room, hall: Hall) -> None:
        self.address = socket.client.host if socket.client else "?"
        self.game = room.id
        self.seat: int | None = None
        self.has_looked = False
        self._socket = socket
        self._room = room
        self._hall = hall
        self._told = -1
        """Number of steps that the page already knows; -1 before the initial deal."""
        self._changed = asyncio.Event()
        """Set when there is something to send."""
        self._is_behind = False
        """Whether the game has changed since its state was sent."""
        self._unheard: deque[dict[str, Any]] = deque(maxlen=MOST_UNHEARD)
        """Phrases to send."""
        self._sending = asyncio.Lock()
        self._allowance = Allowance(hall.limits.socket_messages)
        self._deadline = asyncio.timeout(hall.limits.look_seconds)
        """Timeout for the first ``look``."""

    def drop(self) -> None:
        """Close the connection, to make room for others."""
        self._deadline.reschedule(0)

    async def run(self) -> None:
        """Handle messages and send changes until the page disconnects."""
        teller = asyncio.create_task(self._tell_changes())
        reason = None
        try:
            async with self._deadline:
                reason = await self._listen()
        except (TimeoutError, _NoPlaceError):
            reason = TRY_LATER
        except _GONE:
            return
        finally:
            self._hall.places.close(self)
            teller.cancel()
            self._room.listeners.discard(self._hear)
            self._room.attendance.ears.discard(self._hear_phrase)
            self._room.attendance.presence.go(self)
        if reason is not None:
            with suppress(*_GONE):
                await self._socket.close(reason)

    async def _listen(self) -> int | None:
        """Answer messages. Returns the code to close the connection with, or None if the page has disconnected."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            text = message.get("text")
            if text is None:
                return NO_TEXT
            if len(text) > self._hall.limits.message_characters or not self._allowance.take("page"):
                return POLICY_VIOLATION
            await self._answer(text)

    def _hear(self, kept: int) -> None:
        self._told = min(self._told, kept)
        self._is_behind = True
        self._changed.set()

    def _hear_phrase(self, seat: int, phrase: str) -> None:
        self._unheard.append({"type": "said", "seat": seat, "phrase": phrase})
        self._changed.set()

    async def _tell_changes(self) -> None:
        """Send changes and phrases. While the page is slow to read, changes accumulate and are sent as one."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                while self._unheard:
                    await self._reply(self._unheard.popleft())
                if self._is_behind:
                    await self._send_state()
            except RailwrightError as error:
                await self._reply(_error(None, error))
            except _GONE:
                return

    async def _send_state(self, since: int | None = None) -> None:
        async with self._sending:
            self._is_behind = False
            await self._room.prepare()
            begin = self._told if since is None else since
            self._told = len(self._room.history.steps)  # an undo from now on lowers it again
            text = await self._room.seen_text(self.seat, since=begin)
            await self._socket.send_text(f'{{"type": "state", {text[1:]}')
        if since is not None:
            self._hall.allowances.charge("looks", self.address, len(text))

    async def _answer(self, text: str) -> None:
        number: int | None = None
        try:
            message = Message.model_validate_json(text)
            number = message.id
            await self._obey(message)
            await self._reply({"type": "done", "id": number})
        except ValidationError as error:
            await self._reply(
                {"type": "error", "id": number, "error": "bad-message", **both("message", _first(error))}
            )  # fmt: skip
        except RailwrightError as error:
            await self._reply(_error(number, error))
            if isinstance(error, TooManyError):
                if not self.has_looked:
                    raise _NoPlaceError from error
            elif self.has_looked:
                with suppress(RailwrightError):  # already reported to the page
                    await self._send_state()

    async def _reply(self, answer: dict[str, Any]) -> None:
        async with self._sending:
            await self._socket.send_text(json.dumps(answer, ensure_ascii=False))

    async def _obey(self, message: Message) -> None:
        if message.type == "look":
            await self._look(message)
            return
        self._allow("looks" if message.type == "say" else "changes", self.seat)
        if self.seat is None:
            raise RefusalError(say("spectators cannot do this"))
        if message.type == "act":
            if message.action is None or message.version is None:
                raise RefusalError(say("act needs an action and the version of the game that it is meant for"))
            await self._room.act(self.seat, message.action, version=message.version)
        elif message.type == "undo":
            if message.version is None:
                raise RefusalError(say("undo needs the version of the game that it is meant for"))
            await self._room.undo(self.seat, version=message.version)
        elif message.type == "say":
            if message.phrase is None:
                raise RefusalError(say("say needs a phrase"))
            self._hall.allowances.take_phrase(self._room.seat_name(self.seat))
            self._room.attendance.pass_phrase(self.seat, message.phrase)
        else:
            self._room.bots.hurry(self.seat)

    async def _look(self, message: Message) -> None:
        seat = self._room.attendance.seat_of(message.key)
        others = {self._room.attendance.seat_of(key) for key in message.also}
        self._allow("looks", seat)
        if seat is None:
            self._hall.places.watch(self)
        else:
            self._hall.places.hold(self, seat)
        self.seat, self.has_looked = seat, True
        self._deadline.reschedule(None)
        self._room.listeners.add(self._hear)
        self._room.attendance.ears.add(self._hear_phrase)
        here = {one for one in (seat, *others) if one is not None}
        self._room.attendance.presence.come(self, here)
        with suppress(NotKeptError):  # the seat is given back with the first action instead
            await self._room.attendance.welcome_back(here)
        self._room.bots.go_on()
        await self._send_state(since=message.since)

    def _allow(self, kind: str, seat: int | None) -> None:
        name = None if seat is None else self._room.seat_name(seat)
        self._hall.allowances.take(kind, self.address, seat=name)


def _error(number: int | None, error: RailwrightError) -> dict[str, Any]:
    """The message for an error. Texts of internal errors are withheld, since they may reveal hidden cards."""
    if isinstance(error, RefusalError):
        return {"type": "error", "id": number, "error": error.name, **both("message", error.text)}
    LOG.error("a message could not be answered (%s)", type(error).__name__)
    return {"type": "error", "id": number, "error": "broken", **both("message", say("the server cannot do this"))}


def _first(error: ValidationError) -> str:
    """The first problem of an invalid message, without quoting the message."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    return str(first["msg"])


@router.websocket("/api/games/{game}/live")
async def live(socket: WebSocket, game: str) -> None:
    """Watch or play a game live."""
    hall: Hall = socket.app.state.hall
    await socket.accept()
    try:
        line = LiveConnection(socket, await hall.rooms.find(game), hall)
        hall.places.open(line)
    except RailwrightError as error:
        name, status = (error.name, error.status) if isinstance(error, RefusalError) else ("broken", 503)
        text = error.text if isinstance(error, RefusalError) else say("the game cannot be read")
        await socket.send_text(json.dumps({"type": "error", "id": None, "error": name, **both("message", text)}))
        await socket.close(UNKNOWN_GAME if status == 404 else TRY_LATER)
        return
    await line.run()
