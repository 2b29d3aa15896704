"""Databases of every version from 4 on: as they were written, and with tables that later versions add."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from railwright.errors import DamageError, FileError
from railwright.store import copies, game_tables
from railwright.store.game_tables import GAME_TABLES, GameTable, current_version
from railwright.store.games import GameStore
from waiting import HANG_SECONDS
from web.inside import table

DATABASES = Path(__file__).parent / "databases"
FACTS: dict[str, Any] = json.loads((DATABASES / "version_4.json").read_text(encoding="utf-8"))
OPEN, FINISHED = FACTS["open"], FACTS["finished"]
FACTS_6: dict[str, Any] = json.loads((DATABASES / "version_6.json").read_text(encoding="utf-8"))

NOTES = GameTable("notes", since=101, columns={"seat": "INTEGER", "text": "TEXT", "weight": "REAL"}, key=("seat",))
SHOTS = GameTable("shots", since=102, columns={"image": "BLOB"})
NOTE: dict[str, Any] = {"seat": 1, "text": "a good game", "weight": 0.5}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database that a program of version 4 wrote: see make_version_4.py."""
    return Path(shutil.copy(DATABASES / "version_4.sqlite", tmp_path / "games.sqlite"))


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version of the program, with two more tables."""
    monkeypatch.setattr(game_tables, "GAME_TABLES", (*GAME_TABLES, NOTES, SHOTS))


def version_of(path: Path) -> int:
    connection = sqlite3.connect(path)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    return int(version)


def check_games(store: GameStore) -> None:
    """Everything that was in the database of version 4 is there."""
    for name, facts in FACTS["games"].items():
        game = store.find(name)
        assert game is not None
        assert [list(game.actions), game.awaited, game.version] == [
            facts["actions"], facts["awaited"], facts["version"],
        ]  # fmt: skip
    assert [board.name for board in store.boards()] == [FACTS["board"]]


def test_games_of_version_4_are_played_on_and_replayed(path: Path) -> None:
    with table(path.parent) as here:
        state = here.look(OPEN, FACTS["key"])
        assert [seat["points"] for seat in state["seats"]] == FACTS["games"][OPEN]["points"]
        assert state["me"]["seat"] == 0
        replayed = here.http.get(f"/api/games/{FINISHED}/replay", params={"step": 30})
        assert replayed.status_code == 200
        assert here.look(FINISHED)["is_over"]
        assert FACTS["board"] in {board["board"] for board in here.http.get("/api/catalog").json()["boards"]}
    store = GameStore(path)
    check_games(store)
    store.close()
    assert version_of(path) == current_version()


def test_a_review_a_stand_in_and_a_rematch_of_version_6_are_taken_over(tmp_path: Path) -> None:
    path = Path(shutil.copy(DATABASES / "version_6.sqlite", tmp_path / "games.sqlite"))
    over, key = FACTS_6["over"], FACTS_6["key"]
    with table(tmp_path) as here:
        state = here.look(over, key)
        assert state["result"]["scores"] == FACTS_6["scores"]
        periods = [{**one, "reason": "absent"} for one in FACTS_6["stand_ins"]]  # games of version 6 had no clocks
        assert (state["stand_ins"], state["rematch"]) == (periods, FACTS_6["following"])
        assert state["stand_ins"][0]["player"] == "beginner"
        review = here.http.get(f"/api/games/{over}/review").json()["review"]
        assert [seat["accuracy"] for seat in review["seats"]] == FACTS_6["accuracy"]
        following = here.look(FACTS_6["following"], key)
        assert (following["me"]["seat"], following["invited"]) == (1, [0])
    assert version_of(path) == current_version()
    assert version_of(path.with_name("games.version-6.sqlite")) == 6


@pytest.mark.usefixtures("later")
def test_an_older_database_gets_the_new_tables_and_the_old_file_is_kept(path: Path) -> None:
    before = path.read_bytes()
    store = GameStore(path)
    check_games(store)
    assert store.rows_of(NOTES, OPEN) == []
    store.keep_row(NOTES, OPEN, **NOTE).result(HANG_SECONDS)
    store.keep_row(NOTES, OPEN, seat=0, text="b", weight=1.5).result(HANG_SECONDS)
    store.keep_row(NOTES, OPEN, seat=0, text="c", weight=1.5).result(HANG_SECONDS)
    store.keep_row(SHOTS, OPEN, image=b"\0\xff").result(HANG_SECONDS)
    with pytest.raises(FileError, match="no longer stored"):
        store.keep_row(NOTES, "gone", **NOTE).result(HANG_SECONDS)
    store.close()
    assert version_of(path) == current_version() == 102
    assert path.with_name("games.version-4.sqlite").read_bytes() == before
    store = GameStore(path)
    assert store.rows_of(NOTES, OPEN) == [NOTE, {"seat": 0, "text": "c", "weight": 1.5}]
    assert store.rows_of(SHOTS, OPEN) == [{"image": b"\0\xff"}]
    assert store.rows_of(NOTES, FINISHED) == []
    store.close()


def test_a_database_of_the_version_between_keeps_its_rows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_tables, "GAME_TABLES", (*GAME_TABLES, NOTES))
    store = GameStore(path)
    store.keep_row(NOTES, FINISHED, **NOTE).result(HANG_SECONDS)
    store.close()
    assert version_of(path) == 101
    monkeypatch.setattr(game_tables, "GAME_TABLES", (*GAME_TABLES, NOTES, SHOTS))
    store = GameStore(path)
    assert store.rows_of(NOTES, FINISHED) == [NOTE]
    check_games(store)
    store.close()
    assert version_of(path) == 102


@pytest.mark.usefixtures("later")
def test_rows_are_backed_up_restored_and_deleted_with_their_game(path: Path, tmp_path: Path) -> None:
    store = GameStore(path)
    store.keep_row(NOTES, OPEN, **NOTE).result(HANG_SECONDS)
    store.keep_row(NOTES, FINISHED, **NOTE).result(HANG_SECONDS)
    assert copies.back_up(path, tmp_path / "backup.sqlite") == (2, 1)  # while a server has it open
    store.close()
    assert copies.delete(path, [OPEN]) == 1
    store = GameStore(path)
    assert (store.rows_of(NOTES, OPEN), store.rows_of(NOTES, FINISHED)) == ([], [NOTE])
    store.close()
    copies.restore(path, tmp_path / "backup.sqlite", force=True)
    store = GameStore(path)
    assert store.rows_of(NOTES, OPEN) == store.rows_of(NOTES, FINISHED) == [NOTE]
    check_games(store)
    store.close()


@pytest.mark.usefixtures("later")
def test_a_damaged_row_is_refused_and_left_out_by_repair_and_its_game_stays(path: Path) -> None:
    store = GameStore(path)
    store.keep_row(NOTES, OPEN, **NOTE).result(HANG_SECONDS)
    store.keep_row(NOTES, FINISHED, **NOTE).result(HANG_SECONDS)
    store.close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE notes SET text = 'another' WHERE game = ?", (OPEN,))
    connection.commit()
    connection.close()
    store = GameStore(path)
    with pytest.raises(DamageError, match="a row of notes differs"):
        store.rows_of(NOTES, OPEN)
    store.close()
    _, rebuilt = copies.repair(path)
    assert rebuilt.damaged == (f"entry in notes of game {OPEN}",)
    store = GameStore(path)
    assert (store.rows_of(NOTES, OPEN), store.rows_of(NOTES, FINISHED)) == ([], [NOTE])
    check_games(store)
    store.close()


def test_a_database_of_a_newer_version_is_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = current_version()
    with monkeypatch.context() as patch:
        later = GameTable("later", since=here + 1, columns={"text": "TEXT"})
        patch.setattr(game_tables, "GAME_TABLES", (*game_tables.GAME_TABLES, later))
        GameStore(path).close()
    before = path.read_bytes()
    with pytest.raises(
        FileError, match=rf"newer version of railwright \(database version {here + 1}, here at most {here}\)"
    ):
        GameStore(path)
    assert path.read_bytes() == before
