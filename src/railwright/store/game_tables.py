"""Tables that versions of the program have added to those of ``rows``: how to keep something new with a game.

Add a `GameTable` to `GAME_TABLES`, with ``since`` one more than the largest there is (or than `BASE_VERSION`)::

    GameTable("notes", since=6, columns={"seat": "INTEGER", "text": "TEXT"}, key=("seat",))

That is all: new databases have the table; a server that opens an older database copies it into a new one that has it,
and keeps the old file; its rows are deleted with their game, and are backed up, restored and repaired. Every row has a
checksum. `GameStore.keep_row` writes a row and `GameStore.rows_of` reads those of a game. A table with an ``index`` can
also be asked for rows of many games: ``own_games`` does.

Never change a table after its release, and never one of ``rows``: what a game needs later goes into a table of its own,
so a game of any version is read as it was written. `tests/store/test_versions.py` opens databases of all versions.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from railwright.errors import DamageError
from railwright.store.rows import BASE_SCHEMA, BASE_VERSION, checksum, shown

SqlType = Literal["TEXT", "INTEGER", "REAL", "BLOB"]


@dataclass(frozen=True, slots=True)
class GameTable:
    """A table with rows about games."""

    name: str
    since: int
    """Version of the database that added the table."""
    columns: Mapping[str, SqlType] = field(hash=False)
    """Columns besides those of the game and the checksum."""
    key: tuple[str, ...] = ()
    """Key columns within a game; without any, a game has one row."""
    index: tuple[str, ...] = ()
    """Columns by which rows are found without their game, if any."""

    @property
    def statements(self) -> tuple[str, ...]:
        """The statements that create the table and its index."""
        if not self.index:
            return (self._sql,)
        return self._sql, f"CREATE INDEX {self.name}_{self.index[0]} ON {self.name} ({', '.join(self.index)})"

    @property
    def _sql(self) -> str:
        columns = ", ".join(f"{name} {kind} NOT NULL" for name, kind in self.columns.items())
        key = ", ".join(("game", *self.key))
        return (
            f"CREATE TABLE {self.name} (game TEXT NOT NULL, {columns}, checksum TEXT NOT NULL, PRIMARY KEY ({key})) "
            "STRICT"
        )

    def write(self, connection: sqlite3.Connection, game: str, values: Mapping[str, Any]) -> None:
        """Write a row, replacing one with the same key."""
        row = (game, *(values[name] for name in self.columns))
        names = ", ".join(("game", *self.columns, "checksum"))
        places = ", ".join("?" * (len(row) + 1))
        connection.execute(f"INSERT OR REPLACE INTO {self.name} ({names}) VALUES ({places})", (*row, checksum(*row)))

    def remove(self, connection: sqlite3.Connection, game: str, key: Mapping[str, Any]) -> None:
        """Delete the rows of a game with these values in some columns."""
        where = " AND ".join(f"{name} = ?" for name in ("game", *key))
        connection.execute(f"DELETE FROM {self.name} WHERE {where}", (game, *key.values()))

    def read(self, values: Sequence[Any]) -> tuple[str, dict[str, Any]]:
        """The game and the values of a row, or DamageError if its checksum is wrong."""
        *row, found = values
        if checksum(*row) != found:
            raise DamageError(f"a row of {self.name} differs from what was written")
        return str(row[0]), dict(zip(self.columns, row[1:], strict=True))

    @property
    def selection(self) -> str:
        """The columns that `read` takes, as in a query."""
        return ", ".join(f"{self.name}.{column}" for column in ("game", *self.columns, "checksum"))

    @property
    def question(self) -> str:
        """The beginning of a query for rows, as `read` takes them."""
        return f"SELECT {self.selection} FROM {self.name}"


REVIEWS = GameTable("reviews", since=5, columns={"review": "TEXT"})
"""Reviews of finished games, as JSON."""

PEOPLE = GameTable("people", since=6, columns={"stand_ins": "TEXT", "rematch": "TEXT"})
"""Computers in the seats of absent people, as a JSON list, and the name of the rematch, or an empty string."""

WEBHOOKS = GameTable(
    "webhooks",
    since=7,
    columns={"seat": "INTEGER", "url": "TEXT", "link": "TEXT", "called": "INTEGER", "failures": "INTEGER"},
    key=("seat",),
)
"""Addresses that are called when it is a person's turn: see ``web/rooms/webhooks.py``."""

OWN_GAMES = GameTable(
    "own_games",
    since=8,
    columns={
        "seat": "INTEGER", "person": "TEXT", "added": "REAL", "origin": "TEXT", "about": "TEXT", "summary": "TEXT"
    },
    key=("seat",),
    index=("person", "added"),
)  # fmt: skip
"""Whose own game a game is: see ``own_games``."""

CLOCKS = GameTable("clocks", since=9, columns={"seat": "INTEGER", "seconds": "REAL", "turn": "INTEGER"}, key=("seat",))
"""Time that each person has left, and the last turn for which the increment was given."""

GAME_TABLES: tuple[GameTable, ...] = (REVIEWS, PEOPLE, WEBHOOKS, OWN_GAMES, CLOCKS)
"""The tables in the order of their versions."""


def current_version() -> int:
    """Version of the databases that this program writes."""
    return max([BASE_VERSION, *(table.since for table in GAME_TABLES)])


def tables_of(version: int) -> list[GameTable]:
    """The added tables that a database of a version has."""
    return [table for table in GAME_TABLES if table.since <= version]


def schema_of(version: int) -> tuple[str, ...]:
    """The statements that create the tables of a version, from `BASE_VERSION` on."""
    return (*BASE_SCHEMA, *(statement for table in tables_of(version) for statement in table.statements))


def delete_rows(connection: sqlite3.Connection, game: str) -> None:
    """Delete everything about a game from the added tables of an up-to-date database."""
    for table in GAME_TABLES:
        connection.execute(f"DELETE FROM {table.name} WHERE game = ?", (game,))


def copy_rows(
    source: sqlite3.Connection, version: int, target: sqlite3.Connection, games: Collection[str]
) -> Iterator[str]:  # fmt: skip
    """Copy the undamaged rows about some games to an up-to-date database; yields names of damaged ones."""
    for table in tables_of(version):
        for game in games:
            try:
                rows = source.execute(f"{table.question} WHERE game = ?", (game,)).fetchall()
                for _, values in map(table.read, rows):
                    table.write(target, game, values)
            except (DamageError, sqlite3.Error, ValueError, TypeError):
                target.execute(f"DELETE FROM {table.name} WHERE game = ?", (game,))
                yield f"entry in {table.name} of game {shown(game)}"
