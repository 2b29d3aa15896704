"""Limits on open connections: their number per address, and the time each has to send a request.

A client that stays silent, sends a request byte by byte, or does not read its responses is disconnected after a while,
and gives way to new connections from the same address. ``http_connection.py`` and ``socket_connection.py`` are the two
kinds of connections.
"""

from __future__ import annotations

import asyncio
from enum import IntEnum

from starlette.datastructures import Headers

from railwright.web.access.addresses import Proxies, group_of
from railwright.web.access.allowances import Allowance
from railwright.web.access.limits import Limits

CONNECTION = "railwright.connection"
"""Key in the state of the application under which a WebSocket finds the connection that it continues."""


class ConnectionState(IntEnum):
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

    def __init__(self, register: ConnectionRegister) -> None:
        self.register = register
        self.address = ""
        self.is_proxy = False
        self.state = ConnectionState.STARTING
        self.transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._reading_timer: asyncio.TimerHandle | None = None

    def open(self, transport: asyncio.Transport) -> bool:
        """Register the connection; False if there is no room for it."""
        self.transport = transport
        transport.set_write_buffer_limits(high=0)  # report whatever a client does not read at once
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        self.is_proxy = address in self.register.proxies
        self.address = address if self.is_proxy else group_of(address)
        self.turn_to(ConnectionState.STARTING)
        return self.register.admit(self)

    def turn_to(self, state: ConnectionState) -> None:
        """Change the state of the connection and restart its timeout."""
        if self._timer is not None and state == self.state:
            return
        self._stop_timer()
        self.state = state
        seconds = self.register.seconds(state)
        if seconds is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self.drop)

    def sender(self, headers: list[tuple[bytes, bytes]]) -> str:
        """Address of the sender of a request: the peer, or the client that a trusted proxy names unambiguously."""
        return group_of(self.register.proxies.client(self.address, Headers(raw=headers)) or self.address)

    def wait_for_reader(self) -> None:
        """Start the timeout for reading: the client has fallen behind."""
        if self._reading_timer is None:
            seconds = self.register.limits.reading_seconds
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
        return self.transport.get_write_buffer_size() > self.register.limits.unread_bytes

    def drop(self) -> None:
        """Abort the connection."""
        if self.transport is not None:
            self.transport.abort()

    def close(self) -> None:
        """Clean up after the connection has ended."""
        self._stop_timer()
        self.has_read()
        self.register.release(self)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class ConnectionRegister:
    """All open connections, by address."""

    def __init__(self, limits: Limits, proxies: Proxies) -> None:
        self.limits = limits
        self.proxies = proxies
        self.framing = Allowance(limits.framing)
        self.refused_bytes = Allowance(limits.refused_bytes)
        self._open: dict[str, dict[Connection, None]] = {}
        self._opens = Allowance(limits.address_opens)
        self._count = 0

    @property
    def count(self) -> int:
        """Number of open connections."""
        return self._count

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

    def seconds(self, state: ConnectionState) -> float | None:
        """Timeout of a state, if we enforce one. Uvicorn itself closes idle connections."""
        limits = self.limits
        return {
            ConnectionState.CLOSING: limits.closing_seconds,
            ConnectionState.STARTING: limits.header_seconds,
            ConnectionState.SENDING: limits.body_seconds,
        }.get(state)

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
        least = min(connections, key=lambda connection: connection.state)
        if least.state == ConnectionState.ANSWERED:
            return False
        self._end(least)
        return True

    def _end(self, connection: Connection) -> None:
        """Abort a connection and free its place at once."""
        self.release(connection)
        connection.drop()


class WatchedWriting(asyncio.Protocol):
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
