"""Games in a SQLite database: how each was set up, who holds its seats, and every action."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from railwright.errors import FileError
from railwright.store.writer import Writer

DATABASE_VERSION = 1

_SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created REAL NOT NULL,
    head TEXT NOT NULL,      -- JSON: everything of the record but the actions, and the table's options
    keys TEXT NOT NULL,      -- JSON: fingerprints of the keys of the seats
    version INTEGER NOT NULL, -- counts every change, also those that take something back
    is_over INTEGER NOT NULL
) STRICT;
CREATE TABLE actions (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    action INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE boards (name TEXT PRIMARY KEY, board TEXT NOT NULL) STRICT;
"""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is kept."""

    id: str
    created: float
    head: Mapping[str, Any]
    """What it began with: board, ruleset, tickets, seats, seed, and options of the table."""
    keys: tuple[str, ...]
    """For each seat a fingerprint of the key that its holder has."""
    version: int = 0
    is_over: bool = False
    actions: tuple[int, ...] = field(default=())


class GameStore:
    """The database. Reading is done at once; every change returns a future that is done when it is on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._reader = self._connect()
            _prepare(self._reader, path)
        except (OSError, sqlite3.Error) as error:
            raise FileError(f"{path}: cannot be used as a database of games ({error})") from error
        self._writer = Writer(self._connect)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def close(self) -> None:
        """Finish all changes."""
        self._writer.close()
        self._reader.close()

    def create(self, game: StoredGame) -> Future[None]:
        """Keep a new game with its actions so far."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)",
                (game.id, game.created, json.dumps(game.head), json.dumps(game.keys), game.version, game.is_over),
            )
            _add(connection, game.id, 0, game.actions)

        return self._writer.submit(change)

    def change(
        self, game: str, *, version: int, kept: int, actions: Sequence[int], is_over: bool
    ) -> Future[None]:  # fmt: skip
        """Go on from the first ``kept`` actions with others. ``version`` is the new one, one more than before."""

        def change(connection: sqlite3.Connection) -> None:
            found = connection.execute(
                "UPDATE games SET version = ?, is_over = ? WHERE id = ? AND version = ?",
                (version, is_over, game, version - 1),
            )
            if found.rowcount != 1:
                raise FileError(f"game {game}: is not at version {version - 1}")
            connection.execute("DELETE FROM actions WHERE game = ? AND number >= ?", (game, kept))
            _add(connection, game, kept, actions)

        return self._writer.submit(change)

    def find(self, game: str) -> StoredGame | None:
        """A game by its name."""
        row = self._reader.execute(
            "SELECT id, created, head, keys, version, is_over FROM games WHERE id = ?", (game,)
        ).fetchone()
        if row is None:
            return None
        actions = self._reader.execute("SELECT action FROM actions WHERE game = ? ORDER BY number", (game,))
        return StoredGame(
            row[0], row[1], json.loads(row[2]), tuple(json.loads(row[3])), row[4], bool(row[5]),
            tuple(action for (action,) in actions),
        )  # fmt: skip

    def unfinished(self) -> list[str]:
        """The games that are not over, the oldest first."""
        rows = self._reader.execute("SELECT id FROM games WHERE is_over = 0 ORDER BY created, id")
        return [name for (name,) in rows]

    def keep_board(self, name: str, board: Mapping[str, Any]) -> Future[None]:
        """Keep a board that somebody brought."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO boards VALUES (?, ?)", (name, json.dumps(board)))

        return self._writer.submit(change)

    def boards(self) -> dict[str, Any]:
        """All boards that were brought, by name."""
        rows = self._reader.execute("SELECT name, board FROM boards ORDER BY name")
        return {name: json.loads(board) for name, board in rows}


def now() -> float:
    """The time for ``created``."""
    return time.time()


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new database, or check those of an old one."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0 and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        connection.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {DATABASE_VERSION}; COMMIT;")
    elif version != DATABASE_VERSION:
        raise FileError(f"{path}: is a database of another program or version; name another folder with --data")


def _add(connection: sqlite3.Connection, game: str, first: int, actions: Sequence[int]) -> None:
    connection.executemany(
        "INSERT INTO actions VALUES (?, ?, ?)", [(game, first + i, action) for i, action in enumerate(actions)]
    )
