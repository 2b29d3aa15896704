"""Behind a reverse proxy, under a path, and watched by an operator."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import httpx
import pytest

from railwright.errors import OptionError
from railwright.web.serving import read_metrics_place
from railwright.web.sub_path import read_root_path
from waiting import HANG_SECONDS
from web.serving import Client, Server
from web.visiting import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAME = "trains.example"
PREFIX = "/games/railwright"
FIGURES: dict[str, str] = {}
"""Where the figures of each server are."""


class Proxy:
    """A small reverse proxy: passes connections on, under a name and a path of its own, as nginx does.

    It reads the head of each request, takes the path off unless ``is_plain``, sets X-Forwarded-For and, with a
    ``name``, the Host, and passes everything else on as it comes, WebSockets too. Each connection has one request.
    """

    def __init__(self, target: int, *, is_plain: bool, name: str | None) -> None:
        self._target, self._is_plain, self._name = target, is_plain, name
        self._connections: set[asyncio.Task[None]] = set()
        self._is_up = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._is_up.wait(HANG_SECONDS)

    async def _serve(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._is_up.set()
        await self._end.wait()
        server.close()
        left = list(self._connections)
        for connection in left:
            connection.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        this = asyncio.current_task()
        assert this is not None
        self._connections.add(this)
        writers = [writer]
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            request, *lines = head.rstrip().split("\r\n")
            method, path, version = request.split(" ")
            if not path.startswith(PREFIX):
                writer.write(b"HTTP/1.1 404 Not Here\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            path = path if self._is_plain else path.removeprefix(PREFIX)
            is_socket = any(line.lower().startswith("upgrade:") for line in lines)
            hidden = ["x-forwarded-for:", *([] if is_socket else ["connection:"]), *(["host:"] if self._name else [])]
            kept = [line for line in lines if not line.lower().startswith(tuple(hidden))]
            added = ["X-Forwarded-For: 192.0.2.7", *([] if is_socket else ["Connection: close"])]
            added += [f"Host: {self._name}"] if self._name else []
            inner, outer = await asyncio.open_connection("127.0.0.1", self._target)
            writers.append(outer)
            outer.write("\r\n".join([f"{method} {path or '/'} {version}", *kept, *added, "", ""]).encode())
            await asyncio.gather(_copy(reader, outer), _copy(inner, writer))
        except (OSError, asyncio.IncompleteReadError):
            return
        except asyncio.CancelledError:
            for one in writers:
                one.transport.abort()
        finally:
            for one in writers:
                one.close()
                with suppress(OSError):
                    await one.wait_closed()
            self._connections.discard(this)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(HANG_SECONDS)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()


@contextmanager
def proxied(server: Server, *, is_plain: bool, name: str | None = NAME) -> Iterator[str]:
    """The URL of the page behind a proxy."""
    proxy = Proxy(int(server.url.rpartition(":")[2].partition("/")[0]), is_plain=is_plain, name=name)
    try:
        yield f"http://127.0.0.1:{proxy.port}{PREFIX}"
    finally:
        proxy.stop()


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as its operator would run it."""
    options = ["--root-path", PREFIX, "--proxy", "127.0.0.1", "--public-name", NAME, "--metrics", "127.0.0.1:0"]
    server = Server(tmp_path_factory.mktemp("hosted"), *options)
    assert server.process.stdout is not None
    line = server.process.stdout.readline()
    assert line.startswith("Figures for Prometheus are at "), line
    FIGURES[server.url] = line.split()[-1]
    yield server
    server.stop()


