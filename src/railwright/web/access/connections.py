"""Limits on open connections: their number per address, and the time each has to send a request.

A client that stays silent, sends a request byte by byte, or does not read its responses is disconnected after a while,
and gives way to new connections from the same address. Input that is slow to parse is read in turns with that of other
connections.
"""

from __future__ import annotations

import asyncio
import json
from enum import IntEnum
from typing import Any, cast

import h11
import uvicorn
from starlette.datastructures import Headers
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame

from railwright.web.access.addresses import Proxies, group_of
from railwright.web.access.allowances import Allowance
from railwright.web.access.framing import Flow, Parser
from railwright.web.access.handshakes import is_handshake
from railwright.web.access.limits import Limits

PART = 2_048
"""Bytes parsed at a time. Limits are checked after each part."""

SOCKET_PART = 1_024
"""Bytes parsed at a time from a WebSocket, whose smallest messages have six bytes."""

FRAMING_AT_ONCE = 1_000
"""Bytes of framing after which a connection lets others have their turn: a few milliseconds of work."""

_STATE = "railwright.connection"

_TALKING = (h11.IDLE, h11.SEND_BODY)
"""States of a client that has more of a request to send."""


class Doing(IntEnum):
    """State of a connection, in the order in which connections give way to new ones."""

    CLOSING = 0
    """The server has closed the WebSocket, and the client has not yet confirmed it."""
    STARTING = 1
    """The headers are incomplete, or the WebSocket is not yet accepted."""
    WAITING = 2
    """The connection is idle between two requests."""
    SENDING = 3
    """The client is sending the body of a request."""
    ANSWERED = 4
    """The request is complete, or a WebSocket is open.

    Such a connection gives way only if its address has many and the server is full.
    """


