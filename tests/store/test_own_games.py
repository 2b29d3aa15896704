"""The games of a person: one seat of a game each, found by the person, gone with the game."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from railwright.errors import FileError
from railwright.store import copies, own_games
from railwright.store.game_tables import OWN_GAMES, REVIEWS
from railwright.store.games import NOBODY, PERSON, GameStore, StoredGame
from railwright.store.own_games import OwnGame, OwnGames, adding
from waiting import HANG_SECONDS

ADA, EVE = "a" * 64, "e" * 64
OF_ADA = OwnGame(ADA, 0, 10.0, "new", '{"board": "usa"}')


def stored(name: str, awaited: str = PERSON) -> StoredGame:
    head = {"board": "usa", "seats": [{"player": "human"}, {"player": "human"}]}
    return StoredGame(name, 1.0, head, ("", ""), awaited=awaited)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    store = GameStore(tmp_path / "games.sqlite")
    for name in ("first", "second", "third"):
        store.create(stored(name)).result(HANG_SECONDS)
    yield store
    store.close()


@pytest.fixture
def own(store: GameStore) -> OwnGames:
    return OwnGames(store)


def names(own: OwnGames, person: str, *, start: int = 0, most: int = 10) -> list[str]:
    return [listed.game for listed in own.page(person, start=start, most=most)]


def test_games_are_listed_by_person_the_latest_first(own: OwnGames) -> None:
    for at, game in enumerate(("second", "first", "third")):
        own.add(game, replace(OF_ADA, added=float(at))).result(HANG_SECONDS)
    own.add("first", replace(OF_ADA, person=EVE, seat=1)).result(HANG_SECONDS)
    assert names(own, ADA) == ["third", "first", "second"]
    assert names(own, ADA, start=1, most=1) == ["first"]
    assert (names(own, EVE), own.count(ADA), own.count(EVE), own.count("")) == (["first"], 3, 1, 0)
    found = own.find(EVE, "first")
    assert found is not None
    assert (found.own.seat, found.awaited, found.version, found.is_reviewed) == (1, PERSON, 0, False)
    assert own.find(EVE, "second") is None


def test_a_person_has_one_seat_and_a_seat_one_person(own: OwnGames) -> None:
    own.add("first", OF_ADA).result(HANG_SECONDS)
    own.add("first", replace(OF_ADA, seat=1)).result(HANG_SECONDS)
    own.add("first", replace(OF_ADA, person=EVE)).result(HANG_SECONDS)
    assert [listed.own for listed in own.page(ADA, start=0, most=10)] == [OF_ADA]
    assert names(own, EVE) == []


def test_a_game_and_its_owner_are_stored_together_or_not_at_all(store: GameStore, own: OwnGames) -> None:
    store.create(stored("fourth"), also=adding("fourth", OF_ADA)).result(HANG_SECONDS)
    with pytest.raises(FileError, match="no longer stored"):
        store.create(stored("fifth"), also=adding("another", OF_ADA)).result(HANG_SECONDS)
    assert names(own, ADA) == ["fourth"]
    assert store.find("fifth") is None


def test_only_the_latest_games_of_a_person_are_kept(own: OwnGames, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_games, "MOST_OWN_GAMES", 2)
    own.add("first", replace(OF_ADA, person=EVE, seat=1)).result(HANG_SECONDS)
    for at, game in enumerate(("first", "second", "third")):
        own.add(game, replace(OF_ADA, added=float(at))).result(HANG_SECONDS)
    assert names(own, ADA) == ["third", "second"]
    assert names(own, EVE) == ["first"]


def test_a_summary_is_kept_but_brings_nothing_back(store: GameStore, own: OwnGames) -> None:
    own.add("first", OF_ADA).result(HANG_SECONDS)
    listed = own.page(ADA, start=0, most=1)[0]
    own.keep_summary(listed, "{}").result(HANG_SECONDS)
    store.keep_row(REVIEWS, "first", awaited=NOBODY, review="{}").result(HANG_SECONDS)
    found = own.find(ADA, "first")
    assert found is not None
    assert (found.own.summary, found.awaited, found.is_reviewed) == ("{}", NOBODY, True)
    own.remove(ADA, "first").result(HANG_SECONDS)
    own.keep_summary(listed, "{}").result(HANG_SECONDS)
    assert names(own, ADA) == []


def test_removing_leaves_the_games_and_the_lists_of_others(store: GameStore, own: OwnGames) -> None:
    for game in ("first", "second", "third"):
        own.add(game, OF_ADA).result(HANG_SECONDS)
        own.add(game, replace(OF_ADA, person=EVE, seat=1)).result(HANG_SECONDS)
    own.remove(ADA, "second").result(HANG_SECONDS)
    assert sorted(names(own, ADA)) == ["first", "third"]
    own.remove_all(ADA).result(HANG_SECONDS)
    assert (own.count(ADA), own.count(EVE)) == (0, 3)
    assert store.find("first") is not None


def test_a_removed_game_leaves_the_list(store: GameStore, own: OwnGames) -> None:
    own.add("first", OF_ADA).result(HANG_SECONDS)
    store.remove_games(["first"], before=1e12).result(HANG_SECONDS)
    assert own.count(ADA) == 0
    with pytest.raises(FileError, match="no longer stored"):
        own.add("first", OF_ADA).result(HANG_SECONDS)


def test_a_damaged_row_is_left_out_and_repair_keeps_the_others(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    store = GameStore(path)
    own = OwnGames(store)
    for game in ("first", "second"):
        store.create(stored(game), also=adding(game, OF_ADA)).result(HANG_SECONDS)
    store.close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE own_games SET seat = 1 WHERE game = 'first'")
    connection.commit()
    connection.close()
    store = GameStore(path)
    assert names(OwnGames(store), ADA) == ["second"]
    store.close()
    assert copies.repair(path)[1].damaged == ("entry in own_games of game first",)
    store = GameStore(path)
    assert names(own := OwnGames(store), ADA) == ["second"]
    assert own.count(ADA) == 1
    assert len(store.rows_of(OWN_GAMES, "second")) == 1
    store.close()
