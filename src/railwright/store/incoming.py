"""Restores a backup while a server is running.

The server holds the lock of its database. So the command writes the restored database under a reserved name next to it,
and the server puts it in place the next time it looks, or when it next starts.

Either side may be killed at any moment. The command holds a lock of its own as long as it lives, so what is found
without that lock was left by one that was killed. The server renames an offer before it uses it: so either the command
withdraws the offer, or the server has it.
"""

from __future__ import annotations

import logging
import os
import time
from pathlib import Path

from railwright.errors import FileError, InUseError
from railwright.store.database import check_database, create_database, merge_log, rebuild_into, unfinished
from railwright.store.database_files import hold, keep_aside, put_in_place, remove_database, sync
from railwright.store.rebuilding import Rebuilt

BEFORE_RESTORE = "before-restore"
"""Part of the name of the database that was replaced."""

LOOK_SECONDS = 0.2
"""Time between two looks whether the server has taken an offer."""

LOG = logging.getLogger("railwright.store")


def incoming(path: Path) -> Path:
    """Name of the database that is offered to the server of another one."""
    return path.with_name(f"{path.stem}.incoming.sqlite")


def remove_offer(path: Path) -> None:
    """Remove an offer, finished or not, that no server has taken."""
    remove_database(_offered(path))
    remove_database(incoming(path))


def _offered(path: Path) -> Path:
    """Name of an offer while it is being written."""
    return path.with_name(f"{path.stem}.offered.sqlite")


def offer(path: Path, source: Path, *, seconds: float) -> Rebuilt:
    """Offer a backup to the server that uses a database, and wait until it is in use.

    If the server does not take it in time, or refuses it, the offer is withdrawn and nothing has changed.
    """
    part = _offered(path)
    try:
        lock = hold(part)
    except InUseError:
        raise FileError(f"{path}: another backup is being restored; try again when that is done") from None
    try:
        remove_offer(path)  # of a command that was killed
        create_database(part)
        rebuilt = rebuild_into(part, source)
        sync(part)
        number = part.stat().st_ino
        os.replace(part, incoming(path))
        sync(path.parent)
        _wait(path, seconds)
    finally:
        remove_offer(path)
        lock.close()
    if path.stat().st_ino != number:
        raise FileError(f"{path}: its server has refused the backup, and its log says why; nothing has changed")
    return rebuilt


def _wait(path: Path, seconds: float) -> None:
    """Wait until the server has put an offer in place, or has refused it."""
    deadline = time.monotonic() + seconds
    while incoming(path).exists() or _taken(path).exists():
        if time.monotonic() > deadline:
            if _withdraw(path):
                raise FileError(f"{path}: its server does not answer; stop the server and try again")
            if _was_abandoned(path):
                raise FileError(f"{path}: its server has stopped, and nothing has changed; try again")
        time.sleep(LOOK_SECONDS)


def _withdraw(path: Path) -> bool:
    """Withdraw an offer; False if the server has taken it."""
    try:
        incoming(path).unlink()
    except FileNotFoundError:
        return False
    return True


def _was_abandoned(path: Path) -> bool:
    """Whether the server that has taken an offer was stopped before it was in place."""
    try:
        lock = hold(path)
    except InUseError:
        return False
    try:
        return _taken(path).exists()
    finally:
        lock.close()


def _taken(path: Path) -> Path:
    """Name of an offer that a server has taken and not put in place yet. A server that starts removes what is left."""
    return unfinished(path)


def take(path: Path) -> None:
    """Put an offered database in place, if there is one. The caller holds the lock, and nobody has it open."""
    taken = _taken(path)
    remove_database(taken)  # left by a program that was killed
    try:
        os.replace(incoming(path), taken)
    except FileNotFoundError:  # there is none, or it has just been withdrawn
        return
    try:
        check_database(taken)
        if path.exists():
            merge_log(path)
            keep_aside(path, BEFORE_RESTORE)
    except (FileError, OSError) as error:  # written by a newer version, damaged, or the disk is full
        LOG.error("a backup was not restored: %s", error)
        remove_database(taken)
        return
    put_in_place(taken, path)
    LOG.info("a backup was restored")
