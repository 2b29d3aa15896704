"""HTTP connections with timeouts and limits. Input that is slow to parse is read in turns with other connections."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from railwright.say import Said, both, say
from railwright.web.access.connections import (
    CONNECTION,
    Connection,
    ConnectionRegister,
    ConnectionState,
    WatchedWriting,
)
from railwright.web.access.framing import Flow, Parser
from railwright.web.access.handshakes import is_handshake

PART = 2_048
"""Bytes parsed at a time. Limits are checked after each part."""

FRAMING_AT_ONCE = 1_000
"""Bytes of framing after which a connection lets others have their turn: a few milliseconds of work."""

_TALKING = (h11.IDLE, h11.SEND_BODY)
"""States of a client that has more of a request to send."""


class HttpConnection(WatchedWriting, H11Protocol):
    """An HTTP connection with timeouts and limits. ``http_protocol`` makes the subclass for one register."""

    register: ConnectionRegister
    conn: Parser
    flow: Flow

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._place = Connection(self.register)
        super().__init__(config, server_state, {**app_state, CONNECTION: self._place}, _loop)
        self.conn = Parser(header_bytes=self.register.limits.header_bytes)
        self._later = bytearray()
        """Data received before the previous request was answered, or before other connections had their turn."""
        self._is_behind = False
        """Whether parsing will continue after other connections have had their turn."""
        self._framing = 0
        """Bytes of framing parsed in this turn."""
        self._lines = 0
        self._end = b""
        """Last bytes of headers that are not yet complete."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Register the connection, or refuse it."""
        super().connection_made(transport)
        self.flow = Flow(transport)
        if not self._place.open(transport):
            self._turn_away(503, "too-many", say("too many open connections; try again soon"))

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the place."""
        self._place.close()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what takes little time now, and the rest after other connections have had their turn."""
        self._later += data
        if not self._is_behind:
            self._go_on()

    def on_response_complete(self) -> None:
        """Continue with what was received in the meantime."""
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE:
            self._place.turn_to(ConnectionState.STARTING if self.conn.trailing_data[0] else ConnectionState.WAITING)
        self._follow()
        if not self._is_behind:
            self._go_on()

    def send_400_response(self, msg: str) -> None:
        """Refuse a malformed request, unless a response has already started."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self._place.drop()

    def _should_upgrade(self) -> bool:
        """Whether to switch to a WebSocket. The guard refuses invalid handshakes."""
        target = self.scope["raw_path"] + b"?" + self.scope["query_string"]
        return super()._should_upgrade() and is_handshake(self.scope["method"], target, self.headers)

    def _go_on(self) -> None:
        """Parse one part at a time, so that limits on headers are checked before they are parsed."""
        self._is_behind, self._framing = False, 0
        while self._can_read():
            part = bytes(self._later[:PART])
            del self._later[:PART]
            self._read(part)
        if self.transport.is_closing():
            return
        protocol = self.transport.get_protocol()
        if protocol is not self:  # it has become a WebSocket
            cast(asyncio.Protocol, protocol).data_received(bytes(self._later))
            self._later.clear()
        if self._is_behind:
            self.flow.fall_behind()
            self.loop.call_soon(self._go_on)
        else:
            self.flow.catch_up()

    def _can_read(self) -> bool:
        """Whether there is something to parse now."""
        if not self._later or self.transport.is_closing() or self.transport.get_protocol() is not self:
            return False
        if self.conn.their_state not in _TALKING:
            if len(self._later) > self.register.limits.header_bytes:
                self._place.drop()
            return False
        self._is_behind = self._framing >= FRAMING_AT_ONCE
        return not self._is_behind

    def _read(self, part: bytes) -> None:
        limits = self.register.limits
        if self.conn.their_state is h11.IDLE:
            self._lines += _header_lines(self._end + part) - self._end.count(b"\n")
            self._end = part[-3:]
            if self._lines > limits.header_lines + 1:
                self._turn_away(431, "too-large", f"too many headers: at most {limits.header_lines} are accepted")
                return
            self._place.turn_to(ConnectionState.STARTING)
        elif self.cycle.response_complete and not self._may_send_refused(part):
            self._place.drop()
            return
        super().data_received(part)
        self._follow()

    def _may_send_refused(self, part: bytes) -> bool:
        """Whether to read more of a body that was refused."""
        return self.register.refused_bytes.take(self._place.sender(self.headers), len(part))

    def _follow(self) -> None:
        """Update the state of the connection from that of the parser."""
        if self.transport.get_protocol() is not self:  # a WebSocket, which belongs to a single client
            self._place.register.move(self._place, self._place.sender(self.headers))
            return
        self._count_framing()
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE:
            if self._place.state == ConnectionState.SENDING:  # a body that was refused before its end
                self._place.turn_to(ConnectionState.STARTING)
            return
        self._lines, self._end = 0, b""
        self._place.turn_to(
            ConnectionState.SENDING if self.conn.their_state is h11.SEND_BODY else ConnectionState.ANSWERED
        )

    def _count_framing(self) -> None:
        """Refuse a body with too much framing, or whose sender has sent too much framing."""
        limits, new = self.register.limits, self.conn.take_uncounted()
        self._framing += new
        is_allowed = not new or self.register.framing.take(self._place.sender(self.headers), new)
        if self.conn.framing > limits.framing_bytes:
            self._break_off(400, "too-large", f"too much chunk framing: at most {limits.framing_bytes:,} bytes")
        elif not is_allowed:
            self._break_off(429, "too-many", "too many small chunks; send larger ones, or wait a little")

    def _break_off(self, status: int, name: str, message: str) -> None:
        """Refuse the rest of a body and discard its beginning."""
        if self.cycle.response_started or self.transport.is_closing():
            self._place.drop()
            return
        self.cycle.disconnected = True
        self._turn_away(status, name, message)

    def _turn_away(self, status: int, name: str, message: str | Said) -> None:
        body = json.dumps({"error": name, **both("message", message)}).encode()
        head = f"HTTP/1.1 {status} Refused\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        self.transport.write(head.encode() + b"Connection: close\r\n\r\n" + body)
        self.transport.close()


def _header_lines(data: bytes) -> int:
    """Number of line ends in a part of the headers, without those of a body after it."""
    ends = [index + 1 for index in (data.find(b"\n\r\n"), data.find(b"\n\n")) if index >= 0]
    return data.count(b"\n", 0, min(ends, default=len(data)))


def http_protocol(register: ConnectionRegister) -> type[HttpConnection]:
    """Make the protocol class of a server with this register."""
    return type("RegisteredConnection", (HttpConnection,), {"register": register})
