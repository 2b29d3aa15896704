"""Clients that connect and say nothing, never finish, or never read: they lose their places, and others have theirs."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import h11
import pytest

from railwright.web.access.limits import Limits, Rate
from waiting import HANG_SECONDS, wait_until
from web.lines import (
    LATE,
    LIMITS,
    PAGE,
    SOON,
    is_answered,
    send_until_the_end,
    some,
    upgrade,
    wait_for_end,
    wait_for_first_answer,
)
from web.serving import nearby

ENDLESS = 10**9


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


@pytest.mark.parametrize("pieces", [[b"\xff\xfe"], [b'{"type": "\xc3', b'\x28"}']])
def test_a_message_that_is_no_text_ends_the_connection_and_leaves_the_log_alone(
    tmp_path: Path, pieces: list[bytes], caplog: pytest.LogCaptureFixture
) -> None:
    with nearby(tmp_path, LIMITS) as server:
        game, _ = server.new_game(["human", "human"])
        with server.connect() as line:
            first, *others = [frame(1 if place == 0 else 0, piece) for place, piece in enumerate(pieces)]
            if others:
                first = bytes([first[0] & 0x7F]) + first[1:]  # not the last piece
            line.sendall(upgrade(game))
            assert line.recv(65536).startswith(b"HTTP/1.1 101 ")
            logging.getLogger("uvicorn.error").addHandler(caplog.handler)
            line.sendall(first + b"".join(others))
            assert wait_for_end(line).endswith(b"\x88\x02" + (1007).to_bytes(2))
    logging.getLogger("uvicorn.error").removeHandler(caplog.handler)
    assert "UTF-8" not in caplog.text
    assert "Traceback" not in caplog.text


def test_a_page_that_never_looks_is_dropped(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(LIMITS, look_seconds=SOON)) as server:
        game, _ = server.new_game(["human", "human"])
        with server.connect() as line:
            line.sendall(upgrade(game))
            assert (1013).to_bytes(2) in wait_for_end(line)


BAD_HANDSHAKES = {
    "a body": b"Content-Length: 1\r\n",
    "a body in chunks": b"Transfer-Encoding: chunked\r\n",
    "a long header": b"X-Long: " + b"x" * 9_000 + b"\r\n",
    "two keys": b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
}


@pytest.mark.parametrize("fault", BAD_HANDSHAKES)
def test_a_handshake_that_no_websocket_begins_with_is_refused(tmp_path: Path, fault: str) -> None:
    with nearby(tmp_path, LIMITS) as server, server.connect() as line:
        line.sendall(upgrade("x", more=BAD_HANDSHAKES[fault]))
        check_refused_handshake(wait_for_first_answer(line))


def test_a_handshake_without_a_key_is_refused(tmp_path: Path) -> None:
    with nearby(tmp_path, LIMITS) as server, server.connect() as line:
        line.sendall(PAGE + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
        check_refused_handshake(wait_for_first_answer(line))


def test_a_handshake_for_a_long_path_is_refused(tmp_path: Path) -> None:
    with nearby(tmp_path, LIMITS) as server, server.connect() as line:
        line.sendall(upgrade("x" * 9_000))
        assert wait_for_first_answer(line).startswith(b"HTTP/1.1 414 ")


def check_refused_handshake(answer: bytes) -> None:
    assert answer.startswith(b"HTTP/1.1 400 "), answer
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"] == "bad-handshake"


def test_bad_handshakes_use_the_allowance_of_whoever_the_proxy_names(tmp_path: Path) -> None:
    limits = replace(LIMITS, looks=Rate(5, 0.0001))
    with nearby(tmp_path, limits, proxies=["127.0.0.1"]) as server:
        statuses = []
        for address in [b"192.0.2.1"] * 6 + [b"192.0.2.2"]:
            with server.connect() as line:
                line.sendall(upgrade("x", more=b"Content-Length: 1\r\nX-Forwarded-For: " + address + b"\r\n"))
                statuses.append(wait_for_first_answer(line)[9:12])
        assert statuses == [b"400"] * 5 + [b"429", b"400"]


def test_a_websocket_that_is_not_accepted_in_time_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("railwright.web.api.live.WebSocket.accept", never)
    with nearby(tmp_path, replace(LIMITS, header_seconds=SOON)) as server, server.connect() as line:
        line.sendall(upgrade("x"))
        assert wait_for_end(line) == b""


def test_a_websocket_whose_client_does_not_answer_the_end_gives_way(tmp_path: Path) -> None:
    limits = replace(LIMITS, address_connections=1, closing_seconds=LATE)
    with nearby(tmp_path, limits) as server, server.connect() as line:
        line.sendall(upgrade("x"))
        wait_for_close_frame(line)
        assert is_answered(server)


def test_a_websocket_whose_client_does_not_answer_the_end_is_dropped_soon(tmp_path: Path) -> None:
    limits = replace(LIMITS, closing_seconds=SOON, header_seconds=2.0)
    with nearby(tmp_path, limits) as server, server.connect() as line:
        line.sendall(upgrade("x"))
        wait_for_close_frame(line)
        with server.connect() as silent:
            wait_for_end(silent)
        line.setblocking(False)
        assert wait_for_end(line) == b"", "it has ended before the one that came later"


def wait_for_close_frame(line: socket.socket) -> None:
    """Read until the server says that there is no such game, and ends the WebSocket."""
    found = b""
    while (4004).to_bytes(2) not in found:
        found += some(line)


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
    with nearby(tmp_path, replace(LIMITS, refused_bytes=Rate(100_000, 0.0001))) as server:
        with server.connect() as line:
            line.sendall(head % 50_000 + b" " * 50_000 + PAGE + b"Connection: close\r\n\r\n")
            answers = wait_for_end(line)
            assert answers.index(b"HTTP/1.1 413 ") < answers.index(b"HTTP/1.1 200 ")
        with server.connect() as line:
            line.sendall(head % ENDLESS)
            send_until_the_end(line, b" " * 10_000)
        assert is_answered(server)


TINY_CHUNK = b"1\r\n \r\n"
FRAMING = len(TINY_CHUNK) - 1
"""Bytes of it around one of the body."""


def in_chunks(*, host: bytes = b"localhost", more: bytes = b"") -> bytes:
    """The headers of a request whose body comes in chunks."""
    return b"POST /api/games HTTP/1.1\r\nHost: " + host + b"\r\nTransfer-Encoding: chunked\r\n" + more + b"\r\n"


def test_a_body_in_tiny_chunks_is_refused(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(LIMITS, framing_bytes=100 * FRAMING)) as server:
        with server.connect() as line:
            line.sendall(in_chunks() + TINY_CHUNK * 101)
            answer = wait_for_end(line)
            assert answer.startswith(b"HTTP/1.1 400 ")
            assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"] == "too-large"
        with server.connect() as line:
            line.sendall(in_chunks() + TINY_CHUNK * 99 + b"0\r\n\r\n")
            assert wait_for_first_answer(line).startswith(b"HTTP/1.1 422 ")
        with server.connect() as line:
            line.sendall(in_chunks() + b"0\r\n" + b"a:b\r\n" * 101 + b"\r\n")
            assert wait_for_end(line).startswith(b"HTTP/1.1 400 ")


def test_tiny_chunks_of_a_body_that_was_refused_end_the_connection(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(LIMITS, framing_bytes=100 * FRAMING)) as server, server.connect() as line:
        line.sendall(in_chunks(host=b"elsewhere"))
        assert wait_for_first_answer(line).startswith(b"HTTP/1.1 421 ")
        line.sendall(TINY_CHUNK * 101)
        assert wait_for_end(line) == b""


def test_tiny_chunks_use_the_allowance_of_whoever_the_proxy_names(tmp_path: Path) -> None:
    limits = replace(LIMITS, framing=Rate(250 * FRAMING, 0.0001))
    with nearby(tmp_path, limits, proxies=["127.0.0.1"]) as server:
        statuses = []
        for address in [b"192.0.2.1"] * 3 + [b"192.0.2.2"]:
            with server.connect() as line:
                headers = in_chunks(more=b"X-Forwarded-For: " + address + b"\r\n")
                line.sendall(headers + TINY_CHUNK * 100 + b"0\r\n\r\n")
                statuses.append(wait_for_first_answer(line)[9:12])
        assert statuses == [b"422", b"422", b"429", b"422"]


def test_bodies_of_known_length_and_their_successors_have_no_framing(tmp_path: Path) -> None:
    limits = replace(LIMITS, framing=Rate(0, 0), framing_bytes=0)
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n"
    with nearby(tmp_path, limits) as server, server.connect() as line:
        line.sendall((head + b" " * 5_000 + PAGE + b"\r\n") * 2 + PAGE + b"Connection: close\r\n\r\n")
        answers = wait_for_end(line)
        assert (answers.count(b"HTTP/1.1 422 "), answers.count(b"HTTP/1.1 200 ")) == (2, 3)


class Turns:
    """Counts how much a server takes apart before others have their turn."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.most = 0
        self._now = 0
        original = h11.Connection.next_event

        def counted(connection: h11.Connection) -> Any:
            if self._now == 0:
                asyncio.get_running_loop().call_soon(self._end)
            self._now += 1
            return original(connection)

        patch.setattr(h11.Connection, "next_event", counted)

    def _end(self) -> None:
        self.most, self._now = max(self.most, self._now), 0


