"""What the server keeps: damaged games touch no others, other engines damage nothing, and nobody fills the disk."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from railwright.game.record import Record
from railwright.store.games import COMPUTER, NOBODY, PERSON, GameStore, StoredGame, now
from railwright.store.retention import DAY, Retention
from railwright.table.game_history import GameHistory
from railwright.table.replaying import replay_history
from railwright.web.access.limits import UNLIMITED, Rate
from railwright.web.access.refusals import UnknownGameError
from railwright.web.rooms import rooms, uploaded_boards
from railwright.web.rooms.quota import owner_of
from railwright.web.rooms.removal import remove_old_games
from store.old import make_version_3
from waiting import HANG_SECONDS, wait_until
from web.inside import Table, table
from web.serving import shared_pools
from web.stored import own_board, stored_game

PEOPLE = ["human", "human"]


def change(folder: Path, words: str, *values: Any) -> None:
    """Change the database of a server that does not run."""
    connection = sqlite3.connect(folder / "games.sqlite", isolation_level=None)
    assert connection.execute(words, values).rowcount == 1
    connection.close()


# --- damage -----------------------------------------------------------------------------------------------------------


def test_a_damaged_game_does_not_keep_later_ones_from_going_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with table(tmp_path) as here:
        games = [here.new_game(["human", "rule"], seed=seed)[0] for seed in range(3)]
    store = GameStore(tmp_path / "games.sqlite")
    for game in games:
        stored = store.find(game)
        assert stored is not None
        head = {**stored.head, "seats": [{"player": "rule"}, {"player": "rule"}]}
        store.create(StoredGame(f"{game}2", stored.created, head, stored.keys, awaited="computer")).result(HANG_SECONDS)
    store.close()
    first = f"{games[0]}2"
    change(tmp_path, "UPDATE heads SET head = '{' WHERE game = (SELECT number FROM games WHERE id = ?)", first)
    with table(tmp_path) as here:
        for game in games[1:]:
            here.wait(f"{game}2", None, lambda state: state["is_over"])
        answer = here.http.get(f"/api/games/{first}")
        assert (answer.status_code, answer.json()["error"]) == (410, "damaged")
        with here.http.websocket_connect(f"/api/games/{first}/live") as line:
            assert line.receive_json()["error"] == "damaged"
    assert f"game {first[:6]} is damaged" in caplog.text


def test_a_damaged_board_does_not_keep_the_server_from_starting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with table(tmp_path) as here:
        for name in ("one", "two"):
            assert here.http.post("/api/boards", json=own_board(name)).status_code == 201
    change(tmp_path, "UPDATE boards SET board = substr(board, 1, 90) WHERE name = 'one'")
    with table(tmp_path) as here:
        assert here.http.get("/api/boards/one").status_code == 404
        assert here.http.get("/api/boards/two").status_code == 200
    assert "the board one is damaged" in caplog.text


# --- other engines ----------------------------------------------------------------------------------------------------


def played(folder: Path) -> tuple[str, list[Any], dict[str, Any]]:
    """A game with a move in it; returns it with what its first seat sees."""
    with table(folder) as here:
        game, keys = here.new_game(PEOPLE, seed=3)
        here.act_first(game, keys[0])
        return game, keys, here.look(game, keys[0])


def test_a_game_of_another_engine_that_comes_out_the_same_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, keys, before = played(tmp_path)
    assert stored_game(tmp_path, game).engine == 1
    monkeypatch.setattr(rooms, "ENGINE_VERSION", 2)
    with table(tmp_path) as here:
        assert here.look(game, keys[0]) == before
    after = stored_game(tmp_path, game)
    assert after.engine == 2
    assert after.head["format"] == "railwright-game/1"


def test_a_game_that_comes_out_differently_is_refused_and_left_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, keys, before = played(tmp_path)
    kept = stored_game(tmp_path, game)
    with monkeypatch.context() as other:
        other.setattr(rooms, "ENGINE_VERSION", 2)
        other.setattr(rooms, "state_digest", lambda game: "another game")
        with table(tmp_path) as here:
            answer = here.http.get(f"/api/games/{game}")
            assert (answer.status_code, answer.json()["error"]) == (409, "other-engine")
            assert "version 1 of the engine" in answer.json()["message"]
    assert stored_game(tmp_path, game) == kept
    with table(tmp_path) as here:
        assert here.look(game, keys[0]) == before


def test_a_game_with_a_player_that_is_not_offered_is_refused_and_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    evil, was_here = tmp_path / "evil.py", tmp_path / "was_here"
    evil.write_text(f"open({str(was_here)!r}, 'w')\n", encoding="utf-8")
    with table(tmp_path / "games") as here:
        game, keys = here.new_game(["human", "rule"], seed=4)
    store = GameStore(tmp_path / "games" / "games.sqlite")
    stored = store.find(game)
    assert stored is not None
    strange = {"from-a-file": "evil.py:Evil", "peeking": "mcts-peeking", "thinks-long": "express:ms=100000"}
    for name, player in strange.items():
        head = {**stored.head, "seats": [{"player": player}, {"player": "human"}]}
        store.create(replace(stored, id=name, created=1.0, head=head, awaited=COMPUTER)).result(HANG_SECONDS)
    store.close()
    with table(tmp_path / "games") as here:
        for name, words in (("from-a-file", "players from files"), ("peeking", "sees hidden cards")):
            answer = here.http.get(f"/api/games/{name}")
            assert (answer.status_code, answer.json()["error"]) == (409, "not-offered")
            assert words in answer.json()["message"]
        told = here.wait("thinks-long", None, lambda state: state["notices"])["notices"]
        assert "takes over" in told[0]["text"]
        here.act_first(game, keys[0])
        here.wait(game, keys[0], lambda state: state["seat"] == 0 and state["steps"] > 1)
    assert not was_here.exists()


def test_a_game_of_version_3_goes_on(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    game, keys, before = played(tmp_path / "new")
    kept = stored_game(tmp_path / "new", game)
    head = {key: value for key, value in kept.head.items() if key != "engine"}
    row = {
        "id": game, "created": 7.0, "head": head, "keys": kept.keys, "version": kept.version, "awaited": kept.awaited,
        "invitations": kept.invitations, "actions": kept.actions,
    }  # fmt: skip
    make_version_3(tmp_path / "games.sqlite", [row], {"a/b?": own_board("a/b?")})
    with table(tmp_path) as here:
        assert here.look(game, keys[0]) == before
        here.act_first(game, keys[1])
        assert here.http.get("/api/boards/a-b-").status_code == 200
    after = stored_game(tmp_path, game)
    assert (after.engine, len(after.actions)) == (1, 2)


# --- ageing -----------------------------------------------------------------------------------------------------------


def test_games_that_nobody_used_for_long_are_removed_and_no_others(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite")
    for days in range(100):
        for awaited in (PERSON, NOBODY):
            used = now() - days * DAY - 60
            game = StoredGame(f"{awaited} {days}", 0.0, {}, (), awaited=awaited, used=used)
            store.create(game).result(HANG_SECONDS)

    def left(awaited: str) -> set[int]:
        return {days for days in range(100) if store.find(f"{awaited} {days}") is not None}

    retention = Retention(unfinished_days=30, finished_days=0)
    count = asyncio.run(remove_old_games(store, retention, spare={"person 70"}))
    assert (left(PERSON), left(NOBODY)) == ({*range(30), 70}, set(range(100)))
    assert count == 69
    asyncio.run(remove_old_games(store, Retention(unfinished_days=0, finished_days=50), spare=()))
    assert (left(PERSON), left(NOBODY)) == ({*range(30), 70}, set(range(50)))
    store.close()


def test_a_server_removes_old_games_and_looking_at_one_keeps_it(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        games = [here.new_game(PEOPLE, seed=seed)[0] for seed in range(2)]
    store = GameStore(tmp_path / "games.sqlite")
    for game in games:
        found = store.find(game)
        assert found is not None
        used = now() - 10 * DAY
        store.create(StoredGame(f"old{game}", used, found.head, found.keys, used=used)).result(HANG_SECONDS)
    store.close()
    with table(tmp_path) as here:
        here.look(f"old{games[0]}")
    with table(tmp_path, retention=Retention(unfinished_days=5)) as here:
        wait_until(lambda: here.hall.store.find(f"old{games[1]}") is None)
        assert here.http.get(f"/api/games/old{games[1]}").status_code == 404
        for game in (*games, f"old{games[0]}"):
            here.look(game)


@pytest.mark.parametrize("is_late", [False, True])
def test_an_old_game_that_is_being_opened_is_not_removed_or_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_late: bool
) -> None:
    with table(tmp_path) as here:
        game, _ = here.new_game(PEOPLE)
    store = GameStore(tmp_path / "games.sqlite")
    found = store.find(game)
    assert found is not None
    used = now() - 10 * DAY
    store.create(replace(found, id="old", created=used, used=used)).result(HANG_SECONDS)

    async def open_and_remove() -> None:
        halls = rooms.Rooms(store, shared_pools())

        async def replay_during_removal(record: Record) -> GameHistory:
            spare = () if is_late else halls  # too late to spare it: the removal was decided before
            assert await remove_old_games(store, Retention(unfinished_days=5), spare=spare) == is_late
            return await replay_history(record)

        monkeypatch.setattr(rooms, "replay_history", replay_during_removal)
        if is_late:
            with pytest.raises(UnknownGameError):
                await halls.find("old")
        else:
            room = await halls.find("old")
            await room.act(room.history.game.seat, room.history.game.legal()[0], version=room.version)

    asyncio.run(open_and_remove())
    store.close()


def test_boards_that_nobody_chooses_go_but_not_those_that_a_game_is_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploaded_boards, "MOST_BOARDS", 3)
    with table(tmp_path) as here:
        for name in ("one", "two", "three"):
            assert here.http.post("/api/boards", json=own_board(name)).status_code == 201
        here.new_game(PEOPLE, board="one")
        for name in ("four", "five"):
            assert here.http.post("/api/boards", json=own_board(name)).status_code == 201
        there = {name for name in ("one", "two", "three", "four", "five") if is_there(here, name)}
        assert there == {"one", "four", "five"}
        for name in ("four", "five"):
            here.new_game(PEOPLE, board=name)
        refused = here.http.post("/api/boards", json=own_board("six"))
        assert (refused.status_code, refused.json()["error"]) == (429, "too-many")
    with table(tmp_path, retention=Retention(board_days=1e-9)) as here:
        assert {name for name in ("one", "four", "five") if is_there(here, name)} == {"one", "four", "five"}


def test_old_boards_are_removed(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        for name in ("one", "two"):
            assert here.http.post("/api/boards", json=own_board(name)).status_code == 201
        here.new_game(PEOPLE, board="one")
    with table(tmp_path, retention=Retention(board_days=1e-9)) as here:
        wait_until(lambda: not is_there(here, "two"))
        assert is_there(here, "one")


def is_there(here: Table, board: str) -> bool:
    return bool(here.http.get(f"/api/boards/{board}").status_code == 200)


# --- how much is kept -------------------------------------------------------------------------------------------------


def begin(here: Table) -> Any:
    return here.http.post("/api/games", json={"seats": [{"player": "human"}, {"player": "human"}]})


@pytest.mark.parametrize(
    "retention", [Retention(megabytes=0.1), Retention(games_each=3), Retention(megabytes_each=0.001)]
)
def test_nobody_fills_the_disk(tmp_path: Path, retention: Retention, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railwright.web.rooms.hall.owner_of", lambda address, secret: owner_of("192.0.2.1", secret))
    with table(tmp_path, retention=retention, limits=replace(UNLIMITED, games=Rate(1000, 1000))) as here:
        game, keys = here.new_game(PEOPLE)
        answers = [begin(here) for _ in range(200)]
        assert (answers[-1].status_code, answers[-1].json()["error"]) == (429, "too-many")
        here.act_first(game, keys[0])


def test_addresses_are_kept_as_fingerprints_only(tmp_path: Path) -> None:
    secret = GameStore(tmp_path / "games.sqlite")
    secret.close()
    key = secret.secret
    assert owner_of("192.0.2.1", key) != owner_of("192.0.2.2", key)
    assert owner_of("192.0.2.1", key) != owner_of("192.0.2.1", b"another key")
    assert owner_of("2001:db8::1", key) == owner_of("2001:db8::2", key) != owner_of("2001:db8:0:1::1", key)
    assert "192.0.2" not in owner_of("192.0.2.1", key)
    again = GameStore(tmp_path / "games.sqlite")
    again.close()
    assert again.secret == key
