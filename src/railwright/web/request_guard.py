"""Security middleware: content policy, host names, same origin, bounded requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from railwright.say import Said, both, say
from railwright.table.safe_text import shortened
from railwright.web.access.addresses import Proxies, group_of
from railwright.web.access.handshakes import wants_websocket
from railwright.web.access.limits import Limits
from railwright.web.access.refusals import TooManyError
from railwright.web.access.server_names import Names
from railwright.web.rooms.seat_keys import KEY_HEADER

if TYPE_CHECKING:
    from railwright.web.rooms.hall import Hall  # needs the compiled engine, which may still be missing

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
"""Headers of responses that depend on the client, so that no cache may serve them to somebody else."""

UPLOADS = {"/api/boards": "boards", "/api/records": "records"}
"""Paths for uploads and the kind of file that each takes."""

TWO_CLIENTS = "X-Forwarded-For and Forwarded name different clients; a proxy must pass on only the one it sets"

_LONGEST_HOST = 100

Refusal = tuple[int, str, str | Said]
"""Status, short name and message."""


class Guard:
    """Middleware for all requests, run before the body is read.

    It determines the client's address, and refuses foreign origins, unknown host names, and requests that are too large
    or too frequent.
    """

    def __init__(self, app: ASGIApp, *, names: Names, proxies: Proxies, limits: Limits) -> None:
        self.app = app
        self._names = names
        self._proxies = proxies
        self._limits = limits
        self._under_way: Counter[str] = Counter()
        """Number of open requests and WebSockets of each address."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        peer, port = scope.get("client") or ("?", 0)
        client = self._proxies.client(peer, headers)
        if client is None:
            await _refuse(scope, receive, send, 400, "two-clients", TWO_CLIENTS)
            return
        scope["client"] = client, port
        reason = self._refusal(scope, headers) or _excess(scope, headers) or self._no_place(client)
        reason = reason or _bad_handshake(scope, headers)
        if reason is not None:
            await _refuse(scope, receive, send, *reason)
            return
        self._under_way[group_of(client)] += 1
        try:
            await self._let_in(scope, receive, send)
        finally:
            self._leave(group_of(client))

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    def _no_place(self, client: str) -> Refusal | None:
        """Refuse a client with too many open requests.

        Clients behind a proxy are counted only here, where their addresses are known.
        """
        if self._under_way[group_of(client)] < self._limits.address_connections:
            return None
        return 503, "too-many", say("too many open requests from your address; try again soon")

    def _leave(self, address: str) -> None:
        self._under_way[address] -= 1
        if not self._under_way[address]:
            del self._under_way[address]

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await self._read_body(scope, receive)
        if body is None:
            return  # the client has disconnected
        if len(body) > self._most_bytes(scope):
            await _refuse(scope, receive, send, *self._too_large(scope))
            return
        if scope["path"] in UPLOADS and body.count(b",") >= self._limits.upload_values:
            await _refuse(scope, receive, send, 413, "too-large", self._too_many_values())
            return
        more = HEADERS | (PRIVATE if scope["path"].startswith("/api/") else {})
        await self.app(scope, _from_start(body, receive), _counted(scope, _with_headers(send, more)))

    def _refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        host, origin = headers.get("host", ""), headers.get("origin")
        arrived_at = scope["server"][0] if scope.get("server") else ""
        if not self._names.answers_to(host, arrived_at=arrived_at):
            return 421, "wrong-host", _wrong_host(host)
        is_change = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if is_change and origin is not None and not self._names.is_own_origin(origin, host):
            return 403, "foreign-origin", say("requests from pages of other sites are refused")
        if len(scope["path"]) + len(scope["query_string"]) > self._limits.target_bytes:
            return 414, "too-large", f"the path and query are too long: at most {self._limits.target_bytes:,} bytes"
        is_long = _is_too_long(headers.get("content-length", "0"), self._most_bytes(scope))
        return self._too_large(scope) if is_long else None

    def _most_bytes(self, scope: Scope) -> int:
        return self._limits.upload_bytes if scope["path"] in UPLOADS else self._limits.body_bytes

    def _too_large(self, scope: Scope) -> Refusal:
        most = self._most_bytes(scope)
        return 413, "too-large", say("the body is too large: at most {most} bytes are accepted here", most=most)

    def _too_many_values(self) -> Said:
        return say("the file has too many values: at most {most} are accepted", most=self._limits.upload_values)

    async def _read_body(self, scope: Scope, receive: Receive) -> bytes | None:
        """Read the body of a request up to the limit; None if the client has disconnected.

        It is read here so that a body that is too large is refused in the same way everywhere.
        """
        body = bytearray()
        while len(body) <= self._most_bytes(scope):
            message = await receive()
            if message["type"] != "http.request":
                return None
            body += message.get("body", b"")
            if not message.get("more_body", False):
                break
        return bytes(body)


def _kinds(scope: Scope) -> list[str]:
    """Rate limits that a request counts against."""
    path = scope["path"]
    if scope["type"] == "websocket":
        return ["looks"]
    if not path.startswith(("/api/", "/learn/")):
        return ["files"]
    if scope["method"] in ("GET", "HEAD"):
        return ["looks"]
    return ["changes", *([UPLOADS[path]] if path in UPLOADS else [])]


def _excess(scope: Scope, headers: Headers) -> Refusal | None:
    """Refuse a client that has made too many requests of this kind."""
    hall: Hall = scope["app"].state.hall
    _, _, game = scope["path"].partition("/api/games/")
    seat = hall.seat_name(game.partition("/")[0], headers.get(KEY_HEADER))
    try:
        for kind in _kinds(scope):
            hall.allowances.take(kind, scope["client"][0], seat=seat)
    except TooManyError as error:
        return error.status, error.name, error.text
    return None


def _bad_handshake(scope: Scope, headers: Headers) -> Refusal | None:
    """Refuse a request that asks for a WebSocket without a valid handshake."""
    if scope["type"] == "http" and wants_websocket(headers):
        return 400, "bad-handshake", "this is not a valid WebSocket handshake (RFC 6455, section 4.1)"
    return None


def _counted(scope: Scope, send: Send) -> Send:
    """Count a long response as several requests."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            hall: Hall = scope["app"].state.hall
            length = Headers(raw=message["headers"]).get("content-length", "0")
            hall.allowances.charge(_kinds(scope)[0], scope["client"][0], int(length))
        await send(message)

    return sending


def _wrong_host(host: str) -> str:
    name = shortened(host, _LONGEST_HOST)
    return f"this server does not answer to {name!r}; if that is its name, start it with --public-name NAME"


def _is_too_long(length: str, most: int) -> bool:
    """Whether a Content-Length exceeds the limit or is not a number."""
    return not (length.isascii() and length.isdecimal() and len(length) < 20) or int(length) > most


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, name: str, message: str | Said) -> None:
    """Refuse a request. The rest of its body is read and discarded, so that the client receives the reason."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": str(message)})
        return
    response = JSONResponse({"error": name, **both("message", message)}, status_code=status, headers=HEADERS)
    await response(scope, receive, send)


def _from_start(body: bytes, receive: Receive) -> Receive:
    """A ``receive`` that replays a body already read, then continues with the original."""
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
