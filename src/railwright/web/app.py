"""The web application: routes, errors, the page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles

from railwright import __version__
from railwright.errors import RailwrightError
from railwright.store.games import GameStore
from railwright.web import live
from railwright.web.api import catalog, games, records
from railwright.web.api.models import Refusal
from railwright.web.hall import Hall
from railwright.web.refusals import RefusalError
from railwright.web.security import Guard
from railwright.web.thinking import Patience

PAGE = Path(str(files("railwright.web") / "static"))


def make_app(
    database: Path, *, hosts: Iterable[str] | None = None, patience: Patience | None = None, is_limited: bool = True
) -> FastAPI:  # fmt: skip
    """The application for a database of games. ``hosts`` are the names that it answers to; None for any."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = GameStore(database)
        hall = app.state.hall = Hall(store, patience=patience, is_limited=is_limited)
        hall.rooms.resume()
        yield
        await hall.rooms.close()
        store.close()

    app = FastAPI(
        title="Railwright", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/openapi.json", responses={400: {"model": Refusal}, 404: {"model": Refusal}},
    )  # fmt: skip
    app.add_middleware(Guard, hosts=hosts)
    for router in (games.router, records.router, catalog.router, live.router):
        app.include_router(router)
    app.add_exception_handler(RailwrightError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_bad)

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})

    app.mount("/static", StaticFiles(directory=PAGE), name="static")
    return app


async def _refuse(request: Request, error: Exception) -> JSONResponse:
    """A user's mistake: one line that says what is wrong."""
    status = error.status if isinstance(error, RefusalError) else 400
    name = error.name if isinstance(error, RefusalError) else "refused"
    return JSONResponse({"error": name, "message": str(error)}, status_code=status)


async def _refuse_bad(request: Request, error: Exception) -> JSONResponse:
    """A request that does not fit the description."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return JSONResponse({"error": "bad-request", "message": f"{place}: {first['msg']}"}, status_code=422)
