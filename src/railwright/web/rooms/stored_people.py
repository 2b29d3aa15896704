"""The row about the people of a game: computer players in their seats, and the name of the rematch."""

from __future__ import annotations

import json
from concurrent.futures import Future
from dataclasses import dataclass

from railwright.store.game_tables import PEOPLE
from railwright.store.games import GameStore, StoredGame
from railwright.store.rows import read_list
from railwright.table.stand_ins import StandIns


@dataclass(frozen=True, slots=True)
class StoredPeople:
    """What is stored about the people of a game besides their keys."""

    stand_ins: StandIns
    """Computer players in the seats of people."""
    rematch: str | None
    """Name of the game that these people play next, if one of them has begun it."""


def read_people(store: GameStore, game: StoredGame) -> StoredPeople:
    """Read the row of a game, or raise DamageError. Without a row, nobody has been away and there is no rematch."""
    for row in store.rows_of(PEOPLE, game.id):
        return StoredPeople(StandIns.read(read_list(row["stand_ins"]), seats=len(game.keys)), row["rematch"] or None)
    return StoredPeople(StandIns(), None)


def keep_people(store: GameStore, game: str, people: StoredPeople, *, awaited: str) -> Future[None]:
    """Store the row of a game. ``awaited`` says who is to act from now on."""
    stand_ins = json.dumps(people.stand_ins.to_list())
    return store.keep_row(PEOPLE, game, awaited=awaited, stand_ins=stand_ins, rematch=people.rematch or "")
