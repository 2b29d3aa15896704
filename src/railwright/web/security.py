"""What keeps the server to its own page: content policy, same origin, bounded bodies, bounded rates."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
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

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


def host_name(host: str) -> str:
    """The name in a Host header, without the port."""
    return (urlsplit(f"//{host}").hostname or "").lower()


def is_same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own page, or from a program that is no browser."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()


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
        await self.app(scope, _bounded(receive), _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        headers = Headers(scope=scope)
        if self.hosts is not None and host_name(headers.get("host", "")) not in self.hosts:
            return 421, "wrong-host", "this server answers only to its own name"
        is_change = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if is_change and not is_same_origin(headers):
            return 403, "foreign-origin", "requests from other pages are not answered"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return 413, "too-large", f"more than {LARGEST_BODY:,} bytes are not taken"
        return None


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, name: str, message: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": message})
        return
    response = JSONResponse({"error": name, "message": message}, status_code=status, headers=HEADERS)
    await response(scope, receive, send)


class TooLargeError(Exception):
    """A body without a stated length that turned out too large."""


def _bounded(receive: Receive) -> Receive:
    """The same messages; a body that exceeds the bound ends as if the client had gone."""
    total = 0

    async def bounded() -> Message:
        nonlocal total
        message = await receive()
        if message["type"] == "http.request":
            total += len(message.get("body", b""))
            if total > LARGEST_BODY:
                return {"type": "http.disconnect"}
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
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
