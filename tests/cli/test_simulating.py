"""``railwright simulate``: its tables, its files, its figures, its times."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest

from cli.commands import MY_PLAYERS, run, run_json

PLAYERS = f"{MY_PLAYERS}:builder,random,random"


def test_the_table_shows_all_measures() -> None:
    text = run("simulate", "--players", PLAYERS, "--games", "30", "--details").stdout
    for heading in ("wins", "95% interval", "points", "median", "tickets done", "failed", "ticket points", "ended"):
        assert heading in text
    for heading in ("ms/decision", "25%", "longest path", "tracks of 6", "A game has"):
        assert heading in text
    assert "Next: railwright" in text
    assert run("simulate", "--games", "3").stdout.count("longest path") == 0


def test_times_stand_apart_from_what_can_be_reproduced() -> None:
    found = run_json("simulate", "--players", PLAYERS, "--games", "30")
    assert found["timing"]["reproducible"] is False
    assert len(found["timing"]["decision_ms"]) == 3
    again = run_json("simulate", "--players", PLAYERS, "--games", "30", "--workers", "2")
    for each in (found, again):
        del each["timing"], each["games_per_second"]
    assert found == again
    assert {"turns_mean", "turns_per_seat_mean", "actions_mean"} <= set(found)


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_a_saved_table_gives_the_printed_means(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games{suffix}"
    found = run_json("simulate", "--players", PLAYERS, "--games", "30", "--save", str(path))
    rows = pl.read_parquet(path) if suffix == ".parquet" else pl.read_csv(path)
    assert rows.shape[0] == 90
    builder = rows.filter(pl.col("player") == f"{MY_PLAYERS}:builder")
    expected = found["players"][0]
    for column, key in (("points", "points_mean"), ("win_share", "win_rate"), ("ended", "ended_share")):
        assert builder[column].cast(pl.Float64).mean() == pytest.approx(expected[key], abs=1e-5)
    before = path.read_bytes()
    assert run("simulate", "--games", "5", "--save", str(path), ok=False).returncode == 2
    assert path.read_bytes() == before
    run("simulate", "--players", PLAYERS, "--games", "30", "--workers", "2", "--save", str(path), "--force")
    assert path.read_bytes() == before, "the same file from any number of workers"


def test_a_figure_is_drawn_without_a_display(tmp_path: Path) -> None:
    for name in ("points.svg", "points.png"):
        run("simulate", "--players", PLAYERS, "--games", "30", "--plot", str(tmp_path / name))
    assert "builder" in " ".join(ElementTree.parse(tmp_path / "points.svg").getroot().itertext())
    assert (tmp_path / "points.png").read_bytes().startswith(b"\x89PNG")
    assert run("simulate", "--games", "5", "--plot", str(tmp_path / "points.svg"), ok=False).returncode == 2


def test_a_player_that_fails_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text(
        "from railwright.players.kit.interface import Player\n"
        "class Bad(Player):\n    name = 'bad'\n    def choose(self, view, legal): return 999\n"
    )
    for name in ("games.jsonl", "games.csv"):
        done = run("simulate", "--players", f"{path}:Bad,random", "--save", str(tmp_path / name), ok=False)
        assert done.returncode == 2
        assert f"the player 'bad' ({path}, line 4) chose '999'" in done.stderr
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.lstrip(".").startswith("games")] == []
