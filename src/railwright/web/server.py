"""Makes the server with its application, which needs the compiled engine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from railwright.store.games import GameStore
from railwright.store.retention import USUAL, Retention
from railwright.web.access.addresses import Proxies
from railwright.web.access.limits import Limits
from railwright.web.access.offered_policies import NO_POLICIES, OfferedPolicies
from railwright.web.access.reach import Listening
from railwright.web.access.server_names import Names
from railwright.web.app import make_app
from railwright.web.http_server import HttpServer, make_http_server, within_files
from railwright.web.jobs.patience import Patience
from railwright.web.jobs.server_pools import ServerPools


def make_server(
    store: GameStore,
    *,
    proxies: Proxies,
    names: Names,
    patience: Patience | None = None,
    limits: Limits | None = None,
    show: Sequence[Path] = (),
    warm: Sequence[str] = (),
    retention: Retention = USUAL,
    pools: ServerPools | None = None,
    policies: OfferedPolicies = NO_POLICIES,
    listening: Listening | None = None,
) -> HttpServer:
    """Make a server for a games database, which it closes on shutdown."""
    limits = within_files(limits or Limits())
    app = make_app(
        store, names=names, proxies=proxies, patience=patience, limits=limits, show=show, warm=warm,
        retention=retention, pools=pools, policies=policies, listening=listening,
    )  # fmt: skip
    return make_http_server(app, limits=limits, proxies=proxies, app=lambda: app)
