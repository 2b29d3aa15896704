"""``railwright train`` from the command line."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from cli.commands import run

TINY = ("--minutes", "0.0005", "--side-by-side", "4", "--games", "4", "--seats", "2")


@pytest.fixture
def torch(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Torch, and evaluations against players that need no search."""
    found = pytest.importorskip("torch", reason="training needs torch, which is not installed")
    from railwright.training import evaluation, training_report, training_run

    for module in (evaluation, training_run, training_report):
        monkeypatch.setattr(module, "HELD_OUT", ("rule",))
        monkeypatch.setattr(module, "OPPONENTS", ("planner", "rule"), raising=False)
    return found


def test_without_torch_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        "railwright.training.torch_library.find_spec", lambda name: None if name == "torch" else find_spec(name)
    )
    done = run("train", "usa", folder=tmp_path, ok=False)
    assert done.returncode == 2
    assert done.stderr == (
        'railwright: training needs torch, which is not installed: pip install "railwright[train]"\n'
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["atlantis"], "there is no board 'atlantis'"),
        (["usa/atlantis"], "atlantis"),
        (["usa", "--minutes", "-1"], "minutes: must be from 0 to"),
        (["usa", "--seats", "7"], "--seats 7: must be from 2 to 5"),
        (["usa", "--games", "-1"], "evaluation: must be 0 or more games"),
        (["usa", "--from", "nothing.npz"], "--from nothing.npz: there is no such file"),
        (["usa", "--from", "text.npz"], "text.npz: is not a network of express"),
        (["usa", "--out", "text.npz"], "text.npz: is a file"),
        (["usa", "--out", "old"], "already exists; choose another folder or add --force"),
        (["--resume"], "there is no checkpoint; start a training without --resume"),
        (["usa", "--resume", "--minutes", "3"], "leave out --minutes, the boards with --resume"),
    ],
)
def test_bad_input_gets_one_line(torch: Any, tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "text.npz").write_text("text", encoding="utf-8")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "express.npz").touch()
    done = run("train", *arguments, folder=tmp_path, ok=False)
    assert done.returncode == 2
    assert message in done.stderr.splitlines()[-1]
    assert not (tmp_path / "trained").exists()


def test_a_tiny_training_is_reproducible_and_can_be_resumed(torch: Any, tmp_path: Path) -> None:
    done = run("train", "germany", *TINY, "--out", "first", folder=tmp_path)
    assert "Next: railwright simulate --players first/express.npz:iterations=0,hoard" in done.stdout
    assert "than the network it started from" in done.stdout
    found = json.loads(run("train", "germany", *TINY, "--out", "second", "--json", folder=tmp_path).stdout)
    first, second = (tmp_path / name / "express.npz" for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()
    assert found["boards"] == ["germany/germany_2017"]
    resumed = run("train", "--resume", "--out", "first", folder=tmp_path)
    assert "Resuming after" in resumed.stderr
    assert first.read_bytes() == second.read_bytes()
    run("simulate", "--players", "first/express.npz:iterations=0,random", "--games", "2", folder=tmp_path)


def test_a_board_from_a_file_starts_from_the_shipped_network(torch: Any, tmp_path: Path) -> None:
    from railwright.maps.load import load_board
    from railwright.players.express.neural_network import FILE, load_network
    from railwright.training.neural_networks import hash_of

    (tmp_path / "mine.json").write_text(json.dumps(load_board("usa").to_dict()), encoding="utf-8")
    run("train", "mine.json", *TINY, "--games", "0", folder=tmp_path)
    assert load_network(tmp_path / "trained" / "express.npz").about["start"] == hash_of(load_network(FILE))
    run("train", "mine.json", *TINY, "--games", "0", "--force", "--from", "trained/express.npz", folder=tmp_path)
    assert "already exists" in run("train", "usa", *TINY, folder=tmp_path, ok=False).stderr
