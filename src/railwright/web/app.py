"""The web application: routes, refusals, the page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from railwright import __version__
from railwright.errors import FileError
from railwright.store.games import GameStore
from railwright.store.retention import USUAL, Retention
from railwright.web.access.addresses import Proxies
from railwright.web.access.limits import Limits
from railwright.web.access.offered_policies import NO_POLICIES, OfferedPolicies
from railwright.web.access.reach import Listening
from railwright.web.access.server_names import Names
from railwright.web.api import catalog, games, learn, live, own_games, records, reviews, webhooks
from railwright.web.api.response_models import REFUSALS
from railwright.web.delivery.compression import Compression
from railwright.web.delivery.health import add_health
from railwright.web.delivery.page_routes import add_page
from railwright.web.jobs.patience import Patience
from railwright.web.jobs.server_pools import ServerPools
from railwright.web.refusal_answers import add_refusals
from railwright.web.request_guard import Guard
from railwright.web.rooms.hall import Hall
from railwright.web.rooms.webhooks import WebhookCaller

DESCRIPTION = """The HTTP API of the game table.

The key of a seat goes into the header `X-Railwright-Key`; a request without a key sees the game as a spectator does.
With a secret of your own in the header `X-Railwright-Person`, the server keeps a list of your games.
Every refusal has a JSON body with a short name (`error`) and a sentence (`message`). The WebSocket
`/api/games/{game}/live` sends every change of a game as it happens.

Texts are English. Next to a text `x` that people read, `x_said` has the pattern that it was made from, and the values
filled in, so that it can be said in other languages.
"""
"""Introduction of the OpenAPI description."""


def make_app(
    database: Path | GameStore,
    *,
    names: Names | None = None,
    proxies: Proxies | None = None,
    patience: Patience | None = None,
    limits: Limits | None = None,
    show: Sequence[Path] = (),
    retention: Retention = USUAL,
    warm: Sequence[str] = (),
    pools: ServerPools | None = None,
    policies: OfferedPolicies = NO_POLICIES,
    listening: Listening | None = None,
    root_path: str = "",
    caller: WebhookCaller | None = None,
) -> FastAPI:
    """Make the application for a games database, which it closes on shutdown.

    Args:
        database: The games database, or its path.
        names: Host names that the server answers to besides its address.
        proxies: Proxies that are trusted to state the address of a client.
        patience: Time limits of computer players, answers and files.
        limits: Rate limits and sizes.
        show: Folders for the learning pages.
        retention: Retention periods and quotas.
        warm: Players to load before anybody asks for them.
        pools: Worker processes to use, which are left running; by default the application starts its own.
        policies: Trained policies to offer as players.
        listening: Where the server listens, which decides where links to games work.
        root_path: Path under which a proxy serves it, for its description.
        caller: What calls the webhooks of people; None to call nobody.
    """

    limits = limits or Limits()
    names = names or Names()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = GameStore(database) if isinstance(database, Path) else database
        hall = app.state.hall = Hall(
            store, patience=patience, limits=limits, show=show, retention=retention, pools=pools,
            policies=policies, caller=caller,
        )  # fmt: skip
        if warm:
            hall.rooms.readiness.warm(warm)
        hall.begin()
        yield
        await hall.close()
        if caller is not None:
            caller.close()
        store.close()

    app = FastAPI(
        title="Railwright", version=__version__, description=DESCRIPTION, lifespan=lifespan, docs_url=None,
        redoc_url=None, openapi_url="/api/openapi.json", responses=REFUSALS,
        servers=[{"url": root_path}] if root_path else None,
    )  # fmt: skip
    app.state.listening, app.state.names = listening, names
    app.add_middleware(Compression)
    app.add_middleware(Guard, names=names, proxies=proxies or Proxies(), limits=limits)
    for router in (
        games.router, webhooks.router, reviews.router, records.router, own_games.router, catalog.router, learn.router
    ):  # fmt: skip
        app.include_router(router)
    app.include_router(live.router)
    add_refusals(app)
    add_page(app)
    add_health(app, lambda: _readiness(app))
    return app


def _readiness(app: FastAPI) -> tuple[bool, dict[str, Any]]:
    hall: Hall = app.state.hall
    try:
        hall.store.size()
    except FileError:
        return False, {"status": "the games cannot be read"}
    return True, {"status": "ready"}