@pytest.mark.parametrize("host", [b"localhost", b"elsewhere"])
def test_others_have_their_turn_while_tiny_chunks_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: bytes
) -> None:
    turns = Turns(monkeypatch)
    limits = replace(LIMITS, framing_bytes=ENDLESS, body_bytes=ENDLESS)
    with nearby(tmp_path, limits) as server, server.connect() as line:
        line.sendall(in_chunks(host=host) + TINY_CHUNK * 50_000 + b"0\r\n\r\n" + PAGE + b"Connection: close\r\n\r\n")
        assert wait_for_end(line).count(b"HTTP/1.1 ") == 2
    assert 100 < turns.most < 1_500


def test_a_connection_can_give_way_while_its_tiny_chunks_are_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    limits = replace(LIMITS, framing_bytes=ENDLESS, body_bytes=ENDLESS, address_connections=1)
    with nearby(tmp_path, limits) as server, server.connect() as line:
        line.sendall(in_chunks())
        sender = threading.Thread(target=send_until_the_end, args=[line, TINY_CHUNK * 10_000])
        sender.start()
        assert is_answered(server)
        sender.join(HANG_SECONDS)
    assert not caplog.records


def test_a_fault_in_a_body_that_was_refused_ends_the_connection_quietly(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with nearby(tmp_path, LIMITS) as server, server.connect() as line:
        line.sendall(in_chunks(host=b"elsewhere"))
        assert wait_for_first_answer(line).startswith(b"HTTP/1.1 421 ")
        line.sendall(b"no size\r\n")
        assert wait_for_end(line) == b""
    assert not caplog.records


def test_a_record_can_be_brought_in_chunks_of_ordinary_size(tmp_path: Path) -> None:
    with nearby(tmp_path, Limits()) as server:
        game, _ = server.new_game(["rule", "rule"], seed=3)
        wait_until(lambda: server.look(game)["is_over"])
        record = server.http.get(f"/api/games/{game}/record").content
        long = record + b" " * (490_000 - len(record))
        for size, data in ((100, record), (1_000, long), (65_536, long)):
            chunks = (data[start : start + size] for start in range(0, len(data), size))
            brought = server.http.post("/api/records", content=chunks)
            assert brought.status_code == 201, brought.text


def test_requests_that_come_before_the_last_is_answered_are_answered_in_turn(tmp_path: Path) -> None:
    with nearby(tmp_path, LIMITS) as server, server.connect() as line:
        line.sendall((PAGE + b"\r\n") * 20 + PAGE + b"Connection: close\r\n\r\n")
        assert wait_for_end(line).count(b"HTTP/1.1 200 ") == 21


def frame(opcode: int, data: bytes) -> bytes:
    """A frame with the mask zero (RFC 6455, section 5.2)."""
    assert len(data) < 126
    return bytes([0x80 | opcode, 0x80 | len(data), 0, 0, 0, 0]) + data


def test_a_body_whose_length_is_stated_in_two_ways_is_refused(tmp_path: Path) -> None:
    with nearby(tmp_path, LIMITS) as server, server.connect() as line:
        line.sendall(
            b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
            b"0\r\n\r\n" + PAGE + b"\r\n"
        )
        answers = wait_for_end(line)
        assert answers.startswith(b"HTTP/1.1 400 ")
        assert answers.count(b"HTTP/1.1 ") == 1, "what follows is not taken for a request"
