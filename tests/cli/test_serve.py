"""``railwright serve``: starts, says where it is, and stops without a fuss."""

from __future__ import annotations

import re
import socket
import sqlite3
import subprocess
from pathlib import Path

import pytest

from forked import run_forked
from players.policies import write_policy
from railwright.store.games import GameStore
from waiting import HANG_SECONDS
from web.serving import Server


def run(*options: str) -> subprocess.CompletedProcess[str]:
    return run_forked("serve", *options, timeout=HANG_SECONDS)


def test_it_binds_to_loopback_and_stops_cleanly_at_ctrl_c(tmp_path: Path) -> None:
    server = Server(tmp_path, is_real_start=True)
    assert re.fullmatch(r"http://localhost:\d+", server.url)
    game, _ = server.new_game(["rule", "rule"])
    with server.page(game):
        code, errors = server.interrupt()
    assert code in (0, 130)
    assert "Traceback" not in errors
    assert f"Games are saved in {tmp_path}" in errors


def test_it_stops_cleanly_while_somebody_waits_for_an_answer(tmp_path: Path) -> None:
    """The picture is drawn in a process that has only been started for it: it is not done at once."""
    server = Server(tmp_path)
    with server.connect() as line:
        line.sendall(b"GET /api/boards/usa/picture.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        server.http.get("/").raise_for_status()  # the request before this has arrived, too
        code, errors = server.interrupt()
        assert re.match(rb"HTTP/1.1 (503|200) ", line.recv(1000))
    assert code in (0, 130)
    assert "Traceback" not in errors


def test_a_port_in_use_gets_one_clear_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("--port", str(taken.getsockname()[1]), "--data", str(tmp_path))
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(
        r"railwright: cannot listen on 127\.0\.0\.1, port \d+ \(.*\); try another --port\n", done.stderr
    )


def test_a_folder_that_another_server_uses_gets_one_clear_line(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        done = run("--port", "0", "--data", str(tmp_path))
    finally:
        server.stop()
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "another server is using it" in done.stderr


def test_a_foreign_database_gets_one_clear_line(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "games.sqlite")
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.commit()
    connection.close()
    done = run("--port", "0", "--data", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "another program or version" in done.stderr


def test_a_database_that_is_empty_or_cut_off_gets_one_clear_line_and_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    GameStore(path).close()
    whole = path.read_bytes()
    for data in (b"", whole[:5000], whole[:8192] + bytes(4096) + whole[12288:]):
        path.write_bytes(data)
        done = run("--port", "0", "--data", str(tmp_path))
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "railwright games restore" in done.stderr
        assert path.read_bytes() == data


def test_a_folder_to_show_that_is_not_there_gets_one_clear_line(tmp_path: Path) -> None:
    done = run("--port", "0", "--data", str(tmp_path), "--show", str(tmp_path / "nowhere"))
    assert done.returncode == 2
    assert done.stderr.endswith("no such folder\n")


def test_policies_that_cannot_be_offered_get_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "no.npz").write_bytes(b"PK")
    (tmp_path / "other").mkdir()
    paths = [Path(write_policy(folder / "p.npz", "germany", 3)) for folder in (tmp_path, tmp_path / "other")]
    name = "rename it to letters, digits, spaces and . _ + - before .npz, at most 60 characters"
    refused = {
        (tmp_path / "no.npz",): "is not a policy that railwright.rl.save_policy wrote",
        (tmp_path / "p.py",): name,
        (tmp_path / "p:choice=best.npz",): name,
        tuple(paths): "another file is named p.npz too; rename one of them",
    }
    for files, message in refused.items():
        options = [part for file in files for part in ("--policy", str(file))]
        done = run("--port", "0", "--data", str(tmp_path / "data"), *options)
        assert done.returncode == 2
        assert done.stderr == f"railwright: --policy {files[-1]}: {message}\n"
    assert not (tmp_path / "data").exists()


def test_a_server_offers_the_policies_that_it_was_given(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", "--policy", write_policy(tmp_path / "p.npz"))
    try:
        game, keys = server.new_game(["p.npz", "human"])
        with server.page(game, keys[1]) as page:
            page.wait_until(lambda state: state["seat"] == 1)
            assert page.state["notices"] == []
    finally:
        server.stop()


def test_a_public_name_that_is_none_gets_one_clear_line(tmp_path: Path) -> None:
    done = run("--port", "0", "--data", str(tmp_path), "--public-name", "https://trains.example/")
    assert done.returncode == 2
    assert done.stderr.endswith("give a name such as trains.example, or trains.example:8443\n")


def test_a_proxy_that_is_no_address_gets_one_clear_line(tmp_path: Path) -> None:
    done = run("--port", "0", "--data", str(tmp_path), "--proxy", "127.0.0.1,trains.example")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "'trains.example'" in done.stderr
    assert "give addresses such as 127.0.0.1 or 10.0.0.0/24" in done.stderr


def test_make_play_opens_the_table_in_the_browser() -> None:
    makefile = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^play:.*\n\t\$\(BIN\)/railwright serve --open$", makefile, re.M)


@pytest.mark.parametrize("host", ["nonsense.invalid", "192.0.2.7"])
def test_an_address_that_is_not_this_machines_asks_for_another_host(host: str, tmp_path: Path) -> None:
    done = run("--port", "0", "--data", str(tmp_path), "--host", host)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("; try another --host\n")
