"""The commands as a user runs them: what they print, what they write, how they answer mistakes."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cli.commands import begin, run, run_alone, run_json
from railwright.maps.load import load_board
from waiting import HANG_SECONDS, wait_until


def simulate(*arguments: str) -> dict[str, Any]:
    return run_json("simulate", *arguments)


COMMANDS = [
    "play", "serve", "watch", "players", "players show", "players check", "simulate", "tournament", "sprt", "replay",
    "bench", "warmup", "board", "board list", "board check", "board show", "optimum", "study",
    "map", "map osm", "map balance", "map import",
    "map export", "map quality", "map print", "games", "games list", "games delete", "games backup", "games restore",
    "games repair",
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    text = run(*command.split(), "--help").stdout
    assert "Usage: " in text
    if command not in ("board", "map", "games"):
        assert "Example: railwright " + command.removesuffix(" show") in text


def test_the_command_runs_in_a_process_of_its_own() -> None:
    assert json.loads(run_alone("simulate", "--games", "5", "--json").stdout)["games"] == 5
    refused = run_alone("board", "check", "missing.json", ok=False)
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1


def test_linear_algebra_has_one_thread_unless_the_user_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "telling.py").write_text(
        "import os\nfrom railwright.players.kit.interface import Player\n"
        "class Telling(Player):\n    summary = 'threads: ' + os.environ['OPENBLAS_NUM_THREADS']\n"
        "    def choose(self, view, legal):\n        return legal[0]\n"
    )
    for given, expected in ((None, "1"), ("2", "2")):
        if given is None:
            monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
        else:
            monkeypatch.setenv("OPENBLAS_NUM_THREADS", given)
        shown = run_alone("players", f"{tmp_path / 'telling.py'}:Telling", "--json").stdout
        assert json.loads(shown)["summary"] == f"threads: {expected}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("simulate --games abc", "Invalid value for '--games': "),
        ("simulate --games", "'--games' requires an argument"),
        ("optimum --secnds 3", "No such option: --secnds"),
        ("map fly", "No such command 'fly'"),
        ("fly", "No such command 'fly'"),
        ("board show", "Missing argument"),
    ],
)
def test_what_cannot_be_parsed_gets_one_line_that_names_the_help(arguments: str, message: str) -> None:
    refused = run(*arguments.split(), ok=False)
    assert refused.returncode == 2
    (line,) = refused.stderr.splitlines()
    assert line.startswith("railwright: ")
    assert message in line
    assert line.endswith("--help")


def test_simulate_prints_the_documented_object() -> None:
    found = simulate("--board", "usa", "--tickets", "base", "--players", "random,random,random,random", "--games", "60")
    assert found["games"] == 60
    assert found["games_per_second"] > 0
    assert [row["player"] for row in found["players"]] == ["random"] * 4
    for row in found["players"]:
        assert row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"]
        assert {"points_mean", "points_median", "tickets_completed_mean", "ticket_points_mean"} <= set(row)
    assert sum(row["win_rate"] for row in found["players"]) == pytest.approx(1, abs=1e-5)


def test_simulate_gives_the_same_on_one_and_two_workers_and_with_the_same_seed_again() -> None:
    found = [simulate("--games", "301", "--seed", "5", "--workers", workers) for workers in ("1", "2", "1")]
    assert found[0]["players"] == found[1]["players"] == found[2]["players"]
    assert found[0]["players"] != simulate("--games", "301", "--seed", "6")["players"]


def test_bench_measures_games_players_searches_and_operations() -> None:
    figures = json.loads(run("bench", "--games", "200", "--quick", "--json").stdout)
    assert list(figures["boards"]) == ["usa", "europe", "germany"]
    assert list(figures["rule_players"]) == ["hoard", "rule", "evaluation", "one-step", "path", "long-route", "hungry"]
    assert list(figures["searches"]) == ["start", "middle", "late"]
    rates = [row["games_per_cpu_second"] for row in figures["boards"].values()]
    rates += [*figures["rule_players"].values(), *figures["operations"].values(), figures["first_game_seconds"]]
    rates += figures["batch"].values()
    for searches in figures["searches"].values():
        assert len(searches) == 4
        rates += searches.values()
    assert all(rate > 0 for rate in rates)


def test_saved_games_can_be_checked_told_and_drawn(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    run("simulate", "--board", "europe", "--players", "random,random,random", "--games", "4", "--save", str(games))
    assert len(games.read_text().splitlines()) == 4
    assert json.loads(run("replay", str(games), "--check", "--json").stdout)["games"] == 4
    told = run("replay", str(games), "--game", "2").stdout
    assert "random 1" in told
    assert "The game is over." in told
    events = json.loads(run("replay", str(games), "--events").stdout)
    assert events["events"][0]["event"] == "deal"
    assert events["events"][-1]["event"] == "end"
    part = json.loads(run("replay", str(games), "--until", "10", "--json", "--svg", str(tmp_path / "a.svg")).stdout)
    assert len(part["actions"]) == 10
    assert part["result"] is None
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")


def test_a_file_is_never_replaced_unless_told_to(tmp_path: Path) -> None:
    target = tmp_path / "games.jsonl"
    target.write_text("precious")
    done = run("simulate", "--games", "2", "--save", str(target), ok=False)
    assert done.returncode == 2
    assert "already exists" in done.stderr
    assert target.read_text() == "precious"
    run("simulate", "--games", "2", "--save", str(target), "--force")
    assert len(target.read_text().splitlines()) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.jsonl"], "nothing else is left behind"


def test_board_list_and_show(tmp_path: Path) -> None:
    rows = json.loads(run("board", "list", "--json").stdout)["boards"]
    assert {row["board"]: row["spaces"] for row in rows} == {"usa": 309, "europe": 300, "germany": 313}
    run("board", "show", "germany", "--out", str(tmp_path / "germany.svg"))
    assert "Österreich" in (tmp_path / "germany.svg").read_text(encoding="utf-8")
    assert run("board", "show", "usa").stdout.lstrip().startswith("<")


def test_board_check_accepts_a_users_own_board_and_the_game_plays_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(load_board("usa").to_dict() | {"name": "mine"}), encoding="utf-8")
    assert "is a valid board" in run("board", "check", str(path)).stdout
    assert simulate("--board", str(path), "--games", "5")["board"] == "mine"


def test_board_check_shows_every_problem_with_its_line(tmp_path: Path) -> None:
    data = load_board("usa").to_dict()
    data["tracks"][3]["length"] = 7
    data["tracks"][5]["color"] = "purple"
    data["tickets"][2]["cities"] = ["Atlanta", "Nowhere"]
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data, indent=1), encoding="utf-8")
    done = run("board", "check", str(path), ok=False)
    assert done.returncode == 2
    lines = path.read_text(encoding="utf-8").split("\n")
    for problem, word in (("unknown city or country 'Nowhere'", "Nowhere"), ("must be one of pink", "purple")):
        line = next(text for text in done.stdout.split("\n") if problem in text)
        number = int(line.split("line ")[1].split(" ")[0])
        assert any(word in text for text in lines[number - 1 : number + 2])
    data["tracks"][5]["color"] = "red"
    data["tickets"][2]["cities"] = ["Atlanta", "Boston"]
    path.write_text(json.dumps(data, indent=1), encoding="utf-8")
    done = run("board", "check", str(path), ok=False)
    assert "length 7 has no points in the ruleset 'usa'" in done.stdout


MISTAKES = [
    (["simulate", "--board", "atlantis"], "there is no board 'atlantis'"),
    (["simulate", "--tickets", "1912"], "has no ticket deck '1912'"),
    (["simulate", "--ruleset", "house"], "there is no ruleset 'house'"),
    (["simulate", "--players", "random"], "2 to 5 players, not 1"),
    (["simulate", "--players", "random,robot"], "there is no player 'robot'"),
    (["simulate", "--players", "random,none.py:Me"], "there is no such file"),
    (["simulate", "--games", "0"], "at least 1 game"),
    (["simulate", "--games", "many"], "Invalid value"),
    (["simulate", "--workers", "-1"], "number of workers"),
    (["simulate", "--seed", "-1"], "a seed is a whole number"),
    (["simulate", "--save", "/no/such/folder/file.jsonl"], "there is no folder"),
    (["simulate", "--save", "games.txt"], "must end in .jsonl (records of the games) or .parquet"),
    (["simulate", "--plot", "points.pdf"], "must end in .svg (a drawing) or .png"),
    (["simulate", "--players", "random:depth=3,random"], "depth"),
    (["tournament"], "give either --players to start a tournament or --resume"),
    (["tournament", "--players", "random"], "at least 2 players"),
    (["tournament", "--players", "random,random"], "'random' is listed twice"),
    (["tournament", "--players", "random,robot"], "there is no player 'robot'"),
    (["tournament", "--resume", "nowhere"], "plan.json: cannot be read"),
    (["tournament", "--resume", "cup", "--players", "random,random"], "give either --players"),
    (["tournament", "--resume", "cup", "--save", "cup"], "leave out --save"),
    *(
        (["tournament", "--resume", "cup", *given], f"leave out {given[0]} with --resume")
        for given in (
            ["--games", "100"],
            ["--seed", "1"],
            ["--board", "usa"],
            ["--tickets", "base"],
            ["--ruleset", "usa"],
            ["--pairs"],
            ["--seats", "2"],
            ["--force"],
        )
    ),
    (["tournament", "--resume", "cup", "--seed", "2", "--games", "9"], "leave out --seed, --games with --resume"),
    (["sprt", "random"], "Missing argument"),
    (["sprt", "random", "robot"], "there is no player 'robot'"),
    (["sprt", "random", "random", "--elo0", "50", "--elo1", "0"], "--elo0 50: must be below --elo1 (0)\n"),
    *(
        (["sprt", "random", "random", f"{option}={elo}"], ": must be from -2,000 to 2,000\n")
        for option in ("--elo0", "--elo1")
        for elo in ("-1300000", "-1e9", "1e9", "-2001", "2000.5", "inf", "-inf", "nan")
    ),
    (["sprt", "random", "random", "--p0", "0.6", "--p1", "0.5"], "the first win rate must be below the second"),
    (["study", "friedsam-rupp2024"], "this study needs railway extracts (*.osm.pbf); give their folder with --data"),
    (["sprt", "random", "random", "--p0", "0.5"], "give both"),
    (["sprt", "random", "random", "--p0", "0.5", "--p1", "0.6", "--elo1", "5"], "or --p0 and --p1, not both"),
    (["sprt", "random", "random", "--seats", "4", "--alone"], "--alone: give --p0 and --p1, too"),
    (["sprt", "random", "random", "--alpha", "2"], "alpha: must be between 0 and 0.5"),
    (["sprt", "random", "random", "--max-games", "1"], "must be at least 2, one round with 2 seats"),
    (["sprt", "random", "random", "--seats", "0"], "2 to 5 players, not 0"),
    (["sprt", "random", "random", "--seats", "9"], "2 to 5 players, not 9"),
    (["sprt", "random", "random", "--workers", "0"], "number of workers"),
    (["bench", "--anchor", "missing.sh"], "missing.sh: cannot be read"),
    (["simulate", "--board", "missing.json"], "missing.json: cannot be read"),
    (["replay", "missing.json"], "missing.json: cannot be read"),
    (["board", "check", "missing.json"], "missing.json: cannot be read"),
    (["board", "show", "atlantis"], "there is no board 'atlantis'"),
    (["board", "show", "usa", "--out", "/"], "is a folder"),
    (["fly"], "No such command"),
    (["simulate", "--games"], "requires an argument; see railwright simulate --help\n"),
    (["board", "show", "usa", "--out"], "requires an argument; see railwright board show --help\n"),
]


@pytest.mark.parametrize(
    ("arguments", "message"), MISTAKES, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_a_mistake_is_answered_clearly_and_with_exit_code_2(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run(*arguments, folder=tmp_path, ok=False)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("not json", "not valid JSON"),
        ("[1, 2]", "a game record is a JSON object"),
        ('{"format": "railwright-game/9"}', "this program reads 'railwright-game/1'"),
        ("{}", "the key 'format'"),
        ("\x00\x01", "not valid JSON"),
    ],
)
def test_a_bad_record_is_answered_clearly(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    done = run("replay", str(path), ok=False)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.strip().split("\n")) == 1


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_ctrl_c_keeps_the_games_that_were_finished(tmp_path: Path) -> None:
    target = tmp_path / "games.jsonl"
    process = begin("simulate", "--games", "10000000", "--json", "--save", str(target))
    wait_until(lambda: any(path.stat().st_size > 0 for path in tmp_path.iterdir()))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG_SECONDS)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "Stopped" in err
    games = json.loads(out)["games"]
    assert 0 < games < 10_000_000
    assert len(target.read_text().splitlines()) == games
    assert list(tmp_path.iterdir()) == [target]
