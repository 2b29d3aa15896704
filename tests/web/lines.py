"""Connections by hand: what a browser never sends, and what comes back."""

from __future__ import annotations

import socket
from dataclasses import replace

from railwright.web.access.limits import UNLIMITED
from web.serving import Client

SOON = 0.2
LATE = 600.0
"""Deadlines in seconds: one that passes in a test, and one that does not."""

LIMITS = replace(
    UNLIMITED, header_seconds=LATE, body_seconds=LATE, idle_seconds=int(LATE), reading_seconds=LATE, look_seconds=LATE,
    closing_seconds=LATE,
)  # fmt: skip
"""Without any limit that is reached unless a test sets it."""

PAGE = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


def wait_for_end(line: socket.socket) -> bytes:
    """Everything that the server still sends, until it ends the connection."""
    found = b""
    try:
        while part := line.recv(65536):
            found += part
    except ConnectionError:
        pass
    return found


def send_until_the_end(line: socket.socket, data: bytes) -> None:
    """Send the same again and again until the server ends the connection."""
    try:
        while True:
            line.sendall(data)
    except ConnectionError:
        return


def is_answered(server: Client) -> bool:
    """Whether a new client gets the page."""
    with server.connect() as line:
        line.sendall(PAGE + b"Connection: close\r\n\r\n")
        return wait_for_end(line).startswith(b"HTTP/1.1 200 ")


def wait_for_first_answer(line: socket.socket) -> bytes:
    """The first answer, with as much of its body as it says that it has."""
    found = b""
    while b"\r\n\r\n" not in found:
        found += some(line)
    head, _, body = found.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    while len(body) < length:
        body += some(line)
    return head + b"\r\n\r\n" + body[:length]


def some(line: socket.socket) -> bytes:
    """What comes next; there must be something."""
    part = line.recv(65536)
    assert part, "the connection has ended"
    return part


def upgrade(game: str, *, more: bytes = b"") -> bytes:
    """A request for the WebSocket of a game, with more headers."""
    return (
        (
            f"GET /api/games/{game}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        ).encode()
        + more
        + b"\r\n"
    )
