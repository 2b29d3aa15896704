"""``railwright study`` as a user runs it."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from cli.commands import Done, run
from railwright.studies.folder import StudyFolder


def study(*arguments: str, ok: bool = True) -> Done:
    return run("study", *arguments, ok=ok)


def test_help_has_an_example() -> None:
    text = study("--help").stdout
    assert "Example: railwright study ounmaa2022" in text
    assert "--quick" in text


def test_a_figure_needs_no_games(tmp_path: Path) -> None:
    done = study("ounmaa2022", "--figure", "3", "--out", str(tmp_path / "deep" / "er"))
    assert "Played 0 games" in done.stdout
    assert "\nNext: open " in done.stdout
    assert (tmp_path / "deep" / "er" / "report.html").is_file()
    assert (tmp_path / "deep" / "er" / "figures" / "figure-3.svg").is_file()
    assert list((tmp_path / "deep" / "er" / "results").iterdir()) == []


def test_a_table_of_facts_needs_no_computations(tmp_path: Path) -> None:
    done = study("schaefer2025", "--table", "A", "--out", str(tmp_path / "study"))
    assert "Ran 0 computations" in done.stdout
    assert "1 + 78 + 30 x 36 = 1,159" in (tmp_path / "study" / "report.md").read_text(encoding="utf-8")


def test_a_table_is_played_once(tmp_path: Path) -> None:
    arguments = ("ounmaa2022", "--table", "10", "--quick", "--workers", "1", "--out", str(tmp_path / "study"), "--json")
    first = json.loads(study(*arguments).stdout)
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "study" / "results").iterdir()}
    again = json.loads(study(*arguments).stdout)
    assert first["items"] == again["items"]
    assert first["games"] == again["games"] > 0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "study" / "results").iterdir()} == written
    assert {row["player"] for row in first["items"][0]["rows"]} == {"HoardCards", "Evaluation", "MCTS", "RuleBased"}
    assert [row["published"] for row in first["items"][0]["rows"] if row["measure"] == "win_rate"] == [0.98, 0.02, 0, 0]


def test_an_extract_that_gives_no_board_is_named_by_the_command(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "nowhere.osm.pbf").write_bytes(b"not a map")
    arguments = ("friedsam-rupp2024", "--data", str(tmp_path / "data"), "--quick", "--workers", "1")
    done = study(*arguments, "--out", str(tmp_path / "study"))
    assert "No board could be made from an extract. nowhere.osm.pbf: " in done.stderr
    again = json.loads(study(*arguments, "--out", str(tmp_path / "study"), "--json").stdout)
    assert [warning.split(":")[0] for warning in again["warnings"]] == [
        "No board could be made from an extract. nowhere.osm.pbf"
    ]


@pytest.mark.parametrize(("arguments", "message"), [
    (("shakespeare1600",), "there is no study 'shakespeare1600'; choose one of ounmaa2022, schaefer2025"),
    (("schaefer2025", "--table", "4"), "schaefer2025 has no table '4'; it has 1, 2, 3, A, B, C, D, E"),
    (("smith-anton2022", "--table", "10"), "smith-anton2022 has no table '10'; it has 1, 2, 3, 4, 5, 6, 7, 8, 9, A"),
    (("ounmaa2022", "--table", "1"), "ounmaa2022 has no table '1'; it has 5, 6, 7"),
    (("ounmaa2022", "--figure", "two"), "ounmaa2022 has no figure 'two'; it has 2, 3"),
    (("ounmaa2022", "--seed", "-1"), "seed"),
    (("ounmaa2022", "--table", "10", "--workers", "0"), "number of workers"),
    (("ounmaa2022", "--figure", "2", "--workers", "0"), "number of workers"),
    (("ounmaa2022", "--table", "7", "--figure", "2", "--workers", "9999"), "number of workers"),
])  # fmt: skip
def test_bad_input_is_answered_in_one_line(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = study(*arguments, "--out", str(tmp_path / "study"), ok=False)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_folder_of_other_settings_is_refused(tmp_path: Path) -> None:
    study("ounmaa2022", "--figure", "2", "--out", str(tmp_path / "study"))
    done = study("ounmaa2022", "--figure", "2", "--quick", "--out", str(tmp_path / "study"), ok=False)
    assert done.returncode == 2
    assert "other settings (effort, numbers)" in done.stderr
    study("ounmaa2022", "--figure", "2", "--quick", "--out", str(tmp_path / "study"), "--force")


def test_after_ctrl_c_the_finished_experiments_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("ounmaa2022", "--table", "10", "--table", "8", "--quick", "--out", str(tmp_path / "study"))
    results = tmp_path / "study" / "results"
    keep = StudyFolder.keep

    def keep_and_press_ctrl_c(folder: StudyFolder, *finished: Any) -> None:
        keep(folder, *finished)
        os.kill(os.getpid(), signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(StudyFolder, "keep", keep_and_press_ctrl_c)
        stopped = study(*command, "--workers", "1", ok=False)
    assert stopped.returncode == 130
    assert "Run the same command again to resume" in stopped.stderr
    kept = {path.name: path.read_bytes() for path in results.glob("*.json")}
    assert len(kept) == 1
    study(*command)
    assert len(list(results.glob("*.json"))) == 3
    for name, content in kept.items():
        assert (results / name).read_bytes() == content, "what was finished is not played again"
