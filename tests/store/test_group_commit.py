"""The thread that writes: order, changes that fail, changes that nobody wants any more."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from railwright.errors import FileError
from railwright.store.group_commit import Change, Writer
from waiting import HANG_SECONDS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "numbers.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE numbers (place INTEGER PRIMARY KEY AUTOINCREMENT, number INTEGER UNIQUE)")
    connection.close()
    return path


@pytest.fixture
def writer(path: Path) -> Iterator[Writer]:
    writer = Writer(lambda: sqlite3.connect(path, isolation_level=None, check_same_thread=False))
    yield writer
    writer.close()


def put(number: int) -> Change:
    def change(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO numbers (number) VALUES (?)", (number,))

    return change


def numbers(path: Path) -> list[int]:
    connection = sqlite3.connect(path)
    found = [number for (number,) in connection.execute("SELECT number FROM numbers ORDER BY place")]
    connection.close()
    return found


def hold_up(writer: Writer) -> threading.Event:
    """Keep the thread busy until the event is set, so that what follows comes in one commit."""
    begun, release = threading.Event(), threading.Event()

    def change(connection: sqlite3.Connection) -> None:
        begun.set()
        release.wait(HANG_SECONDS)

    writer.submit(change)
    begun.wait(HANG_SECONDS)
    return release


def test_changes_are_carried_out_in_the_order_in_which_they_come(writer: Writer, path: Path) -> None:
    release = hold_up(writer)
    futures = [writer.submit(put(number)) for number in range(600)]
    release.set()
    for future in futures:
        future.result(HANG_SECONDS)
    assert numbers(path) == list(range(600))


def test_a_change_is_on_disk_for_others_when_its_future_is_done(writer: Writer, path: Path) -> None:
    for number in range(20):
        writer.submit(put(number)).result(HANG_SECONDS)
        assert numbers(path)[-1] == number


def test_a_change_that_fails_leaves_those_around_it_whole(writer: Writer, path: Path) -> None:
    def half(connection: sqlite3.Connection) -> None:
        put(50)(connection)
        raise ValueError("in the middle")

    release = hold_up(writer)
    futures = [writer.submit(change) for change in (put(1), half, put(1), put(2))]
    release.set()
    assert futures[0].result(HANG_SECONDS) is None
    with pytest.raises(ValueError, match="in the middle"):
        futures[1].result(HANG_SECONDS)
    with pytest.raises(FileError, match="cannot be written"):
        futures[2].result(HANG_SECONDS)
    assert futures[3].result(HANG_SECONDS) is None
    assert numbers(path) == [1, 2]


def test_a_change_that_was_called_off_does_not_stop_the_thread(writer: Writer, path: Path) -> None:
    release = hold_up(writer)
    unwanted, wanted = writer.submit(put(1)), writer.submit(put(2))
    assert unwanted.cancel()
    release.set()
    wanted.result(HANG_SECONDS)
    writer.submit(put(3)).result(HANG_SECONDS)
    assert numbers(path) == [2, 3]


def test_a_full_disk_refuses_and_later_changes_work_again(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    writer = Writer(lambda: connection)

    def fill(connection: sqlite3.Connection) -> None:
        connection.executemany("INSERT INTO numbers (number) VALUES (?)", [(i,) for i in range(10_000)])

    release = hold_up(writer)
    first, full = writer.submit(put(-1)), writer.submit(fill)
    release.set()
    with pytest.raises(FileError, match="full"):
        full.result(HANG_SECONDS)
    was_kept = first.exception(10) is None
    assert numbers(path) == ([-1] if was_kept else [])
    writer.submit(put(-2)).result(HANG_SECONDS)
    assert numbers(path)[-1] == -2
    writer.close()


def test_closing_finishes_what_was_asked_for(path: Path) -> None:
    writer = Writer(lambda: sqlite3.connect(path, isolation_level=None, check_same_thread=False))
    release = hold_up(writer)
    for number in range(5):
        writer.submit(put(number))
    release.set()
    writer.close()
    assert numbers(path) == [0, 1, 2, 3, 4]
