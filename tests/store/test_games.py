"""Games on disk: what was kept is there again, and nothing else is taken for it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from railwright.errors import FileError
from railwright.store.games import COMPUTER, NOBODY, PERSON, GameStore, StoredGame
from waiting import HANG_SECONDS

GAME = StoredGame("g1", 12.5, {"board": "usa", "seed": 3}, ("aa", ""), awaited=COMPUTER, actions=(5, 6))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    store = GameStore(tmp_path / "games.sqlite")
    yield store
    store.close()


def test_a_game_is_found_again_after_reopening(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "new folder" / "games.sqlite")
    store.create(GAME).result(HANG_SECONDS)
    store.change("g1", version=1, kept=2, actions=[7], awaited=PERSON).result(HANG_SECONDS)
    store.keep_board("mine", {"name": "mine"}).result(HANG_SECONDS)
    store.close()
    again = GameStore(tmp_path / "new folder" / "games.sqlite")
    found = again.find("g1")
    assert found == StoredGame("g1", 12.5, GAME.head, GAME.keys, 1, PERSON, (5, 6, 7))
    assert [(found.name, found.board) for found in again.boards()] == [("mine", {"name": "mine"})]
    assert again.find("g2") is None
    again.close()


def test_a_change_can_take_actions_back(store: GameStore) -> None:
    store.create(GAME).result(HANG_SECONDS)
    store.change("g1", version=1, kept=1, actions=[8, 9], awaited=PERSON).result(HANG_SECONDS)
    found = store.find("g1")
    assert found is not None
    assert found.actions == (5, 8, 9)


def test_a_change_for_another_version_changes_nothing(store: GameStore) -> None:
    store.create(GAME).result(HANG_SECONDS)
    with pytest.raises(FileError, match="stored version is not 1"):
        store.change("g1", version=2, kept=0, actions=[1], awaited=PERSON).result(HANG_SECONDS)
    assert store.find("g1") == GAME


def test_games_are_found_by_who_is_to_act(store: GameStore) -> None:
    for name, awaited in (("a", COMPUTER), ("b", PERSON), ("c", NOBODY), ("d", COMPUTER)):
        store.create(StoredGame(name, 1.0, {}, (), awaited=awaited)).result(HANG_SECONDS)
    assert store.awaiting(COMPUTER) == ["a", "d"]
    assert store.awaiting(PERSON) == ["b"]


def test_a_seat_is_given_once(store: GameStore) -> None:
    store.create(StoredGame("g1", 1.0, {}, ("aa", ""), invitations=("", "ii"))).result(HANG_SECONDS)
    store.give_seat("g1", keys=("aa", ""), given=("aa", "bb")).result(HANG_SECONDS)
    with pytest.raises(FileError, match="keys of its seats have changed"):
        store.give_seat("g1", keys=("aa", ""), given=("aa", "cc")).result(HANG_SECONDS)
    found = store.find("g1")
    assert found is not None
    assert (found.keys, found.invitations) == (("aa", "bb"), ("", "ii"))


def test_a_database_from_before_there_were_invitations_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(
        """
        CREATE TABLE games (id TEXT PRIMARY KEY, created REAL NOT NULL, head TEXT NOT NULL, keys TEXT NOT NULL,
            version INTEGER NOT NULL, awaited TEXT NOT NULL) STRICT;
        CREATE TABLE actions (game TEXT NOT NULL, number INTEGER NOT NULL, action INTEGER NOT NULL,
            PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;
        CREATE TABLE boards (name TEXT PRIMARY KEY, board TEXT NOT NULL) STRICT;
        INSERT INTO games VALUES ('old', 1.5, '{"seed": 3}', '["aa", ""]', 4, 'person');
        INSERT INTO actions VALUES ('old', 0, 7);
        PRAGMA user_version = 2;
        """
    )
    connection.close()
    for _ in range(2):
        store = GameStore(path)
        assert store.find("old") == StoredGame("old", 1.5, {"seed": 3}, ("aa", ""), 4, PERSON, (7,))
        store.close()


def test_two_servers_cannot_use_one_database(store: GameStore) -> None:
    with pytest.raises(FileError, match="another server is using it"):
        GameStore(store.path)
    store.create(GAME).result(HANG_SECONDS)


def test_a_lock_that_is_damaged_is_named(tmp_path: Path) -> None:
    (tmp_path / "games.lock").write_text("Dear diary, " * 500, encoding="utf-8")
    with pytest.raises(FileError, match=r"games\.lock: cannot be locked"):
        GameStore(tmp_path / "games.sqlite")


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.commit()
    connection.close()
    with pytest.raises(FileError, match="another program or version"):
        GameStore(path)
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    connection.close()


def test_a_database_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    GameStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(FileError, match=r"newer version of railwright \(database version 99"):
        GameStore(path)


def test_a_file_that_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_text("Dear diary, " * 500, encoding="utf-8")
    with pytest.raises(FileError, match="cannot be used as a games database") as caught:
        GameStore(path)
    assert "\n" not in str(caught.value)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(FileError, match="cannot be used"):
        GameStore(tmp_path / "file" / "games.sqlite")
