"""More connections than there are places: nobody takes those of others."""

from __future__ import annotations

import json
import socket
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from railwright.web.access.limits import Rate
from web.lines import LIMITS, is_answered, some, upgrade, wait_for_end
from web.serving import Client, nearby

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address for this machine")


def test_one_person_behind_a_proxy_cannot_take_all_places(tmp_path: Path) -> None:
    limits = replace(LIMITS, address_connections=2)
    with nearby(tmp_path, limits, proxies=["127.0.0.1"]) as server, ExitStack() as stack:
        game, _ = server.new_game(["human", "human"])
        for _ in range(2):
            line = stack.enter_context(server.connect())
            line.sendall(upgrade(game, more=b"X-Forwarded-For: 192.0.2.1\r\n"))
            assert some(line).startswith(b"HTTP/1.1 101 ")
        answers = [
            server.http.get("/api/catalog", headers={"X-Forwarded-For": f"192.0.2.{number}"}) for number in (1, 2)
        ]
        assert [answer.status_code for answer in answers] == [503, 200]
        assert answers[0].json()["error"] == "too-many"


def test_silent_connections_keep_nobody_out(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(LIMITS, address_connections=20, connections=50)) as server, ExitStack() as stack:
        lines = [stack.enter_context(server.connect()) for _ in range(100)]
        assert is_answered(server)
        assert wait_for_end(lines[0]) == b"", "the oldest gives way first"
        game, keys = server.new_game(["human", "human"])
        with server.page(game, keys[0]) as page:
            more = [stack.enter_context(server.connect()) for _ in range(100)]
            assert page.ask(type="act", action=page.state["me"]["legal"][0]["action"], version=0)["type"] == "done"
            assert wait_for_end(more[0]) == b""


def test_half_sent_bodies_keep_nobody_out(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(LIMITS, address_connections=20)) as server, ExitStack() as stack:
        for _ in range(60):
            line = stack.enter_context(server.connect())
            line.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        assert is_answered(server)


@on_linux
@pytest.mark.parametrize("source", ["127.0.0.1", "127.0.0.2"])
def test_the_address_with_most_connections_gives_way_to_others(tmp_path: Path, source: str) -> None:
    with nearby(tmp_path, replace(LIMITS, connections=20)) as server, ExitStack() as stack:
        for _ in range(40):
            stack.enter_context(server.connect(source=source))
        assert is_answered(server)


def test_an_address_that_connects_again_and_again_is_turned_away(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(LIMITS, address_opens=Rate(5, 0.0001))) as server:
        assert [is_answered(server) for _ in range(6)] == [True] * 5 + [False]


def test_connections_that_are_all_in_use_refuse_more(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(LIMITS, address_connections=2)) as server:
        game, keys = server.new_game(["human", "human"])
        server.http.close()
        with server.page(game, keys[0]), server.page(game, keys[1]), server.connect() as third:
            answer = wait_for_end(third)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"] == "too-many"


def open_pages(server: Client, game: str, stack: ExitStack, *, each: int) -> list[socket.socket]:
    """As many pages from each of two addresses."""
    lines = []
    for source in ("127.0.0.2", "127.0.0.3"):
        for _ in range(each):
            lines.append(stack.enter_context(server.connect(source=source)))
            lines[-1].sendall(upgrade(game))
            assert some(lines[-1]).startswith(b"HTTP/1.1 101 ")
    return lines


@on_linux
def test_an_address_with_many_pages_gives_one_up_to_a_newcomer_when_all_places_are_taken(tmp_path: Path) -> None:
    limits = replace(LIMITS, connections=12, safe_connections=3)
    with nearby(tmp_path, limits) as server, ExitStack() as stack:
        game, _ = server.new_game(["human", "human"])
        server.http.close()
        lines = open_pages(server, game, stack, each=6)
        assert is_answered(server)
        wait_for_end(lines[5])  # the newest of the first of those who have most


@on_linux
def test_pages_of_addresses_that_have_few_are_safe(tmp_path: Path) -> None:
    limits = replace(LIMITS, connections=6, safe_connections=3)
    with nearby(tmp_path, limits) as server, ExitStack() as stack:
        game, _ = server.new_game(["human", "human"])
        server.http.close()
        open_pages(server, game, stack, each=3)
        assert not is_answered(server)


def test_pages_behind_a_proxy_belong_to_whom_it_names(tmp_path: Path) -> None:
    limits = replace(LIMITS, connections=6, safe_connections=2)
    with nearby(tmp_path, limits, proxies=["127.0.0.1"]) as server, ExitStack() as stack:
        game, _ = server.new_game(["human", "human"])
        server.http.close()
        lines = []
        for number in (1, 1, 1, 1, 2, 2):
            lines.append(stack.enter_context(server.connect()))
            lines[-1].sendall(upgrade(game, more=f"X-Forwarded-For: 192.0.2.{number}\r\n".encode()))
            assert some(lines[-1]).startswith(b"HTTP/1.1 101 ")
        for count in (3, 2):
            line = stack.enter_context(server.connect())
            line.sendall(upgrade(game, more=b"X-Forwarded-For: 192.0.2.3\r\n"))
            assert some(line).startswith(b"HTTP/1.1 101 ")
            wait_for_end(lines[count])
        with server.connect() as refused:
            assert wait_for_end(refused).startswith(b"HTTP/1.1 503 ")
