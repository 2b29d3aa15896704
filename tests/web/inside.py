"""The application inside the test's own process, where parts of it can be made to fail."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from railwright.game.record import Record
from railwright.maps.load import load_setup
from railwright.store.retention import USUAL, Retention
from railwright.web.access.limits import UNLIMITED, Limits
from railwright.web.access.offered_policies import OfferedPolicies
from railwright.web.access.server_names import Names
from railwright.web.app import make_app
from railwright.web.jobs.patience import Patience
from railwright.web.jobs.server_pools import ServerPools
from railwright.web.rooms.hall import Hall
from railwright.web.rooms.room import Room
from railwright.web.rooms.webhooks import WebhookCaller
from waiting import HANG_SECONDS
from web.patient import PATIENT
from web.serving import KEY, shared_pools

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # newer versions of the framework would rather have another client library
    from fastapi.testclient import TestClient


class Table:
    """An application, and a client of it."""

    def __init__(self, app: FastAPI, client: TestClient) -> None:
        self.app = app
        self.http = client

    @property
    def hall(self) -> Hall:
        hall: Hall = self.app.state.hall
        return hall

    def new_game(self, players: Sequence[str], **wish: Any) -> tuple[str, list[Any]]:
        seats = [{"player": player} for player in players]
        answer = self.http.post("/api/games", json={"seats": seats, "grace_seconds": 0, **wish})
        assert answer.status_code == 201, answer.text
        return answer.json()["game"], answer.json()["keys"]

    def begin(self, players: Sequence[str], *, owner: str = "", seed: int = 4) -> tuple[str, tuple[str | None, ...]]:
        """A new game with any players, also with those that cannot be asked for over the network."""
        record = Record(load_setup("usa"), tuple({"player": player} for player in players), seed)
        assert self.http.portal is not None
        create = partial(self.hall.rooms.create, record, {"grace_seconds": 0}, owner=owner)
        made = self.http.portal.call(create)
        return made.room.id, made.keys

    def look(self, game: str, key: str | None = None, since: int = -1) -> dict[str, Any]:
        headers = {} if key is None else {KEY: key}
        answer = self.http.get(f"/api/games/{game}", headers=headers, params={"since": since})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def act(self, game: str, key: str, action: int, version: int) -> Any:
        wish = {"action": action, "version": version}
        return self.http.post(f"/api/games/{game}/actions", json=wish, headers={KEY: key})

    def act_first(self, game: str, key: str, *, place: int = 0) -> dict[str, Any]:
        """Take one of the legal actions; returns the state after it."""
        state = self.look(game, key)
        answer = self.act(game, key, state["me"]["legal"][place]["action"], state["version"])
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def wait(self, game: str, key: str | None, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Look until the game is as wanted."""
        end = time.monotonic() + HANG_SECONDS
        while time.monotonic() < end:
            state = self.look(game, key)
            if condition(state):
                return state
            time.sleep(0.02)
        raise AssertionError(f"nothing came of it: {state['seat']=} {state['version']=} {state['notices']=}")

    def room(self, game: str) -> Room:
        """The room itself."""
        assert self.http.portal is not None
        return self.http.portal.call(self.hall.rooms.find, game)


@contextmanager
def table(
    folder: Path,
    *,
    patience: Patience = PATIENT,
    limits: Limits = UNLIMITED,
    show: Sequence[Path] = (),
    retention: Retention = USUAL,
    pools: ServerPools | None = None,
    policies: Sequence[Path] = (),
    caller: WebhookCaller | None = None,
) -> Iterator[Table]:
    """A table whose games are kept in a folder."""
    app = make_app(
        folder / "games.sqlite",
        names=Names(["testserver"]),
        patience=patience,
        limits=limits,
        show=show,
        retention=retention,
        pools=pools or shared_pools(),
        policies=OfferedPolicies(policies),
        caller=caller,
    )
    with TestClient(app, raise_server_exceptions=True) as client:
        yield Table(app, client)
