"""Learning with torch: the same network in torch and in compiled code, and runs that can be stopped."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import railwright
from railwright.errors import FileError
from railwright.maps.load import load_setup
from railwright.players.express.memory import MOST_CHOICES
from railwright.players.express.neural_network import FILE, load_network
from railwright.training import training_plan
from railwright.training.neural_networks import hash_of, untrained_network
from railwright.training.self_play import SelfPlay
from railwright.training.training_plan import TrainingPlan

pytest.importorskip("torch", reason="training needs torch, which is not installed")

pytestmark = pytest.mark.usefixtures("quick_opponents")

SMALL = {"side_by_side": 6, "steps": 16, "evaluation": 4, "minutes": 0.0009}


def plan_of(**options: Any) -> TrainingPlan:
    return TrainingPlan((load_setup("usa"), load_setup("europe")), (2, 3), seed=1, **{**SMALL, **options})


def run_of(folder: Path, **options: Any) -> Any:
    from railwright.training.training_run import TrainingRun

    folder.mkdir(exist_ok=True)
    return TrainingRun.start(plan_of(**options), untrained_network(1), folder)


def ignore(_: object) -> None:
    """Nobody watches."""


def test_torch_computes_what_the_compiled_network_does() -> None:
    import torch

    from railwright.training.ppo import PolicyAndValue, places_of

    network = load_network(FILE)
    play = SelfPlay(load_setup("usa"), 2, games=8, seed=1, learners_only=8)
    play.begin()
    for _ in range(40):
        play.step(np.zeros(8, np.int64))
    packed = play.choices[np.arange(MOST_CHOICES) < play.count[:, None]]
    places = torch.from_numpy(places_of(play.count))
    log_chances, value = PolicyAndValue(network.weights)(torch.tensor(play.position), torch.from_numpy(packed), places)
    assert log_chances.exp().sum(1).tolist() == pytest.approx([1] * 8, abs=1e-5)
    assert log_chances.argmax(1).tolist() == play.best_choices(network).tolist()
    for i, count in enumerate(play.count):
        scores = play.records["thought"]["scores"][i, :count]
        expected = scores - np.log(np.exp(scores - scores.max()).sum()) - scores.max()
        assert log_chances[i, :count].tolist() == pytest.approx(expected, abs=1e-4)
    weights = network.weights
    first = np.maximum(0, play.position @ weights["value_first"] + weights["value_first_bias"])
    second = np.maximum(0, first @ weights["value_second"] + weights["value_second_bias"])
    assert value.tolist() == pytest.approx(second @ weights["value"] + weights["value_bias"], abs=1e-4)


def test_a_choice_that_is_rewarded_becomes_likelier(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first choice is always rewarded and others never are, the policy learns to take it."""
    from railwright.training import ppo

    monkeypatch.setattr(ppo, "MINIBATCH", 64)
    monkeypatch.setattr(ppo, "RATE", 3e-3)
    play = SelfPlay(load_setup("usa"), 2, games=16, seed=1, learners_only=16)
    play.begin()
    learner = ppo.Learner({**untrained_network(1).weights, "bonus": np.zeros(1, np.float32)}, 1)
    rollout = ppo.Rollout.empty(32, 16, 2)
    chances = []
    for _ in range(8):
        last = learner.collect([play], rollout)
        rollout.done[:] = True
        rollout.reward[:] = (rollout.chosen == 0)[:, :, None]
        learner.update([play], rollout, last, left=1.0, is_warm_up=False)
        chances.append((rollout.chosen == 0).mean())
    assert chances[0] < 0.3
    assert chances[-1] > chances[0] + 0.2


def test_a_run_that_was_stopped_ends_as_one_in_one_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from railwright.training import training_run

    monkeypatch.setattr(training_run, "CHECKPOINT_SECONDS", -1)
    whole = run_of(tmp_path / "whole")
    whole.run(ignore, ignore)
    stopped = run_of(tmp_path / "stopped")

    def stop_after_three(_: int) -> None:
        if stopped.updates == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.run(stop_after_three, ignore)
    resumed = training_run.TrainingRun.resume(tmp_path / "stopped")
    assert 0 < resumed.updates < whole.plan.updates == whole.updates
    resumed.run(ignore, ignore)
    assert resumed.network.about == whole.network.about
    assert resumed.rows == whole.rows
    assert resumed.figures == whole.figures
    assert resumed.gate() == whole.gate() is not None
    assert (tmp_path / "whole" / "express.npz").read_bytes() == (tmp_path / "stopped" / "express.npz").read_bytes()
    assert (tmp_path / "whole" / "checkpoint.npz").stat().st_size < 2_000_000
    finished = training_run.TrainingRun.resume(tmp_path / "whole")
    assert finished.gate() == whole.gate()


