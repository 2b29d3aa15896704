"""Opens the games database: creates a new one, upgrades an old one, and refuses a damaged one."""

from __future__ import annotations

import logging
import re
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path

from railwright.errors import DamageError, FileError
from railwright.store import game_tables
from railwright.store.database_files import has_log, keep_aside, new_file, put_in_place, remove_database, sidecar
from railwright.store.game_tables import current_version, schema_of
from railwright.store.rebuilding import BEFORE_CHECKSUMS, Rebuilt, count_rows, rebuild
from railwright.store.rows import APPLICATION, BASE_VERSION, printed
from railwright.store.write_ahead_log import inspect_log

SMALLEST_FILE = 512
"""Smallest page size of SQLite, in bytes. SQLite would treat a shorter file as a new database."""

WRITE_AHEAD = 2
"""Format version on the first page of a database that has a write-ahead log."""

TABLES = frozenset({"games", "heads", "actions", "boards"})
"""Names of the tables of all versions but the added ones."""

_COMPUTING = re.compile(r"\b(AS|CHECK)\b", re.IGNORECASE)
"""SQL keywords that introduce generated columns or constraints."""

_PLAIN_INDEX = re.compile(r"CREATE INDEX \w+ ON \w+ \([\w, ]+\)( WHERE board != '')?")

LOG = logging.getLogger("railwright.store")


def connect(path: Path) -> sqlite3.Connection:
    """Connect to an up-to-date database. A commit is on disk when it returns."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.text_factory = plain_text
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a read-only connection, which is safe while a server is running."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=10)
    connection.text_factory = plain_text
    return connection


def plain_text(data: bytes) -> str:
    """Decode text from the database. Invalid UTF-8 must not block other rows: the row's checksum reveals the damage."""
    return data.decode("utf-8", "surrogateescape")


def create_database(path: Path) -> None:
    """Create a database with empty tables in a private file."""
    new_file(path)
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        tables = "; ".join(schema_of(current_version()))
        connection.executescript(f"BEGIN; {tables}; PRAGMA user_version = {current_version()}; COMMIT;")
    finally:
        connection.close()


def prepare(path: Path) -> None:
    """Make sure that an undamaged, up-to-date database is at a path. The caller must hold its lock."""
    remove_database(unfinished(path))  # left by a program that was killed
    if not path.exists():
        if has_log(path):
            raise FileError(
                f"{path}: is missing, but {sidecar(path, 'wal').name} exists; put the file back, restore a backup "
                f"(railwright games restore), or remove {sidecar(path, 'wal').name} to start over"
            )
        create_database(unfinished(path))
        put_in_place(unfinished(path), path)
        return
    check_log(path)
    if check_database(path) < current_version():
        bring_up_to_date(path)


def check_log(path: Path) -> None:
    """Refuse a database whose write-ahead log is damaged: SQLite would drop all changes after the damage.

    No server may be using it: one that writes to the log would make it look damaged.
    """
    if not has_log(path):
        return
    log = sidecar(path, "wal")
    state = inspect_log(log)
    if state.lost_frames:
        raise DamageError(
            f"{log}: is damaged, and {state.lost_frames} pages of recent changes are unreadable; restore a backup with "
            "railwright games restore, or continue without them with railwright games repair, which keeps the damaged "
            "files"
        )
    if state.is_cut_off:
        LOG.warning("%s: the last change is incomplete, as after a power failure, and is ignored", log)


def check_database(path: Path) -> int:
    """Return the version of a games database, after checking that all of its pages are readable."""
    if path.stat().st_size < SMALLEST_FILE:
        what = "is truncated" if path.stat().st_size else "is empty, which a games database never is"
        raise DamageError(
            f"{path}: {what}; restore a backup (railwright games restore), or remove the file to start over"
        )
    connection = connect_to_read(path)
    try:
        version = database_version(connection, path)
        problem = damage_of(connection, version)
        if problem:
            games, boards = count_rows(connection, version)
            raise DamageError(
                f"{path}: is damaged ({problem}); {games} games and {boards} boards are still readable: save them "
                "with railwright games repair, or restore a backup with railwright games restore"
            )
        return version
    except (sqlite3.Error, UnicodeError) as error:
        raise DamageError(
            f"{path}: cannot be used as a games database ({error}); restore a backup with railwright games "
            "restore, try railwright games repair, or give another folder with --data"
        ) from error
    finally:
        connection.close()


