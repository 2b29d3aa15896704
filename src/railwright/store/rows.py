"""The tables and rows of the database. Every row carries a checksum, so that damage is always noticed."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import struct
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from typing import Any, Self

from railwright.errors import DamageError

BASE_VERSION = 4
"""Version of the database that has exactly these tables. Later versions add some: see ``game_tables``."""

APPLICATION = 0x5261696C
"""Application id of our SQLite files ("Rail")."""

COMPUTER, PERSON, NOBODY = "computer", "person", "nobody"
"""Whom a game waits for; nobody when it is over."""

LAST_MOMENT = 253402300799.0
"""End of the year 9999, in seconds since 1970."""

UNKNOWN_ENGINE = 0
"""Engine version of old games, which do not state it."""

# The text of the schema, comments included, is compared with that of each database: it never changes.
BASE_SCHEMA = (
    """CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created REAL NOT NULL,
    used REAL NOT NULL,        -- when somebody last opened it or acted in it, to the hour
    owner TEXT NOT NULL,       -- fingerprint of the address from which it was begun
    engine INTEGER NOT NULL,   -- version of the engine by which it was played last
    board TEXT NOT NULL,       -- checksum of a board that is not built in
    size INTEGER NOT NULL,     -- bytes of its head
    head_sum TEXT NOT NULL,
    keys TEXT NOT NULL,        -- JSON: fingerprints of the keys of the seats
    invitations TEXT NOT NULL, -- JSON: fingerprints of the invitations to the seats
    version INTEGER NOT NULL,  -- counts every change, also those that take something back
    awaited TEXT NOT NULL,     -- who is to act: computer, person or nobody
    actions BLOB NOT NULL,     -- two bytes each, the lower one first
    digest TEXT NOT NULL,      -- of the state after the last action
    checksum TEXT NOT NULL     -- of everything above but the number
) STRICT""",
    "CREATE INDEX games_awaited ON games (awaited, used)",
    "CREATE INDEX games_owner ON games (owner, size)",
    "CREATE INDEX games_board ON games (board) WHERE board != ''",
    """CREATE TABLE heads (
    game INTEGER PRIMARY KEY,
    head TEXT NOT NULL -- JSON: everything of the record but the actions, and the table's options
) STRICT""",
    """CREATE TABLE boards (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    created REAL NOT NULL,
    used REAL NOT NULL,
    owner TEXT NOT NULL,
    board_sum TEXT NOT NULL,
    board TEXT NOT NULL,
    checksum TEXT NOT NULL
) STRICT""",
    "CREATE INDEX boards_used ON boards (used)",
)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is stored."""

    id: str
    created: float
    head: Mapping[str, Any]
    """Setup of the game: board, ruleset, tickets, seats, seed, and options of the table."""
    keys: tuple[str, ...]
    """Fingerprint of each seat's key; an empty string if nobody holds the seat."""
    version: int = 0
    awaited: str = PERSON
    actions: tuple[int, ...] = ()
    invitations: tuple[str, ...] = ()
    """Fingerprint of each seat's invitation, or an empty string; an empty tuple if the game has no invitations."""
    engine: int = UNKNOWN_ENGINE
    digest: str = ""
    """Digest of the state after the last action, to detect engines that play differently; empty if unknown."""
    owner: str = field(default="", compare=False)
    """Fingerprint of the address that created the game."""
    used: float = field(default=0.0, compare=False)
    """Time when the game was last opened or played."""

    def checked(self) -> Self:
        """Return the game, or raise DamageError if no server can have written it.

        Its record is checked when the game is opened.
        """
        seats = self.head.get("seats", [{}] * len(self.keys))
        if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
            raise DamageError("its seats cannot be read")
        if not _are_fingerprints(self.keys, len(seats)):
            raise DamageError("the keys of its seats cannot be read")
        if self.invitations and not _are_fingerprints(self.invitations, len(seats)):
            raise DamageError("its invitations cannot be read")
        if not all(0 <= moment <= LAST_MOMENT for moment in (self.created, self.used)):
            raise DamageError("its dates are impossible")
        if self.awaited not in (COMPUTER, PERSON, NOBODY):
            raise DamageError("it does not say whose turn it is")
        return self


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """An uploaded board as it is stored."""

    name: str
    board: Any
    owner: str
    used: float


@dataclass(frozen=True, slots=True)
class GameRow:
    """The row of a game, without its number and checksum."""

    id: str
    created: float
    used: float
    owner: str
    engine: int
    board: str
    size: int
    head_sum: str
    keys: str
    invitations: str
    version: int
    awaited: str
    actions: bytes
    digest: str

    @classmethod
    def of(cls, game: StoredGame, head: str) -> Self:
        """Make the row of a game from the game and the JSON text of its head."""
        return cls(
            game.id, game.created, max(game.used, game.created), game.owner, game.engine, board_sum(game.head),
            len(head), checksum(head), json.dumps(game.keys), json.dumps(game.invitations), game.version,
            game.awaited, packed(game.actions), game.digest,
        )  # fmt: skip

    def game(self, head: str) -> StoredGame:
        """Make the game of this row, or raise DamageError if the head is not the one that was stored."""
        if checksum(head) != self.head_sum:
            raise DamageError("its head differs from what was written")
        return StoredGame(
            self.id, self.created, read_object(head), tuple(read_list(self.keys)), self.version, self.awaited,
            unpacked(self.actions), tuple(read_list(self.invitations)), self.engine, self.digest, self.owner,
            self.used,
        ).checked()  # fmt: skip


