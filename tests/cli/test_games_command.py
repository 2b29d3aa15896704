"""``railwright games``: what the owner of a server can do with its games."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from cli.commands import run, run_json
from railwright.store.games import NOBODY, PERSON, GameStore, StoredGame, now
from railwright.store.retention import DAY
from waiting import HANG_SECONDS

SEATS = [{"player": "human", "name": "Ada"}, {"player": "rule"}]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with three games and a board, one of the games damaged."""
    folder = tmp_path / "data"
    store = GameStore(folder / "games.sqlite")
    for number, (name, awaited) in enumerate((("aaaaaaaa", PERSON), ("bbbbbbbb", NOBODY), ("bbbbbbcc", PERSON))):
        head = {"format": "railwright-game/1", "board": "usa", "seats": SEATS, "seed": 1}
        used = now() - 100 * number * DAY
        game = StoredGame(name, 5.0, head, ("", ""), 0, awaited, (5, 6, 7), engine=1, used=used)
        store.create(game).result(HANG_SECONDS)
    store.keep_board("mine", {"name": "mine"}).result(HANG_SECONDS)
    store.close()
    connection = sqlite3.connect(folder / "games.sqlite")
    connection.execute("UPDATE games SET actions = x'00' WHERE id = 'aaaaaaaa'")
    connection.commit()
    connection.close()
    return folder


def names(data: Path) -> list[str]:
    return [row["game"] for row in run_json("games", "list", "--data", str(data))["games"]]


