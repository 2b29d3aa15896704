"""Passes requests on to the application while it is open, and to a waiting room before and in between."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager, suppress
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

if TYPE_CHECKING:
    from railwright.web.rooms.hall import Hall

LEAVE_SECONDS = 3.0
"""Longest wait for requests in progress before an application is closed."""


class Entrance:
    """What a server runs: its application can be opened later, and replaced by another one."""

    def __init__(self, waiting_room: ASGIApp, first: FastAPI | None = None) -> None:
        self._waiting_room = self._inner = waiting_room
        self._first = first
        self._life: AbstractAsyncContextManager[object] | None = None
        self._visits = 0
        """Requests and connections in the application."""
        self._is_left = asyncio.Event()
        self.app: FastAPI | None = None
        """The application, while it is open."""
        self.was_opened = False
        """Whether an application has ever been open. It closes its database itself."""

    async def open(self, app: FastAPI) -> None:
        """Start an application and pass all further requests on to it."""
        life = app.router.lifespan_context(app)
        await life.__aenter__()
        self._life, self._inner, self.app = life, app, app
        self.was_opened = True

    async def close(self) -> None:
        """End the application, if one is open. Requests go to the waiting room, and pages are disconnected."""
        if self._life is None or self.app is None:
            return
        hall: Hall = self.app.state.hall
        life, self._life, self._inner, self.app = self._life, None, self._waiting_room, None
        hall.pools.answers.refuse_all()
        hall.places.drop_all()
        if self._visits:
            self._is_left.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_left.wait(), LEAVE_SECONDS)
        await life.__aexit__(None, None, None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or the start and the end of the server."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self._inner is self._waiting_room:
            await self._inner(scope, receive, send)
        else:
            self._visits += 1
            try:
                await self._inner(scope, receive, send)
            finally:
                self._visits -= 1
                if not self._visits:
                    self._is_left.set()

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        if self._first is not None:
            try:
                await self.open(self._first)
            except BaseException as error:
                await send({"type": "lifespan.startup.failed", "message": type(error).__name__})
                raise
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if self._life is not None:
            await self._life.__aexit__(None, None, None)
        await send({"type": "lifespan.shutdown.complete"})
