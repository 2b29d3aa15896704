"""Clients that connect and say nothing, never finish, or never read: they lose their places, and others have theirs."""

from __future__ import annotations

import json
import socket
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from railwright.web.limits import UNLIMITED, Rate
from web.serving import Client, nearby

SOON = 0.2
LATE = 600.0
"""Deadlines in seconds: one that passes in a test, and one that does not."""

LIMITS = replace(
    UNLIMITED, header_seconds=LATE, body_seconds=LATE, idle_seconds=int(LATE), reading_seconds=LATE, look_seconds=LATE
)  # fmt: skip
"""Without any limit that is reached unless a test sets it."""

ENDLESS = 10**9
PAGE = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


def wait_for_end(line: socket.socket) -> bytes:
    """Everything that the server still sends, until it ends the connection."""
    found = b""
    try:
        while part := line.recv(65536):
            found += part
    except ConnectionError:
        pass
    return found


def send_until_the_end(line: socket.socket, data: bytes) -> None:
    """Send the same again and again until the server ends the connection."""
    try:
        while True:
            line.sendall(data)
    except ConnectionError:
        return


def is_answered(server: Client) -> bool:
    with server.connect() as line:
        line.sendall(PAGE + b"Connection: close\r\n\r\n")
        return wait_for_end(line).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("start", [b"", b"G", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: "])
def test_a_client_that_does_not_finish_its_headers_is_dropped(tmp_path: Path, start: bytes) -> None:
    with nearby(tmp_path, replace(LIMITS, header_seconds=SOON)) as server, server.connect() as line:
        line.sendall(start)
        assert wait_for_end(line) == b""


def test_headers_that_come_byte_by_byte_have_the_same_deadline(tmp_path: Path) -> None:
    limits = replace(LIMITS, header_seconds=SOON, header_bytes=ENDLESS)
    with nearby(tmp_path, limits) as server, server.connect() as line:
        send_until_the_end(line, b"X")
        assert wait_for_end(line) == b""


def test_a_second_request_has_the_same_deadline(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(LIMITS, header_seconds=SOON)) as server, server.connect() as line:
        line.sendall(PAGE + b"\r\nGET")
        assert wait_for_end(line).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("length", [b"Content-Length: 100\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"])
def test_a_client_that_does_not_finish_its_body_is_dropped(tmp_path: Path, length: bytes) -> None:
    with nearby(tmp_path, replace(LIMITS, body_seconds=SOON)) as server, server.connect() as line:
        line.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\n" + length)
        assert wait_for_end(line) == b""
        assert server.http.get("/api/catalog").status_code == 200


def test_a_connection_without_requests_ends(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(LIMITS, idle_seconds=1)) as server, server.connect() as line:
        line.sendall(PAGE + b"\r\n")
        assert wait_for_end(line).startswith(b"HTTP/1.1 200 ")


def test_a_client_that_does_not_read_its_answers_loses_its_place(tmp_path: Path) -> None:
    requests = 240
    limits = replace(LIMITS, reading_seconds=SOON, address_connections=1)
    with nearby(tmp_path, limits) as server, server.connect(receive_bytes=4096) as line:
        line.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * requests)
        while not is_answered(server):
            pass
        assert wait_for_end(line).count(b"HTTP/1.1 200 ") < requests


def test_a_page_that_does_not_read_is_dropped(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(LIMITS, reading_seconds=SOON)) as server:
        game, _ = server.new_game(["human", "human"])
        with server.connect(receive_bytes=4096) as line:
            line.sendall(upgrade(game))
            send_until_the_end(line, frame(1, b'{"type": "look"}'))
        assert is_answered(server)


def test_pings_that_nobody_wants_answered_do_not_pile_up(tmp_path: Path) -> None:
    with nearby(tmp_path, LIMITS) as server:
        game, _ = server.new_game(["human", "human"])
        with server.connect(receive_bytes=4096) as line:
            line.sendall(upgrade(game))
            send_until_the_end(line, frame(9, b"x" * 100))
        assert is_answered(server)


def test_a_message_in_endless_pieces_is_refused(tmp_path: Path) -> None:
    with nearby(tmp_path, LIMITS) as server:
        game, _ = server.new_game(["human", "human"])
        with server.connect() as line:
            line.sendall(upgrade(game))
            line.sendall(b"\x01\x80\0\0\0\0")  # the beginning of a text
            send_until_the_end(line, b"\x00\x80\0\0\0\0")  # its next piece, which is empty
        assert is_answered(server)


def test_a_page_that_never_looks_is_dropped(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(LIMITS, look_seconds=SOON)) as server:
        game, _ = server.new_game(["human", "human"])
        with server.connect() as line:
            line.sendall(upgrade(game))
            assert (1013).to_bytes(2) in wait_for_end(line)


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


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address for this machine")
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


def test_many_short_headers_are_refused_before_they_are_taken_apart(tmp_path: Path) -> None:
    with nearby(tmp_path, LIMITS) as server:
        for head in (b"a:b\r\n" * 3000, b"a:b\r\n" * 101 + b"\r\n", b"a:b\n" * 60_000 + b"\n"):
            with server.connect() as line:
                line.sendall(PAGE + head)
                assert wait_for_end(line)[:13] in (b"HTTP/1.1 431 ", b"")
        with server.connect() as line:
            line.sendall(PAGE + b"a:b\r\n" * 90 + b"Connection: close\r\n\r\n")
            assert wait_for_end(line).startswith(b"HTTP/1.1 200 ")


def test_lines_of_a_body_are_no_headers(tmp_path: Path) -> None:
    with nearby(tmp_path, LIMITS) as server, server.connect() as line:
        body = b"\n" * 5000
        head = f"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\nConnection: close"
        line.sendall(head.encode() + b"\r\n\r\n" + body)
        assert wait_for_end(line).startswith(b"HTTP/1.1 422 ")


def test_a_body_that_is_refused_is_read_but_not_for_ever(tmp_path: Path) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
    with nearby(tmp_path, replace(LIMITS, refused_bytes=100_000)) as server:
        with server.connect() as line:
            line.sendall(head % 50_000 + b" " * 50_000 + PAGE + b"Connection: close\r\n\r\n")
            answers = wait_for_end(line)
            assert answers.index(b"HTTP/1.1 413 ") < answers.index(b"HTTP/1.1 200 ")
        with server.connect() as line:
            line.sendall(head % ENDLESS)
            send_until_the_end(line, b" " * 10_000)
        assert is_answered(server)


def test_requests_that_come_before_the_last_is_answered_are_answered_in_turn(tmp_path: Path) -> None:
    with nearby(tmp_path, LIMITS) as server, server.connect() as line:
        line.sendall((PAGE + b"\r\n") * 20 + PAGE + b"Connection: close\r\n\r\n")
        assert wait_for_end(line).count(b"HTTP/1.1 200 ") == 21


def upgrade(game: str) -> bytes:
    """A request for the WebSocket of a game."""
    return (
        f"GET /api/games/{game}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def frame(opcode: int, data: bytes) -> bytes:
    """A frame with the mask zero (RFC 6455, section 5.2)."""
    assert len(data) < 126
    return bytes([0x80 | opcode, 0x80 | len(data), 0, 0, 0, 0]) + data
