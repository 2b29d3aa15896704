"""Metrics of the server for its operator, in the text format of Prometheus.

They are served at a port of their own, which the operator chooses, and never at that of the page: behind a proxy on the
same machine everybody seems to come from this machine. They are sums, without names, addresses or games.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from railwright import __version__

if TYPE_CHECKING:
    from railwright.web.rooms.hall import Hall

PATH = "/metrics"

MEDIA_TYPE = "text/plain; version=0.0.4"

Labels = Mapping[str, str]

Sample = tuple[Labels, float]


class Metrics:
    """Counts the answers of an application, and serves the figures at a port of their own."""

    def __init__(self, app: ASGIApp, *, port: int | None, application: Callable[[], FastAPI | None]) -> None:
        """Watch an application.

        Args:
            app: What answers the requests.
            port: Port of the figures; None to serve none.
            application: Returns the application, or None while the game is being compiled.
        """
        self._app = app
        self._port = port
        self._application = application
        self._statuses: Counter[int] = Counter()
        self._sockets = 0
        self._connections: Callable[[], int] = lambda: 0
        self._began = time.time()

    def count_connections(self, count: Callable[[], int]) -> None:
        """Tell how to count the open connections."""
        self._connections = count

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        server = scope.get("server") or ("", 0)
        if self._port is not None and scope["type"] != "lifespan" and server[1] == self._port:
            await self._show(scope, receive, send)
        elif scope["type"] == "http":
            await self._app(scope, receive, self._counting(send))
        elif scope["type"] == "websocket":
            self._sockets += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._sockets -= 1
        else:
            await self._app(scope, receive, send)

    def _counting(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._statuses[message["status"]] += 1
            await send(message)

        return sending

    async def _show(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        elif scope["path"] == PATH and scope["method"] in ("GET", "HEAD"):
            await PlainTextResponse(self.text(), media_type=MEDIA_TYPE)(scope, receive, send)
        else:
            words = {"error": "bad-request", "message": f"there is only {PATH} here"}
            await JSONResponse(words, status_code=404)(scope, receive, send)

    def text(self) -> str:
        """All figures."""
        statuses = [({"status": str(status)}, count) for status, count in sorted(self._statuses.items())]
        parts = [
            _metric("railwright_info", "gauge", "Version of the program.", [({"version": __version__}, 1)]),
            _metric("railwright_http_requests_total", "counter", "Answered requests by status.", statuses),
            _metric("railwright_connections", "gauge", "Open connections.", [({}, self._connections())]),
            _metric("railwright_websockets", "gauge", "Open WebSockets.", [({}, self._sockets)]),
            *_process_figures(self._began),
        ]
        app = self._application()
        hall: Hall | None = None if app is None else app.state.hall
        parts.append(_metric("railwright_ready", "gauge", "1 if games can be played.", [({}, int(hall is not None))]))
        if hall is not None:
            parts += _hall_figures(hall)
        return "".join(parts)


def _hall_figures(hall: Hall) -> list[str]:
    stored = [({"awaits": whom}, count) for whom, count in sorted(hall.store.counts().items())]
    pools = [({"pool": pool.name.removeprefix("railwright-")}, pool) for pool in hall.pools.all]
    return [
        _metric("railwright_games_open", "gauge", "Games in memory.", [({}, hall.rooms.open_count)]),
        _metric("railwright_games_stored", "gauge", "Games on disk by who acts next.", stored),
        _metric("railwright_database_bytes", "gauge", "Used size of the database.", [({}, hall.store.size())]),
        _metric("railwright_jobs_running", "gauge", "Running jobs.", [(name, pool.running) for name, pool in pools]),
        _metric("railwright_jobs_queued", "gauge", "Queued jobs.", [(name, pool.queued) for name, pool in pools]),
        _metric(
            "railwright_job_seconds_total", "counter", "Time that finished jobs took.",
            [(name, pool.seconds) for name, pool in pools],
        ),
        _metric(
            "railwright_worker_processes", "gauge", "Worker processes.",
            [(name, len(pool.process_ids)) for name, pool in pools],
        ),
    ]  # fmt: skip


def _process_figures(began: float) -> list[str]:
    times = os.times()
    cpu = times.user + times.system
    return [
        _metric("process_cpu_seconds_total", "counter", "Processor time of the server process.", [({}, cpu)]),
        _metric("process_start_time_seconds", "gauge", "Start of the server, in seconds since 1970.", [({}, began)]),
    ]


def _metric(name: str, kind: str, words: str, samples: Iterable[Sample]) -> str:
    lines = [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]
    for labels, value in samples:
        marks = ",".join(f'{key}="{text}"' for key, text in labels.items())
        lines.append(f"{name}{{{marks}}} {value:.15g}" if marks else f"{name} {value:.15g}")
    return "\n".join(lines) + "\n"
