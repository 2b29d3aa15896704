"""Compresses answers, and sends 304 instead if the browser's copy is current.

Compression does not help anybody to guess a key: keys come in a header that pages of other sites cannot set, so they
cannot make a browser ask for an answer that mixes their text with a secret.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import zlib
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MIN_BYTES = 1_000
"""Smaller answers fit into one packet anyway."""

LARGE_BYTES = 16_384
"""Larger answers are compressed in a thread: it takes a millisecond or more, and the event loop must not wait."""

LEVEL = 6

KEPT = 64
"""Most compressed answers that are kept. Only pictures are large and asked for again."""

_COMPRESSIBLE = re.compile(r"text/|application/(json|javascript)|image/svg\+xml")
_GZIP = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q\s*=\s*([0-9.]+))?\s*(?=,|$)", re.IGNORECASE)


def accepts_gzip(headers: Headers) -> bool:
    """Whether a client can read gzip."""
    found = _GZIP.search(headers.get("accept-encoding", ""))
    return found is not None and (found[1] is None or found[1].strip("0.") != "")


def gzipped(body: bytes, *, level: int = LEVEL) -> bytes:
    """Compress a body; the same body always gives the same bytes."""
    packer = zlib.compressobj(level, wbits=31)
    return packer.compress(body) + packer.flush()


def tagged(request: Request, body: bytes, *, media_type: str, headers: Mapping[str, str] | None = None) -> Response:
    """An answer that a browser keeps and asks about; 304 if it has this one already.

    The tag is weak, since it is the same for the compressed answer.
    """
    tag = f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    kept = {"ETag": tag, "Cache-Control": "no-cache", **(headers or {})}
    known = {one.strip() for one in request.headers.get("if-none-match", "").split(",")}
    if known & {tag, tag.removeprefix("W/"), "*"}:
        return Response(status_code=304, headers={**kept, "Vary": "Accept-Encoding"})
    return Response(body, media_type=media_type, headers=kept)


class Compression:
    """Middleware that compresses answers of more than a packet."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._kept: dict[str, bytes] = {}
        """Compressed answers by tag, the oldest first."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or scope["method"] == "HEAD":
            await self.app(scope, receive, send)
            return
        is_wanted = accepts_gzip(Headers(scope=scope))
        start: Message | None = None

        async def sending(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                first, start = start, None
                if message["type"] == "http.response.body" and not message.get("more_body", False):
                    message = await self._packed(first, message, is_wanted=is_wanted)
                await send(first)
            await send(message)

        await self.app(scope, receive, sending)

    async def _packed(self, start: Message, message: Message, *, is_wanted: bool) -> Message:
        """The body, compressed if that is worth it; updates the headers."""
        headers, body = MutableHeaders(scope=start), message.get("body", b"")
        is_text = _COMPRESSIBLE.match(headers.get("content-type", "")) is not None
        if len(body) < MIN_BYTES or not is_text or "content-encoding" in headers:
            return message
        headers.add_vary_header("Accept-Encoding")
        if not is_wanted:
            return message
        packed = await self._compressed(body, headers.get("etag"))
        headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(packed))
        return {**message, "body": packed}

    async def _compressed(self, body: bytes, tag: str | None) -> bytes:
        found = self._kept.get(tag or "")
        if found is None:
            is_large = len(body) > LARGE_BYTES
            found = await asyncio.to_thread(gzipped, body) if is_large else gzipped(body)
            if tag is not None and is_large:
                self._kept[tag] = found
                if len(self._kept) > KEPT:
                    del self._kept[next(iter(self._kept))]
        return found
