"""A backup that is restored while another program holds the database."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

from railwright.errors import FileError
from railwright.store import copies
from railwright.store import incoming as store_incoming
from railwright.store.database import check_database
from railwright.store.database_files import hold
from railwright.store.games import NOBODY, GameStore, StoredGame
from railwright.store.incoming import incoming
from waiting import HANG_SECONDS

BACKUP = "backup.sqlite"


def game(name: str) -> StoredGame:
    head = {"format": "railwright-game/1", "board": "usa", "seats": [{"player": "rule"}] * 2, "seed": 1}
    return StoredGame(name, 5.0, head, ("", ""), 0, NOBODY, (5,), engine=1)


def names_in(path: Path) -> set[str]:
    return {found.id for found in copies.look(path)[0]}


class Clock:
    """Stands for the time of a command that waits."""

    def __init__(self) -> None:
        self.now = 0.0
        self.sleeps: list[Callable[[], None]] = []
        """What happens while the command sleeps, each time."""

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.sleeps.pop(0)()


class ServerOfTest:
    """A server, whose steps the test decides on, and which acts while a command waits."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = GameStore(path)
        self.clock = Clock()

    def reopen(self) -> None:
        self.store.close()
        self.store = GameStore(self.path)

    @contextmanager
    def while_command_waits(self, *steps: Callable[[], None]) -> Iterator[None]:
        """Take these steps, one each time that the command sleeps; without any, restore what is offered."""
        self.clock.sleeps = list(steps) or [self.reopen]
        with mock.patch.object(store_incoming, "time", self.clock):
            yield
        assert not self.clock.sleeps


def interrupt() -> None:
    raise KeyboardInterrupt


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
    other_command = hold(path.with_name("games.offered.sqlite"))
    with pytest.raises(FileError, match="another backup is being restored"):
        copies.restore(path, tmp_path / BACKUP, force=True)
    other_command.close()
    store.close()


def test_what_a_killed_command_has_left_is_replaced(path: Path, tmp_path: Path) -> None:
    server = ServerOfTest(path)
    for name in ("games.offered.sqlite", "games.offered.sqlite-journal", "games.incoming.sqlite"):
        path.with_name(name).write_bytes(b"half of a database")
    with server.while_command_waits():
        _, rebuilt = copies.restore(path, tmp_path / BACKUP, force=True, server_seconds=HANG_SECONDS)
    assert rebuilt.games == 1
    server.store.close()
    assert names_in(path) == {"first"}
    assert not list(tmp_path.glob("games.offered.sqlite*"))


def test_an_interrupted_command_withdraws_its_offer(path: Path, tmp_path: Path) -> None:
    server = ServerOfTest(path)
    with server.while_command_waits(interrupt), pytest.raises(KeyboardInterrupt):
        copies.restore(path, tmp_path / BACKUP, force=True, server_seconds=HANG_SECONDS)
    server.reopen()
    server.store.close()
    assert names_in(path) == {"first", "second"}


def test_an_offer_that_a_server_has_begun_to_restore_is_not_withdrawn(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    incoming(path).write_bytes((tmp_path / BACKUP).read_bytes())
    withdrawn: list[bool] = []

    def check_while_a_command_gives_up(offered: Path) -> int:
        withdrawn.append(store_incoming._withdraw(path))
        return check_database(offered)

    monkeypatch.setattr(store_incoming, "check_database", check_while_a_command_gives_up)
    GameStore(path).close()
    assert withdrawn == [False]
    assert names_in(path) == {"first"}


def test_a_command_waits_for_a_server_that_has_begun_to_restore(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ServerOfTest(path)
    clock = server.clock
    has_begun, may_end = threading.Event(), threading.Event()

    def check_slowly(offered: Path) -> int:
        has_begun.set()
        assert may_end.wait(HANG_SECONDS)
        return check_database(offered)

    monkeypatch.setattr(store_incoming, "check_database", check_slowly)
    opening = threading.Thread(target=server.reopen)

    def begin_and_let_the_time_pass() -> None:
        opening.start()
        assert has_begun.wait(HANG_SECONDS)
        clock.now += 2 * HANG_SECONDS

    def end() -> None:
        may_end.set()
        opening.join(HANG_SECONDS)

    with server.while_command_waits(begin_and_let_the_time_pass, end):
        _, rebuilt = copies.restore(path, tmp_path / BACKUP, force=True, server_seconds=HANG_SECONDS)
    server.store.close()
    assert rebuilt.games == 1
    assert names_in(path) == {"first"}


def test_a_server_that_was_killed_while_it_restored_has_its_own_games(path: Path, tmp_path: Path) -> None:
    server = ServerOfTest(path)

    def die() -> None:
        server.store.close()
        incoming(path).rename(path.with_name("games.new.sqlite"))
        server.clock.now += 2 * HANG_SECONDS

    with server.while_command_waits(die), pytest.raises(FileError, match="its server has stopped"):
        copies.restore(path, tmp_path / BACKUP, force=True, server_seconds=HANG_SECONDS)
    GameStore(path).close()
    assert names_in(path) == {"first", "second"}
    assert not path.with_name("games.new.sqlite").exists()


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
