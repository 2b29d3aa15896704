"""Real server processes for tests, and a page that talks to them."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from cli.commands import begin
from forked import ForkedProgram
from railwright.store.games import GameStore
from railwright.web.access.addresses import Proxies
from railwright.web.access.limits import UNLIMITED, Limits
from railwright.web.access.reach import Listening
from railwright.web.access.server_names import Names
from railwright.web.jobs.server_pools import ServerPools
from railwright.web.server import make_server
from railwright.web.serving import listen
from waiting import HANG_SECONDS
from web.patient import PATIENT, PATIENT_OPTIONS

KEY = "X-Railwright-Key"


class Client:
    """Somebody who uses a server at an address of this machine."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=self.url, timeout=HANG_SECONDS)

    def connect(self, *, source: str = "127.0.0.1", receive_bytes: int | None = None) -> socket.socket:
        """A connection of one's own, from an address of this machine, with a small buffer for answers if asked."""
        line = socket.socket()
        line.settimeout(HANG_SECONDS)
        if receive_bytes is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        line.bind((source, 0))
        line.connect(("127.0.0.1", int(self.url.rpartition(":")[2])))
        return line

    def new_game(self, players: Sequence[str], **wish: Any) -> tuple[str, list[str | None]]:
        """A new game; returns its name and keys."""
        seats = [{"player": player} for player in players]
        wish = {"seats": seats, "grace_seconds": 0, **wish}
        while (answer := self.http.post("/api/games", json=wish)).status_code == 503:
            assert answer.json()["error"] == "not-ready", answer.text
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return made["game"], made["keys"]

    def look(self, game: str, key: str | None = None, since: int = -1) -> dict[str, Any]:
        """The game as a seat sees it."""
        headers = {} if key is None else {KEY: key}
        answer = self.http.get(f"/api/games/{game}", headers=headers, params={"since": since})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def act(self, game: str, key: str, action: int, version: int) -> httpx.Response:
        """Act over REST."""
        wish = {"action": action, "version": version}
        return self.http.post(f"/api/games/{game}/actions", json=wish, headers={KEY: key})

    def socket(self, game: str) -> ClientConnection:
        """The WebSocket of a game."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/games/{game}/live"
        return connect(address, open_timeout=HANG_SECONDS, close_timeout=1, max_size=2**24)

    @contextmanager
    def page(self, game: str, key: str | None = None) -> Iterator[Page]:
        """A page that looks at a game."""
        with self.socket(game) as line:
            yield Page(line, key)


class Server(Client):
    """``railwright serve`` in a process of its own: a fork of one that has loaded everything, or a real start."""

    def __init__(self, folder: Path, *options: str, is_real_start: bool = False) -> None:
        words = ("serve", "--port", "0", "--data", str(folder), *PATIENT_OPTIONS, *options)
        self.process = begin(*words) if is_real_start else ForkedProgram(*words, NO_COLOR="1")
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("The table is at "), (line, self.process.communicate(timeout=HANG_SECONDS))
        super().__init__(line.removeprefix("The table is at ").strip().rstrip("/"))

    def kill(self) -> None:
        """As if the power failed."""
        self.process.kill()
        self._end()

    def interrupt(self) -> tuple[int, str]:
        """Ctrl-C; returns the exit code and what it wrote to stderr."""
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=HANG_SECONDS)
        self.http.close()
        assert self.process.returncode is not None
        return self.process.returncode, errors

    def stop(self) -> None:
        """End, if it has not yet."""
        if self.process.poll() is None:
            self.process.terminate()
        self._end()

    def _end(self) -> None:
        self.http.close()
        self.process.communicate(timeout=HANG_SECONDS)


@cache
def shared_pools() -> ServerPools:
    """Processes for all tables of a test session: to start some for each would take seconds."""
    return ServerPools()


@contextmanager
def nearby(
    folder: Path,
    limits: Limits = UNLIMITED,
    *,
    host: str = "127.0.0.1",
    proxies: Sequence[str] = (),
    names: Sequence[str] = (),
) -> Iterator[Client]:
    """A server with limits of its own, in a thread: it starts at once."""
    listening = listen(host, 0)
    store = GameStore(folder / "games.sqlite")
    server = make_server(
        store, proxies=Proxies(proxies), names=Names(names), patience=PATIENT, limits=limits, pools=shared_pools(),
        listening=Listening.of(listening),
    )  # fmt: skip
    thread = threading.Thread(target=asyncio.run, args=[server.serve(sockets=[listening])])
    thread.start()
    listening.listen()
    client = Client(f"http://{host}:{listening.getsockname()[1]}")
    try:
        yield client
    finally:
        client.http.close()
        server.should_exit = True
        thread.join(HANG_SECONDS)
        assert not thread.is_alive()


class Page:
    """A page over its WebSocket."""

    def __init__(self, line: ClientConnection, key: str | None) -> None:
        self.line = line
        self.state: dict[str, Any] = {}
        self.heard: list[tuple[int, str]] = []
        """Seat and phrase of all that was said."""
        self.ask(type="look", key=key)

    def send(self, **message: Any) -> None:
        self.line.send(json.dumps(message))

    def receive(self, timeout: float = HANG_SECONDS) -> dict[str, Any]:
        """The next message; a state, or what somebody says, is remembered."""
        message: dict[str, Any] = json.loads(self.line.recv(timeout))
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "said":
            self.heard.append((message["seat"], message["phrase"]))
        return message

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send and wait for the answer."""
        self.send(**message)
        while (answer := self.receive())["type"] in ("state", "said"):
            pass
        return answer

    def wait_until(self, condition: Any, timeout: float = HANG_SECONDS) -> dict[str, Any]:
        """Receive states until one is as wanted."""
        while not (self.state and condition(self.state)):
            self.receive(timeout)
        return self.state
