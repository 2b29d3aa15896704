"""Restores a backup while a server is running.

The server holds the lock of its database. So the command writes the restored database under a reserved name next to it,
and the server puts it in place the next time it looks, or when it next starts.
"""

from __future__ import annotations

import logging
import os
import time
from pathlib import Path

from railwright.errors import FileError
from railwright.store.database import check_database, create_database, merge_log, rebuild_into
from railwright.store.database_files import keep_aside, put_in_place, remove_database, sync
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
    """Remove what a command that was killed has left. No server is running."""
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
    if part.exists() or incoming(path).exists():
        raise FileError(f"{path}: another backup is being restored; try again when that is done")
    try:
        create_database(part)
        rebuilt = rebuild_into(part, source)
        sync(part)
        number = part.stat().st_ino
        os.replace(part, incoming(path))
        sync(path.parent)
    finally:
        remove_database(part)
    deadline = time.monotonic() + seconds
    while incoming(path).exists():
        if time.monotonic() > deadline and _withdraw(path):
            raise FileError(f"{path}: its server does not answer; stop the server and try again")
        time.sleep(LOOK_SECONDS)
    if path.stat().st_ino != number:
        raise FileError(f"{path}: its server has refused the backup, and its log says why; nothing has changed")
    return rebuilt


def _withdraw(path: Path) -> bool:
    """Withdraw an offer; False if the server has just taken it."""
    try:
        incoming(path).unlink()
    except FileNotFoundError:
        return False
    return True


def take(path: Path) -> None:
    """Put an offered database in place, if there is one. The caller holds the lock, and nobody has it open."""
    offered = incoming(path)
    if not offered.exists():
        return
    try:
        check_database(offered)
        if path.exists():
            merge_log(path)
            keep_aside(path, BEFORE_RESTORE)
    except (FileError, OSError) as error:  # written by a newer version, damaged, or the disk is full
        LOG.error("a backup was not restored: %s", error)
        remove_database(offered)
        return
    put_in_place(offered, path)
