"""The commands ``railwright map`` as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.commands import run
from mapmaker.plain_map import EXAMPLE
from railwright.maps.load import load_board


@pytest.mark.parametrize("command", ["import", "export", "quality"])
def test_every_map_command_has_help_with_an_example(command: str) -> None:
    assert f"Example: railwright map {command}" in run("map", command, "--help").stdout


def test_a_map_is_imported_measured_and_exported_again(tmp_path: Path) -> None:
    (tmp_path / "four.map").write_text(EXAMPLE, encoding="utf-8")
    done = run("map", "import", "four.map", folder=tmp_path)
    assert "four.json: four, 4 cities, 5 tracks" in done.stdout
    assert "Next: " in done.stdout
    again = run("map", "import", "four.map", folder=tmp_path, ok=False)
    assert again.returncode == 2
    assert "--force" in again.stderr
    first = (tmp_path / "four.json").read_bytes()
    run("map", "import", "four.map", "--force", folder=tmp_path)
    assert (tmp_path / "four.json").read_bytes() == first
    quality = json.loads(run("map", "quality", "four.json", "--json", folder=tmp_path).stdout)
    assert quality["quality"]["segments"] == 16
    assert quality["published"]["spread"] == 0.47
    told = json.loads(run("map", "export", "four.json", "--out", "back.map", "--json", folder=tmp_path).stdout)
    assert any("players can join" in loss for loss in told["losses"])
    run("map", "import", "back.map", folder=tmp_path)
    assert (tmp_path / "back.json").read_bytes() == first


@pytest.mark.parametrize("to", ["geojson", "svg", "json"])
def test_boards_are_exported_in_every_format(to: str, tmp_path: Path) -> None:
    run("map", "export", "usa", "--format", to, folder=tmp_path)
    text = (tmp_path / f"usa.{to}").read_text(encoding="utf-8")
    assert all(text.count(city.name) for city in load_board("usa").cities)


def test_mistakes_give_clear_lines_and_write_nothing(tmp_path: Path) -> None:
    (tmp_path / "bad.map").write_text(
        EXAMPLE.replace("| Destadt; 4", "| Nowhere; 4").replace("map-zoom: 7", "map-zoom: x")
    )
    done = run("map", "import", "bad.map", folder=tmp_path, ok=False)
    assert done.returncode == 2
    assert "bad.map, line 3: map-zoom must be a whole number from 3 to 10, not 'x' [MapZoom.BadFormat]" in done.stderr
    assert "bad.map, line 11: no line defines the city 'Nowhere' [City.Unknown]" in done.stderr
    (tmp_path / "latin.map").write_bytes(b"\xff\xfe")
    for arguments, message in (
        (["import", "latin.map"], "not UTF-8"),
        (["import", "none.map"], "cannot be read"),
        (["import", "bad.map", "--out", "no/where.json"], "no folder"),
        (["export", "usa", "--format", "png"], "--format png: must be one of"),
        (["quality", "atlantis"], "there is no board"),
    ):
        done = run("map", *arguments, folder=tmp_path, ok=False)
        assert done.returncode == 2
        assert message in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.map", "latin.map"]


def test_a_map_is_printed_like_a_board(tmp_path: Path) -> None:
    run("map", "export", "usa", "--out", str(tmp_path / "web.map"))
    run("map", "print", str(tmp_path / "web.map"), "--out", str(tmp_path / "web.pdf"), "--paper", "poster")
    assert (tmp_path / "web.pdf").read_bytes().startswith(b"%PDF")
