"""The games of each person, in the table ``own_games``: who had which seat, where the game comes from, how it ended.

A person is a fingerprint; nothing here knows whose it is. A row belongs to a seat of a game and goes with the game.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import asdict, dataclass

from railwright.errors import DamageError, FileError
from railwright.store.game_tables import OWN_GAMES
from railwright.store.games import GameStore
from railwright.store.group_commit import Change

LOG = logging.getLogger("railwright.store")

MOST_OWN_GAMES = 1_000
"""Most games kept for one person. One more, and the oldest leaves the list."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of a person."""

    person: str
    """Fingerprint of the person."""
    seat: int
    added: float
    """Time when the person got the seat."""
    origin: str
    """Where the game comes from."""
    about: str
    """What never changes about the game, as JSON."""
    summary: str = ""
    """How the game ended for the person, as JSON; empty until somebody asks for it."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game of a person, and what the other tables say about it."""

    game: str
    own: OwnGame
    awaited: str
    """Who is to act."""
    version: int
    """Number of changes of the game."""
    is_reviewed: bool
    """Whether a review is stored."""


_LISTED = (
    f"SELECT {OWN_GAMES.selection}, games.awaited, games.version, "
    "EXISTS (SELECT 1 FROM reviews WHERE reviews.game = own_games.game) "
    "FROM own_games JOIN games ON games.id = own_games.game WHERE person = ? "
)


class OwnGames:
    """Reads and writes the games of people. Every change returns a future that is done once it is on disk."""

    def __init__(self, store: GameStore) -> None:
        self._store = store

    def page(self, person: str, *, start: int, most: int) -> list[ListedGame]:
        """Games of a person, the latest first, after the first ``start`` ones. Damaged rows are left out."""
        question = f"{_LISTED} ORDER BY added DESC, own_games.game LIMIT ? OFFSET ?"
        return list(_listed(self._store.read(question, person, most, start)))

    def find(self, person: str, game: str) -> ListedGame | None:
        """A game of a person by its name."""
        return next(_listed(self._store.read(f"{_LISTED} AND own_games.game = ?", person, game)), None)

    def count(self, person: str) -> int:
        """Number of games of a person."""
        ((found,),) = self._store.read("SELECT count(*) FROM own_games WHERE person = ?", person)
        return int(found)

    def add(self, game: str, own: OwnGame) -> Future[None]:
        """Add a stored game to those of a person."""
        return self._store.submit(adding(game, own))

    def keep_summary(self, listed: ListedGame, summary: str) -> Future[None]:
        """Keep how a game ended, unless the person has removed the game meanwhile."""

        def change(connection: sqlite3.Connection) -> None:
            if _is_there(connection, listed.game, "person = ? AND seat = ?", listed.own.person, listed.own.seat):
                OWN_GAMES.write(connection, listed.game, {**asdict(listed.own), "summary": summary})

        return self._store.submit(change)

    def remove(self, person: str, game: str) -> Future[None]:
        """Remove a game from those of a person. The game itself stays."""
        return self._store.submit(_removing("person = ? AND game = ?", person, game))

    def remove_all(self, person: str) -> Future[None]:
        """Remove all games of a person. The games themselves stay."""
        return self._store.submit(_removing("person = ?", person))


def adding(game: str, own: OwnGame) -> Change:
    """A change that adds a stored game to those of a person, who has only one seat in it, as every seat one person."""

    def change(connection: sqlite3.Connection) -> None:
        if connection.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone() is None:
            raise FileError(f"game {game}: is no longer stored")
        if _is_there(connection, game, "(person = ? OR seat = ?)", own.person, own.seat):
            return
        OWN_GAMES.write(connection, game, asdict(own))
        connection.execute(
            "DELETE FROM own_games WHERE rowid IN "
            "(SELECT rowid FROM own_games WHERE person = ? ORDER BY added DESC, game LIMIT -1 OFFSET ?)",
            (own.person, MOST_OWN_GAMES),
        )

    return change


def _is_there(connection: sqlite3.Connection, game: str, condition: str, *values: str | int) -> bool:
    found = connection.execute(f"SELECT 1 FROM own_games WHERE game = ? AND {condition}", (game, *values))
    return found.fetchone() is not None


def _removing(condition: str, *values: str) -> Change:
    def change(connection: sqlite3.Connection) -> None:
        connection.execute(f"DELETE FROM own_games WHERE {condition}", values)

    return change


def _listed(rows: list[tuple[object, ...]]) -> Iterator[ListedGame]:
    for *row, awaited, version, is_reviewed in rows:
        try:
            game, values = OWN_GAMES.read(row)
        except DamageError as error:
            LOG.error("a list of own games: %s", error)
            continue
        yield ListedGame(game, OwnGame(**values), str(awaited), int(str(version)), bool(is_reviewed))
