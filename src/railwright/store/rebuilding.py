"""Copies a database row by row into a new one, to upgrade an older version or to salvage a damaged file.

Every migration of the schema is such a copy: no database is changed in place.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from railwright.errors import DamageError
from railwright.game.actions import ACTIONS
from railwright.store.game_tables import copy_rows
from railwright.store.rows import (
    BASE_VERSION,
    BOARD_COLUMNS,
    GAME_COLUMNS,
    UNKNOWN_ENGINE,
    BoardRow,
    GameRow,
    StoredGame,
    checksum,
    insert_game,
    read_board_row,
    read_game_row,
    read_list,
    read_object,
    shown,
    write_board,
)

BEFORE_CHECKSUMS = (2, 3)
"""Older versions that are supported. Neither had checksums, and version 2 had no invitations."""

LARGEST_PAGE = 1_000
"""Upper bound on the rows of a page: after an unreadable row, this many numbers are tried one by one."""

MOST_NEGATIVE = -(2**63)

_UNREADABLE = (DamageError, sqlite3.Error, ValueError, TypeError, RecursionError)
"""Exceptions that reading a damaged row may raise."""


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game found in a database: intact, or with a short description of the damage."""

    number: int
    id: str
    game: StoredGame | None
    row: GameRow | None
    """Row to write to the new database."""
    head: str
    damage: str = ""


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board found in a database: intact, or with a short description of the damage."""

    number: int
    name: str
    row: BoardRow | None
    damage: str = ""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """Result of copying a database."""

    games: int
    boards: int
    damaged: tuple[str, ...]
    """Names of damaged rows, which remain only in the old database."""


def rebuild(source: sqlite3.Connection, version: int, target: sqlite3.Connection) -> Rebuilt:
    """Copy every undamaged row of a database to an empty one of the current version."""
    games: list[str] = []
    boards = 0
    damaged = []
    target.execute("BEGIN")
    for found in find_games(source, version):
        if found.row is None:
            damaged.append(f"game {found.id}")
            continue
        insert_game(target, found.row, found.head)
        games.append(found.row.id)
    damaged += copy_rows(source, version, target, games)
    for board in find_boards(source, version):
        if board.row is None:
            damaged.append(f"board {board.name}")
            continue
        write_board(target, board.row)
        boards += 1
    target.execute("COMMIT")
    return Rebuilt(len(games), boards, tuple(damaged))


def count_rows(source: sqlite3.Connection, version: int) -> tuple[int, int]:
    """Count the undamaged games and boards of a database."""
    games = sum(found.game is not None for found in find_games(source, version))
    return games, sum(found.row is not None for found in find_boards(source, version))


def find_games(source: sqlite3.Connection, version: int) -> Iterator[FoundGame]:
    """Every game of a database, except those that cannot be read at all."""
    read = _read_game if version >= BASE_VERSION else _read_old_game
    for number in _numbers(source, "games"):
        name = f"number {number}"
        try:
            rows = source.execute("SELECT id FROM games WHERE rowid = ?", (number,)).fetchall()
            if not rows:
                continue
            name = shown(rows[0][0])
            game, head = read(source, number, version)
            row = GameRow.of(game, head)
        except _UNREADABLE as error:
            yield FoundGame(number, name, None, None, "", _words(error))
        else:
            yield FoundGame(number, name, game, row, head)


def find_boards(source: sqlite3.Connection, version: int) -> Iterator[FoundBoard]:
    """Every board of a database, except those that cannot be read at all."""
    read = _read_board if version >= BASE_VERSION else _read_old_board
    for number in _numbers(source, "boards"):
        name = f"number {number}"
        try:
            rows = source.execute("SELECT name FROM boards WHERE rowid = ?", (number,)).fetchall()
            if not rows:
                continue
            name = shown(rows[0][0])
            row = read(source, number)
        except _UNREADABLE as error:
            yield FoundBoard(number, name, None, _words(error))
        else:
            yield FoundBoard(number, name, row)


def _numbers(source: sqlite3.Connection, table: str) -> Iterable[int]:
    """Row ids of a table, including those after an unreadable page."""
    found: set[int] = set()
    number, failures = MOST_NEGATIVE, 0
    while number < 2**63:
        question = f"SELECT rowid FROM {table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid"
        try:
            for (row,) in source.execute(question, (number,)):
                if row < number:
                    raise sqlite3.DatabaseError("rows are out of order")
                found.add(row)
                number, failures = row + 1, 0
            return sorted(found)
        except sqlite3.Error:
            failures += 1
            number = max(number, 0) + max(1, 2 ** (failures - LARGEST_PAGE))
    return sorted(found)


def _read_game(source: sqlite3.Connection, number: int, version: int) -> tuple[StoredGame, str]:
    row = read_game_row(_one(source, f"SELECT {GAME_COLUMNS}, checksum FROM games WHERE number = ?", number))
    (head,) = _one(source, "SELECT head FROM heads WHERE game = ?", number)
    return row.game(head), head


def _read_old_game(source: sqlite3.Connection, number: int, version: int) -> tuple[StoredGame, str]:
    invitations = "invitations" if version > BEFORE_CHECKSUMS[0] else "'[]'"
    question = f"SELECT id, created, head, keys, version, awaited, {invitations} FROM games WHERE rowid = ?"
    name, created, head, keys, changes, awaited, invited = _one(source, question, number)
    rows = source.execute("SELECT number, action FROM actions WHERE game = ? ORDER BY number", (name,)).fetchall()
    if [place for place, _ in rows] != list(range(len(rows))):
        raise DamageError("some of its actions are missing")
    actions = tuple(action for _, action in rows)
    if not all(0 <= action < ACTIONS for action in actions):
        raise DamageError("some of its actions do not exist")
    game = StoredGame(
        name, created, read_object(head), tuple(read_list(keys)), changes, awaited, actions, tuple(read_list(invited)),
        UNKNOWN_ENGINE, used=time.time(),
    )  # fmt: skip
    return game.checked(), head


def _read_board(source: sqlite3.Connection, number: int) -> BoardRow:
    row = read_board_row(_one(source, f"SELECT {BOARD_COLUMNS}, checksum FROM boards WHERE number = ?", number))
    row.stored()  # or DamageError
    return row


def _read_old_board(source: sqlite3.Connection, number: int) -> BoardRow:
    name, board = _one(source, "SELECT name, board FROM boards WHERE rowid = ?", number)
    now = time.time()
    return BoardRow(name, now, now, "", checksum(json.dumps(read_object(board), sort_keys=True)), board)


def _one(source: sqlite3.Connection, question: str, number: int) -> Sequence[Any]:
    rows = source.execute(question, (number,)).fetchall()
    if not rows:
        raise DamageError("part of it is missing")
    found: Sequence[Any] = rows[0]
    return found


def _words(error: Exception) -> str:
    return str(error).split("\n")[0] if isinstance(error, DamageError | sqlite3.Error) else "it cannot be read"