@dataclass(frozen=True, slots=True)
class BoardRow:
    """The row of an uploaded board, without its number and checksum."""

    name: str
    created: float
    used: float
    owner: str
    board_sum: str
    board: str

    def stored(self) -> StoredBoard:
        """Make the board of this row."""
        return StoredBoard(self.name, read_object(self.board), self.owner, self.used)


GAME_COLUMNS = ", ".join(column.name for column in fields(GameRow))
BOARD_COLUMNS = ", ".join(column.name for column in fields(BoardRow))


def read_game_row(values: Sequence[Any]) -> GameRow:
    """Make the row of a game from its columns and checksum, or raise DamageError."""
    *columns, found = values
    row = GameRow(*columns)
    _check(row, found)
    return row


def read_board_row(values: Sequence[Any]) -> BoardRow:
    """Make the row of a board from its columns and checksum, or raise DamageError."""
    *columns, found = values
    row = BoardRow(*columns)
    _check(row, found)
    return row


def _check(row: GameRow | BoardRow, found: str) -> None:
    if checksum(*astuple(row)) != found:
        raise DamageError("its row differs from what was written")


def insert_game(connection: sqlite3.Connection, row: GameRow, head: str) -> None:
    """Write the row of a new game and its head."""
    values = (*astuple(row), checksum(*astuple(row)))
    cursor = connection.execute(
        f"INSERT INTO games ({GAME_COLUMNS}, checksum) VALUES ({', '.join('?' * len(values))})", values
    )
    connection.execute("INSERT INTO heads VALUES (?, ?)", (cursor.lastrowid, head))


def update_game(connection: sqlite3.Connection, row: GameRow) -> None:
    """Replace the row of a game by its id."""
    values = (*astuple(row), checksum(*astuple(row)))
    places = ", ".join("?" * len(values))
    connection.execute(f"UPDATE games SET ({GAME_COLUMNS}, checksum) = ({places}) WHERE id = ?", (*values, row.id))


def write_board(connection: sqlite3.Connection, row: BoardRow) -> None:
    """Write the row of a board, replacing one with the same name."""
    values = (*astuple(row), checksum(*astuple(row)))
    connection.execute(
        f"INSERT OR REPLACE INTO boards ({BOARD_COLUMNS}, checksum) VALUES ({', '.join('?' * len(values))})", values
    )


def checksum(*values: str | float | bytes) -> str:
    """Checksum of some values, as hexadecimal digits."""
    plain = [value.hex() if isinstance(value, bytes) else value for value in values]
    return hashlib.blake2b(json.dumps(plain).encode(), digest_size=16).hexdigest()


def board_sum(head: Mapping[str, Any]) -> str:
    """Checksum of a game's board, which identifies it among the uploaded boards; empty for a built-in board."""
    board = head.get("board")
    return checksum(json.dumps(board, sort_keys=True)) if isinstance(board, Mapping) else ""


def read_object(text: str) -> dict[str, Any]:
    """Parse a JSON object from the database, or raise DamageError."""
    found = _read_json(text)
    if not isinstance(found, dict):
        raise DamageError("part of it is not a JSON object")
    return found


def read_list(text: str) -> list[Any]:
    """Parse a JSON array from the database, or raise DamageError."""
    found = _read_json(text)
    if not isinstance(found, list):
        raise DamageError("part of it is not a JSON array")
    return found


def _read_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DamageError("part of it is not JSON") from error


def _are_fingerprints(found: Sequence[Any], seats: int) -> bool:
    return len(found) == seats and all(isinstance(one, str) and one.isascii() for one in found)


def packed(actions: Sequence[int]) -> bytes:
    """Pack actions as they are stored, two bytes each."""
    return struct.pack(f"<{len(actions)}H", *actions)


def unpacked(data: bytes) -> tuple[int, ...]:
    """Unpack stored actions, or raise DamageError if the number of bytes is odd."""
    if len(data) % 2:
        raise DamageError("its actions cannot be read")
    return struct.unpack(f"<{len(data) // 2}H", data)


def printed(text: object) -> str:
    """Text from the database, safe for a terminal: control and bidirectional characters are escaped."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in str(text))


def shown(name: object) -> str:
    """A name from the database as valid Unicode, even if it is damaged."""
    return str(name).encode("utf-8", "backslashreplace").decode()
