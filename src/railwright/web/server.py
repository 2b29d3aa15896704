"""Makes the server, which needs the compiled engine."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from railwright.store.games import GameStore
from railwright.store.keeping import USUAL, Keeping
from railwright.web.access.addresses import Proxies
from railwright.web.access.connections import ConnectionRegister
from railwright.web.access.http_connection import http_protocol
from railwright.web.access.limits import Limits
from railwright.web.access.offered_policies import NO_POLICIES, OfferedPolicies
from railwright.web.access.server_names import Names
from railwright.web.access.socket_connection import SocketConnection
from railwright.web.app import make_app
from railwright.web.jobs.server_pools import ServerPools
from railwright.web.rooms.hall import Hall

AT_ONCE = 16
"""Connections accepted per pass of the event loop."""

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
    policies: OfferedPolicies = NO_POLICIES,
) -> uvicorn.Server:
    """Make a server for a games database, which it closes on shutdown."""
    limits = _within_files(limits or Limits())
    app = make_app(
        store, names=names, proxies=proxies, limits=limits, show=show, warm=warm, keeping=keeping, pools=pools,
        policies=policies,
    )  # fmt: skip
    config = uvicorn.Config(
        app, log_level="error", access_log=False, timeout_graceful_shutdown=3, server_header=False,
        proxy_headers=False, http=http_protocol(ConnectionRegister(limits, proxies)), ws=SocketConnection,
        ws_max_size=4 * limits.message_characters, ws_per_message_deflate=False, backlog=AT_ONCE,
        h11_max_incomplete_event_size=limits.header_bytes, timeout_keep_alive=limits.idle_seconds,
    )  # fmt: skip
    return Server(app, config)


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
