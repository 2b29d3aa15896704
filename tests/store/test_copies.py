"""Older databases, backups and what is put in place: whole or not at all, whenever the program is killed."""

from __future__ import annotations

import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from railwright.errors import FileError
from railwright.store import copies
from railwright.store.games import NOBODY, PERSON, GameStore, StoredGame
from store.old import make_version_3
from waiting import HANG_SECONDS

KEYS = ("aa", "")
OLD = [
    {"id": f"old-{number}", "created": 5.0 + number, "head": {"board": "usa", "seed": number}, "keys": ["aa", ""],
     "version": 4, "awaited": "person", "invitations": ["", "ii"], "actions": list(range(number, number + 30))}
    for number in range(50)
]  # fmt: skip
EXPECTED = {
    str(old["id"]): StoredGame(
        f"old-{number}", 5.0 + number, {"board": "usa", "seed": number}, KEYS, 4, PERSON,
        tuple(range(number, number + 30)), ("", "ii"),
    )
    for number, old in enumerate(OLD)
}  # fmt: skip


def games_in(path: Path) -> dict[str, StoredGame]:
    """All games of a database, each of which must be whole."""
    store = GameStore(path)
    found = {name: store.find(name) for name in EXPECTED}
    store.close()
    return {name: game for name, game in found.items() if game is not None}


def boards_in(path: Path) -> dict[str, object]:
    store = GameStore(path)
    found = {kept.name: kept.board for kept in store.boards()}
    store.close()
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of version 3."""
    path = tmp_path / "games.sqlite"
    make_version_3(path, OLD, {"mine": {"name": "mine"}})
    return path


# --- older versions ---------------------------------------------------------------------------------------------------


def test_a_database_of_version_3_is_brought_up_to_date_and_kept_as_it_was(path: Path) -> None:
    before = path.read_bytes()
    assert games_in(path) == EXPECTED
    assert boards_in(path) == {"mine": {"name": "mine"}}
    aside = path.with_name("games.version-3.sqlite")
    assert aside.read_bytes() == before
    assert aside.stat().st_mode & 0o077 == 0


def test_a_damaged_game_of_version_3_is_named_and_left_where_it_was(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE games SET head = '{' WHERE id = 'old-3'")
    connection.execute("DELETE FROM actions WHERE game = 'old-4' AND number = 7")
    connection.commit()
    connection.close()
    assert games_in(path) == {name: game for name, game in EXPECTED.items() if name not in ("old-3", "old-4")}
    for name in ("old-3", "old-4"):
        assert f"game {name} is damaged and remains only in games.version-3.sqlite" in caplog.text


# --- killed in the middle ---------------------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from pathlib import Path
from railwright.store import copies
from railwright.store.games import GameStore

what, path, source, place = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4])
line = int(sys.argv[5])
EVENTS = {"open", "os.link", "os.rename", "os.remove", "sqlite3.connect", "sqlite3.connect/handle"}
seen = 0

def watch(event, arguments):
    global seen
    if event in EVENTS and str(path.parent) in str(arguments):
        seen += 1
        if seen == place:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(watch)

def trace(frame, event, argument):
    global line
    if "railwright/store" not in frame.f_code.co_filename:
        return None
    line -= event == "line"
    if line == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return trace

if line:
    sys.settrace(trace)
if what == "open":
    GameStore(path).close()
elif what == "restore":
    copies.restore(path, source, force=True)
elif what == "backup":
    copies.back_up(path, source)
"""
"""Does something and kills itself when it touches a file of the database for the so-many-th time, or at some line."""


