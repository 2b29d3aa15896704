"""The HTTP server under the application, with its limits. It needs no compiled code."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from railwright.web.access.addresses import Proxies
from railwright.web.access.connections import ConnectionRegister
from railwright.web.access.http_connection import http_protocol
from railwright.web.access.limits import Limits
from railwright.web.access.socket_connection import SocketConnection
from railwright.web.metrics import Metrics
from railwright.web.sub_path import SubPath

if TYPE_CHECKING:
    from railwright.web.rooms.hall import Hall

AT_ONCE = 16
"""Connections accepted per pass of the event loop."""

SPARE_FILES = 128
"""File descriptors reserved for everything but connections."""


class HttpServer(uvicorn.Server):
    """A server that does not wait for pending queries when it stops."""

    def __init__(self, config: uvicorn.Config, app: Callable[[], FastAPI | None]) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse pending queries, then close all connections."""
        app = self._app()
        if app is not None:
            hall: Hall = app.state.hall
            hall.pools.answers.refuse_all()
        await super().shutdown(sockets)


def make_http_server(
    asgi: ASGIApp, *, limits: Limits, proxies: Proxies, app: Callable[[], FastAPI | None],
    metrics_port: int | None = None, root_path: str = "",
) -> HttpServer:  # fmt: skip
    """Make a server.

    Args:
        asgi: What answers the requests.
        limits: Limits on connections.
        proxies: Proxies that are trusted to state the address of a client.
        app: Returns the application, or None while it is not running.
        metrics_port: Port at which the figures for the operator are; None for no figures.
        root_path: Path under which a proxy serves it.
    """
    register = ConnectionRegister(limits, proxies)
    metrics = Metrics(SubPath(asgi, root_path), port=metrics_port, application=app)
    metrics.count_connections(lambda: register.count)
    config = uvicorn.Config(
        metrics, log_level="error", access_log=False, timeout_graceful_shutdown=3, server_header=False,
        proxy_headers=False, http=http_protocol(register), ws=SocketConnection,
        ws_max_size=4 * limits.message_characters, ws_per_message_deflate=False, backlog=AT_ONCE,
        h11_max_incomplete_event_size=limits.header_bytes, timeout_keep_alive=limits.idle_seconds,
    )  # fmt: skip
    return HttpServer(config, app)


def within_files(limits: Limits) -> Limits:
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
