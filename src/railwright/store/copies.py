"""Maintenance of the games database by its owner: inspect, back up, restore, repair and delete."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from railwright.errors import DamageError, FileError, InUseError
from railwright.store.database import (
    check_database,
    check_log,
    connect,
    connect_to_read,
    damage_of,
    database_version,
    merge_log,
    prepare,
    replace_rebuilt,
    unfinished,
    with_new_first_page,
)
from railwright.store.database_files import (
    hold,
    is_kept_name,
    make_folder,
    make_private,
    new_file,
    remove_database,
    sync,
)
from railwright.store.games import delete_games
from railwright.store.incoming import BEFORE_RESTORE, offer, remove_offer
from railwright.store.rebuilding import FoundBoard, FoundGame, Rebuilt, count_rows, find_boards, find_games


def look(path: Path) -> tuple[list[FoundGame], list[FoundBoard], str]:
    """List every game and board of a database, with a description of damaged pages. A server may be running."""
    path = path.resolve()
    with _explained(path), _reading(path) as connection:
        connection.execute("BEGIN")  # a consistent snapshot, even while a server writes
        version = database_version(connection, path)
        return (
            list(find_games(connection, version)),
            list(find_boards(connection, version)),
            damage_of(connection, version) or _damage_of_log(path),
        )


def _damage_of_log(path: Path) -> str:
    """What is wrong with the log of a database that no server is using; empty if nothing is."""
    try:
        lock = hold(path)
    except (FileError, OSError):  # in use: the server looked at the log when it started
        return ""
    try:
        check_log(path)
    except DamageError as error:
        return str(error)
    finally:
        lock.close()
    return ""


def back_up(path: Path, target: Path) -> tuple[int, int]:
    """Copy a database atomically into a private file, even while a server is running.

    Returns the numbers of games and boards copied.
    """
    path = path.resolve()
    _check_there(path)
    with _explained(target):
        if is_kept_name(target, path):
            raise FileError(
                f"{target}: this name is reserved for the server's own files; choose another, such as "
                "games-backup.sqlite"
            )
    with _explained(path):
        check_database(path)
        problem = _damage_of_log(path)
        if problem:
            raise DamageError(problem)
    part = target.with_name(f".{target.name}.unfinished")
    with _explained(target):
        try:
            new_file(part)
            with _reading(path) as source, _closing(sqlite3.connect(part, isolation_level=None)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            version = check_database(part)
            with _reading(part) as copy:
                counted = count_rows(copy, version)
            sync(part)
            os.replace(part, target)
            sync(target.absolute().parent)
        finally:
            remove_database(part)
    return counted


SERVER_SECONDS = 60.0
"""Longest wait for a running server to restore a backup."""


def restore(
    path: Path, source: Path, *, force: bool = False, server_seconds: float = SERVER_SECONDS
) -> tuple[Path | None, Rebuilt]:  # fmt: skip
    """Replace a database with a backup, even while a server is running, which then restores it itself.

    Returns where the old database is kept, if there was one.
    """
    path = path.resolve()
    _check_backup(path, source)
    try:
        with _held(path):
            remove_offer(path)
            has_file = path.exists() and path.stat().st_size > 0
            if has_file:
                _check_replaceable(path, force=force)
                merge_log(path)  # a program that is killed now must not lose what is only in the log
            aside, rebuilt = replace_rebuilt(path, BEFORE_RESTORE, source=source)
            return (aside if has_file else None), rebuilt
    except InUseError:
        pass
    with _explained(path):
        _check_replaceable(path, force=force)
        before = _kept(path)
        rebuilt = offer(path, source, seconds=server_seconds)
        return next(iter(_kept(path) - before), None), rebuilt


def _kept(path: Path) -> set[Path]:
    """The databases that were replaced by backups."""
    return set(path.parent.glob(f"{path.stem}.{BEFORE_RESTORE}*.sqlite"))


def _check_replaceable(path: Path, *, force: bool) -> None:
    if not force and not _is_empty(path):
        raise FileError(f"{path}: already contains games; add --force to replace it (the old file is kept)")


def _check_backup(path: Path, source: Path) -> None:
    """Refuse a file that is no undamaged backup."""
    with _explained(source):
        if not source.is_file():
            raise FileError(f"{source}: there is no such file")
        if any(own.exists() and own.samefile(source) for own in (path, unfinished(path))):
            raise FileError(f"{source}: is the database itself, not a backup of it")
        check_database(source)
        check_log(source)


def repair(path: Path) -> tuple[Path, Rebuilt]:
    """Rebuild a damaged database from everything that is still readable. The damaged file is kept next to it."""
    path = path.resolve()
    _check_there(path)
    with _held(path):
        if _has_first_page(path):
            return replace_rebuilt(path, "damaged")
        patched = with_new_first_page(path)
        try:
            if _is_bare(patched):
                raise DamageError(f"{path}: nothing in it is readable; restore a backup with railwright games restore")
            return replace_rebuilt(path, "damaged", source=patched)
        finally:
            remove_database(patched)


def _has_first_page(path: Path) -> bool:
    """Whether the first page of a database is readable. It holds the version and the root pages of the tables."""
    try:
        with _reading(path) as connection:
            database_version(connection, path)
            connection.execute("SELECT number FROM games NOT INDEXED LIMIT 0")
    except (FileError, sqlite3.Error, UnicodeError):
        return False
    return True


def delete(path: Path, games: Sequence[str]) -> int:
    """Delete games permanently. Returns how many were found."""
    path = path.resolve()
    _check_there(path)
    with _held(path):
        prepare(path)
        with _closing(connect(path)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            count = delete_games(connection, games)
            connection.execute("COMMIT")
            connection.execute("PRAGMA incremental_vacuum").fetchall()
            return count


def _is_bare(path: Path) -> bool:
    """Whether a database contains no readable game or board."""
    with _reading(path) as connection:
        return count_rows(connection, database_version(connection, path)) == (0, 0)


def _is_empty(path: Path) -> bool:
    """Whether a database is undamaged and contains no games or boards."""
    try:
        check_database(path)
    except FileError:
        return False
    return _is_bare(path)


def _check_there(path: Path) -> None:
    if not path.is_file():
        raise FileError(f"{path}: there is no games database here; give its folder with --data")


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Hold the lock of a database, so that no server uses it meanwhile."""
    with _explained(path):
        make_folder(path.parent)
        lock = hold(path)
        try:
            make_private(path)
            yield
        finally:
            lock.close()


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    _check_there(path)
    with _closing(connect_to_read(path)) as connection:
        yield connection


@contextmanager
def _closing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FileError(f"{path}: cannot be read or written ({error.strerror or error})") from error
    except (sqlite3.Error, UnicodeError) as error:
        raise FileError(f"{path}: cannot be read or written ({error})") from error
