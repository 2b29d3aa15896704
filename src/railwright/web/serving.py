"""Runs the server: one process, one event loop. What can be refused is refused before the engine is compiled."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from railwright.errors import OptionError, RailwrightError
from railwright.store.database_files import DATABASE
from railwright.store.games import GameStore
from railwright.store.incoming import incoming
from railwright.store.retention import USUAL, Retention
from railwright.web.access.addresses import Proxies, read_address
from railwright.web.access.limits import Limits
from railwright.web.access.reach import Listening
from railwright.web.access.server_names import LOOPBACK_HOSTS, Names
from railwright.web.entrance import Entrance
from railwright.web.http_server import make_http_server, within_files
from railwright.web.jobs.patience import Patience
from railwright.web.sub_path import read_root_path
from railwright.web.waiting_room import StartProgress, make_waiting_room

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

    from railwright.web.access.offered_policies import OfferedPolicies

QUEUE = 128
"""Length of the listen queue."""
STARTED_POLL_SECONDS = 0.01
"""How often it is checked whether the server has started."""

LAST_PORT = 65_535

LOOK_SECONDS = 1.0
"""Time between two looks whether there is a backup to restore."""

LOG = logging.getLogger("railwright.web")


class Preparation(Protocol):
    """Work that takes long, such as compiling the game, and that leaves this process free."""

    def run(self, tell: Callable[[int, int], None]) -> None:
        """Do the work, and report (done, total) after each step."""

    def stop(self) -> None:
        """Give up: ``run`` returns or raises soon."""


def run_server(
    *,
    host: str,
    port: int,
    folder: Path,
    ready: Callable[[str], None],
    show: Sequence[Path] = (),
    warm: Sequence[str] = (),
    retention: Retention = USUAL,
    proxies: Iterable[str] = (),
    names: Iterable[str] = (),
    patience: Patience | None = None,
    limits: Limits | None = None,
    preparation: Preparation | None = None,
    policies: OfferedPolicies | None = None,
    metrics: str = "",
    metrics_ready: Callable[[str], None] = lambda url: None,
    root_path: str = "",
    webhooks: bool = False,
) -> None:
    """Run the server until it is stopped.

    Args:
        host: Address or name to listen on.
        port: Port to listen on; 0 for any free one.
        folder: Folder of the games database.
        ready: Called with the URL as soon as the server accepts requests.
        show: Folders for the learning pages.
        warm: Players to load right away. The others are loaded when they are first needed.
        retention: Retention periods and quotas.
        proxies: Addresses of proxies that are trusted to state the address of a client.
        names: Public host names of the server.
        patience: Time limits of computer players, answers and files.
        limits: Rate limits and sizes.
        preparation: Work to do before the application can be loaded; meanwhile the page shows progress.
        policies: Trained policies to offer as players.
        metrics: Address and port of the figures for the operator; empty for none.
        metrics_ready: Called with their URL as soon as they can be read.
        root_path: Path under which a proxy serves it.
        webhooks: Whether people may have addresses of theirs called at their turn.
    """
    trusted, known = Proxies(proxies), Names([*names, *([] if read_address(host) else [host])])
    path = read_root_path(root_path)
    figures = read_metrics_place(metrics)
    sockets = [_listen(host, port, "--host", "--port")]
    if figures is not None:
        sockets.append(_listen(*figures, "--metrics", "--metrics"))
    metrics_port = None if figures is None else int(sockets[1].getsockname()[1])
    database = folder / DATABASE
    store = GameStore(database)
    bounds = within_files(limits or Limits())

    def make_application(store: GameStore) -> FastAPI:
        from railwright.web.access.offered_policies import NO_POLICIES
        from railwright.web.access.outside import Outside
        from railwright.web.app import make_app  # needs the compiled engine
        from railwright.web.rooms.webhooks import WebhookCaller

        return make_app(
            store, proxies=trusted, names=known, patience=patience, limits=bounds, show=show, warm=warm,
            retention=retention, policies=policies or NO_POLICIES, listening=Listening.of(sockets[0]), root_path=path,
            caller=WebhookCaller(Outside()) if webhooks else None,
        )  # fmt: skip

    def tell() -> None:
        ready(f"{_url(sockets[0], host)}{path.removeprefix('/')}{'/' if path else ''}")
        if figures is not None:
            metrics_ready(f"{_url(sockets[1], figures[0])}metrics")

    make = partial(make_http_server, limits=bounds, proxies=trusted, metrics_port=metrics_port, root_path=path)
    progress = StartProgress(began=time.monotonic())
    room = make_waiting_room(progress, names=known, proxies=trusted, limits=bounds, policies=policies)
    entrance = Entrance(room, make_application(store) if preparation is None else None)
    server = make(entrance, app=lambda: entrance.app)
    if preparation is None:
        serving = serve(server, sockets, tell)
    else:
        serving = serve_and_prepare(
            server, sockets, tell, entrance, preparation, progress, partial(make_application, store)
        )
    restoring = restore_backups(
        server, entrance, progress, database, lambda: make_application(GameStore(database))
    )  # fmt: skip
    try:
        asyncio.run(_beside(serving, restoring))
    finally:
        if not entrance.was_opened:
            store.close()


async def _beside(serving: Coroutine[Any, Any, None], other: Coroutine[Any, Any, None]) -> None:
    """Do something else as long as a server runs."""
    task = asyncio.ensure_future(other)
    try:
        await serving
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def restore_backups(
    server: uvicorn.Server,
    entrance: Entrance,
    progress: StartProgress,
    database: Path,
    reopen: Callable[[], FastAPI],
) -> None:
    """Whenever a backup is offered to a running server, close its application and open one with the backup.

    People who play are disconnected for a moment. If the backup is refused, or withdrawn meanwhile, they go on with
    the games as they were. If the application cannot be opened again, the server stops.
    """
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        if entrance.app is None or not incoming(database).exists():
            continue
        progress.is_restoring = True
        await entrance.close()
        try:
            await entrance.open(await asyncio.to_thread(reopen))
        except RailwrightError as error:
            LOG.error("the server stops, since its games cannot be opened: %s", error)
            server.should_exit = True
            return


async def serve(server: uvicorn.Server, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
    """Run a server until it is stopped; ``ready`` is called as soon as it accepts requests."""
    task = asyncio.ensure_future(server.serve(sockets=sockets))
    while not server.started and not task.done():
        await asyncio.sleep(STARTED_POLL_SECONDS)
    if server.started:
        for listening in sockets:
            listening.listen(QUEUE)
        ready()
    await task


async def serve_and_prepare(
    server: uvicorn.Server,
    sockets: list[socket.socket],
    ready: Callable[[], None],
    entrance: Entrance,
    preparation: Preparation,
    progress: StartProgress,
    make_application: Callable[[], FastAPI],
) -> None:
    """Run a server whose application is opened once a preparation is done. If that fails, the server stops."""
    serving = asyncio.ensure_future(serve(server, sockets, ready))
    preparing = asyncio.ensure_future(asyncio.to_thread(preparation.run, progress.tell))
    try:
        await asyncio.wait([serving, preparing], return_when=asyncio.FIRST_COMPLETED)
        if preparing.done():
            preparing.result()
            await entrance.open(await asyncio.to_thread(make_application))
    finally:
        preparation.stop()
        await asyncio.wait([preparing])
        if entrance.app is None:
            server.should_exit = True
        await serving


def _is_of_host(error: OSError) -> bool:
    """Whether the host is at fault, not the port: it does not exist, or belongs to another machine."""
    return isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL


def read_metrics_place(text: str) -> tuple[str, int] | None:
    """Parse an address and port such as 127.0.0.1:9420; None if the text is empty."""
    host, _, port = text.rpartition(":")
    if not text:
        return None
    if read_address(host.strip("[]")) is None or not port.isascii() or not port.isdecimal() or int(port) > LAST_PORT:
        raise OptionError(f"--metrics {text}: give an address and a port, such as 127.0.0.1:9420")
    return host.strip("[]"), int(port)


def _listen(host: str, port: int, host_option: str, port_option: str) -> socket.socket:
    """Return a socket bound to an address that was given with these options."""
    try:
        return listen(host, port)
    except OSError as error:
        wrong = host_option if _is_of_host(error) else port_option
        raise OptionError(
            f"cannot listen on {host}, port {port} ({error.strerror or error}); try another {wrong}"
        ) from error


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