def refused(*arguments: str) -> str:
    """What a command says that is refused: one line."""
    done = run(*arguments, ok=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_list_shows_every_game_and_marks_damage(data: Path) -> None:
    text = run("games", "list", "--data", str(data)).stdout
    assert "The game aaaaaaaa is damaged: its row differs from what was written." in text
    assert "3 games; uploaded boards: mine" in text
    found = run_json("games", "list", "--data", str(data))
    rows = {row["game"]: row for row in found["games"]}
    assert rows["aaaaaaaa"]["state"] == "damaged"
    assert {key: rows["bbbbbbbb"][key] for key in ("board", "seats", "moves", "state", "engine", "format")} == {
        "board": "usa", "seats": ["human (Ada)", "rule"], "moves": 3, "state": "over", "engine": 1,
        "format": "railwright-game/1",
    }  # fmt: skip
    assert rows["bbbbbbbb"]["created"] == "1970-01-01 00:00"
    assert found["damage"] == ""


def test_list_prints_nothing_that_acts_on_a_screen(data: Path) -> None:
    store = GameStore(data / "games.sqlite")
    seats = [{"player": "human", "name": "A\x9b\u202eda"}, {"player": "\x1b[2Jrule"}]
    head = {"format": "railwright-game/1", "board": "\x07usa", "seats": seats, "seed": 1}
    store.create(StoredGame("\x1b[31mdddddd", 5.0, head, ("", ""), 0, PERSON, (5,), engine=1)).result(HANG_SECONDS)
    store.keep_board("\x1b[2Jmine", {"name": "mine"}).result(HANG_SECONDS)
    store.close()
    for options in ([], ["--json"]):
        text = run("games", "list", "--data", str(data), *options).stdout
        assert all(letter.isprintable() or letter == "\n" for letter in text)
        assert r"A\x9b\u202eda" in text or r"A\u009b\u202eda" in text
    assert run("games", "delete", "\x1b[31mdddddd", "--yes", "--data", str(data)).stdout == "Games deleted: 1.\n"


def test_list_works_beside_a_server_and_delete_does_not(data: Path) -> None:
    store = GameStore(data / "games.sqlite")
    assert len(names(data)) == 3
    assert "another server is using it; stop that server" in refused(
        "games", "delete", "bbbbbbbb", "--yes", "--data", str(data)
    )
    store.close()


def test_delete_takes_names_and_how_they_begin(data: Path) -> None:
    assert "several games begin with 'bbbbbb'" in refused("games", "delete", "bbbbbb", "--yes", "--data", str(data))
    assert "no game begins with 'bbb'" in refused("games", "delete", "bbb", "--yes", "--data", str(data))
    assert "say which games" in refused("games", "delete", "--yes", "--data", str(data))
    assert "Add --yes" in refused("games", "delete", "bbbbbbcc", "--data", str(data))
    assert len(names(data)) == 3
    assert run("games", "delete", "bbbbbbc", "--yes", "--data", str(data)).stdout == "Games deleted: 1.\n"
    assert names(data) == ["aaaaaaaa", "bbbbbbbb"]


@pytest.mark.parametrize(
    ("options", "left"),
    [
        (["--older-than", "50"], ["aaaaaaaa"]),
        (["--older-than", "150"], ["aaaaaaaa", "bbbbbbbb"]),
        (["--older-than", "50", "--finished"], ["aaaaaaaa", "bbbbbbcc"]),
        (["--finished"], ["aaaaaaaa", "bbbbbbcc"]),
        (["--damaged"], ["bbbbbbbb", "bbbbbbcc"]),
        (["--older-than", "500"], ["aaaaaaaa", "bbbbbbbb", "bbbbbbcc"]),
    ],
)
def test_delete_by_age_and_state(data: Path, options: list[str], left: list[str]) -> None:
    done = json.loads(run("games", "delete", *options, "--yes", "--json", "--data", str(data)).stdout)
    assert names(data) == left
    assert sorted([*done["deleted"], *left]) == ["aaaaaaaa", "bbbbbbbb", "bbbbbbcc"]


def test_backup_and_restore(data: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    made = run_json("games", "backup", str(backup), "--data", str(data))
    assert (made["games"], made["boards"]) == (2, 1)
    assert "already exists" in refused("games", "backup", str(backup), "--data", str(data))
    assert "add --force" in refused("games", "restore", str(backup), "--data", str(data))
    done = run("games", "restore", str(backup), "--force", "--data", str(data))
    assert "now has 2 games and 1 board." in done.stdout
    assert "games.before-restore.sqlite" in done.stdout
    assert "game aaaaaaaa is damaged and was left out" in done.stderr
    assert names(data) == ["bbbbbbbb", "bbbbbbcc"]
    assert run_json("games", "restore", str(backup), "--data", str(tmp_path / "new"))["old"] is None
    assert names(tmp_path / "new") == ["bbbbbbbb", "bbbbbbcc"]


def test_while_the_server_runs_games_are_listed_and_backed_up_and_nothing_is_replaced(
    data: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.sqlite"
    store = GameStore(data / "games.sqlite")  # what a running server holds
    store.change("bbbbbbbb", version=1, kept=3, actions=[8], awaited=NOBODY).result(HANG_SECONDS)
    run("games", "backup", str(backup), "--data", str(data))
    before = (data / "games.sqlite").read_bytes()
    assert "add --force" in refused("games", "restore", str(backup), "--data", str(data))
    for command in (["repair"], ["delete", "bbbbbbbb", "--yes"]):
        words = refused("games", *command, "--data", str(data))
        assert "another server is using it; stop that server, or give another folder with --data" in words
    assert (data / "games.sqlite").read_bytes() == before
    store.change("bbbbbbbb", version=2, kept=4, actions=[9], awaited=NOBODY).result(HANG_SECONDS)
    store.close()
    run("games", "restore", str(backup), "--data", str(tmp_path / "new"))
    copied = GameStore(tmp_path / "new" / "games.sqlite")
    found = copied.find("bbbbbbbb")
    copied.close()
    assert found is not None
    assert found.actions == (5, 6, 7, 8), "the backup has every move that was on disk when it was made"


def test_a_backup_over_the_database_is_refused(data: Path) -> None:
    store = GameStore(data / "games.sqlite")
    for name in ("games.sqlite", "games.new.sqlite"):
        words = refused("games", "backup", str(data / name), "--force", "--data", str(data))
        assert "reserved for the server's own files" in words
    store.close()
    assert len(names(data)) == 3


def test_repair_keeps_what_can_be_read(data: Path) -> None:
    done = run_json("games", "repair", "--data", str(data))
    assert (done["games"], done["boards"], done["left_out"]) == (2, 1, ["game aaaaaaaa"])
    assert names(data) == ["bbbbbbbb", "bbbbbbcc"]


def test_a_folder_without_games_is_refused_in_one_line(tmp_path: Path) -> None:
    for command in (["list"], ["delete", "x" * 8, "--yes"], ["backup", str(tmp_path / "b.sqlite")], ["repair"]):
        assert "there is no games database here" in refused("games", *command, "--data", str(tmp_path / "no"))
    assert list(tmp_path.iterdir()) == []
