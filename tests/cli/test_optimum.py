"""``railwright optimum``: what it prints, writes and refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.commands import run, run_json
from game.positions import board_data, ruleset_data
from waiting import HANG_SECONDS, wait_until


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "games.jsonl"
    run("simulate", "--games", "2", "--players", "rule,hoard,long-route", "--seed", "3", "--save", str(file))
    return file


def test_the_best_of_the_base_game_is_printed_with_its_proof(tmp_path: Path) -> None:
    picture = tmp_path / "best.svg"
    said = run("optimum", "--trains", "45", "--all", "--svg", str(picture)).stdout
    for words in (
        "285 points: 62 from routes, 223 from tickets.", "Proven optimal in",
        "Routes to claim (18, 45 trains)",
        "Portland - San Francisco: 5", "Tickets completed (16)", "only optimal one", "Next: railwright optimum",
    ):  # fmt: skip
        assert words in said
    drawn = picture.read_text()
    assert drawn.count('data-owner="0"') == 18
    assert "285 points" in drawn


def test_the_answer_for_machines_adds_up() -> None:
    found = run_json("optimum", "--trains", "9", "--sensitivity", "--all", "--bonuses")
    assert (found["board"], found["tickets"], found["trains"], found["proven"]) == ("usa", "base", 9, True)
    assert found["score"] == found["route_points"] + found["ticket_points"] == found["bound"] == 25
    assert found["score_with_bonuses"] == 35
    assert found["route_points"] == sum(track["points"] for track in found["tracks"])
    assert found["ticket_points"] == sum(ticket["points"] for ticket in found["completed"])
    assert found["trains_used"] == sum(track["length"] for track in found["tracks"]) <= 9
    assert found["optima"]["count"] == len(found["optima"]["tracks"]) == 2
    assert found["optima"]["complete"] is True
    assert len(found["ticket_sensitivity"]) == 30
    for row in found["ticket_sensitivity"]:
        assert row["completed"] == (row["lowest"] is not None)
        assert not row["completed"] or row["highest"] is None
    assert {row["impact"] <= 0 for row in found["route_impacts"]} == {True}


def test_without_a_ticket_the_best_is_lower_by_its_impact() -> None:
    whole = run_json("optimum", "--trains", "8", "--sensitivity")
    row = min(whole["ticket_sensitivity"], key=lambda row: row["impact"])
    less = run_json("optimum", "--trains", "8", "--without", " - ".join(row["cities"]))
    assert less["score"] - whole["score"] == row["impact"] < 0


def test_held_tickets_count_against_the_player_until_they_are_completed() -> None:
    found = run_json("optimum", "--trains", "5", "--hold", "el paso - Denver", "--hold", "Boston - Miami")
    assert [ticket["cities"] for ticket in found["failed"]] == [["Boston", "Miami"]]
    assert found["ticket_points"] == 4 - 12


def test_tickets_are_found_without_accents_and_with_any_dash() -> None:
    for name in ("Montréal - Atlanta", "montreal-atlanta", "Atlanta – Montreal"):
        assert run_json("optimum", "--trains", "9", "--hold", name)["completed"][0]["cities"] == ["Atlanta", "Montréal"]


def test_a_sweep_is_printed_written_and_drawn(tmp_path: Path) -> None:
    table, picture = tmp_path / "sweep.csv", tmp_path / "sweep.svg"
    said = run("optimum", "--sweep", "1:8", "--csv", str(table), "--plot", str(picture)).stdout
    assert "best score by number of trains" in said
    rows = [line.split(",") for line in table.read_text().splitlines()]
    assert [row[1] for row in rows] == ["score", "1", "2", "4", "8", "10", "15", "18", "21"]
    assert picture.read_text().startswith("<?xml")
    found = run_json("optimum", "--sweep", "1:3", "--all")
    assert [row["optima"] for row in found["budgets"]] == [5, 35, 17]


def test_the_best_of_a_recorded_game_with_and_without_drawing(record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "moment.svg"
    arguments = ("optimum", "--record", str(record), "--game", "2", "--seat", "1", "--at", "60")
    found = run_json(*arguments, "--svg", str(picture))
    assert found["at"] == 60
    assert found["score_now"] <= found["held"]["score"] <= found["drawing"]["score"]
    assert found["held"]["trains_used"] <= found["trains"]
    assert "seat 1 can still score" in picture.read_text()
    said = run(*arguments).stdout
    assert f"{found['held']['score']} points:" in said
    assert "Stations are ignored" in said


def test_of_a_finished_game_only_its_score_is_told(record: Path, tmp_path: Path) -> None:
    played = json.loads(record.read_text(encoding="utf-8").splitlines()[1])
    arguments = ("optimum", "--record", str(record), "--game", "2", "--seat", "1")
    found = run_json(*arguments, "--at", str(len(played["actions"])), "--svg", str(tmp_path / "end.svg"))
    assert found["over"] is True
    assert found["score"] == played["result"]["scores"][1]
    assert "held" not in found
    assert f"seat 1 scored {found['score']}" in (tmp_path / "end.svg").read_text(encoding="utf-8")
    said = run(*arguments).stdout
    assert f"The game is over: seat 1 scored {found['score']} points" in said
    assert "best" not in said


def test_a_moment_after_the_end_is_refused(record: Path) -> None:
    played = json.loads(record.read_text(encoding="utf-8").splitlines()[0])
    done = run("optimum", "--record", str(record), "--at", "6000", ok=False)
    assert done.returncode == 2
    assert f"the game has {len(played['actions'])} actions; there is no action 6000" in done.stderr


def test_other_best_choices_are_those_that_differ_and_all_differ() -> None:
    said = run("optimum", "--trains", "22", "--all").stdout
    lines = said[said.index("Other solutions with the same score: 7") :].splitlines()[1:8]
    assert [line.split(".")[0].strip() for line in lines] == [str(i) for i in range(1, 8)]
    assert len({line.split(".", 1)[1] for line in lines}) == 7
    assert all(" instead of " in line for line in lines)
    assert "(none)" not in said


def test_sensitivity_says_that_it_shows_changes_of_the_best_score() -> None:
    said = run("optimum", "--trains", "9", "--sensitivity").stdout
    assert "Tickets: change of the best score without each" in said
    assert "Routes of the solution: change of the best score without each" in said


def test_a_sweep_has_whole_trains_on_its_axis(tmp_path: Path) -> None:
    run("optimum", "--sweep", "1:4", "--plot", str(tmp_path / "sweep.svg"))
    texts = re.findall(r">([\d.]+)</text>", (tmp_path / "sweep.svg").read_text(encoding="utf-8"))
    assert texts
    assert all(text.isdigit() for text in texts)


def test_stations_are_counted_when_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "europe.jsonl"
    run("simulate", "--board", "europe", "--games", "1", "--players", "rule,hoard,long-route", "--save", str(file))
    arguments = ("optimum", "--record", str(file), "--at", "70")
    with_them, without = run_json(*arguments, "--stations"), run_json(*arguments)
    assert (with_them["stations_counted"], without["stations_counted"]) == (True, False)
    assert with_them["held"]["score"] >= without["held"]["score"]
    assert without["held"]["stations"] == []


def test_a_limit_of_time_gives_a_bound_and_no_proof() -> None:
    found = run_json("optimum", "--board", "europe", "--seconds", "0")
    assert found["proven"] is False
    assert found["bound"] >= 214 > found["score"] >= 0


def test_a_board_of_your_own_by_both_methods(tmp_path: Path) -> None:
    data = board_data("A-B 3 gray", "A-B 1 red", "B-C 2 gray", tickets=("A-C 9",), ruleset=ruleset_data(trains=3))
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data))
    found = run_json("optimum", "--board", str(file))
    assert (found["score"], found["trains"]) == (12, 3)
    for method in ("fast", "flow"):
        found = run_json("optimum", "--board", str(file), "--trains", "5", "--method", method)
        assert (found["score"], found["method"]) == (4 + 2 + 9, method)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--trains", "-3"], "--trains -3: must be from 0 to 300"),
        (["--hold", "Denver - Paris"], "has no ticket 'Denver - Paris'; an example of one is"),
        (["--without", "Denver"], "has no ticket 'Denver'"),
        (["--sweep", "5"], "--sweep 5: must be a range of trains up to 300, such as 1:50"),
        (["--sweep", "9:2"], "--sweep 9:2: must be a range of trains"),
        (["--method", "magic"], "--method magic: must be one of fast, flow"),
        (["--csv", "x.csv"], "--csv: not allowed with a single number of trains; add --sweep"),
        (["--seat", "1"], "--seat: not allowed with a board alone"),
        (["--record", "none.json"], "none.json"),
        (["--record", "none.json", "--board", "europe"], "--board: not allowed with --record"),
        (["--hold", "Denver - El Paso", "--without", "Boston - Miami"], "--without: not allowed with --hold"),
        (["--tickets", "none"], "no ticket deck 'none'"),
        (["--sweep", "1:3", "--plot", "x.png"], "must end in .svg"),
    ],
)
def test_bad_input_gets_one_clear_line(arguments: list[str], message: str) -> None:
    done = run("optimum", *arguments, ok=False)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_record_takes_no_options_of_a_board_alone(record: Path) -> None:
    done = run("optimum", "--record", str(record), "--bonuses", "--sweep", "1:3", ok=False)
    assert done.returncode == 2
    assert "--bonuses, --sweep: not allowed with --record" in done.stderr


def test_a_seat_that_is_not_there_gets_a_clear_line(record: Path) -> None:
    done = run("optimum", "--record", str(record), "--seat", "7", ok=False)
    assert (done.returncode, done.stderr.strip()) == (2, "railwright: the game has seats 0 to 2, not 7")


TELLING = """
from railwright.cli.main import main
from railwright.optimum import flow

load = flow.load

def load_and_tell(*arguments, **options):
    highs = load(*arguments, **options)

    def tell(event):
        highs.cbMipInterrupt.unsubscribe(tell)
        print("solving", flush=True)

    highs.cbMipInterrupt.subscribe(tell)
    return highs

flow.load = load_and_tell
main()
"""
"""The command, which says when the solver has begun."""


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_any_number_of_ctrl_c_stop_the_published_program() -> None:
    command = [sys.executable, "-c", TELLING, "optimum", "--method", "flow", "--seconds", "100000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "solving\n"

    def stop() -> bool:
        process.send_signal(signal.SIGINT)
        return process.poll() is not None

    wait_until(stop)
    out, errors = process.communicate(timeout=HANG_SECONDS)
    assert (process.returncode, out, errors) == (130, "", "railwright: stopped\n")


@pytest.mark.parametrize("option", ["--at", "--seat"])
def test_a_moment_or_a_seat_needs_a_record_also_if_it_is_the_first(option: str) -> None:
    done = run("optimum", option, "0", ok=False)
    assert done.returncode == 2
    assert f"{option}: not allowed with a board alone; add --record" in done.stderr
