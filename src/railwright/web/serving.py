"""Runs the server: one process, one event loop."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from railwright.errors import OptionError
from railwright.store.database_files import DATABASE
from railwright.store.games import GameStore
from railwright.store.keeping import USUAL, Keeping
from railwright.web.access.addresses import Proxies, read_address
from railwright.web.access.connections import ConnectionRegister
from railwright.web.access.http_connection import http_protocol
from railwright.web.access.limits import Limits
from railwright.web.access.server_names import LOOPBACK_HOSTS, Names
from railwright.web.access.socket_connection import SocketConnection
from railwright.web.app import make_app
from railwright.web.jobs.server_pools import ServerPools
from railwright.web.rooms.hall import Hall

AT_ONCE, QUEUE = 16, 128
"""Connections accepted per pass of the event loop, and the length of the listen queue."""

SPARE_FILES = 128
"""File descriptors reserved for everything but connections."""


class Server(uvicorn.Server):
    """A server that does not wait for pending queries when it stops."""

    def __init__(self, app: FastAPI, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse pending queries, then close all connections."""
        hall: Hall = self._app.state.hall
        hall.pools.answers.refuse_all()
        await super().shutdown(sockets)


def run_server(
    *,
    host: str,
    port: int,
    folder: Path,
    ready: Callable[[str], None],
    show: Sequence[Path] = (),
    warm: Sequence[str] = (),
    keeping: Keeping = USUAL,
    proxies: Iterable[str] = (),
    names: Iterable[str] = (),
    limits: Limits | None = None,
) -> None:
    """Run the server until it is stopped.

    Args:
        host: Address or name to listen on.
        port: Port to listen on; 0 for any free one.
        folder: Folder of the games database.
        ready: Called with the URL as soon as the server accepts requests.
        show: Folders for the learning pages.
        warm: Players to load right away. The others are loaded when they are first needed.
        keeping: Retention periods and quotas.
        proxies: Addresses of proxies that are trusted to state the address of a client.
        names: Public host names of the server.
        limits: Rate limits and sizes.
    """
    trusted, known = Proxies(proxies), Names([*names, *([] if read_address(host) else [host])])
    try:
        sockets = [listen(host, port)]
    except OSError as error:
        wrong = "--host" if _is_of_host(error) else "--port"
        raise OptionError(
            f"cannot listen on {host}, port {port} ({error.strerror or error}); try another {wrong}"
        ) from error
    store = GameStore(folder / DATABASE)
    server = make_server(
        store, proxies=trusted, names=known, limits=limits, show=show, warm=warm, keeping=keeping
    )  # fmt: skip
    asyncio.run(_serve(server, sockets, lambda: ready(_url(sockets[0], host))))


def make_server(
    store: GameStore,
    *,
    proxies: Proxies,
    names: Names,
    limits: Limits | None = None,
    show: Sequence[Path] = (),
    warm: Sequence[str] = (),
    keeping: Keeping = USUAL,
    pools: ServerPools | None = None,
) -> uvicorn.Server:
    """Make a server for a games database, which it closes on shutdown."""
    limits = _within_files(limits or Limits())
    app = make_app(
        store, names=names, proxies=proxies, limits=limits, show=show, warm=warm, keeping=keeping, pools=pools
    )
    config = uvicorn.Config(
        app, log_level="error", access_log=False, timeout_graceful_shutdown=3, server_header=False,
        proxy_headers=False, http=http_protocol(ConnectionRegister(limits, proxies)), ws=SocketConnection,
        ws_max_size=4 * limits.message_characters, ws_per_message_deflate=False, backlog=AT_ONCE,
        h11_max_incomplete_event_size=limits.header_bytes, timeout_keep_alive=limits.idle_seconds,
    )  # fmt: skip
    return Server(app, config)


async def _serve(server: uvicorn.Server, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
    task = asyncio.ensure_future(server.serve(sockets=sockets))
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    if server.started:
        for listening in sockets:
            listening.listen(QUEUE)
        ready()
    await task


def _within_files(limits: Limits) -> Limits:
    """Lower the limit on connections to the number of files that the system lets this process open."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return limits
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.connections + SPARE_FILES
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if now != resource.RLIM_INFINITY and now < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return replace(limits, connections=max(1, allowed - SPARE_FILES))


def _is_of_host(error: OSError) -> bool:
    """Whether the host is at fault, not the port: it does not exist, or belongs to another machine."""
    return isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL


def listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    return bound


def _url(listening: socket.socket, host: str) -> str:
    port = listening.getsockname()[1]
    name = "localhost" if host in ("0.0.0.0", "::", *LOOPBACK_HOSTS) else host
    return f"http://{name}:{port}/"
