"""A thread that writes to the database with group commit.

A commit waits for the disk. Committing all waiting changes together keeps every move fast even with many games, and
still puts it on disk before anybody sees it.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future

from railwright.errors import FileError

Change = Callable[[sqlite3.Connection], None]

MOST_TOGETHER = 256
"""Most changes in one commit."""


class Writer:
    """Applies changes in the order in which they arrive. A change that fails does not affect the others."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connection = connect()
        self._queue: queue.SimpleQueue[tuple[Change, Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="railwright-writer", daemon=True)
        self._thread.start()

    def submit(self, change: Change) -> Future[None]:
        """Queue a change. The future is done once the change is on disk, or fails with FileError."""
        future: Future[None] = Future()
        self._queue.put((change, future))
        return future

    def close(self) -> None:
        """Apply all queued changes and stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while True:
                taken, is_last = self._take()
                batch = [(change, future) for change, future in taken if future.set_running_or_notify_cancel()]
                if batch:
                    _commit(self._connection, batch)
                if is_last:
                    return
        finally:
            self._connection.close()

    def _take(self) -> tuple[list[tuple[Change, Future[None]]], bool]:
        """Wait for at least one change and take all that are queued; also whether the writer is to stop."""
        batch: list[tuple[Change, Future[None]]] = []
        item = self._queue.get()
        while item is not None:
            batch.append(item)
            if len(batch) == MOST_TOGETHER:
                return batch, False
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True


def _commit(connection: sqlite3.Connection, batch: list[tuple[Change, Future[None]]]) -> None:
    done: list[Future[None]] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for change, future in batch:
            connection.execute("SAVEPOINT change")
            try:
                change(connection)
            except Exception as error:  # even a bug in a change must not stop the thread
                if isinstance(error, sqlite3.Error) and not connection.in_transaction:
                    raise  # a full or failing disk: SQLite has rolled back the whole transaction
                connection.execute("ROLLBACK TO change")
                future.set_exception(_explained(error))
            else:
                done.append(future)
            connection.execute("RELEASE change")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        _roll_back(connection)
        for _, future in batch:
            if not future.done():
                future.set_exception(_explained(error))
        return
    for future in done:
        future.set_result(None)


def _roll_back(connection: sqlite3.Connection) -> None:
    """Roll back the transaction. If a failing disk prevents this too, the next BEGIN reports it."""
    try:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    except sqlite3.Error:
        return


def _explained(error: Exception) -> Exception:
    if isinstance(error, sqlite3.Error):
        return FileError(f"the games database cannot be written ({error})")
    return error
