"""The WebSocket of a game: the page sends what it wants, and hears of every change.

Messages from the page have a type: ``look`` (with the key of a seat, or without to watch), ``act``, ``undo``,
``go-on``. Each is answered; between answers come ``state`` messages whenever the game changes, with what happened
since the last one.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from railwright.errors import RailwrightError
from railwright.web.api.models import Message
from railwright.web.hall import Hall
from railwright.web.refusals import RefusalError, TooManyError
from railwright.web.room import Room
from railwright.web.security import Allowance

router = APIRouter()

LONGEST_MESSAGE = 4096
"""Characters. A right message has about a hundred."""

RATE, BURST = 20.0, 60.0
"""Messages a second from one page."""

MOST_LINES = 64
"""Pages that look at one game."""

POLICY_VIOLATION, NO_TEXT, TRY_LATER, UNKNOWN_GAME = 1008, 1003, 1013, 4004
"""Why the server ends a connection (RFC 6455, section 7.4; 4000 and above are our own)."""

_GONE = (WebSocketDisconnect, RuntimeError)
"""What sending to a page that has gone away can raise."""


class Line:
    """One page that looks at one game."""

    def __init__(self, socket: WebSocket, room: Room) -> None:
        self._socket = socket
        self._room = room
        self._viewer: int | None = None
        self._told = -1
        """The page knows all steps before this one, as they are."""
        self._changed = asyncio.Event()
        self._sending = asyncio.Lock()
        self._allowance = Allowance(burst=BURST, per_second=RATE)

    async def run(self) -> None:
        """Listen and tell until the page goes away."""
        self._room.listeners.add(self._hear)
        teller = asyncio.create_task(self._tell_changes())
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                if text is None:
                    await self._socket.close(NO_TEXT)
                    return
                if len(text) > LONGEST_MESSAGE or not self._allowance.take("page"):
                    await self._socket.close(POLICY_VIOLATION)
                    return
                await self._answer(text)
        except _GONE:
            return
        finally:
            teller.cancel()
            self._room.listeners.discard(self._hear)

    def _hear(self, kept: int) -> None:
        self._told = min(self._told, kept)
        self._changed.set()

    async def _tell_changes(self) -> None:
        """Tell what changed. While the page takes its time to read, changes gather and go out as one."""
        while True:
            await self._changed.wait()
            try:
                await self._send_state()
            except _GONE:
                return

    async def _send_state(self, since: int | None = None) -> None:
        async with self._sending:
            self._changed.clear()
            seen = self._room.seen(self._viewer, since=self._told if since is None else since)
            self._told = len(self._room.course.steps)
            await self._socket.send_text(json.dumps({"type": "state", **seen}, ensure_ascii=False))

    async def _answer(self, text: str) -> None:
        number: int | None = None
        try:
            message = Message.model_validate_json(text)
            number = message.id
            await self._obey(message)
            await self._reply({"type": "done", "id": number})
        except ValidationError as error:
            await self._reply({"type": "error", "id": number, "error": "bad-message", "message": _first(error)})
        except RefusalError as error:
            await self._reply({"type": "error", "id": number, "error": error.name, "message": str(error)})
            await self._send_state()

    async def _reply(self, answer: dict[str, Any]) -> None:
        async with self._sending:
            await self._socket.send_text(json.dumps(answer, ensure_ascii=False))

    async def _obey(self, message: Message) -> None:
        if message.type == "look":
            self._viewer = self._room.seat_of(message.key)
            await self._send_state(since=message.since)
            return
        if self._viewer is None:
            raise RefusalError("somebody who watches cannot do this")
        if message.type == "act":
            if message.action is None or message.version is None:
                raise RefusalError("act needs an action and the version it is meant for")
            await self._room.act(self._viewer, message.action, version=message.version)
        elif message.type == "undo":
            if message.version is None:
                raise RefusalError("undo needs the version it is meant for")
            await self._room.undo(self._viewer, version=message.version)
        else:
            self._room.thinkers.hurry(self._viewer)


def _first(error: ValidationError) -> str:
    """What is wrong with a message, without repeating it."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    return str(first["msg"])


@router.websocket("/api/games/{game}/live")
async def live(socket: WebSocket, game: str) -> None:
    """Look at a game and play it, as it goes on."""
    hall: Hall = socket.app.state.hall
    await socket.accept()
    try:
        room = hall.rooms.find(game)
        if len(room.listeners) >= MOST_LINES:
            raise TooManyError("too many pages look at this game")
    except RailwrightError as error:
        name, status = (error.name, error.status) if isinstance(error, RefusalError) else ("broken", 503)
        words = str(error) if isinstance(error, RefusalError) else "the game cannot be read"
        await socket.send_text(json.dumps({"type": "error", "id": None, "error": name, "message": words}))
        await socket.close(UNKNOWN_GAME if status == 404 else TRY_LATER)
        return
    await Line(socket, room).run()
