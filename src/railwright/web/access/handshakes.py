"""Checks WebSocket handshakes.

The WebSocket library refuses some handshakes without notifying the server, which would then wait for ever. So each
handshake is tried on the library first, and one that it would refuse is answered like any other request.
"""

from __future__ import annotations

from collections.abc import Iterable

from starlette.datastructures import Headers
from websockets.http11 import Request
from websockets.server import ServerProtocol


def is_handshake(method: str, target: bytes, headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether the WebSocket library accepts a request as a handshake."""
    lines = [method.encode() + b" " + target + b" HTTP/1.1", *(name + b": " + value for name, value in headers)]
    library = ServerProtocol()
    library.receive_data(b"\r\n".join(lines) + b"\r\n\r\n")
    return any(
        isinstance(event, Request) and library.accept(event).status_code == 101 for event in library.events_received()
    )


def wants_websocket(headers: Headers) -> bool:
    """Whether a request asks for an upgrade to a WebSocket."""
    options = [option.strip().lower() for line in headers.getlist("connection") for option in line.split(",")]
    return "upgrade" in options and headers.get("upgrade", "").lower() == "websocket"
