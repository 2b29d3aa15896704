"""Games in a SQLite database: the setup of each, the holders of its seats, and every action."""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from railwright.errors import DamageError, FileError
from railwright.store.database import connect, prepare
from railwright.store.database_files import hold, make_folder, make_private, secret_key
from railwright.store.game_tables import GameTable, delete_rows
from railwright.store.group_commit import Change, Writer
from railwright.store.incoming import take
from railwright.store.rows import (
    BOARD_COLUMNS,
    COMPUTER,
    GAME_COLUMNS,
    NOBODY,
    PERSON,
    BoardRow,
    GameRow,
    StoredBoard,
    StoredGame,
    checksum,
    insert_game,
    packed,
    printed,
    read_board_row,
    read_game_row,
    update_game,
    write_board,
)

__all__ = ["COMPUTER", "NOBODY", "PERSON", "GameStore", "StoredGame", "now"]

LOG = logging.getLogger("railwright.store")

USE_SECONDS = 3600
"""Resolution of the time of last use, in seconds: a game opened again within this time is not written."""

FREED_PAGES = 200
"""Most pages returned to the file system at a time after something was removed."""


class GameStore:
    """The games database. Reads are synchronous; every change returns a future that is done once it is on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path = path.resolve()  # lock and log belong next to the file itself, not next to a link to it
        try:
            make_folder(path.parent)
            self._hold = hold(path)
            try:
                make_private(path)
                take(path)
                prepare(path)
                self.secret = secret_key(path)
                """Key for fingerprints of addresses and people."""
                self._reader = connect(path)
                self._writer = Writer(partial(connect, path))
            except BaseException:
                self._hold.close()
                raise
        except (OSError, sqlite3.Error) as error:
            raise FileError(f"{path}: cannot be used as a games database ({error})") from error

    def close(self) -> None:
        """Finish all pending changes and close the database."""
        self._writer.close()
        self._reader.close()
        self._hold.close()

    # --- games -------------------------------------------------------------------------------------------------------

    def create(self, game: StoredGame, *, also: Change | None = None) -> Future[None]:
        """Store a new game with its actions so far, and whatever else belongs to it: all of it or nothing."""
        head = json.dumps(game.head)

        def change(connection: sqlite3.Connection) -> None:
            insert_game(connection, GameRow.of(game, head), head)
            if also is not None:
                also(connection)

        return self._writer.submit(change)

    def change(
        self, game: str, *, version: int, kept: int, actions: Sequence[int], awaited: str, digest: str = ""
    ) -> Future[None]:  # fmt: skip
        """Replace the actions after the first ``kept`` ones. ``version`` is the new version, one more than before."""

        def change(row: GameRow) -> GameRow:
            if row.version != version - 1 or len(row.actions) < 2 * kept:
                raise FileError(f"game {game}: the stored version is not {version - 1}")
            return replace(
                row, version=version, awaited=awaited, actions=row.actions[: 2 * kept] + packed(actions),
                digest=digest, used=now(),
            )  # fmt: skip

        return self._writer.submit(_changing(game, change))

    def give_seat(self, game: str, *, keys: Sequence[str], given: Sequence[str]) -> Future[None]:
        """Replace the keys of the seats by ``given``, provided that they are still ``keys``."""

        def change(row: GameRow) -> GameRow:
            if row.keys != json.dumps(keys):
                raise FileError(f"game {game}: the keys of its seats have changed")
            return replace(row, keys=json.dumps(given), used=now())

        return self._writer.submit(_changing(game, change))

    def note_use(self, game: StoredGame) -> Future[None] | None:
        """Record that a game was opened. Returns None if this was recorded within the last hour."""
        if now() - game.used <= USE_SECONDS:
            return None
        return self._writer.submit(_changing(game.id, lambda row: replace(row, used=max(row.used, now()))))

    def note_engine(self, game: str, *, engine: int, digest: str) -> Future[None]:
        """Record that a game replayed identically with another version of the engine, which plays it from now on."""
        return self._writer.submit(_changing(game, lambda row: replace(row, engine=engine, digest=digest)))

    def find(self, game: str) -> StoredGame | None:
        """Find a game by its name. Raises DamageError if its checksum is wrong."""
        rows = self.read(
            f"SELECT {GAME_COLUMNS}, checksum, head FROM games LEFT JOIN heads ON game = number WHERE id = ?", game
        )
        if not rows:
            return None
        *values, head = rows[0]
        if head is None:
            raise DamageError("its head is missing")
        return read_game_row(values).game(head)

    def awaiting(self, whom: str) -> list[str]:
        """Names of the games in which a computer, or a person, acts next, oldest first."""
        return [name for (name,) in self.read("SELECT id FROM games WHERE awaited = ? ORDER BY created, id", whom)]

    def counts(self) -> dict[str, int]:
        """Numbers of games by who acts next."""
        return dict(self.read("SELECT awaited, count(*) FROM games GROUP BY awaited"))

    def unused_games(
        self, awaited: str, *, before: float, after: tuple[float, int], most: int
    ) -> list[tuple[float, int, str]]:
        """Games last used before a given time, least recently used first, as (used, number, name).

        ``after`` is the (used, number) of the last game of the previous page; ``awaited`` says whose turn it is.
        """
        return self.read(
            "SELECT used, number, id FROM games WHERE awaited = ? AND used < ? AND (used, number) > (?, ?) "
            "ORDER BY used, number LIMIT ?",
            awaited, before, *after, most,
        )  # fmt: skip

    def remove_games(self, games: Sequence[str], *, before: float) -> Future[None]:
        """Remove games last used before a given time. Damaged games stay, for the owner to inspect."""

        def change(connection: sqlite3.Connection) -> None:
            for game in games:
                with suppress(DamageError):
                    row = _row(connection, game)
                    if row is not None and row.used < before:
                        delete_games(connection, [game])
            connection.execute(f"PRAGMA incremental_vacuum({FREED_PAGES})").fetchall()

        return self._writer.submit(change)

    def keep_row(
        self, table: GameTable, game: str, *, awaited: str | None = None, **values: str | float | bytes
    ) -> Future[None]:
        """Store a row about a game in one of the added tables, replacing one with the same key.

        ``awaited`` says who is to act from now on, if that changes with the row.
        """

        def change(connection: sqlite3.Connection) -> None:
            row = _row(connection, game)
            if row is None:
                raise FileError(f"game {game}: is no longer stored")
            table.write(connection, game, values)
            if awaited is not None:
                update_game(connection, replace(row, awaited=awaited, used=now()))

        return self._writer.submit(change)

    def remove_rows(self, table: GameTable, game: str, **key: str | float) -> Future[None]:
        """Remove the rows about a game from one of the added tables, or those with these values."""
        return self._writer.submit(lambda connection: table.remove(connection, game, key))

    def games_with(self, table: GameTable, *, awaited: str, used_since: float) -> list[str]:
        """Names of the games with rows in one of the added tables, by whom they wait for and when they were used."""
        found = self.read(
            f"SELECT id FROM games WHERE awaited = ? AND used >= ? AND id IN (SELECT game FROM {table.name}) "
            "ORDER BY created, id",
            awaited, used_since,
        )  # fmt: skip
        return [name for (name,) in found]

    def rows_of(self, table: GameTable, game: str) -> list[dict[str, Any]]:
        """The rows about a game in one of the added tables. Raises DamageError if a checksum is wrong."""
        return [table.read(row)[1] for row in self.read(f"{table.question} WHERE game = ? ORDER BY rowid", game)]

    def share_of(self, owner: str) -> tuple[int, int]:
        """Number of games created from an address, and the bytes of their heads."""
        ((games, size),) = self.read("SELECT count(*), total(size) FROM games WHERE owner = ?", owner)
        return games, int(size)

    def size(self) -> int:
        """Size of the used part of the database, in bytes."""
        pages, free, size = (
            self.read(f"PRAGMA {name}")[0][0] for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)

    # --- boards ------------------------------------------------------------------------------------------------------

    def keep_board(self, name: str, board: Mapping[str, Any], *, owner: str = "") -> Future[None]:
        """Store an uploaded board."""
        text, at = json.dumps(board), now()
        row = BoardRow(name, at, at, owner, checksum(json.dumps(board, sort_keys=True)), text)
        return self._writer.submit(lambda connection: write_board(connection, row))

    def boards(self) -> list[StoredBoard]:
        """All undamaged uploaded boards, sorted by name."""
        found = []
        for values in self.read(f"SELECT {BOARD_COLUMNS}, checksum FROM boards ORDER BY name"):
            try:
                found.append(read_board_row(values).stored())
            except DamageError as error:
                LOG.error("%s: the board %s is damaged (%s)", self.path, printed(values[0]), error)
        return found

    def note_board_use(self, name: str) -> Future[None]:
        """Record that a board was used."""

        def change(connection: sqlite3.Connection) -> None:
            row = _board_row(connection, name)
            if row is not None:
                write_board(connection, replace(row, used=now()))

        return self._writer.submit(change)

    def unplayed_boards(self) -> list[str]:
        """Names of the uploaded boards that no stored game is played on."""
        found = self.read(
            "SELECT name FROM boards WHERE NOT EXISTS "
            "(SELECT 1 FROM games WHERE games.board = board_sum AND games.board != '')"
        )
        return [name for (name,) in found]

    def rename_board(self, name: str, other: str) -> Future[None]:
        """Rename a board."""

        def change(connection: sqlite3.Connection) -> None:
            row = _board_row(connection, name)
            if row is not None:
                connection.execute("DELETE FROM boards WHERE name = ?", (name,))
                write_board(connection, replace(row, name=other))

        return self._writer.submit(change)

    def remove_board(self, name: str) -> Future[None]:
        """Remove a board. Games played on it keep their own copy."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM boards WHERE name = ?", (name,))

        return self._writer.submit(change)

    # --- for parts of the store with tables of their own -------------------------------------------------------------

    def submit(self, change: Change) -> Future[None]:
        """Make a change."""
        return self._writer.submit(change)

    def read(self, question: str, *values: str | float) -> list[tuple[Any, ...]]:
        """Ask the database."""
        try:
            return self._reader.execute(question, values).fetchall()
        except sqlite3.Error as error:
            raise FileError(f"{self.path}: cannot be read ({error})") from error