@pytest.mark.parametrize("is_plain", [True, False])
def test_the_page_api_and_description_work_under_a_path(hosted: Server, is_plain: bool) -> None:
    """The proxy may take the path off or leave it."""
    assert hosted.url.endswith(PREFIX)
    with proxied(hosted, is_plain=is_plain) as url:
        http = httpx.Client(timeout=HANG_SECONDS)
        page = http.get(f"{url}/")
        assert page.status_code == 200
        links = re.findall(r'(?:href|src)="([^"#]+)"', page.text)
        assert links
        for link in links:
            assert link.startswith(f"{PREFIX}/")
            assert http.get(f"{url}{link.removeprefix(PREFIX)}").status_code == 200
        assert http.get(f"{url}/api/openapi.json").json()["servers"] == [{"url": PREFIX}]
        assert http.get(f"{url}/static/page/main.js").status_code == 200
        assert http.get(f"{url}/healthz").json() == {"status": "alive"}
        assert http.get(f"{url}/readyz").json() == {"status": "ready"}
        if is_plain:
            answer = http.get(url, follow_redirects=False)
            assert (answer.status_code, answer.headers["location"]) == (308, f"{PREFIX}/")
        assert http.get(f"{url}/metrics").status_code == 404
        with Client(url).page(*_game(Client(url))) as seat:
            assert seat.state["me"]["seat"] == 0


def _game(client: Client) -> tuple[str, str]:
    game, keys = client.new_game(["human", "rule"])
    assert keys[0] is not None
    return game, keys[0]


def test_a_person_plays_behind_a_proxy_under_a_path(hosted: Server, browser: Browser) -> None:
    with proxied(hosted, is_plain=False, name=None) as url:  # the browser knows it by its address
        visitor = Visitor(browser, f"{url}/")
        page = visitor.page
        page.click("[data-start=quick]")
        page.wait_for_selector(".board svg")
        page.wait_for_selector(".sheet .offer, .offer")  # the state came over the WebSocket
        assert page.evaluate("location.pathname") == f"{PREFIX}/", "so links to games have the path"
        visitor.context.close()
        assert visitor.troubles == []


def test_the_page_is_found_without_the_slash_at_the_end(hosted: Server, browser: Browser) -> None:
    """A proxy that takes the path off asks for the same in both cases."""
    with proxied(hosted, is_plain=False, name=None) as url:
        visitor = Visitor(browser, url)
        visitor.page.wait_for_url(f"{url}/")
        visitor.page.wait_for_selector("[data-start=quick]")
        visitor.context.close()
        assert visitor.troubles == []


def test_an_operator_reads_figures_at_a_port_of_their_own(hosted: Server) -> None:
    lines = _figures(hosted)
    hosted.http.get("/api/catalog").raise_for_status()
    hosted.http.get("/api/games/none")
    game, keys = hosted.new_game(["human", "rule"])
    with hosted.page(game, keys[0]):
        after = _figures(hosted)
    assert after['railwright_http_requests_total{status="404"}'] > lines.get(
        'railwright_http_requests_total{status="404"}', 0
    )
    assert after['railwright_http_requests_total{status="200"}'] >= 1
    assert after["railwright_ready"] == 1
    assert after["railwright_websockets"] >= 1
    assert after["railwright_connections"] >= 2
    assert after["railwright_games_open"] >= 1
    assert after['railwright_games_stored{awaits="person"}'] >= 1
    assert after["process_cpu_seconds_total"] > 0
    assert {f'railwright_jobs_queued{{pool="{pool}"}}' for pool in ("thinking", "answers", "loading")} <= set(after)
    assert not any(game in line or "127.0.0.1" in line for line in after)


def _figures(hosted: Server) -> dict[str, float]:
    answer = httpx.get(FIGURES[hosted.url])
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    for line in answer.text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) \w+ .+|\w+(\{\w+=\"[^\"]*\"(,\w+=\"[^\"]*\")*\})? [0-9.e+-]+", line), line
    return {
        name: float(value)
        for name, _, value in (line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#"))
    }


@pytest.mark.parametrize("path", ["railwright", "/a b", "/a?b", "/a//b"])
def test_what_is_no_path_cannot_be_the_root_path(path: str) -> None:
    with pytest.raises(OptionError, match="give a path such as /railwright"):
        read_root_path(path)


@pytest.mark.parametrize("place", ["9420", "localhost:9420", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:99999", ":1"])
def test_what_is_no_address_and_port_cannot_have_figures(place: str) -> None:
    with pytest.raises(OptionError, match=r"give an address and a port, such as 127\.0\.0\.1:9420"):
        read_metrics_place(place)


def test_figures_may_have_an_ipv6_address() -> None:
    assert read_metrics_place("[::1]:9420") == ("::1", 9420)
    assert read_metrics_place("") is None
