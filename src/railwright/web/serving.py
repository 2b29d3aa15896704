"""Runs the server: one process, one event loop."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import uvicorn

from railwright.errors import OptionError
from railwright.store.files import DATABASE
from railwright.store.games import GameStore
from railwright.store.keeping import USUAL, Keeping
from railwright.web.app import make_app
from railwright.web.security import LOOPBACK_HOSTS

MOST_CONNECTIONS = 2_000
"""At the same time; further ones are turned away."""


def allowed_hosts(host: str) -> Iterable[str] | None:
    """The names that a server at this address answers to; None for any, if others are to reach it."""
    if host in LOOPBACK_HOSTS:
        return LOOPBACK_HOSTS
    try:
        is_loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    return {*LOOPBACK_HOSTS, host} if is_loopback else None


def run_server(
    *,
    host: str,
    port: int,
    folder: Path,
    ready: Callable[[str], None],
    show: Sequence[Path] = (),
    warm: Sequence[str] = (),
    is_limited: bool = True,
    keeping: Keeping = USUAL,
) -> None:
    """Serve until somebody stops it. ``ready`` hears the address as soon as requests are taken.

    The players ``warm`` are loaded right away, the others when somebody wants them.
    Without ``is_limited`` anybody may begin games as often as they like: for measuring.
    """
    try:
        sockets = [_listen(host, port)]
    except OSError as error:
        raise OptionError(
            f"cannot listen at {host}, port {port} ({error.strerror or error}); try another --port"
        ) from error
    app = make_app(
        GameStore(folder / DATABASE), hosts=allowed_hosts(host), is_limited=is_limited, show=show, warm=warm,
        keeping=keeping,
    )  # fmt: skip
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, ws_max_size=16_384, ws_max_queue=16, timeout_graceful_shutdown=3,
        limit_concurrency=MOST_CONNECTIONS,
        server_header=False, proxy_headers=False, ws="websockets-sansio", ws_per_message_deflate=False,
    )  # fmt: skip
    asyncio.run(_serve(uvicorn.Server(config), sockets, lambda: ready(_url(sockets[0], host))))


async def _serve(server: uvicorn.Server, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
    task = asyncio.ensure_future(server.serve(sockets=sockets))
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    if server.started:
        ready()
    await task


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind((host, port))
    return found


def _url(listening: socket.socket, host: str) -> str:
    port = listening.getsockname()[1]
    name = "localhost" if host in ("0.0.0.0", "::", *LOOPBACK_HOSTS) else host
    return f"http://{name}:{port}/"