def killed(what: str, path: Path, other: Path, place: int, *, line: int = 0) -> bool:
    """Whether the program was killed at this place; False if it has fewer."""
    command = [sys.executable, "-c", KILLED, what, str(path), str(other), str(place), str(line)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode != 0


def places() -> Iterator[int]:
    """Places to be killed at. Their number is bounded, so that a test ends in any case."""
    return iter(range(1, 60))


def test_a_migration_that_is_killed_anywhere_loses_nothing(path: Path, tmp_path: Path) -> None:
    for place in places():
        copy = tmp_path / f"at {place}" / "games.sqlite"
        copy.parent.mkdir()
        shutil.copy(path, copy)
        was_killed = killed("open", copy, copy, place)
        assert games_in(copy) == EXPECTED, place
        if not was_killed:
            break
    assert not was_killed
    assert place > 5, "a migration touches some files"


def test_a_migration_that_is_killed_again_and_again_loses_nothing(path: Path) -> None:
    for line in range(100, 1900, 300):
        assert killed("open", path, path, 0, line=line), "a migration has more lines"
    assert games_in(path) == EXPECTED
    left = {entry.name for entry in path.parent.iterdir()}
    assert left == {"games.sqlite", "games.version-3.sqlite", "games.lock", "games.key"}


def test_a_restore_that_is_killed_anywhere_leaves_the_old_games_or_the_new_ones(path: Path, tmp_path: Path) -> None:
    other = StoredGame("other", 1.0, {"board": "usa"}, KEYS)
    for place in places():
        copy = tmp_path / f"at {place}" / "games.sqlite"
        store = GameStore(copy)
        store.create(other).result(HANG_SECONDS)
        store.close()
        was_killed = killed("restore", copy, path, place)
        store = GameStore(copy)
        is_old, is_new = store.find("other") == other, store.find("old-7") == EXPECTED["old-7"]
        store.close()
        assert is_old != is_new, place
        if is_new:
            assert [found.id for found in copies.look(copy.with_name("games.before-restore.sqlite"))[0]] == ["other"]
        if not was_killed:
            break
    assert is_new
    assert place > 5, "a restore touches some files"


def test_a_backup_that_is_killed_anywhere_is_whole_or_not_there(path: Path, tmp_path: Path) -> None:
    for place in places():
        folder = tmp_path / f"at {place}"
        folder.mkdir()
        was_killed = killed("backup", path, folder / "backup.sqlite", place)
        if (folder / "backup.sqlite").exists():
            assert len(copies.look(folder / "backup.sqlite")[0]) == len(OLD)
        if not was_killed:
            break
    assert (folder / "backup.sqlite").exists()


def test_a_server_that_is_killed_while_old_games_are_removed_keeps_the_others_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    store = GameStore(path)
    for game in EXPECTED.values():
        store.create(game).result(HANG_SECONDS)
    store.close()
    script = """
import os, signal, sys
from pathlib import Path
from railwright.store.games import GameStore

store = GameStore(Path(sys.argv[1]))
for number in range(0, 40, 10):
    removed = store.remove_games([f"old-{one}" for one in range(number, number + 10)], before=1e12)
    if number == 20:
        removed.result()
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", script, str(path)], timeout=HANG_SECONDS, check=False)
    assert done.returncode == -signal.SIGKILL
    left = games_in(path)
    assert left.items() <= EXPECTED.items()
    assert not {f"old-{one}" for one in range(30)} & set(left)
    assert len({f"old-{one}" for one in range(30, 40)} & set(left)) in (0, 10), "a batch goes whole or not at all"
    assert {f"old-{one}" for one in range(40, 50)} <= set(left)
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM heads").fetchone() == (len(left),)
    connection.close()


# --- full disks -------------------------------------------------------------------------------------------------------


@contextmanager
def full_disk(free: int) -> Iterator[None]:
    """No file can become longer than so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (free, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_leaves_an_old_database_as_it_was(path: Path) -> None:
    before = path.read_bytes()
    with full_disk(20_000), pytest.raises(FileError) as caught:
        GameStore(path)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before
    assert not path.with_name("games.new.sqlite").exists()
    assert games_in(path) == EXPECTED


def test_a_full_disk_leaves_no_backup_and_changes_nothing(path: Path, tmp_path: Path) -> None:
    GameStore(path).close()
    backup = tmp_path / "backup.sqlite"
    with full_disk(20_000), pytest.raises(FileError) as caught:
        copies.back_up(path, backup)
    assert "\n" not in str(caught.value)
    assert not backup.exists()
    assert not list(tmp_path.glob(".*"))
    with full_disk(20_000), pytest.raises(FileError):
        copies.restore(path, path.with_name("games.version-3.sqlite"), force=True)
    assert games_in(path) == EXPECTED


# --- backups ----------------------------------------------------------------------------------------------------------


def test_a_backup_is_taken_beside_a_server_and_is_private(path: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    store = GameStore(path)
    store.change("old-0", version=5, kept=30, actions=[9], awaited=NOBODY).result(HANG_SECONDS)
    assert copies.back_up(path, backup) == (50, 1)
    with pytest.raises(FileError, match="another server is using it"):
        copies.delete(path, ["old-0"])
    store.close()
    assert backup.stat().st_mode & 0o777 == 0o600
    assert not [entry for entry in tmp_path.iterdir() if entry.name.startswith("backup.sqlite-")]
    elsewhere = tmp_path / "elsewhere" / "games.sqlite"
    aside, rebuilt = copies.restore(elsewhere, backup)
    assert (aside, rebuilt.games, rebuilt.boards, rebuilt.damaged) == (None, 50, 1, ())
    assert games_in(elsewhere) == games_in(path)
    assert games_in(elsewhere)["old-0"].actions[-1] == 9


def test_a_backup_never_takes_the_place_of_a_file_of_a_database(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "games.sqlite"
    link = tmp_path / "link.sqlite"
    link.symlink_to(path)
    names = ("sqlite", "new.sqlite", "patched.sqlite", "damaged.sqlite", "sqlite-wal", "sqlite-shm", "lock", "key")
    stores = GameStore(path), GameStore(other)
    before = {entry: entry.stat().st_ino for entry in (*path.parent.iterdir(), *other.parent.iterdir())}
    for target in (*(database.with_suffix(f".{name}") for database in (path, other) for name in names), link):
        with pytest.raises(FileError, match="reserved for the server's own files") as caught:
            copies.back_up(path, target)
        assert "\n" not in str(caught.value)
    assert {entry: entry.stat().st_ino for entry in (*path.parent.iterdir(), *other.parent.iterdir())} == before
    for store in stores:
        store.close()
    assert copies.back_up(path, path.with_name("games-backup.sqlite")) == (50, 1)


def test_a_restore_over_games_needs_force_and_keeps_them(path: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    copies.back_up(path, backup)
    there = tmp_path / "there" / "games.sqlite"
    store = GameStore(there)
    store.create(StoredGame("g1", 1.0, {"board": "usa"}, KEYS)).result(HANG_SECONDS)
    store.close()
    with pytest.raises(FileError, match="add --force"):
        copies.restore(there, backup)
    aside, _ = copies.restore(there, backup, force=True)
    assert aside is not None
    assert [found.id for found in copies.look(aside)[0]] == ["g1"]
    assert games_in(there) == EXPECTED


def test_what_is_no_backup_is_not_restored(path: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.sqlite"
    bad.write_bytes(path.read_bytes()[:6000])
    new = tmp_path / "games.new.sqlite"
    shutil.copy(path, new)
    for source in (bad, tmp_path / "nothing.sqlite", tmp_path, path, new):
        with pytest.raises(FileError) as caught:
            copies.restore(path, source, force=True)
        assert "\n" not in str(caught.value)
    assert new.read_bytes() == path.read_bytes()
    assert games_in(path) == EXPECTED


ENDLESS = "WITH RECURSIVE c(rowid) AS (SELECT 1 UNION ALL SELECT rowid + 1 FROM c) SELECT rowid, 'x' AS id FROM c"
FOREIGN = {
    "a view for a table": f"DROP TABLE games; CREATE VIEW games AS {ENDLESS}",
    "another view": f"CREATE VIEW other AS {ENDLESS}",
    "a trigger": "CREATE TRIGGER other AFTER DELETE ON games BEGIN DELETE FROM boards; END",
    "another table": "CREATE TABLE other (number INTEGER)",
    "a virtual table": "DROP TABLE boards; CREATE VIRTUAL TABLE boards USING fts5 (name, board)",
    "a column that is computed": "DROP TABLE boards; CREATE TABLE boards (name, board AS (hex(zeroblob(1000))))",
    "a condition": "DROP TABLE boards; CREATE TABLE boards (name, board CHECK (hex(zeroblob(1000)) > board))",
    "an index of what is computed": "CREATE INDEX boards_used ON boards (hex(name))",
}


@pytest.mark.parametrize("version", [2, 3, 4])
@pytest.mark.parametrize("what", FOREIGN)
def test_a_file_with_foreign_tables_is_refused_before_its_rows_are_read(
    path: Path, tmp_path: Path, version: int, what: str
) -> None:
    if version == 4:
        GameStore(path).close()
    hostile = tmp_path / "hostile.sqlite"
    shutil.copy(path, hostile)
    connection = sqlite3.connect(hostile)
    if version == 2:
        connection.execute("PRAGMA user_version = 2")
    connection.executescript(FOREIGN[what].replace("CREATE INDEX", "DROP INDEX IF EXISTS boards_used; CREATE INDEX"))
    connection.close()
    there = tmp_path / "there" / "games.sqlite"
    for attempt in (lambda: copies.restore(there, hostile), lambda: copies.look(hostile), lambda: GameStore(hostile)):
        with pytest.raises(FileError, match="no games database has") as caught:
            attempt()
        assert "\n" not in str(caught.value)
    assert not there.exists()


def test_a_stale_log_is_never_applied_to_what_was_restored(path: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    copies.back_up(path, backup)
    there = tmp_path / "there" / "games.sqlite"
    store = GameStore(there)
    store.create(StoredGame("g1", 1.0, {"board": "usa"}, KEYS)).result(HANG_SECONDS)
    log = there.with_name("games.sqlite-wal").read_bytes()
    store.close()
    there.with_name("games.sqlite-wal").write_bytes(log)  # as after a kill
    copies.restore(there, backup, force=True)
    assert games_in(there) == EXPECTED
