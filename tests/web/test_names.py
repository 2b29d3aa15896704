"""Who is called and who calls: names of the server, pages of other names, addresses behind a proxy."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from railwright.errors import OptionError
from railwright.web.access.addresses import Proxies, group_of
from railwright.web.access.limits import UNLIMITED, Rate
from railwright.web.access.server_names import Names
from web.serving import Client, nearby

GAME = {"seats": [{"player": "human"}, {"player": "human"}]}


def status(server: Client, host: str, **headers: str) -> int:
    """What a new game gets that is asked for by this name."""
    sent = {"Host": host, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return server.http.post("/api/games", json=GAME, headers=sent).status_code


def test_only_own_names_are_answered_whatever_address_is_listened_at(tmp_path: Path) -> None:
    with nearby(tmp_path, names=["trains.example", "rails.example:8443"]) as server:
        hosts = {
            "localhost": 201, "LOCALHOST:1": 201, "127.0.0.1:80": 201, "[::1]:80": 201, "trains.example": 201,
            "trains.example:9": 201, "rails.example:8443": 201, "rails.example": 421, "evil.example": 421,
            "trains.example.evil.example": 421, "192.0.2.7": 421, "x@localhost": 421, "localhost/": 421,
        }  # fmt: skip
        assert {host: status(server, host) for host in hosts} == hosts
        refused = server.http.get("/", headers={"Host": "evil.example"}).json()
        assert refused["error"] == "wrong-host"
        assert "'evil.example'" in refused["message"]
        assert "--public-name" in refused["message"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address for this machine")
def test_the_address_at_which_a_connection_arrives_is_a_name_of_the_server(tmp_path: Path) -> None:
    with nearby(tmp_path, host="127.0.0.2") as server:
        assert status(server, "127.0.0.2:80") == 201
        assert status(server, "127.0.0.3:80") == 421


def test_an_address_is_the_same_in_all_ways_to_write_it() -> None:
    names = Names()
    assert names.answers_to("192.0.2.7:8420", arrived_at="::ffff:192.0.2.7")
    assert names.answers_to("[2001:DB8:0::1]:8420", arrived_at="2001:db8::1")
    assert names.answers_to("[fe80::1]", arrived_at="fe80::1%eth0")
    assert not names.answers_to("192.0.2.8", arrived_at="192.0.2.7")
    assert not names.answers_to("", arrived_at="192.0.2.7")


def test_only_pages_of_the_server_itself_change_anything(tmp_path: Path) -> None:
    with nearby(tmp_path, names=["trains.example"]) as server:
        assert status(server, "trains.example", Origin="https://trains.example") == 201
        assert status(server, "localhost:1", Origin="https://trains.example") == 201, "a proxy may not pass the name on"
        assert status(server, "trains.example:8443", Origin="https://trains.example:8443") == 201
        for origin in ("https://evil.example", "https://trains.example:1", "null", "file://trains.example"):
            assert status(server, "trains.example", Origin=origin) == 403
        game, _ = server.new_game(["human", "human"])
        address = f"{server.url.replace('http', 'ws')}/api/games/{game}/live"
        with connect(address, additional_headers={"Origin": "https://trains.example"}):
            pass
        with pytest.raises(InvalidStatus), connect(address, additional_headers={"Origin": "https://evil.example"}):
            pass


FEW_GAMES = replace(UNLIMITED, games=Rate(1, 0.0001))


def test_people_behind_a_trusted_proxy_have_addresses_of_their_own(tmp_path: Path) -> None:
    with nearby(tmp_path, FEW_GAMES, proxies=["127.0.0.1"]) as server:
        asked = [
            ("192.0.2.1", 201), ("192.0.2.1", 429), ("192.0.2.2", 201), ("192.0.2.3, 192.0.2.2", 429),
            ("192.0.2.4, 127.0.0.1", 201), ("2001:db8::1", 201), ("2001:db8::2", 429), ("2001:db8:0:1::1", 201),
        ]  # fmt: skip
        assert [status(server, "localhost", X_Forwarded_For=hops) for hops, _ in asked] == [
            wanted for _, wanted in asked
        ]


def test_a_second_header_gives_nobody_a_second_allowance(tmp_path: Path) -> None:
    with nearby(tmp_path, FEW_GAMES, proxies=["127.0.0.1"]) as server:
        assert status(server, "localhost", X_Forwarded_For="192.0.2.1") == 201
        assert status(server, "localhost", X_Forwarded_For="192.0.2.1", Forwarded="for=1.1.1.1") == 400
        assert status(server, "localhost", X_Forwarded_For="192.0.2.1", Forwarded="for=192.0.2.1") == 429
        address = f"{server.url.replace('http', 'ws')}/api/games/x/live"
        both = {"X-Forwarded-For": "192.0.2.1", "Forwarded": "for=1.1.1.1"}
        with pytest.raises(InvalidStatus), connect(address, additional_headers=both):
            pass


def test_a_body_after_the_refusal_of_two_headers_is_read(tmp_path: Path) -> None:
    head = (
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\nForwarded: for=1.1.1.1\r\n"
        b"Content-Length: 9\r\n\r\n"
    )
    page = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with nearby(tmp_path, FEW_GAMES, proxies=["127.0.0.1"]) as server, server.connect() as line:
        line.sendall(head)
        answer = b""
        while b"HTTP/1.1 400 " not in answer:
            answer += line.recv(4096)
        line.sendall(b" " * 9 + page)
        while more := line.recv(65536):
            answer += more
        assert b"HTTP/1.1 200 " in answer


def test_what_anybody_else_says_of_addresses_is_not_believed(tmp_path: Path) -> None:
    with nearby(tmp_path, FEW_GAMES, proxies=["192.0.2.9"]) as server:
        assert status(server, "localhost", X_Forwarded_For="192.0.2.1") == 201
        assert status(server, "localhost", X_Forwarded_For="192.0.2.2") == 429
        assert status(server, "localhost", Forwarded="for=192.0.2.3") == 429


@pytest.mark.parametrize(
    ("headers", "client"),
    [
        ({}, "10.0.0.1"),
        ({"x-forwarded-for": "192.0.2.1"}, "192.0.2.1"),
        ({"x-forwarded-for": "192.0.2.1:4711"}, "192.0.2.1"),
        ({"x-forwarded-for": "1.1.1.1, 192.0.2.1, 10.0.0.7"}, "192.0.2.1"),
        ({"x-forwarded-for": "::ffff:192.0.2.1"}, "192.0.2.1"),
        ({"x-forwarded-for": "192.0.2.1, nonsense"}, "10.0.0.1"),
        ({"x-forwarded-for": ""}, "10.0.0.1"),
        ({"x-forwarded-for": "10.0.0.7"}, "10.0.0.1"),
        ({"forwarded": 'for=1.1.1.1, proto=https;for="[2001:db8::1]:80"'}, "2001:db8::1"),
        ({"forwarded": "for=_hidden"}, "10.0.0.1"),
        ({"forwarded": "for=192.0.2.1", "x-forwarded-for": "192.0.2.1"}, "192.0.2.1"),
        ({"forwarded": "for=192.0.2.2", "x-forwarded-for": "192.0.2.1"}, None),
        ({"forwarded": "for=_hidden", "x-forwarded-for": "192.0.2.1"}, None),
    ],
)
def test_the_last_address_that_is_no_proxy_is_the_client(headers: dict[str, str], client: str | None) -> None:
    assert Proxies(["10.0.0.0/24"]).client("10.0.0.1", Headers(headers)) == client


def test_addresses_of_one_block_count_as_one() -> None:
    assert group_of("2001:db8::1") == group_of("2001:db8::ffff:2") != group_of("2001:db8:0:1::1")
    assert group_of("192.0.2.1") == group_of("::ffff:192.0.2.1") != group_of("192.0.2.2")


@pytest.mark.parametrize("name", ["https://trains.example/", "trains.example:x", "a b", "", "[::", "a:99999", "@a"])
def test_what_is_no_name_cannot_be_a_public_name(name: str) -> None:
    with pytest.raises(OptionError, match="give a name such as"):
        Names([name])


@pytest.mark.parametrize("proxy", ["trains.example", "", "10.0.0.1/8", "10.0.0"])
def test_what_is_no_address_cannot_be_a_proxy(proxy: str) -> None:
    with pytest.raises(OptionError, match="give addresses such as"):
        Proxies([proxy])
