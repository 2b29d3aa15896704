"""``railwright tournament`` and ``railwright sprt``: what they print and keep, and that nothing stops them for good."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import polars as pl
import pytest

from cli.commands import MY_PLAYERS, begin, run, run_json
from railwright.arena.sprt import Question, SequentialTest
from waiting import HANG_SECONDS, Gate, wait_until

BUILDER = f"{MY_PLAYERS}:builder"
RESULTS = ("results.parquet", "standings.md", "standings.csv", "standings.json")


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Gate:
    """Stops a tournament in the middle."""
    return Gate(tmp_path_factory.mktemp("gate"))


@pytest.fixture(scope="module")
def cup(gate: Gate) -> tuple[str, ...]:
    return ("tournament", "--players", f"random,{BUILDER},{gate.player}", "--games", "14", "--seed", "5")


@pytest.fixture(scope="module")
def undisturbed(cup: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed") / "cup"
    run(*cup, "--save", str(folder))
    return folder


def assert_same_results(folder: Path, undisturbed: Path) -> None:
    for name in RESULTS:
        assert (folder / name).read_bytes() == (undisturbed / name).read_bytes(), name


def begin_to_the_middle(gate: Gate, *command: str) -> subprocess.Popen[str]:
    """Begin a tournament; when this returns, some of its games are played and it waits in front of another."""
    gate.close(after=9)
    process = begin(*command)
    gate.wait()
    return process


def test_a_tournament_prints_and_keeps_its_standings(undisturbed: Path) -> None:
    done = run("tournament", "--resume", str(undisturbed))
    for word in ("rating", "95% interval", "sigma", "wins", "finished ahead of", "builder", "Next: railwright sprt"):
        assert word in done.stdout
    rows = pl.read_parquet(undisturbed / "results.parquet")
    assert rows.shape[0] == 3 * 14 * 2
    assert rows["table"].unique().to_list() == [0, 1, 2]
    standings = json.loads((undisturbed / "standings.json").read_text())
    assert [row["rank"] for row in standings["standings"]] == [1, 2, 3]
    assert standings["games"] == 42
    assert standings["cross"]["random"][BUILDER] + standings["cross"][BUILDER]["random"] == pytest.approx(1)
    assert (undisturbed / "standings.md").read_text().startswith("| rank | player |")
    in_order = [row["player"] for row in standings["standings"]]
    assert sorted(in_order) == sorted(json.loads((undisturbed / "plan.json").read_text())["players"])
    assert pl.read_csv(undisturbed / "standings.csv")["player"].to_list() == in_order


def test_two_workers_give_the_same_tournament(cup: tuple[str, ...], undisturbed: Path, tmp_path: Path) -> None:
    found = run_json(*cup, "--workers", "2", "--save", str(tmp_path / "cup"))
    assert_same_results(tmp_path / "cup", undisturbed)
    assert found.pop("timing")["reproducible"] is False
    assert found == json.loads((undisturbed / "standings.json").read_text())


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_killed_tournament_goes_on_to_the_same_end(
    gate: Gate, cup: tuple[str, ...], undisturbed: Path, tmp_path: Path, workers: str
) -> None:
    folder = tmp_path / "cup"
    process = begin_to_the_middle(gate, *cup, "--save", str(folder), "--workers", workers)
    process.kill()
    gate.open()
    process.communicate(timeout=HANG_SECONDS)
    assert process.returncode == -signal.SIGKILL
    journal = folder / "journal.jsonl"
    assert not (folder / "standings.json").exists(), "it was killed before the end"
    before = journal.read_bytes()
    with journal.open("ab") as file:
        file.write(before.splitlines()[0][:100])  # half a block, as a kill in the middle of writing would leave it
    found = run_json("tournament", "--resume", str(folder))
    played = sum(json.loads(line)[1]["games"] for line in before.splitlines())
    assert 0 < played < 42
    assert found["timing"]["games_now"] == 42 - played
    assert_same_results(folder, undisturbed)
    assert journal.read_bytes().startswith(before)


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_says_how_to_go_on(
    gate: Gate, cup: tuple[str, ...], undisturbed: Path, tmp_path: Path, workers: str
) -> None:
    folder = tmp_path / "cup"
    process = begin_to_the_middle(gate, *cup, "--save", str(folder), "--workers", workers)
    os.killpg(process.pid, signal.SIGINT)
    gate.open()
    _, errors = process.communicate(timeout=HANG_SECONDS)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert f"Resume with: railwright tournament --resume {folder}" in errors
    run("tournament", "--resume", str(folder))
    assert_same_results(folder, undisturbed)


def test_a_tournament_is_never_replaced_unless_told_to(undisturbed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    small = ("tournament", "--players", f"random,{BUILDER}", "--games", "2", "--save", str(folder))
    run(*small)
    done = run(*small, ok=False)
    assert done.returncode == 2
    assert f"add --resume {folder} to resume it" in done.stderr
    run(*small, "--seed", "2", "--force")
    assert json.loads((folder / "plan.json").read_text())["seed"] == 2
    (folder / "thesis.txt").write_text("precious")
    done = run(*small, "--force", ok=False)
    assert done.returncode == 2
    assert "contains other files, such as thesis.txt" in done.stderr
    assert (folder / "standings.md").exists()


def test_a_tournament_with_more_seats_than_players(tmp_path: Path) -> None:
    found = run_json("tournament", "--players", f"random,{BUILDER}", "--seats", "4", "--games", "8")
    assert (found["tables"], found["games"]) == (1, 8)
    pairs = run_json("tournament", "--players", f"random,{BUILDER}", "--seats", "3", "--pairs", "--games", "3")
    assert pairs["tables"] == 2
    assert pairs["standings"][0]["player"] == BUILDER


def test_sprt_decides_and_says_what_it_cost() -> None:
    text = run("sprt", BUILDER, "random", "--elo0", "0", "--elo1", "50").stdout
    assert "Answer: 0.571" in text
    assert "Cost: " in text
    assert "Next: railwright simulate" in text
    one, two = (run_json("sprt", BUILDER, "random", "--elo1", "50", "--workers", workers) for workers in ("1", "2"))
    assert one.pop("timing")["seconds"] > 0
    del two["timing"]
    assert one == two
    assert one["answer"] == "p1"
    assert one["games"] == 2 * one["rounds"]
    assert one["log_likelihood_ratio"] >= one["upper"]


def test_sprt_of_one_against_three_and_its_log() -> None:
    asked = ("sprt", BUILDER, "random", "--seats", "4", "--alone", "--p0", "0.3", "--p1", "0.6")
    found = run_json(*asked)
    assert (found["answer"], found["alone"], found["elo"]) == ("p1", True, None)
    assert found["games"] == 4 * found["rounds"]
    assert found["win_rate"] == pytest.approx(sum(found["scores"]) / found["rounds"], abs=1e-5)
    replayed = SequentialTest(Question(found["p0"], found["p1"]))
    for score in found["scores"]:
        assert replayed.answer is None
        replayed.add(score)
    assert replayed.ratio == pytest.approx(found["log_likelihood_ratio"], abs=1e-5)
    assert all(ms > 0 for ms in found["timing"]["decision_ms"])
    text = run(*asked).stdout
    assert "against 3 x random?" in text
    assert "Time of a decision: " in text
    assert f"--players {BUILDER},random,random,random" in text


def test_sprt_says_when_it_cannot_tell() -> None:
    found = run_json("sprt", "random", "random", "--p0", "0.5", "--p1", "0.51", "--max-games", "40", "--seats", "4")
    assert found["answer"] == "open"
    assert found["games"] == 40
    assert "Answer: undecided." in run("sprt", "random", "random", "--max-games", "10").stdout


def test_a_saved_sprt_is_resumed_by_the_same_command(tmp_path: Path) -> None:
    asked = ("sprt", "path", "one-step", "--elo1", "50")
    saved = (*asked, "--save", str(tmp_path / "test.log"))
    whole = run_json(*asked)
    assert run_json(*saved, "--max-games", "20")["answer"] == "open"
    lines = (tmp_path / "test.log").read_text().count("\n")
    assert "Resumed after 10 rounds." in run(*saved, "--max-games", "20").stderr
    assert (tmp_path / "test.log").read_text().count("\n") == lines == 11
    resumed, again = run_json(*saved, "--workers", "2"), run_json(*saved)
    for report in (whole, resumed, again):
        del report["timing"]
    assert resumed == again == whole
    refused = run(*saved, "--seed", "2", ok=False).stderr
    assert "is the log of another test" in refused


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_ctrl_c_ends_an_sprt_with_what_it_knows(tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    path = tmp_path / "slow.py"
    path.write_text(
        "import time\nfrom railwright.players.kit.interface import Player\n"
        "class Slow(Player):\n"
        "    def __init__(self, **given):\n"
        f"        super().__init__(**given)\n        open({str(marks)!r}, 'a').write('.')\n"
        "    def choose(self, view, legal):\n        time.sleep(0.001)\n        return legal[0]\n"
    )
    process = begin("sprt", f"{path}:Slow", "random", "--p0", "0.98", "--p1", "0.981", "--json")
    wait_until(lambda: marks.exists() and marks.stat().st_size > 9)
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate(timeout=HANG_SECONDS)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert json.loads(out)["answer"] == "open"
    assert json.loads(out)["games"] > 0
