"""The files of a database of games: private, held by one server at a time, replaced whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from railwright.errors import FileError

DATABASE = "games.sqlite"
"""The name of the database in the folder for data."""

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
"""The database tells everybody's cards: its owner alone may look into it."""

KEY_BYTES = 32

SIDECARS = ("journal", "wal", "shm")
"""Files that SQLite keeps beside a database, by the ends of their names."""


def make_folder(folder: Path) -> None:
    """A folder for games. A new one is private, and so is an old one in which nothing else lies."""
    is_new = not folder.exists()
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    stem = Path(DATABASE).stem
    if not is_new and all(entry.name.startswith(f"{stem}.") for entry in folder.iterdir()):
        _make_private(folder, PRIVATE_FOLDER)


def make_private(path: Path) -> None:
    """Take the files of a database away from other users: also those that SQLite and we keep beside it."""
    for entry in path.parent.glob(f"{path.stem}.*"):
        if entry.is_file() and not entry.is_symlink():
            _make_private(entry, PRIVATE_FILE)


def _make_private(path: Path, mode: int) -> None:
    with suppress(FileNotFoundError, PermissionError):  # gone, or somebody else's
        if path.stat().st_mode & 0o777 & ~mode:
            path.chmod(mode)


def new_file(path: Path) -> None:
    """An empty private file, in the place of one that was left behind with its log by a program that was killed."""
    remove_database(path)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE_FILE))


def remove_database(path: Path) -> None:
    """Remove a database and what SQLite keeps beside it. A log that stayed would be applied to the next one."""
    for entry in (*(sidecar(path, name) for name in SIDECARS), path):
        entry.unlink(missing_ok=True)


def hold(path: Path) -> sqlite3.Connection:
    """Keep other servers away from a database as long as the connection is open, also if this program is killed.

    Two servers would both let the same computers play. A lock of SQLite is the same on every system.
    """
    lock = lock_file(path)
    if not lock.exists():
        with suppress(FileExistsError):
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE_FILE))
    held = sqlite3.connect(lock, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        held.close()
        if "locked" not in str(error):
            raise FileError(f"{lock}: cannot be used as a lock ({error}); remove it if no server is running") from None
        raise FileError(
            f"{path}: another server is using it; stop that one, or name another folder with --data"
        ) from None
    return held


def sidecar(path: Path, name: str) -> Path:
    """A file that SQLite keeps beside a database: ``journal``, ``wal`` or ``shm``."""
    return path.with_name(f"{path.name}-{name}")


def is_kept_name(file: Path, path: Path) -> bool:
    """Whether a file is a database, or has a name that we give to files beside it; also beside that of another server.

    A lock shows where a server keeps its games.
    """
    if path.exists() and file.exists() and file.samefile(path):
        return True
    is_ours = file.name.casefold().startswith(f"{path.stem}.".casefold())
    folder = file.absolute().parent
    is_kept = folder.exists() and (folder.samefile(path.parent) or (folder / lock_file(path).name).exists())
    return is_ours and is_kept


def lock_file(path: Path) -> Path:
    """The file by which a server holds a database."""
    return path.with_suffix(".lock")


def has_log(path: Path) -> bool:
    """Whether SQLite has written changes beside a database that are not in it yet."""
    log = sidecar(path, "wal")
    return log.exists() and log.stat().st_size > 0


def keep_aside(path: Path, why: str) -> Path:
    """Give the files of a database a second name, under which they stay when the first is given to another."""
    aside = path.with_name(f"{path.stem}.{why}.sqlite")
    left = [entry for entry in (aside, *(sidecar(aside, name) for name in SIDECARS)) if entry.exists()]
    if left and not (aside.exists() and aside.samefile(path)):  # a log that was left would be applied to this database
        aside = path.with_name(f"{path.stem}.{why}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.sqlite")
    _link(path, aside)
    if has_log(path):
        _link(sidecar(path, "wal"), sidecar(aside, "wal"))
    return aside


def _link(path: Path, second: Path) -> None:
    if second.exists() and second.samefile(path):
        return  # from before a program was killed in the middle of this
    try:
        os.link(path, second)
    except OSError:  # not every file system has links
        shutil.copy2(path, second)
        sync(second)


def put_in_place(new: Path, path: Path) -> None:
    """Let a new database take the place of another, whose log must not be applied to it. At any moment one is there."""
    sync(new)
    for name in ("wal", "shm"):
        sidecar(path, name).unlink(missing_ok=True)
    os.replace(new, path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Wait until a file, or what a folder lists, is on disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def secret_key(path: Path) -> bytes:
    """The key for fingerprints of addresses, in a file beside the database; a new one if there is none."""
    file = path.with_suffix(".key")
    with suppress(FileNotFoundError):
        found = file.read_bytes()
        if len(found) == KEY_BYTES:
            return found
    new = secrets.token_bytes(KEY_BYTES)
    new_file(file)
    file.write_bytes(new)
    return new
