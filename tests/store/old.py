"""Databases as older versions of the program made them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

VERSION_3 = """
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
"""The tables of version 3, as it wrote them."""


def make_version_3(path: Path, games: Sequence[Mapping[str, Any]], boards: Mapping[str, Any]) -> None:
    """A database of version 3 with some games, each an object with the columns of its row and its actions."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.executescript(f"BEGIN; {VERSION_3} PRAGMA user_version = 3; COMMIT;")
    for game in games:
        connection.execute(
            "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)",
            (game["id"], game["created"], json.dumps(game["head"]), json.dumps(game["keys"]), game["version"],
             game["awaited"], json.dumps(game["invitations"])),
        )  # fmt: skip
        actions = [(game["id"], number, action) for number, action in enumerate(game["actions"])]
        connection.executemany("INSERT INTO actions VALUES (?, ?, ?)", actions)
    connection.executemany(
        "INSERT INTO boards VALUES (?, ?)", [(name, json.dumps(board)) for name, board in boards.items()]
    )
    connection.commit()
    connection.close()
