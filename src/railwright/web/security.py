"""What keeps the server to its own page: content policy, same origin, bounded bodies, bounded rates."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 1_100_000
"""Bytes. The largest thing that anybody sends is a map of at most 1 MiB."""

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)

HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

PRIVATE = {"Cache-Control": "no-store"}
"""For answers that depend on who asks: no cache on the way may give them to somebody else."""

_TOO_LARGE = 413, "too-large", f"more than {LARGEST_BODY:,} bytes are not taken"

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


def host_name(host: str) -> str:
    """The name in a Host header, without the port; empty if there is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def is_same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own page, or from a program that is no browser."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


class Guard:
    """Middleware for all requests: refuses foreign origins, foreign host names and bodies that are too large."""

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str] | None) -> None:
        self.app = app
        self.hosts = None if hosts is None else frozenset(hosts)
        """Host names that are answered; None for all. A page of another name cannot be ours (DNS rebinding)."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        reason = self._refusal(scope)
        if reason is not None:
            await _refuse(scope, receive, send, *reason)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        body = await _read_body(receive)
        if body is None:
            await _refuse(scope, receive, send, *_TOO_LARGE)
            return
        headers = HEADERS | (PRIVATE if scope["path"].startswith("/api/") else {})
        await self.app(scope, _from_start(body, receive), _with_headers(send, headers))

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        headers = Headers(scope=scope)
        if self.hosts is not None and host_name(headers.get("host", "")) not in self.hosts:
            return 421, "wrong-host", "this server answers only to its own name"
        is_change = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if is_change and not is_same_origin(headers):
            return 403, "foreign-origin", "requests from other pages are not answered"
        return _TOO_LARGE if _is_too_long(headers.get("content-length", "0")) else None


def _is_too_long(length: str) -> bool:
    """Whether a Content-Length states more than is taken, or no number."""
    return not (length.isascii() and length.isdecimal() and len(length) < 20) or int(length) > LARGEST_BODY


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, name: str, message: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": message})
        return
    response = JSONResponse({"error": name, "message": message}, status_code=status, headers=HEADERS)
    await response(scope, receive, send)


async def _read_body(receive: Receive) -> bytes | None:
    """The whole body of a request, however it comes; None if it is too large. It is read here, so that the answer to
    one that is too large is the same everywhere."""
    parts: list[bytes] = []
    total = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":  # the client has gone
            return b"".join(parts)
        parts.append(message.get("body", b""))
        total += len(parts[-1])
        if total > LARGEST_BODY:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def _from_start(body: bytes, receive: Receive) -> Receive:
    """A body that was read, and then whatever follows."""
    is_read = False

    async def again() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(send: Send, more: Mapping[str, str]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in more.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


class Allowance:
    """So many requests at once and so many a second, for each client."""

    def __init__(self, *, burst: float, per_second: float, most_clients: int = 10_000) -> None:
        self._burst = burst
        self._per_second = per_second
        self._most = most_clients
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, cost: float = 1.0) -> bool:
        """Use some of a client's allowance; False if it is used up."""
        now = time.monotonic()
        left, at = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._per_second)
        is_enough = left >= cost
        self._left[client] = (left - cost if is_enough else left), now
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return is_enough
