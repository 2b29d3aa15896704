"""WebSockets whose clients must read their messages, and whose input is parsed a few messages at a time."""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame

from railwright.web.access.allowances import Allowance
from railwright.web.access.connections import CONNECTION, ConnectionState, WatchedWriting

SOCKET_PART = 1_024
"""Bytes parsed at a time from a WebSocket, whose smallest messages have six bytes."""


class SocketConnection(WatchedWriting, WebSocketsSansIOProtocol):
    """A WebSocket whose client must read its messages, and whose own messages are parsed a few at a time."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._place = app_state[CONNECTION]
        self._frames = Allowance(self._place.register.limits.socket_frames)
        self._later = b""
        """Data received before earlier messages were handled."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the place."""
        self._place.close()
        super().connection_lost(exc)

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message and update the state of the connection."""
        await super().send(message)
        if self.close_sent:
            self._place.turn_to(ConnectionState.CLOSING)
        elif self.handshake_complete:
            self._place.turn_to(ConnectionState.ANSWERED)

    def data_received(self, data: bytes) -> None:
        """Parse incoming data, unless the client leaves too much unread."""
        if self._place.is_overfull:
            self._place.drop()
            return
        self._later += data
        self._go_on()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message and continue parsing."""
        message = await super().receive()
        self._go_on()
        return message

    def handle_ping(self) -> None:
        """Answer a ping and count it."""
        super().handle_ping()
        self._count_frame()

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong and count it."""
        super().handle_pong(event)
        self._count_frame()

    def handle_cont(self, event: Frame) -> None:
        """Handle a continuation frame and count it."""
        super().handle_cont(event)
        self._count_frame()

    def handle_text(self, event: Frame) -> None:
        """Handle a text message or its first fragment. The application counts complete messages."""
        super().handle_text(event)
        if self.close_sent or not event.fin:
            self._count_frame()

    def handle_bytes(self, event: Frame) -> None:
        """Handle a binary message or its first fragment."""
        super().handle_bytes(event)
        if self.close_sent or not event.fin:
            self._count_frame()

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application. For invalid UTF-8 the library would log a long traceback each time."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def _go_on(self) -> None:
        """Parse one part at a time until there is a message for the application."""
        while self._later and (self.queue.empty() or self.close_sent) and not self.transport.is_closing():
            part, self._later = self._later[:SOCKET_PART], self._later[SOCKET_PART:]
            super().data_received(part)

    def _count_frame(self) -> None:
        if not self._frames.take("frames"):
            self._place.drop()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
