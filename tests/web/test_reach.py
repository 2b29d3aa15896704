"""Where links work: the server says whether others can connect, and at which address."""

from __future__ import annotations

from pathlib import Path

import pytest

from railwright.web.access import reach
from railwright.web.access.reach import Listening, is_own_machine
from web.serving import nearby


def test_a_server_for_this_machine_says_so(tmp_path: Path) -> None:
    with nearby(tmp_path) as server:
        assert server.http.get("/api/reach").json() == {"is_local": True, "origin": None}


def test_a_server_for_the_network_says_its_address_only_on_its_own_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "own_address", lambda: "192.168.7.5")
    with nearby(tmp_path, host="0.0.0.0", names=["trains.example"], proxies=["127.0.0.1"]) as server:
        port = server.url.rpartition(":")[2]
        ask = {"Host": f"localhost:{port}"}
        assert server.http.get("/api/reach", headers=ask).json() == {
            "is_local": False,
            "origin": f"http://192.168.7.5:{port}",
        }
        nothing = {"is_local": False, "origin": None}
        assert server.http.get("/api/reach", headers={**ask, "X-Forwarded-For": "198.51.100.1"}).json() == nothing
        assert server.http.get("/api/reach", headers={"Host": "trains.example"}).json() == nothing


@pytest.mark.parametrize(
    ("address", "own", "origin"),
    [
        ("127.0.0.1", "192.168.7.5", None),
        ("::1", "192.168.7.5", None),
        ("0.0.0.0", "192.168.7.5", "http://192.168.7.5:8420"),
        ("0.0.0.0", None, None),
        ("::", "2001:db8::7", "http://[2001:db8::7]:8420"),
        ("192.168.7.9", "10.0.0.1", "http://192.168.7.9:8420"),
    ],
)
def test_links_for_the_network_name_an_address_that_is_listened_on(
    address: str, own: str | None, origin: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "own_address", lambda: own)
    assert Listening(address, 8420).origin() == origin


def test_the_machines_own_address_is_one_at_which_others_can_reach_it() -> None:
    found = reach.own_address()
    assert found is None or not is_own_machine(found, "localhost")
