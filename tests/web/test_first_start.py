"""The first start on a machine: the page is there at once, and says how far compiling is."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import InvalidStatus

from railwright.errors import RailwrightError
from railwright.store.games import GameStore
from railwright.web.access.addresses import Proxies
from railwright.web.access.limits import UNLIMITED
from railwright.web.access.server_names import Names
from railwright.web.app import make_app
from railwright.web.entrance import Entrance
from railwright.web.http_server import make_http_server
from railwright.web.serving import listen, serve_and_prepare
from railwright.web.waiting_room import StartProgress, make_waiting_room
from waiting import HANG_SECONDS
from web.patient import PATIENT
from web.serving import Client, shared_pools
from web.visiting import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SEATS = {"seats": [{"player": "human"}, {"player": "rule"}], "grace_seconds": 0}


class Compiler:
    """Stands for compiling the game, which the test lets go on step by step."""

    def __init__(self) -> None:
        self.tell: Callable[[int, int], None] = lambda done, steps: None
        self.has_begun = threading.Event()
        self.may_end = threading.Event()
        self.is_stopped = False
        self.error: RailwrightError | None = None

    def run(self, tell: Callable[[int, int], None]) -> None:
        self.tell = tell
        self.has_begun.set()
        assert self.may_end.wait(HANG_SECONDS)
        if self.error is not None:
            raise self.error

    def stop(self) -> None:
        self.is_stopped = True
        self.may_end.set()


class Start:
    """A server that compiles first."""

    def __init__(self, folder: Path) -> None:
        self.compiler = Compiler()
        self._socket = listen("127.0.0.1", 0)
        self._store = GameStore(folder / "games.sqlite")
        names, proxies = Names(), Proxies()
        progress = StartProgress()
        room = make_waiting_room(progress, names=names, proxies=proxies, limits=UNLIMITED, policies=None)
        self.entrance = Entrance(room)
        self.server = make_http_server(
            self.entrance, limits=UNLIMITED, proxies=proxies, app=lambda: self.entrance.app
        )  # fmt: skip
        is_listening = threading.Event()
        serving = serve_and_prepare(
            self.server, [self._socket], is_listening.set, self.entrance, self.compiler, progress,
            lambda: make_app(self._store, patience=PATIENT, limits=UNLIMITED, pools=shared_pools()),
        )  # fmt: skip
        self.failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=[serving])
        self._thread.start()
        assert is_listening.wait(HANG_SECONDS)
        assert self.compiler.has_begun.wait(HANG_SECONDS)
        self.client = Client(f"http://127.0.0.1:{self._socket.getsockname()[1]}")

    def _run(self, serving: object) -> None:
        try:
            asyncio.run(serving)  # type: ignore[arg-type]
        except BaseException as error:
            self.failure = error

    def wait_for_end(self) -> None:
        self._thread.join(HANG_SECONDS)
        assert not self._thread.is_alive()
        self.client.http.close()
        if self.entrance.app is None:
            self._store.close()


@contextmanager
def start(folder: Path) -> Iterator[Start]:
    found = Start(folder)
    try:
        yield found
    finally:
        found.server.should_exit = True
        found.wait_for_end()


def test_the_page_is_there_while_the_game_is_compiled(tmp_path: Path, browser: Browser) -> None:
    with start(tmp_path) as here:
        http = here.client.http
        assert http.get("/api/progress").json()["steps"] == 0
        here.compiler.tell(3, 12)
        progress = http.get("/api/progress").json()
        assert (progress["is_ready"], progress["done"], progress["steps"]) == (False, 3, 12)
        refused = http.post("/api/games", json=SEATS)
        assert (refused.status_code, refused.json()["error"]) == (503, "not-ready")
        assert "3 of 12 steps" in refused.json()["message"]
        assert refused.headers["retry-after"] == "2"
        assert refused.headers["cache-control"] == "no-store"
        with pytest.raises(InvalidStatus), here.client.socket("x"):
            pass
        assert http.get("/", headers={"Host": "evil.example"}).status_code == 421
        gone = http.get("/assets/page-0.js")
        assert (gone.status_code, gone.json()["error"]) == (404, "bad-request")  # as it is later
        before = http.get("/api/catalog").json(), http.get("/api/drawing").json()

        visitor = Visitor(browser, f"{here.client.url}/")
        page = visitor.page
        page.wait_for_selector(".waiting-bar >> text=3 of 12 steps")
        page.select_option(".seat-form >> nth=1 >> select", "rule")
        page.click(".seat-form >> nth=2 >> button")
        visitor.picture("first start")
        here.compiler.tell(4, 12)
        page.click(".new-game button[type=submit]")
        page.wait_for_selector(".waiting-bar >> text=Your game starts when this is done")
        link = visitor.open("#/watch/unknown")  # what needs a game waits, too
        link.wait_for_selector(".waiting-bar >> text=4 of 12 steps")
        assert link.locator(".trouble").count() == 0
        here.compiler.may_end.set()
        page.wait_for_selector(".board svg")
        page.wait_for_selector(".waiting-bar", state="detached")
        link.wait_for_selector(".trouble")
        visitor.context.close()
        assert http.get("/api/progress").json()["is_ready"]
        assert (http.get("/api/catalog").json(), http.get("/api/drawing").json()) == before
        assert "is-waiting" not in http.get("/").text
        game, keys = here.client.new_game(["human", "rule"])
        with here.client.page(game, keys[0]) as seat:
            assert seat.state["me"]["seat"] == 0
    assert here.failure is None


def test_a_server_that_is_stopped_while_it_compiles_stops_compiling(tmp_path: Path) -> None:
    with start(tmp_path) as here:
        assert not here.compiler.is_stopped
    assert here.compiler.is_stopped
    assert here.failure is None


def test_a_server_that_cannot_compile_ends_and_says_why(tmp_path: Path) -> None:
    here = Start(tmp_path)
    here.compiler.error = RailwrightError("the game could not be compiled")
    here.compiler.may_end.set()
    here.wait_for_end()
    assert here.failure is here.compiler.error
