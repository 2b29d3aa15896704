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

DATABASE_VERSION = 3

BEFORE_INVITATIONS = 2
"""The version whose games had keys for all people from the beginning."""

COMPUTER, PERSON, NOBODY = "computer", "person", "nobody"
"""Who is to act in a game; nobody when it is over."""

PRIVATE = 0o700
"""Who may look into a new folder for games, which tells everybody's cards: its owner."""

_SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created REAL NOT NULL,
    head TEXT NOT NULL,      -- JSON: everything of the record but the actions, and the table's options
    keys TEXT NOT NULL,      -- JSON: fingerprints of the keys of the seats
    version INTEGER NOT NULL, -- counts every change, also those that take something back
    awaited TEXT NOT NULL,   -- who is to act: computer, person or nobody
    invitations TEXT NOT NULL DEFAULT '[]' -- JSON: fingerprints of the invitations to the seats
) STRICT;
CREATE INDEX games_awaited ON games (awaited, created);
CREATE TABLE actions (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    action INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE boards (name TEXT PRIMARY KEY, board TEXT NOT NULL) STRICT;
"""

_ADD_INVITATIONS = "ALTER TABLE games ADD COLUMN invitations TEXT NOT NULL DEFAULT '[]';"


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is kept."""

    id: str
    created: float
    head: Mapping[str, Any]
    """What it began with: board, ruleset, tickets, seats, seed, and options of the table."""
    keys: tuple[str, ...]
    """For each seat a fingerprint of the key that its holder has; empty if nobody holds it."""
    version: int = 0
    awaited: str = PERSON
    actions: tuple[int, ...] = field(default=())
    invitations: tuple[str, ...] = field(default=())
    """For each seat a fingerprint of the invitation to it, empty if there was none; nothing at all if for no seat."""


class GameStore:
    """The database. Reading is done at once; every change returns a future that is done when it is on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            self._hold = _hold(path)
            try:
                self._reader = self._connect()
                _prepare(self._reader, path)
                self._writer = Writer(self._connect)
            except BaseException:
                self._hold.close()
                raise
        except (OSError, sqlite3.Error) as error:
            raise FileError(f"{path}: cannot be used as a database of games ({error})") from error

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
        self._hold.close()

    def create(self, game: StoredGame) -> Future[None]:
        """Keep a new game with its actions so far."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO games (id, created, head, keys, version, awaited, invitations) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (game.id, game.created, json.dumps(game.head), json.dumps(game.keys), game.version, game.awaited,
                 json.dumps(game.invitations)),
            )  # fmt: skip
            _add(connection, game.id, 0, game.actions)

        return self._writer.submit(change)

    def change(
        self, game: str, *, version: int, kept: int, actions: Sequence[int], awaited: str
    ) -> Future[None]:  # fmt: skip
        """Go on from the first ``kept`` actions with others. ``version`` is the new one, one more than before."""

        def change(connection: sqlite3.Connection) -> None:
            found = connection.execute(
                "UPDATE games SET version = ?, awaited = ? WHERE id = ? AND version = ?",
                (version, awaited, game, version - 1),
            )
            if found.rowcount != 1:
                raise FileError(f"game {game}: is not at version {version - 1}")
            connection.execute("DELETE FROM actions WHERE game = ? AND number >= ?", (game, kept))
            _add(connection, game, kept, actions)

        return self._writer.submit(change)

    def give_seat(self, game: str, *, keys: Sequence[str], given: Sequence[str]) -> Future[None]:
        """Let the seats be held by the keys ``given``, if those until now were ``keys``."""

        def change(connection: sqlite3.Connection) -> None:
            found = connection.execute(
                "UPDATE games SET keys = ? WHERE id = ? AND keys = ?", (json.dumps(given), game, json.dumps(keys))
            )
            if found.rowcount != 1:
                raise FileError(f"game {game}: its seats have other holders")

        return self._writer.submit(change)

    def find(self, game: str) -> StoredGame | None:
        """A game by its name."""
        rows = self._read("SELECT id, created, head, keys, version, awaited, invitations FROM games WHERE id = ?", game)
        if not rows:
            return None
        name, created, head, keys, version, awaited, invitations = rows[0]
        actions = self._read("SELECT action FROM actions WHERE game = ? ORDER BY number", game)
        return StoredGame(
            name, created, json.loads(head), tuple(json.loads(keys)), version, awaited,
            tuple(action for (action,) in actions), tuple(json.loads(invitations)),
        )  # fmt: skip

    def awaiting(self, whom: str) -> list[str]:
        """The games in which a computer, or a person, is to act, the oldest first."""
        return [name for (name,) in self._read("SELECT id FROM games WHERE awaited = ? ORDER BY created, id", whom)]

    def keep_board(self, name: str, board: Mapping[str, Any]) -> Future[None]:
        """Keep a board that somebody brought."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO boards VALUES (?, ?)", (name, json.dumps(board)))

        return self._writer.submit(change)

    def boards(self) -> dict[str, Any]:
        """All boards that were brought, by name."""
        return {name: json.loads(board) for name, board in self._read("SELECT name, board FROM boards ORDER BY name")}

    def _read(self, question: str, *values: str) -> list[tuple[Any, ...]]:
        try:
            return self._reader.execute(question, values).fetchall()
        except sqlite3.Error as error:
            raise FileError(f"{self.path}: cannot be read ({error})") from error


def now() -> float:
    """The time for ``created``."""
    return time.time()


def _hold(path: Path) -> sqlite3.Connection:
    """Keep other servers away from a database as long as the connection is open, also if this program is killed.

    Two servers would both let the same computers play. A lock of SQLite is the same on every system.
    """
    held = sqlite3.connect(path.with_suffix(".lock"), isolation_level=None, check_same_thread=False, timeout=0)
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        held.close()
        if "locked" not in str(error):
            raise
        raise FileError(
            f"{path}: another server is using it; stop that one, or name another folder with --data"
        ) from None
    return held


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new database, or check those of an old one."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0 and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        connection.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {DATABASE_VERSION}; COMMIT;")
    elif version == BEFORE_INVITATIONS:
        connection.executescript(f"BEGIN; {_ADD_INVITATIONS} PRAGMA user_version = {DATABASE_VERSION}; COMMIT;")
    elif version != DATABASE_VERSION:
        raise FileError(f"{path}: is a database of another program or version; name another folder with --data")


def _add(connection: sqlite3.Connection, game: str, first: int, actions: Sequence[int]) -> None:
    connection.executemany(
        "INSERT INTO actions VALUES (?, ?, ?)", [(game, first + i, action) for i, action in enumerate(actions)]
    )
