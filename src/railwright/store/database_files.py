"""The files of a games database: private, locked by one server at a time, and replaced atomically."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from railwright.errors import FileError, InUseError

DATABASE = "games.sqlite"
"""Name of the database in the data folder."""

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
"""Access modes: the database reveals everybody's cards, so only its owner may read it."""

KEY_BYTES = 32

SIDECARS = ("journal", "wal", "shm")
"""Files that SQLite keeps next to a database, by the ends of their names."""


def make_folder(folder: Path) -> None:
    """Create a folder for games. It is made private if it is new or contains nothing else."""
    is_new = not folder.exists()
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    stem = Path(DATABASE).stem
    if not is_new and all(entry.name.startswith(f"{stem}.") for entry in folder.iterdir()):
        _make_private(folder, PRIVATE_FOLDER)


def make_private(path: Path) -> None:
    """Deny other users access to a database and to all files that SQLite and we keep next to it."""
    for entry in path.parent.glob(f"{path.stem}.*"):
        if entry.is_file() and not entry.is_symlink():
            _make_private(entry, PRIVATE_FILE)


def _make_private(path: Path, mode: int) -> None:
    with suppress(FileNotFoundError, PermissionError):  # deleted, or owned by another user
        if path.stat().st_mode & 0o777 & ~mode:
            path.chmod(mode)


def new_file(path: Path) -> None:
    """Create an empty private file, replacing any file and log left behind by a program that was killed."""
    remove_database(path)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE_FILE))


def remove_database(path: Path) -> None:
    """Remove a database and its sidecar files. A log left behind would be applied to the next database."""
    for entry in (*(sidecar(path, name) for name in SIDECARS), path):
        entry.unlink(missing_ok=True)


def hold(path: Path) -> sqlite3.Connection:
    """Lock a database against other servers while the returned connection is open.

    Two servers would both play for the same computer players. SQLite's own lock works the same on every system, and is
    released even if this program is killed.
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
            raise FileError(f"{lock}: cannot be locked ({error}); remove it if no server is running") from None
        raise InUseError(
            f"{path}: another server is using it; stop that server, or give another folder with --data"
        ) from None
    return held


def sidecar(path: Path, name: str) -> Path:
    """Path of a file that SQLite keeps next to a database: ``journal``, ``wal`` or ``shm``."""
    return path.with_name(f"{path.name}-{name}")


def is_kept_name(file: Path, path: Path) -> bool:
    """Whether a file is the database itself, or has a name reserved for the files next to it.

    The names are reserved in the folder of any server; a lock file marks such a folder.
    """
    if path.exists() and file.exists() and file.samefile(path):
        return True
    is_ours = file.name.casefold().startswith(f"{path.stem}.".casefold())
    folder = file.absolute().parent
    is_kept = folder.exists() and (folder.samefile(path.parent) or (folder / lock_file(path).name).exists())
    return is_ours and is_kept


def lock_file(path: Path) -> Path:
    """Path of the file that a server locks to use a database."""
    return path.with_suffix(".lock")


def has_log(path: Path) -> bool:
    """Whether a database has a write-ahead log with changes that are not in the database yet."""
    log = sidecar(path, "wal")
    return log.exists() and log.stat().st_size > 0


def keep_aside(path: Path, why: str) -> Path:
    """Link the files of a database under a second name, so that they survive when the database is replaced."""
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
        return  # already linked by a program that was killed here
    try:
        os.link(path, second)
    except OSError:  # not every file system supports hard links
        shutil.copy2(path, second)
        sync(second)


def put_in_place(new: Path, path: Path) -> None:
    """Replace a database atomically. The log of the old one is removed, so that it is not applied to the new one."""
    sync(new)
    for name in ("wal", "shm"):
        sidecar(path, name).unlink(missing_ok=True)
    os.replace(new, path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Flush a file or a folder's entries to disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def secret_key(path: Path) -> bytes:
    """Read the key for fingerprints of addresses and people from the file next to the database, or create a new one."""
    file = path.with_suffix(".key")
    with suppress(FileNotFoundError):
        found = file.read_bytes()
        if len(found) == KEY_BYTES:
            return found
    new = secrets.token_bytes(KEY_BYTES)
    new_file(file)
    file.write_bytes(new)
    return new
