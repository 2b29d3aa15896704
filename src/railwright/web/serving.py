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
from railwright.store.files import DATABASE
from railwright.store.games import GameStore
from railwright.store.keeping import USUAL, Keeping
from railwright.web.access.addresses import Proxies, read_address
from railwright.web.access.connections import Door, SocketConnection, http_protocol
from railwright.web.access.limits import Limits
from railwright.web.access.server_names import LOOPBACK_HOSTS, Names
from railwright.web.app import make_app
from railwright.web.jobs.pools import Pools
from railwright.web.rooms.hall import Hall

AT_ONCE, QUEUE = 16, 128
"""Connections that are accepted before others are heard, and that wait for that: whoever comes later waits for them."""

SPARE_FILES = 128
"""Files that the server has open besides its connections."""


class Server(uvicorn.Server):
    """Does not wait for questions that are still being answered when it stops."""

    def __init__(self, app: FastAPI, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse those questions, then end all connections."""
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
    prepare: Callable[[], None] = lambda: None,
) -> None:
    """Serve until somebody stops it. ``ready`` hears the address as soon as requests are taken; ``prepare`` is done
    before that, once it is known that the server can run.

    The players ``warm`` are loaded right away, the others when somebody wants them. ``proxies`` are addresses that may
    say for whom they ask; ``names`` are public names of the server.
    """
    believed, known = Proxies(proxies), Names([*names, *([] if read_address(host) else [host])])
    try:
        sockets = [listen(host, port)]
    except OSError as error:
        wrong = "--host" if _is_of_host(error) else "--port"
        raise OptionError(
            f"cannot listen at {host}, port {port} ({error.strerror or error}); try another {wrong}"
        ) from error
    store = GameStore(folder / DATABASE)
    prepare()
    server = make_server(
        store, proxies=believed, names=known, limits=limits, show=show, warm=warm, keeping=keeping
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
    pools: Pools | None = None,
) -> uvicorn.Server:
    """A server for a database of games, which it closes at its end."""
    limits = _within_files(limits or Limits())
    app = make_app(
        store, names=names, proxies=proxies, limits=limits, show=show, warm=warm, keeping=keeping, pools=pools
    )
    config = uvicorn.Config(
        app, log_level="error", access_log=False, timeout_graceful_shutdown=3, server_header=False,
        proxy_headers=False, http=http_protocol(Door(limits, proxies)), ws=SocketConnection,
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
    """As many connections as the system lets a process have open files, if that is fewer."""
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
    """Whether nobody can listen at an address, at whatever port: it does not exist, or is another machine's."""
    return isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except OSError:
        found.close()
        raise
    return found


def _url(listening: socket.socket, host: str) -> str:
    port = listening.getsockname()[1]
    name = "localhost" if host in ("0.0.0.0", "::", *LOOPBACK_HOSTS) else host
    return f"http://{name}:{port}/"
