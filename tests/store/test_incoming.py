"""A backup that is restored while another program holds the database."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from railwright.errors import FileError
from railwright.store import copies
from railwright.store.games import NOBODY, GameStore, StoredGame
from railwright.store.incoming import incoming
from waiting import HANG_SECONDS

BACKUP = "backup.sqlite"


def game(name: str) -> StoredGame:
    head = {"format": "railwright-game/1", "board": "usa", "seats": [{"player": "rule"}] * 2, "seed": 1}
    return StoredGame(name, 5.0, head, ("", ""), 0, NOBODY, (5,), engine=1)


def names_in(path: Path) -> set[str]:
    return {found.id for found in copies.look(path)[0]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with the game "first", and a backup of it; then the game "second" is added."""
    path = tmp_path / "games.sqlite"
    store = GameStore(path)
    store.create(game("first")).result(HANG_SECONDS)
    copies.back_up(path, tmp_path / BACKUP)
    store.create(game("second")).result(HANG_SECONDS)
    store.close()
    return path


def test_a_server_that_opens_its_database_again_has_the_backup(path: Path, tmp_path: Path) -> None:
    store = GameStore(path)
    found: list[tuple[Path | None, int]] = []

    def restore() -> None:
        aside, rebuilt = copies.restore(path, tmp_path / BACKUP, force=True, server_seconds=HANG_SECONDS)
        found.append((aside, rebuilt.games))

    command = threading.Thread(target=restore)
    command.start()
    while not incoming(path).exists():
        assert command.is_alive()
        command.join(0.01)
    assert names_in(path) == {"first", "second"}, "nothing changes while the server uses it"
    store.close()
    store = GameStore(path)
    command.join(HANG_SECONDS)
    store.close()
    aside = path.with_name("games.before-restore.sqlite")
    assert found == [(aside, 1)]
    assert names_in(path) == {"first"}
    assert names_in(aside) == {"first", "second"}
    assert not incoming(path).exists()


def test_without_an_answer_nothing_changes(path: Path, tmp_path: Path) -> None:
    store = GameStore(path)
    with pytest.raises(FileError, match="does not answer; stop the server and try again"):
        copies.restore(path, tmp_path / BACKUP, force=True, server_seconds=0.0)
    store.close()
    GameStore(path).close()
    assert names_in(path) == {"first", "second"}
    assert sorted(entry.name for entry in tmp_path.glob("games.*sqlite")) == ["games.sqlite"]


def test_games_are_replaced_only_by_force_and_only_by_an_undamaged_backup(path: Path, tmp_path: Path) -> None:
    store = GameStore(path)
    with pytest.raises(FileError, match="add --force"):
        copies.restore(path, tmp_path / BACKUP)
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes((tmp_path / BACKUP).read_bytes()[:5000])
    with pytest.raises(FileError, match=r"broken\.sqlite"):
        copies.restore(path, broken, force=True)
    assert not incoming(path).exists()
    store.close()


def test_two_backups_are_not_restored_at_once(path: Path, tmp_path: Path) -> None:
    store = GameStore(path)
    incoming(path).write_bytes(b"")
    with pytest.raises(FileError, match="another backup is being restored"):
        copies.restore(path, tmp_path / BACKUP, force=True)
    store.close()


@pytest.mark.parametrize("what", ["damaged", "newer"])
def test_what_a_server_cannot_use_is_refused_and_its_games_stay(path: Path, tmp_path: Path, what: str) -> None:
    offered = incoming(path)
    if what == "damaged":
        offered.write_bytes(b"no database" * 100)
    else:
        offered.write_bytes((tmp_path / BACKUP).read_bytes())
        connection = sqlite3.connect(offered)
        connection.execute("PRAGMA user_version = 999")
        connection.close()
    GameStore(path).close()
    assert names_in(path) == {"first", "second"}
    assert not offered.exists()


def test_a_restore_without_a_server_forgets_what_a_killed_one_offered(path: Path, tmp_path: Path) -> None:
    incoming(path).write_bytes(path.read_bytes())
    copies.restore(path, tmp_path / BACKUP, force=True)
    GameStore(path).close()
    assert names_in(path) == {"first"}
