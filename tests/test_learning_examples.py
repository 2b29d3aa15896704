"""The examples of learning run: a tiny training, its continuation, and the cells of the notebook."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import railwright
from railwright.rl import Batch

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The example, with a network and rollouts so small that it takes no time."""
    pytest.importorskip("torch", reason="examples/ppo.py needs torch, which is not installed")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import ppo  # type: ignore[import-not-found, unused-ignore]

    sizes = {"GAMES": 6, "STEPS": 12, "HIDDEN": 8, "MINIBATCH": 32, "OPPONENTS": ("random", "path")}
    for name, value in sizes.items():
        monkeypatch.setattr(ppo, name, value)
    yield ppo
    sys.modules.pop("ppo", None)


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def test_a_tiny_training_writes_a_policy_that_plays_and_can_go_on(ppo: Any, tmp_path: Path) -> None:
    out = tmp_path / "learned"
    tiny = ["--every", "0.002", "--games", "4", "--out", str(out)]
    ppo.main(["--minutes", "0.002", *tiny])
    rows = rows_of(out / "curve.csv")
    assert [row["opponent"] for row in rows] == ["random", "path"] * 2
    assert (out / "curve.svg").read_text(encoding="utf-8").startswith("<?xml")
    block = railwright.play_games("usa", [str(out / "policy.npz"), "random"], seed=1, games=4)
    assert len(block) == 4
    ppo.main(["--minutes", "0.004", "--resume", *tiny])
    more = rows_of(out / "curve.csv")
    assert more[: len(rows)] == rows
    assert float(more[-1]["minutes"]) >= float(rows[-1]["minutes"])
    assert int(more[-1]["decisions"]) > int(rows[-1]["decisions"]) > 0


def test_it_learns_on_another_board_without_the_planners_numbers(ppo: Any, tmp_path: Path) -> None:
    options = ["--board", "germany", "--seats", "3", "--observation", "raw"]
    ppo.main([*options, "--minutes", "0.002", "--every", "1", "--games", "3", "--out", str(tmp_path)])
    assert (tmp_path / "policy.npz").exists()


@pytest.mark.parametrize("observation", ["raw", "planner"])
def test_advantages_add_up_to_what_each_seat_gets(ppo: Any, monkeypatch: pytest.MonkeyPatch, observation: str) -> None:
    """Without discount, value and advantage of a decision are the rewards of that seat until the end of the game."""
    import torch

    monkeypatch.setattr(ppo, "LAMBDA", 1.0)
    monkeypatch.setattr(ppo, "STEPS", 900)
    torch.manual_seed(1)
    batch = Batch("usa", 3, games=3, seed=1, reward="running", observation=observation)
    network = ppo.Network(batch.observations.size, batch.actions.size)
    potential, rollout = ppo.Potential(batch), ppo.Rollout.empty(batch)
    ppo.collect(batch, network, potential, rollout)
    advantage, is_known = ppo.advantages(batch, network, potential, rollout)
    assert rollout.done.any(axis=0).all()
    checked = 0
    for i in range(batch.games):
        last = int(np.flatnonzero(rollout.done[:, i])[-1])
        for t in range(last + 1):
            if not rollout.is_decision[t, i]:
                assert not is_known[t, i]
                continue
            end = t + int(rollout.done[t:, i].argmax())
            rewards = rollout.reward[t : end + 1, i, rollout.player[t, i]].sum()
            expected = rewards - rollout.potential[t, i]
            assert is_known[t, i]
            assert advantage[t, i] + rollout.value[t, i] == pytest.approx(expected, abs=1e-4)
            checked += 1
    assert checked > 500


@pytest.mark.filterwarnings("ignore")
def test_the_cells_of_the_notebook_run(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    notebook = json.loads((EXAMPLES / "learning.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in cells), "strip the outputs"
    source = "\n\n".join("".join(cell["source"]) for cell in cells)
    assert "MINUTES = 2 " in source
    source = source.replace("MINUTES = 2 ", "MINUTES = 0.002 ").replace('"200"', '"4"')
    try:
        request.getfixturevalue("ppo")
    except pytest.skip.Exception:
        source = source.replace("HAS_TORCH = ", "HAS_TORCH = False and ")
    shown: list[Any] = []
    display = ModuleType("IPython.display")
    vars(display).update(SVG=str, display=shown.append)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(display=display))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.chdir(tmp_path)
    exec(compile(source, "learning.ipynb", "exec"), {"__name__": "notebook"})
    assert len(shown) == ("HAS_TORCH = False" not in source)
