from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.terminal.typist import Lines, make_session, play_lines, screen
from railwright.cli.play.command import check_save
from railwright.cli.terminal.saving import Shelf, read_game
from railwright.errors import FileError, OptionError, RecordError


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_quitting_saves_under_a_name_of_its_own_and_says_how_to_go_on() -> None:
    _, text = play_lines("all", "quit", seed=7, shelf=Shelf(target=None))
    assert "Saved as railwright-game-7.json." in text
    assert "railwright play --resume railwright-game-7.json" in text
    assert read_game(Path("railwright-game-7.json")).seats[0] == {"player": "human"}


def test_another_game_is_never_overwritten() -> None:
    for _ in range(3):
        play_lines("all", seed=7, shelf=Shelf(target=None))
    names = sorted(path.name for path in Path().iterdir())
    assert names == ["railwright-game-7-2.json", "railwright-game-7-3.json", "railwright-game-7.json"]


def test_a_resumed_game_is_saved_over_its_own_file_and_keeps_what_else_is_in_it() -> None:
    path = Path("game.json")
    play_lines("all", seed=7, shelf=Shelf(target=path))
    data = json.loads(path.read_text())
    path.write_text(json.dumps(data | {"note": "mine"}))
    record = read_game(path)
    session = make_session(Lines(["d"]), seed=7, actions=record.actions, shelf=Shelf(target=None, resumed=path))
    session.window.unknown = record.unknown
    session.run()
    assert [entry.name for entry in Path().iterdir()] == ["game.json"]
    assert len(read_game(path).actions) == len(record.actions) + 1
    assert json.loads(path.read_text())["note"] == "mine"


def test_save_goes_on_with_the_game_and_refuses_a_strange_file() -> None:
    Path("other.json").write_text("{}")
    session, text = play_lines(
        "all", "save other.json", "save mine.json", "d", "save mine.json", "quit", seed=7, shelf=Shelf(target=None)
    )
    assert "other.json: already exists and is another game" in text
    assert Path("other.json").read_text() == "{}"
    assert read_game(Path("mine.json")).actions == tuple(session.game.actions)
    assert sorted(path.name for path in Path().iterdir()) == ["mine.json", "other.json"]


@pytest.mark.parametrize("name", ["no/such/folder/x.json", "bad\0name", "~nobody-here/x", ".", "x" * 400])
def test_a_name_that_cannot_be_written_is_answered(name: str) -> None:
    _, text = play_lines("all", f"save {name}", "d", seed=7, shelf=Shelf(target=Path("end.json")))
    assert "Not saved: " in text
    assert "You drew" in text


def test_a_game_that_cannot_be_saved_where_wanted_is_kept_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    session = make_session(Lines(["all"]), seed=7, shelf=Shelf(target=Path("gone/game.json")))
    session.run()
    assert f"Saved as {tmp_path}/railwright-game-7.json." in screen(session)


def test_a_target_is_checked_before_the_game() -> None:
    Path("there.json").write_text("{}")
    with pytest.raises(FileError, match="already exists"):
        check_save(Path("there.json"), None)
    check_save(Path("there.json"), Path("./there.json"))
    with pytest.raises(FileError, match="no folder"):
        check_save(Path("gone/x.json"), None)
    with pytest.raises(FileError, match="is a folder"):
        check_save(Path(), None)


def test_a_file_that_is_no_game_is_refused() -> None:
    Path("x.json").write_text("[]")
    with pytest.raises(RecordError):
        read_game(Path("x.json"))
    with pytest.raises(FileError):
        read_game(Path("missing.json"))
    play_lines("all", seed=7, shelf=Shelf(target=Path("one.json")))
    Path("two.json").write_text(Path("one.json").read_text() * 2)
    with pytest.raises(FileError, match="holds 2 games"):
        read_game(Path("two.json"))


def test_names_from_a_record_cannot_colour_the_screen() -> None:
    seats = [{"player": "human", "name": "A\x1b[31mda"}, {"player": "random"}]
    _, text = play_lines("all", seats=seats, seed=7)
    assert "\x1b" not in text


def test_a_game_without_people_is_refused() -> None:
    with pytest.raises(OptionError, match="no seat is for a person"):
        play_lines(players=("random", "random"))
    with pytest.raises(OptionError, match="2 names for 1 people"):
        play_lines(names=("Ada", "Ben"))
