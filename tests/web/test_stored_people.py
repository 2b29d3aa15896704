"""What the database keeps of the people of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from railwright.errors import DamageError
from railwright.store.game_tables import PEOPLE
from railwright.store.games import PERSON, GameStore, StoredGame
from railwright.table.stand_ins import StandIns
from railwright.web.rooms.stored_people import StoredPeople, keep_people, read_people
from waiting import HANG_SECONDS

GAME = StoredGame("one", 5.0, {"seats": [{"player": "human"}] * 2}, ("a" * 64, "b" * 64), 0, PERSON, (), engine=1)


def test_people_are_read_as_they_were_kept(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite")
    store.create(GAME).result(HANG_SECONDS)
    assert read_people(store, GAME) == StoredPeople(StandIns(), None)
    for rematch in (None, "two"):
        people = StoredPeople(StandIns().taken(1, "beginner", at=3), rematch)
        keep_people(store, GAME.id, people, awaited=PERSON).result(HANG_SECONDS)
        assert read_people(store, GAME) == people
    store.close()


@pytest.mark.parametrize("stand_ins", ["", "{}", "[3]", '[{"seat": 2, "player": "rule", "from": 0, "until": null}]'])
def test_people_that_cannot_be_read_are_damage(tmp_path: Path, stand_ins: str) -> None:
    store = GameStore(tmp_path / "games.sqlite")
    store.create(GAME).result(HANG_SECONDS)
    store.keep_row(PEOPLE, GAME.id, stand_ins=stand_ins, rematch="").result(HANG_SECONDS)
    with pytest.raises(DamageError):
        read_people(store, GAME)
    store.close()
