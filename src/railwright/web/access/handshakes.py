"""Whether a request begins a WebSocket.

The library for WebSockets refuses some requests without a word to the server, which would then wait for ever. So it is
asked first, and what it would refuse is answered like any other request.
"""

from __future__ import annotations

from collections.abc import Iterable

from starlette.datastructures import Headers
from websockets.http11 import Request
from websockets.server import ServerProtocol


def is_handshake(method: str, target: bytes, headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether the library takes a request."""
    lines = [method.encode() + b" " + target + b" HTTP/1.1", *(name + b": " + value for name, value in headers)]
    library = ServerProtocol()
    library.receive_data(b"\r\n".join(lines) + b"\r\n\r\n")
    return any(
        isinstance(event, Request) and library.accept(event).status_code == 101 for event in library.events_received()
    )


def wants_websocket(headers: Headers) -> bool:
    """Whether a request says that it begins a WebSocket."""
    options = [option.strip().lower() for line in headers.getlist("connection") for option in line.split(",")]
    return "upgrade" in options and headers.get("upgrade", "").lower() == "websocket"
