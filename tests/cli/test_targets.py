"""Files that commands write: of the kind that their names promise, or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.commands import run

RANDOM = ("--players", "random,random", "--seed", "1")

WRONG_ENDINGS = [
    (["board", "show", "usa", "--out", "x.png"], ".svg (a drawing; railwright map print makes a PDF)"),
    (["board", "show", "usa", "--out", "x"], ".svg"),
    (["replay", "games.jsonl", "--svg", "x.png"], ".svg"),
    (["optimum", "--trains", "5", "--svg", "x.png"], ".svg"),
    (["optimum", "--sweep", "1:3", "--plot", "x.pdf"], ".svg"),
    (["optimum", "--sweep", "1:3", "--csv", "x.xlsx"], ".csv (a table)"),
    (["simulate", "--games", "1", "--save", "x.xlsx"], ".jsonl (records of the games) or .parquet"),
    (["simulate", "--games", "1", "--plot", "x.jpg"], ".svg (a drawing) or .png (an image)"),
    (["map", "print", "usa", "--out", "x.png"], ".pdf"),
    (["map", "export", "usa", "--out", "x.png"], ".map (for the web version) or .geojson"),
    (["map", "export", "usa", "--format", "svg", "--out", "x.map"], ".svg"),
    (["map", "import", "four.map", "--out", "x.map"], ".json (a board file)"),
    (["games", "backup", "x.zip", "--data", "."], ".sqlite (a copy of the database)"),
    (["watch", *RANDOM, "--json", "--save", "x.csv"], ".json (a game record) or .jsonl"),
    (["play", "--players", "human,random", "--save", "x.svg"], ".json (a game record) or .jsonl"),
]


@pytest.mark.parametrize(("arguments", "endings"), WRONG_ENDINGS, ids=lambda value: str(value)[:40])
def test_a_name_that_promises_another_kind_of_file_is_refused(
    arguments: list[str], endings: str, tmp_path: Path
) -> None:
    done = run(*arguments, folder=tmp_path, ok=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert f"the name must end in {endings}" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "beginning"), [("usa.svg", "<svg"), ("usa.geojson", "{"), ("usa.map", "--")])
def test_an_export_is_of_the_kind_that_its_name_says(name: str, beginning: str, tmp_path: Path) -> None:
    told = json.loads(run("map", "export", "usa", "--out", name, "--json", folder=tmp_path).stdout)
    assert told["format"] == name.removeprefix("usa.")
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(beginning)


def test_only_map_files_are_imported(tmp_path: Path) -> None:
    (tmp_path / "land.geojson").write_text("{}", encoding="utf-8")
    done = run("map", "import", "land.geojson", folder=tmp_path, ok=False)
    assert (done.returncode, done.stderr) == (2, "railwright: land.geojson: must be a .map file\n")


def test_a_board_file_is_not_imported_over_itself(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{}", encoding="utf-8")
    done = run("map", "import", "bad.json", folder=tmp_path, ok=False)
    assert done.returncode == 2
    assert "must be a .map file; a board file needs no import, play it with --board bad.json" in done.stderr
    assert (tmp_path / "bad.json").read_text(encoding="utf-8") == "{}"


def _fail_to_compile(*_: object, **__: object) -> None:
    raise AssertionError("compiles before it looks at the options")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["replay", "nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
        (["serve", "--port", "0", "--data", ".", "--proxy", "trains.example"], "give addresses such as 127.0.0.1"),
        (["serve", "--port", "0", "--data", ".", "--public-name", "a/b"], "give a name such as trains.example"),
        (["serve", "--port", "0", "--host", "192.0.2.7", "--data", "."], "try another --host"),
    ],
    ids=lambda value: " ".join(value)[:24] if isinstance(value, list) else "",
)
def test_nothing_is_compiled_for_a_command_that_cannot_be_carried_out(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railwright.cli.kit.compiling.prepare_engine", _fail_to_compile)
    done = run(*arguments, folder=tmp_path, ok=False)
    assert done.returncode == 2
    assert message in done.stderr