def now() -> float:
    """Current time, as stored in ``created`` and ``used``."""
    return time.time()


def delete_games(connection: sqlite3.Connection, games: Sequence[str]) -> int:
    """Delete games by name, damaged or not. Returns how many were found."""
    count = 0
    for game in games:
        delete_rows(connection, game)
        connection.execute("DELETE FROM heads WHERE game IN (SELECT number FROM games WHERE id = ?)", (game,))
        count += connection.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount
    return count


def _row(connection: sqlite3.Connection, game: str) -> GameRow | None:
    found = connection.execute(f"SELECT {GAME_COLUMNS}, checksum FROM games WHERE id = ?", (game,)).fetchone()
    return None if found is None else read_game_row(found)


def _board_row(connection: sqlite3.Connection, name: str) -> BoardRow | None:
    found = connection.execute(f"SELECT {BOARD_COLUMNS}, checksum FROM boards WHERE name = ?", (name,)).fetchone()
    return None if found is None else read_board_row(found)


def _changing(game: str, change: Callable[[GameRow], GameRow]) -> Change:
    """Return a change that applies a function to the row of a game, whose checksum must be right."""

    def apply(connection: sqlite3.Connection) -> None:
        row = _row(connection, game)
        if row is None:
            raise FileError(f"game {game}: is no longer stored")
        update_game(connection, change(row))

    return apply