def test_a_run_writes_a_network_that_plays_and_a_report(tmp_path: Path) -> None:
    from railwright.training.training_report import report_object, write_report

    run = run_of(tmp_path)
    run.run(ignore, ignore)
    write_report(run)
    rows = list(csv.DictReader((tmp_path / "curve.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == len(run.plan.evaluated_at) * 4 * 2
    assert {row["opponent"] for row in rows} == {"planner", "rule"}
    assert len((tmp_path / "updates.csv").read_text(encoding="utf-8").splitlines()) == 1 + run.plan.updates
    assert "<svg" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    page = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert page.startswith("# Training of express\n")
    assert "than the network it started from" in page
    network = load_network(tmp_path / "express.npz")
    assert network.about["hash"] == hash_of(network) != network.about["start"]
    assert (network.about["seed"], network.about["boards"]) == (1, ["europe/base", "usa/base"])
    assert (tmp_path / "express.npz").stat().st_size < 200_000
    found = json.loads(json.dumps(report_object(run)))
    assert found["hash"] == network.about["hash"]
    assert found["odds"] == {"games": 10, "log_loss": run.odds_loss}
    assert "The win probability was fitted to 10 games at each table" in page
    assert not np.array_equal(network.weights["odds"], run_of(tmp_path).network.weights["odds"])
    name = str(tmp_path / "express.npz")
    block = railwright.play_games("europe", [f"{name}:iterations=0", "random"], seed=1, games=2)
    assert len(block) == 2
    assert "usa/base" in railwright.load_player(name).summary


def test_without_evaluations_nothing_is_compared(tmp_path: Path) -> None:
    from railwright.training.training_report import verdict, write_report

    run = run_of(tmp_path, evaluation=0, minutes=0.0001)
    run.run(ignore, ignore)
    write_report(run)
    assert run.rows == []
    assert run.gate() is None
    assert "Not compared" in verdict(run)
    assert not (tmp_path / "curve.svg").exists()


def test_without_minutes_the_policy_stays_and_the_odds_are_fitted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from railwright.training.training_report import write_report

    monkeypatch.setattr(training_plan, "MAX_ODDS_GAMES", 10)
    run = run_of(tmp_path, minutes=0)
    before = run.network.weights
    run.run(ignore, ignore)
    write_report(run)
    after = load_network(tmp_path / "express.npz").weights
    changed = {name for name in before if not np.array_equal(before[name], after[name])}
    assert changed
    assert all(name.startswith("odds") for name in changed)
    assert run.decisions == 0


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    from railwright.training.checkpoint import TrainingCheckpoint, write_checkpoint
    from railwright.training.training_run import CHECKPOINT, TrainingRun

    path = tmp_path / CHECKPOINT
    with pytest.raises(FileError, match="cannot be read"):
        TrainingRun.resume(tmp_path)
    path.write_bytes(b"PK")
    with pytest.raises(FileError, match="is not a checkpoint of a training, or damaged"):
        TrainingRun.resume(tmp_path)
    np.savez(path, text=np.frombuffer(b"[]", np.uint8))
    with pytest.raises(FileError, match="is not a checkpoint in the format"):
        TrainingRun.resume(tmp_path)
    write_checkpoint(path, TrainingCheckpoint({"version": "0"}, {}))
    with pytest.raises(FileError, match="is of version 0"):
        TrainingRun.resume(tmp_path)
    write_checkpoint(path, TrainingCheckpoint({"version": railwright.__version__, "plan": plan_of().to_dict()}, {}))
    with pytest.raises(FileError, match="is not a complete checkpoint"):
        TrainingRun.resume(tmp_path)
