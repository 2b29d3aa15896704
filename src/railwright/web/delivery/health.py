"""The endpoints that tell an operator's tools whether the server is alive, and whether games can be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Response
from fastapi.responses import JSONResponse

NO_STORE = {"Cache-Control": "no-store"}

Readiness = Callable[[], tuple[bool, dict[str, Any]]]


def add_health(app: FastAPI, readiness: Readiness) -> None:
    """Add ``/healthz``, which answers while the server is alive, and ``/readyz``.

    ``readiness`` says whether games can be played, with words for the operator.
    """

    @app.get("/healthz", include_in_schema=False)
    async def alive() -> Response:
        return JSONResponse({"status": "alive"}, headers=NO_STORE)

    @app.get("/readyz", include_in_schema=False)
    async def ready() -> Response:
        is_ready, words = readiness()
        return JSONResponse(words, status_code=200 if is_ready else 503, headers=NO_STORE)