def database_version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the version of a games database, after checking that its rows are safe to read."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    is_old = version in BEFORE_CHECKSUMS and application == 0
    if application == APPLICATION and version > current_version():
        raise FileError(
            f"{path}: was written by a newer version of railwright (database version {version}, here at most "
            f"{current_version()}); use that version, or give another folder with --data"
        )
    if not is_old and (application != APPLICATION or version < BASE_VERSION):
        raise FileError(f"{path}: belongs to another program or version; give another folder with --data")
    _check_tables(connection, path)
    return int(version)


def _check_tables(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse schemas that would make SQLite run code while rows are read, such as a view in place of a table."""
    with suppress(sqlite3.Error, UnicodeError):  # then no table is readable either
        for kind, name, page, sql in connection.execute("SELECT type, name, rootpage, sql FROM sqlite_master"):
            if not page or not _is_plain(kind, name, sql):
                raise DamageError(
                    f"{path}: contains a {str(kind)[:10]!a}, {str(name)[:40]!a}, that no games database has; restore "
                    "a backup with railwright games restore, or try railwright games repair"
                )


def _is_plain(kind: str, name: str, sql: str | None) -> bool:
    """Whether a schema entry is one of our tables or indexes, of any version, without computed parts.

    An index without SQL is one that SQLite creates for a key.
    """
    if kind == "table":
        known = TABLES | {added.name for added in game_tables.GAME_TABLES}
        return name in known and sql is not None and _COMPUTING.search(sql) is None
    return kind == "index" and (sql is None or _PLAIN_INDEX.fullmatch(sql) is not None)


def damage_of(connection: sqlite3.Connection, version: int) -> str:
    """Describe in a few words what is wrong with the pages of a database; empty if nothing is."""
    try:
        if version >= BASE_VERSION:
            tables = {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
            if tables != set(schema_of(version)):
                return "its schema was changed"
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except (sqlite3.Error, UnicodeError) as error:
        found = str(error)
    return "" if found == "ok" else str(found).removeprefix("*** in database main ***").strip().split("\n")[0]


def unfinished(path: Path) -> Path:
    """Temporary name of a database while it is being written."""
    return path.with_name(f"{path.stem}.new.sqlite")


def bring_up_to_date(path: Path) -> None:
    """Upgrade a database to this version. The old file is kept next to it."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=10)
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
    aside, rebuilt = replace_rebuilt(path, f"version-{version}")
    for name in rebuilt.damaged:
        LOG.error("%s: %s is damaged and remains only in %s", path, printed(name), aside.name)


def merge_log(path: Path) -> None:
    """Move all changes from the log of a database into it, if both are in order."""
    with suppress(sqlite3.Error, FileError):
        check_log(path)
        connection = connect(path)
        try:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            connection.close()


def replace_rebuilt(path: Path, why: str, *, source: Path | None = None) -> tuple[Path, Rebuilt]:
    """Rebuild a database from another file, or from its own readable rows. The old file is kept next to it."""
    new = unfinished(path)
    try:
        create_database(new)
        rebuilt = rebuild_into(new, source or path)
        aside = keep_aside(path, why) if path.exists() else path
        put_in_place(new, path)
    except BaseException:
        remove_database(new)
        raise
    return aside, rebuilt


def rebuild_into(new: Path, source: Path) -> Rebuilt:
    """Copy what is readable in a database to a new one."""
    reading, writing = connect_to_read(source), sqlite3.connect(new, isolation_level=None)
    try:
        return rebuild(reading, database_version(reading, source), writing)
    finally:
        reading.close()
        writing.close()


def with_new_first_page(path: Path) -> Path:
    """Copy a database whose first page is damaged, with the first page of a new one.

    The first page holds the root pages of the tables, which are the same in all databases of this version.
    """
    patched = path.with_name(f"{path.stem}.patched.sqlite")
    create_database(patched)
    first = bytearray(patched.read_bytes())
    first[18] = first[19] = WRITE_AHEAD
    size = int.from_bytes(first[16:18])  # SQLite's file format, section 1.3: page size and number of pages
    first[28:32] = (path.stat().st_size // size).to_bytes(4)
    new_file(patched)
    with path.open("rb") as old, patched.open("wb") as file:
        file.write(first[:size])
        old.seek(size)
        shutil.copyfileobj(old, file)
    if has_log(path):
        shutil.copyfile(sidecar(path, "wal"), sidecar(patched, "wal"))
    return patched
