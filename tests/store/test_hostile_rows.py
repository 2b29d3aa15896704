"""Rows that nobody's server has written, with right checksums: they are damaged, and nothing else is."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from cli.commands import run
from railwright.errors import DamageError
from railwright.store import copies
from railwright.store.database import create_database
from railwright.store.games import GameStore
from railwright.store.rows import BoardRow, GameRow, StoredGame, checksum, insert_game, write_board

DEEP = "[" * 100_000
HEAD = json.dumps({"board": "usa", "seats": [{"player": "human"}, {"player": "rule"}], "seed": 5})
GOOD = GameRow.of(StoredGame("a good game", 1.7e9, json.loads(HEAD), ("ab", ""), used=1.8e9), HEAD)


def with_head(head: str) -> tuple[GameRow, str]:
    return replace(GOOD, head_sum=checksum(head)), head


GAMES = {
    "deep head": with_head(DEEP),
    "no object": with_head("5"),
    "no JSON": with_head("{"),
    "seats that are texts": with_head('{"seats": ["x", "y"]}'),
    "seats that are none": with_head('{"seats": 5}'),
    "half an action": (replace(GOOD, actions=b"abc"), HEAD),
    "deep keys": (replace(GOOD, keys=DEEP), HEAD),
    "too few keys": (replace(GOOD, keys="[]"), HEAD),
    "keys that are numbers": (replace(GOOD, keys="[1, 2]"), HEAD),
    "keys that are no letters": (replace(GOOD, keys='["é", ""]'), HEAD),
    "odd invitations": (replace(GOOD, invitations="[1]"), HEAD),
    "a far future": (replace(GOOD, created=1e300), HEAD),
    "a far past": (replace(GOOD, created=-1e12), HEAD),
    "an endless life": (replace(GOOD, used=float("inf")), HEAD),
    "somebody else": (replace(GOOD, awaited="\x1b[31mx"), HEAD),
}

BOARDS = {"no JSON": "{", "deep": DEEP, "a long number": '{"a": ' + "9" * 5_000 + "}", "no object": "5"}


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A backup with one good game and board, and all of these."""
    path = tmp_path / "hostile.sqlite"
    create_database(path)
    connection = sqlite3.connect(path, isolation_level=None)
    for name, (row, head) in {"a good game": (GOOD, HEAD), **GAMES}.items():
        insert_game(connection, replace(row, id=name), head)
    for name, text in {"a good board": '{"name": "x"}', **BOARDS}.items():
        write_board(connection, BoardRow(name, 1.7e9, 1.8e9, "", "x", text))
    connection.close()
    return path


def test_they_are_named_and_left_out_when_a_backup_is_restored(hostile: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    told = json.loads(run("games", "restore", str(hostile), "--data", str(folder), "--json").stdout)
    assert (told["games"], told["boards"]) == (1, 1)
    assert set(told["left_out"]) == {f"game {name}" for name in GAMES} | {f"board {name}" for name in BOARDS}


def test_they_are_listed_beside_the_others(hostile: Path, tmp_path: Path) -> None:
    hostile.rename(tmp_path / "games.sqlite")
    told = json.loads(run("games", "list", "--data", str(tmp_path), "--json").stdout)
    assert {row["game"]: bool(row["damage"]) for row in told["games"]} == {
        "a good game": False,
        **dict.fromkeys(GAMES, True),
    }
    assert {row["board"]: bool(row["damage"]) for row in told["boards"]} == {
        "a good board": False, **dict.fromkeys(BOARDS, True)
    }  # fmt: skip
    assert "a good game" in run("games", "list", "--data", str(tmp_path)).stdout


def test_a_server_with_them_in_its_database_keeps_to_the_others(hostile: Path) -> None:
    store = GameStore(hostile)
    try:
        assert [kept.name for kept in store.boards()] == ["a good board"]
        assert store.find("a good game") is not None
        for name in GAMES:
            with pytest.raises(DamageError):
                store.find(name)
    finally:
        store.close()


def test_they_are_left_behind_by_a_repair(hostile: Path) -> None:
    _, rebuilt = copies.repair(hostile)
    assert (rebuilt.games, rebuilt.boards) == (1, 1)