class Connection:
    """One open connection."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.address = ""
        self.is_proxy = False
        self.doing = Doing.STARTING
        self.transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._reading_timer: asyncio.TimerHandle | None = None

    def open(self, transport: asyncio.Transport) -> bool:
        """Register the connection; False if there is no room for it."""
        self.transport = transport
        transport.set_write_buffer_limits(high=0)  # report whatever a client does not read at once
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        self.is_proxy = address in self.door.proxies
        self.address = address if self.is_proxy else group_of(address)
        self.turn_to(Doing.STARTING)
        return self.door.admit(self)

    def turn_to(self, doing: Doing) -> None:
        """Change the state of the connection and restart its timeout."""
        if self._timer is not None and doing == self.doing:
            return
        self._stop_timer()
        self.doing = doing
        seconds = self.door.seconds(doing)
        if seconds is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self.drop)

    def sender(self, headers: list[tuple[bytes, bytes]]) -> str:
        """Address of the sender of a request: the peer, or the client that a trusted proxy names unambiguously."""
        return group_of(self.door.proxies.client(self.address, Headers(raw=headers)) or self.address)

    def wait_for_reader(self) -> None:
        """Start the timeout for reading: the client has fallen behind."""
        if self._reading_timer is None:
            seconds = self.door.limits.reading_seconds
            self._reading_timer = asyncio.get_running_loop().call_later(seconds, self.drop)

    def has_read(self) -> None:
        """Stop the timeout for reading: the client has read everything."""
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None

    @property
    def is_overfull(self) -> bool:
        """Whether the client has left too much unread."""
        assert self.transport is not None
        return self.transport.get_write_buffer_size() > self.door.limits.unread_bytes

    def drop(self) -> None:
        """Abort the connection."""
        if self.transport is not None:
            self.transport.abort()

    def close(self) -> None:
        """Clean up after the connection has ended."""
        self._stop_timer()
        self.has_read()
        self.door.release(self)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Door:
    """All open connections, by address."""

    def __init__(self, limits: Limits, proxies: Proxies) -> None:
        self.limits = limits
        self.proxies = proxies
        self.framing = Allowance(limits.framing)
        self.refused_bytes = Allowance(limits.refused_bytes)
        self._open: dict[str, dict[Connection, None]] = {}
        self._opens = Allowance(limits.address_opens)
        self._count = 0

    def admit(self, connection: Connection) -> bool:
        """Admit a connection, closing another one if necessary; False if there is no room."""
        same_address = self._open.get(connection.address, {})
        if not connection.is_proxy and not self._opens.take(connection.address):
            return False
        if len(same_address) >= self.limits.address_connections and not connection.is_proxy:
            if not self._drop_one(same_address):
                return False
        elif self._count >= self.limits.connections and not self._make_room(connection, same_address):
            return False
        self._add(connection)
        return True

    def release(self, connection: Connection) -> None:
        """Unregister a connection."""
        same_address = self._open.get(connection.address, {})
        if connection in same_address:
            del same_address[connection]
            self._count -= 1
            if not same_address:
                del self._open[connection.address]

    def seconds(self, doing: Doing) -> float | None:
        """Timeout of a state, if we enforce one. Uvicorn itself closes idle connections."""
        limits = self.limits
        return {
            Doing.CLOSING: limits.closing_seconds,
            Doing.STARTING: limits.header_seconds,
            Doing.SENDING: limits.body_seconds,
        }.get(doing)

    def move(self, connection: Connection, address: str) -> None:
        """Assign a connection to another address: that of the client behind a proxy."""
        if connection in self._open.get(connection.address, {}):
            self.release(connection)
            connection.address = address
            self._add(connection)

    def _add(self, connection: Connection) -> None:
        self._open.setdefault(connection.address, {})[connection] = None
        self._count += 1

    def _make_room(self, newcomer: Connection, same_address: dict[Connection, None]) -> bool:
        """Close the least important connection of the address that has the most, when the server is full."""
        largest = max(self._open.values(), key=len)
        if self._drop_one(largest if len(largest) > len(same_address) else same_address):
            return True
        safe = self.limits.safe_connections
        clients = [connections for address, connections in self._open.items() if address not in self.proxies]
        largest = max(clients, key=len, default={})
        if len(largest) <= safe or (len(same_address) >= safe and not newcomer.is_proxy):
            return False
        self._end(next(reversed(largest)))
        return True

    def _drop_one(self, connections: dict[Connection, None]) -> bool:
        """Close the connection with the lowest state, the oldest first; False if all are in use."""
        least = min(connections, key=lambda connection: connection.doing)
        if least.doing == Doing.ANSWERED:
            return False
        self._end(least)
        return True

    def _end(self, connection: Connection) -> None:
        """Abort a connection and free its place at once."""
        self.release(connection)
        connection.drop()


class _Reading(asyncio.Protocol):
    """Tracks whether the client reads what is written."""

    _place: Connection

    def pause_writing(self) -> None:
        """Note that the client has fallen behind."""
        self._place.wait_for_reader()
        super().pause_writing()

    def resume_writing(self) -> None:
        """Note that the client has read everything."""
        self._place.has_read()
        super().resume_writing()


class HttpConnection(_Reading, H11Protocol):
    """An HTTP connection with timeouts and limits. ``http_protocol`` makes the subclass for one door."""

    door: Door
    conn: Parser
    flow: Flow

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._place = Connection(self.door)
        super().__init__(config, server_state, {**app_state, _STATE: self._place}, _loop)
        self.conn = Parser(header_bytes=self.door.limits.header_bytes)
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
            self._turn_away(503, "too-many", "too many open connections; try again soon")

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
            self._place.turn_to(Doing.STARTING if self.conn.trailing_data[0] else Doing.WAITING)
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
            if len(self._later) > self.door.limits.header_bytes:
                self._place.drop()
            return False
        self._is_behind = self._framing >= FRAMING_AT_ONCE
        return not self._is_behind

    def _read(self, part: bytes) -> None:
        limits = self.door.limits
        if self.conn.their_state is h11.IDLE:
            self._lines += _header_lines(self._end + part) - self._end.count(b"\n")
            self._end = part[-3:]
            if self._lines > limits.header_lines + 1:
                self._turn_away(431, "too-large", f"too many headers: at most {limits.header_lines} are accepted")
                return
            self._place.turn_to(Doing.STARTING)
        elif self.cycle.response_complete and not self._may_send_refused(part):
            self._place.drop()
            return
        super().data_received(part)
        self._follow()

    def _may_send_refused(self, part: bytes) -> bool:
        """Whether to read more of a body that was refused."""
        return self.door.refused_bytes.take(self._place.sender(self.headers), len(part))

    def _follow(self) -> None:
        """Update the state of the connection from that of the parser."""
        if self.transport.get_protocol() is not self:  # a WebSocket, which belongs to a single client
            self._place.door.move(self._place, self._place.sender(self.headers))
            return
        self._count_framing()
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE:
            if self._place.doing == Doing.SENDING:  # a body that was refused before its end
                self._place.turn_to(Doing.STARTING)
            return
        self._lines, self._end = 0, b""
        self._place.turn_to(Doing.SENDING if self.conn.their_state is h11.SEND_BODY else Doing.ANSWERED)

    def _count_framing(self) -> None:
        """Refuse a body with too much framing, or whose sender has sent too much framing."""
        limits, new = self.door.limits, self.conn.take_uncounted()
        self._framing += new
        is_allowed = not new or self.door.framing.take(self._place.sender(self.headers), new)
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

    def _turn_away(self, status: int, name: str, message: str) -> None:
        body = json.dumps({"error": name, "message": message}).encode()
        head = f"HTTP/1.1 {status} Refused\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        self.transport.write(head.encode() + b"Connection: close\r\n\r\n" + body)
        self.transport.close()


def _header_lines(data: bytes) -> int:
    """Number of line ends in a part of the headers, without those of a body after it."""
    ends = [index + 1 for index in (data.find(b"\n\r\n"), data.find(b"\n\n")) if index >= 0]
    return data.count(b"\n", 0, min(ends, default=len(data)))


class SocketConnection(_Reading, WebSocketsSansIOProtocol):
    """A WebSocket whose client must read its messages, and whose own messages are parsed a few at a time."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._place = app_state[_STATE]
        self._frames = Allowance(self._place.door.limits.socket_frames)
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
            self._place.turn_to(Doing.CLOSING)
        elif self.handshake_complete:
            self._place.turn_to(Doing.ANSWERED)

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


def http_protocol(door: Door) -> type[HttpConnection]:
    """Make the protocol class of a server with this door."""
    return type("DoorConnection", (HttpConnection,), {"door": door})
