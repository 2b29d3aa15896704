"""Runs the server: one process, one event loop. What can be refused is refused before the engine is compiled."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from railwright.errors import OptionError
from railwright.store.database_files import DATABASE
from railwright.store.games import GameStore
from railwright.store.keeping import USUAL, Keeping
from railwright.web.access.addresses import Proxies, read_address
from railwright.web.access.limits import Limits
from railwright.web.access.server_names import LOOPBACK_HOSTS, Names

if TYPE_CHECKING:
    import uvicorn

    from railwright.web.access.offered_policies import OfferedPolicies

QUEUE = 128
"""Length of the listen queue."""


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
    policies: OfferedPolicies | None = None,
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
        prepare: Called before the server starts, once the port and the database are known to be usable.
        policies: Trained policies to offer as players.
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
    prepare()
    from railwright.web.access.offered_policies import NO_POLICIES
    from railwright.web.server import make_server  # needs the compiled engine

    server = make_server(
        store, proxies=trusted, names=known, limits=limits, show=show, warm=warm, keeping=keeping,
        policies=policies or NO_POLICIES,
    )  # fmt: skip
    asyncio.run(_serve(server, sockets, lambda: ready(_url(sockets[0], host))))


async def _serve(server: uvicorn.Server, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
    task = asyncio.ensure_future(server.serve(sockets=sockets))
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    if server.started:
        for listening in sockets:
            listening.listen(QUEUE)
        ready()
    await task


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
