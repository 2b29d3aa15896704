"""Passes requests on to the application once it is open, and to a waiting room before."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send


class Entrance:
    """What a server runs whose application cannot be loaded yet."""

    def __init__(self, waiting_room: ASGIApp) -> None:
        self._inner = waiting_room
        self._life: AbstractAsyncContextManager[object] | None = None
        self.app: FastAPI | None = None
        """The application, once it is open."""

    async def open(self, app: FastAPI) -> None:
        """Start the application and pass all further requests on to it."""
        life = app.router.lifespan_context(app)
        await life.__aenter__()
        self._life, self._inner, self.app = life, app, app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or the start and the end of the server."""
        if scope["type"] != "lifespan":
            await self._inner(scope, receive, send)
            return
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if self._life is not None:
            await self._life.__aexit__(None, None, None)
        await send({"type": "lifespan.shutdown.complete"})
