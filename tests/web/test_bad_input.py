"""Whatever is sent, the server answers in its own words, tells nothing, and goes on."""

from __future__ import annotations

import json
import os
import random
import socket
import string
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from railwright.maps.load import board_ruleset, load_board
from railwright.web.access.limits import Limits
from waiting import HANG_SECONDS
from web.holding import wait_for
from web.inside import Table, table
from web.patient import NO_HURRY
from web.serving import KEY, Page, Server

LIMITS = Limits()

MESSAGES = int(os.environ.get("RAILWRIGHT_BAD_MESSAGES", "600"))
"""So many random messages are sent; set the variable for a longer run."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("data")) as here:
        yield here


# --- WebSocket --------------------------------------------------------------------------------------------------------


class Fuzz:
    """Random messages: noise, and nearly right ones."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def value(self, depth: int = 0) -> Any:
        rng = self.rng
        simple = [
            None, True, False, 0, -1, rng.randrange(-5, 1600), 2**53, 10**30, -0.5, 1e308, "", "look", "act", "🚂",
            "\x00", "../../etc/passwd", rng.choice(string.printable) * rng.randrange(200),
        ]  # fmt: skip
        if depth < 4 and rng.random() < 0.2:
            return [self.value(depth + 1) for _ in range(rng.randrange(4))]
        if depth < 4 and rng.random() < 0.2:
            return {str(self.value(5)): self.value(depth + 1) for _ in range(rng.randrange(4))}
        return rng.choice(simple)

    def message(self) -> str | bytes:
        rng = self.rng
        kind = rng.randrange(10)
        if kind == 0:
            return rng.randbytes(rng.randrange(300))
        if kind == 1:
            return "".join(rng.choice(string.printable + "🚂é") for _ in range(rng.randrange(300)))
        if kind == 2:
            opening = rng.choice(["[", '{"a":', '{"type": "act", "id": [', "1" * 10])
            return opening * rng.randrange(1, 4000 // len(opening))
        if kind == 3 and rng.random() < 0.3:
            return "x" * rng.choice([LIMITS.message_characters, LIMITS.message_characters + 1, 16_000, 20_000, 200_000])
        if kind <= 5:
            return json.dumps(self.value())
        right: dict[str, Any] = {
            "type": rng.choice(["look", "act", "undo", "go-on", "say"]), "id": rng.randrange(100),
            "version": rng.randrange(9), "action": rng.randrange(1300), "since": rng.randrange(-1, 200),
            "phrase": rng.choice(["ouch", "hurry", "anything"]),
        }  # fmt: skip
        for _ in range(rng.randrange(3)):
            right[rng.choice([*right, "key", "seat", "cards"])] = self.value()
        return json.dumps(right)


ERRORS = {"bad-message", "bad-request", "stale", "not-now", "not-yours", "refused", "too-many"}


def send_some(server: Server, game: str, key: str | None, fuzz: Fuzz, most: int) -> int:
    """Send random messages over one connection until the server ends it; returns how many."""
    sent = 0
    end = None
    with server.page(game, key) as page:
        try:
            while sent < most:
                sent += 1
                page.line.send(fuzz.message())
                _check(page.receive(10))
        except ConnectionClosed as error:
            end = error.rcvd
    assert end is None or end.code in (1003, 1007, 1008, 1009), end
    return sent


def _check(answer: dict[str, Any]) -> None:
    assert answer["type"] in ("state", "said", "done", "error")
    if answer["type"] == "error":
        assert answer["error"] in ERRORS, answer
        assert len(answer["message"]) < 500


def test_random_messages_do_no_harm(server: Server) -> None:
    game, keys = server.new_game(["human", "human", "human"], seed=8)
    other, other_keys = server.new_game(["human", "human"], seed=9)
    untouched = server.look(other, other_keys[0])
    fuzz, sent, number = Fuzz(1), 0, 0
    while sent < MESSAGES:
        number += 1
        sent += send_some(server, game, [*keys, None][number % 4], fuzz, MESSAGES - sent)
    assert server.look(other, other_keys[0]) == untouched
    assert server.look(game, keys[0])["me"]["seat"] == 0
    assert server.process.poll() is None


def test_a_page_that_sends_too_much_too_quickly_is_cut_off(server: Server) -> None:
    game, keys = server.new_game(["human", "human"])

    def send_and_listen(page: Page) -> None:
        for _ in range(200):
            page.send(type="look", key=keys[0])
        while True:
            page.receive()

    with server.page(game, keys[0]) as page, pytest.raises(ConnectionClosed) as caught:
        send_and_listen(page)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1008


def test_pages_of_other_sites_cannot_connect(server: Server) -> None:
    game, _ = server.new_game(["human", "human"])
    address = f"{server.url.replace('http', 'ws', 1)}/api/games/{game}/live"
    for origin in ("http://evil.example", "null", "http://[", "https://localhost.evil.example"):
        with pytest.raises(InvalidStatus) as caught, connect(address, additional_headers={"Origin": origin}):
            pass
        assert caught.value.response.status_code == 403


def test_a_game_that_does_not_exist_cannot_be_looked_at(server: Server) -> None:
    address = f"{server.url.replace('http', 'ws', 1)}/api/games/nothing/live"
    with connect(address) as line:
        assert json.loads(line.recv(HANG_SECONDS))["error"] == "unknown-game"
        with pytest.raises(ConnectionClosed):
            line.recv(HANG_SECONDS)


# --- requests ---------------------------------------------------------------------------------------------------------


def raw(server: Server, request: bytes) -> bytes:
    """The answer to bytes that no client library would send."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=HANG_SECONDS) as line:
        line.sendall(request)
        found = b""
        while part := line.recv(65536):
            found += part
            if b"\r\n\r\n" in found and b"}" in found:
                break
    return found


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "[", "[::", ""]
)
def test_other_host_names_are_not_answered(server: Server, host: str) -> None:
    answer = raw(server, f"GET /api/catalog HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert b" 421 " in answer.split(b"\r\n")[0]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[", "http://localhost:1"])
def test_other_pages_cannot_change_anything(server: Server, origin: str) -> None:
    answer = server.http.post("/api/games", json={}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["error"]) == (403, "foreign-origin")


def test_bodies_that_are_too_large_are_refused(server: Server) -> None:
    large = b"[" + b"1," * (LIMITS.upload_bytes // 2) + b"1]"
    for path in ("/api/games", "/api/boards", "/api/records"):
        answer = server.http.post(path, content=large)
        assert (answer.status_code, answer.json()["error"]) == (413, "too-large")


def test_a_large_body_of_unknown_length_is_refused_too(here: Table) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(LIMITS.upload_bytes // 10_000 + 2):
            yield b" " * 10_000

    for path in ("/api/games", "/api/boards", "/api/records"):
        answer = here.http.post(path, content=parts(), headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["error"]) == (413, "too-large"), path


@pytest.mark.parametrize("length", ["-1", "1e3", "9" * 5000, "\xb2"])
def test_a_strange_content_length_is_refused(server: Server, length: str) -> None:
    head = f"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    status = int(raw(server, head.encode("latin-1")).split(b" ")[1])
    assert status in (400, 413)


BROKEN = {
    "not UTF-8": b'{"format": "railwright-board/1", "name": "\xff\xfe"}',
    "brackets": b"[" * 200_000,
    "objects": b'{"a":' * 100_000,
    "a long number": b"1" * 100_000,
    "no JSON": b"hello",
    "nothing": b"",
    "NaN": b'{"format": "railwright-board/1", "name": NaN}',
    "a lone surrogate": b'{"format": "railwright-board/1", "passengers": {"\\ud800": 1}}',
    "a list": b"[1, 2]",
    "null": b"null",
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("path", ["/api/games", "/api/boards", "/api/boards?file=a.map", "/api/records"])
def test_broken_uploads_are_refused_in_one_line(here: Table, path: str, name: str) -> None:
    answer = here.http.post(path, content=BROKEN[name], headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 413, 422), answer.text
    assert set(answer.json()) == {"error", "message", "message_said"}
    assert "\n" not in answer.json()["message"]
    assert len(answer.json()["message"]) <= 600


NAMES = [
    "../../etc/passwd",
    "/etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "usa.json",
    "boards/usa",
    "usa\x00",
    "",
    "." * 300,
]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_never_files(here: Table, name: str) -> None:
    seats = [{"player": "human"}, {"player": "human"}]
    for wish in ({"board": name}, {"ruleset": name}, {"tickets": name}):
        answer = here.http.post("/api/games", json={"seats": seats, **wish})
        assert answer.status_code in (400, 404, 422), wish
        assert "root:" not in answer.text
    if "\x00" not in name:
        assert here.http.get(f"/api/boards/{name}").status_code in (404, 405)
        assert here.http.get(f"/static/{name}").status_code == 404


def test_a_board_cannot_bring_rules_from_a_file_or_break_the_catalog(here: Table, tmp_path: Path) -> None:
    board = load_board("usa").to_dict()
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps(board_ruleset(load_board("usa")).to_dict()), encoding="utf-8")
    for ruleset in (str(rules), "/etc/hostname.json", "nothing", {"name": "mine"}, {"trains": "many"}):
        answer = here.http.post("/api/boards", json={**board, "name": "bad", "ruleset": ruleset})
        assert answer.status_code == 400, answer.text
    assert here.http.get("/api/catalog").status_code == 200
    assert here.http.get("/api/boards/bad").status_code == 404


def test_a_map_of_thousands_of_cities_is_refused_at_once(here: Table) -> None:
    lines = [
        f"c{number}; {number % 80}.{number}; {number % 170}\n| c{max(0, number - 1)}; 2\n" for number in range(2000)
    ]
    answer = here.http.post("/api/boards?file=large.map", content=f"map-center: 1 1\nmap-zoom: 4\n\n{''.join(lines)}")
    assert answer.status_code == 400
    assert "2000 cities" in answer.json()["message"]


def test_hints_do_not_wait_for_what_others_bring_or_draw(here: Table, tmp_path: Path) -> None:
    go = tmp_path / "go"
    game, keys = here.new_game(["human", "human"])
    assert here.http.portal is not None
    hold = partial(here.hall.pools.answers.run, wait_for, str(go), owner="another", limit=NO_HURRY, is_slow=True)
    holding = [here.http.portal.start_task_soon(hold) for _ in range(5)]
    with ThreadPoolExecutor(1) as pool:
        bringing = pool.submit(here.http.post, "/api/boards", content="x")
        assert here.http.get(f"/api/games/{game}/ways", headers={KEY: keys[0]}).status_code == 200
        assert not any(one.done() for one in (bringing, *holding))
        go.touch()
        assert bringing.result(HANG_SECONDS).status_code == 400


def test_boards_that_are_brought_at_once_get_names_of_their_own(here: Table) -> None:
    board = load_board("usa").to_dict()
    first = here.http.post("/api/boards", json={**board, "title": "One"}).json()["board"]
    second = here.http.post("/api/boards", json={**board, "title": "Two"}).json()["board"]
    again = here.http.post("/api/boards", json={**board, "title": "One"}).json()["board"]
    assert len({"usa", first, second}) == 3
    assert again == first


@pytest.mark.parametrize("letter", ["\x00", "\x1b", "\x7f", "\x9b", "\u061c", "\u2028", "\u202e", "\u2066"])
def test_names_with_characters_that_act_on_a_screen_are_refused(here: Table, letter: str) -> None:
    seats = [{"player": "human", "name": f"A{letter}da"}, {"player": "human"}]
    answer = here.http.post("/api/games", json={"seats": seats})
    assert answer.status_code == 422
    assert "characters that cannot be shown" in answer.json()["message"]
    fine = [{"player": "human", "name": "  Ãda\u200d Ö 👩\u200d🚀 "}, {"player": "human", "name": "עדה"}]
    assert here.http.post("/api/games", json={"seats": fine}).status_code == 201


PLAYERS = {
    "mine.py:Mine": "players from files", "mcts-peeking": "hidden cards", "express:iterations=10000000": "too long",
    "mcts:budget=1000000000": "too long", "mcts:unit=milliseconds": "unit", "express:ms=100000": "too long",
    "mcts-readme:budget=400000": "too long", "mcts:budget=20000:unit=iterations": "too long",
    "mcts-readme:rollout=1000000": "too long", "mcts:budget=1000:unit=iterations:rollout=100000": "too long",
    "express:iterations=x": "out of range",
    "express:nothing=1": "nothing", "nobody": "no player",
}  # fmt: skip


@pytest.mark.parametrize("player", PLAYERS)
def test_players_that_see_or_think_too_much_or_come_from_files_are_refused(here: Table, player: str) -> None:
    answer = here.http.post("/api/games", json={"seats": [{"player": "human"}, {"player": player}]})
    assert answer.status_code == 400
    assert PLAYERS[player] in answer.json()["message"]


def finished_record(here: Table, players: list[str]) -> dict[str, Any]:
    """The record of a game that computers have played."""
    game, _ = here.new_game(["rule", "rule"], seed=3)
    here.wait(game, None, lambda state: state["is_over"])
    record: dict[str, Any] = here.http.get(f"/api/games/{game}/record").json()
    return {**record, "seats": [{"player": player} for player in players]}


def test_a_finished_record_can_name_any_players_but_nobody_can_make_them_play(here: Table, tmp_path: Path) -> None:
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(tmp_path / 'was_here')!r}, 'w')\n", encoding="utf-8")
    record = finished_record(here, [f"{evil}:X", "somebody"])
    made = here.http.post("/api/records", json={**record, "more": {"a": 1}})
    assert made.status_code == 201, made.text
    game = made.json()["game"]
    assert made.json()["keys"] == [None, None]
    assert here.http.post(f"/api/games/{game}/fork", json={"step": 3}).status_code == 400
    assert not (tmp_path / "was_here").exists()
    seats = [{"player": "human"}, {"player": "rule"}]
    fork = here.http.post(f"/api/games/{game}/fork", json={"step": 3, "seats": seats})
    assert fork.status_code == 201
    assert here.look(fork.json()["game"])["steps"] >= 3


def test_an_unfinished_record_with_a_player_from_a_file_is_refused(here: Table) -> None:
    record = {**finished_record(here, ["mine.py:Mine", "human"]), "result": None}
    record["actions"] = record["actions"][:10]
    assert here.http.post("/api/records", json=record).status_code == 400


def test_acting_needs_the_right_key_and_a_version(here: Table) -> None:
    game, keys = here.new_game(["human", "human"], seed=1)
    other, other_keys = here.new_game(["human", "human"], seed=1)
    action = here.look(game, keys[0])["me"]["legal"][0]["action"]
    wish = {"action": action, "version": 0}
    path = f"/api/games/{game}/actions"
    assert here.http.post(path, json=wish).status_code == 403
    assert here.http.post(path, json=wish, headers={KEY: other_keys[0]}).status_code == 403
    assert here.http.post(path, json=wish, headers={KEY: keys[1]}).status_code == 409
    assert here.http.post(path, json={"action": action}, headers={KEY: keys[0]}).status_code == 422
    assert here.look(game)["steps"] == here.look(other)["steps"] == 0


NUMBERS = (-(10**30), -2, -1, 0, 1, 2, 3, 4, 5, 9, 10, 99_999, 100_000, 100_001, 2**31, 2**63, 10**30)


def test_numbers_beyond_what_there_is_are_refused_or_bounded(here: Table) -> None:
    record = finished_record(here, ["rule", "rule"])
    game = here.http.post("/api/records", json=record).json()["game"]
    steps = len(record["actions"])
    path = f"/api/games/{game}"
    statuses = {
        (name, number): here.http.get(f"{path}/replay", params={"step": 5, name: number}).status_code
        for name in ("seat", "step", "since")
        for number in (*NUMBERS, steps, steps + 1)
    }
    assert {number for name, number in statuses if name == "seat" and statuses[name, number] == 200} == {0, 1}
    assert set(statuses.values()) == {200, 400, 422}
    assert all(here.http.get(path, params={"since": number}).status_code in (200, 422) for number in NUMBERS)
    for number in (*NUMBERS, steps + 1):
        wish = {"step": number, "seats": [{"player": "human"}, {"player": "human"}]}
        is_there = 0 <= number <= steps
        assert (here.http.post(f"{path}/fork", json=wish).status_code == 201) == is_there, number
