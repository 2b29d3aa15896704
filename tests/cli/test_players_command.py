"""``railwright players``: the list at once, and the options of one player."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.commands import Done, run, run_json
from railwright.players.kit.options import Option
from railwright.players.levels.levels import LEVELS
from railwright.players.registry import BUILT_IN, ENTRIES

OPTIONS = """
from railwright.players.kit.interface import Player, compiled
from railwright.players.kit.options import Option


@compiled(
    options=(
        Option(name="k", default=0.5, summary="How much it explores.", high=10),
        Option(name="rollout", default=20, summary="How far it looks ahead.", low=1, high=100),
        Option(name="way", default="left", choices=("left", "right"), summary="Where it begins."),
    )
)
def steady(book, table, mine, legal, count, memory, source):
    "Takes the last legal action."
    return legal[count - 1]


class Plain(Player):
    "Takes the first legal action."

    def choose(self, view, legal):
        return legal[0]


class Wrong(Player):
    "Takes an action that is never legal."

    def choose(self, view, legal):
        return -1
"""


def players(*arguments: str, code: int = 0) -> Done:
    done = run("players", *arguments, ok=False)
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("players") / "mine.py"
    path.write_text(OPTIONS, encoding="utf-8")
    return str(path)


def test_the_list_names_every_built_in_player_with_its_summary_and_source() -> None:
    shown = " ".join(players().stdout.split())
    for name, entry in ENTRIES.items():
        assert name in shown
        assert str(entry.summary).split()[0] in shown
    found = json.loads(players("--json").stdout)
    assert found["players"] == [
        {"name": name, "summary": str(e.summary), "source": str(e.source)} for name, e in BUILT_IN.items()
    ]
    assert [level["name"] for level in found["levels"]] == list(LEVELS)
    assert [level["elo"] for level in found["levels"]] == sorted(level["elo"] for level in found["levels"])
    for entry in LEVELS.values():
        assert str(entry.rating) in shown


def test_the_list_loads_neither_the_engine_nor_a_player() -> None:
    """So it answers at once, also where nothing has been compiled yet."""
    program = (
        "import sys; sys.argv = ['railwright', 'players']\n"
        "from railwright.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "assert not {'numba', 'numpy', 'railwright.game'} & set(sys.modules), 'loaded too much'"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_one_player_is_shown_with_its_options_and_how_to_write_them(file: str) -> None:
    shown = players(f"{file}:steady").stdout
    assert "Takes the last legal action." in shown
    assert "a whole number from 1 to 100" in " ".join(shown.split())
    assert "left, right" in shown
    assert f"{file}:steady:k=0.5:rollout=20" in shown
    found = json.loads(players(f"{file}:steady:way=right:k=2", "--json").stdout)
    assert [(o["name"], o["default"], o["value"]) for o in found["options"]] == [
        ("k", 0.5, 2.0), ("rollout", 20, 20), ("way", "left", "right"),
    ]  # fmt: skip
    assert found["peeks"] is False
    assert all(option["summary"] and option["allowed"] for option in found["options"])


def test_a_former_name_of_an_option_is_answered_with_the_current_one() -> None:
    found = json.loads(players("express:anew=600", "--json").stdout)
    values = {option["name"]: option["value"] for option in found["options"]}
    assert values["replan_below"] == 600
    assert "anew" not in values


def test_players_without_options_say_so(file: str) -> None:
    assert "Plays a random legal action, all equally likely." in players("random").stdout
    assert "It has no options." in players("random").stdout
    assert "Takes the first legal action." in players(f"{file}:Plain").stdout


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("robot", "there is no player 'robot'; choose one of "),
        ("random:k=1", "the player 'random': there is no option 'k'; it has no options"),
        ("random:k", "there is no player 'random:k'"),
        ("random:k=1:x", "'x' is not an option"),
        ("mcts:k=1:k=2", "'k' is given twice"),
        ("none.py:Mine", "none.py: there is no such file"),
    ],
)
def test_mistakes_are_answered_in_one_line(name: str, message: str) -> None:
    said = players(name, code=2).stderr
    assert message in said.splitlines()[-1]


@pytest.mark.parametrize(
    "option",
    [
        Option(name="a", default=5, summary="-", low=-3, high=9),
        Option(name="b", default=0.25, summary="-"),
        Option(name="c", default="one", choices=("one", "two"), summary="-"),
    ],
    ids=lambda option: option.name,
)
def test_options_are_read_back_from_a_players_memory(option: Option) -> None:
    assert option.decode(option.encode(str(option.default))) == option.default
    assert option.decode(option.encode("two" if option.choices else "9")) == ("two" if option.choices else 9)


def test_a_player_is_checked_one_line_for_each_thing_that_is_expected(file: str) -> None:
    done = run("players", "check", f"{file}:Plain", "--games", "1")
    heading, empty, *lines, gap, following = done.stdout.splitlines()
    assert heading.startswith(f"{file}:Plain: games on usa, europe, germany with 2 to 5 seats")
    assert [line.split()[:2] for line in lines] == [
        ["yes", name] for name in ("legal", "deterministic", "resumable", "options", "honest", "time")
    ]
    assert empty == gap == ""
    assert following.startswith(f"Next: railwright simulate --players {file}:Plain,rule")


def test_built_in_players_are_checked_with_their_options() -> None:
    first, again = (run_json("players", "check", "hoard:rounds=from-zero", "--games", "2", "--seed", "9") for _ in "ab")
    assert (first["player"], first["games"], first["seed"], first["holds"]) == ("hoard:rounds=from-zero", 2, 9, True)
    assert first["milliseconds"] > 0
    assert [one for one in first["checks"] if one["name"] != "time"] == [
        one for one in again["checks"] if one["name"] != "time"
    ]


def test_a_player_that_fails_a_check_ends_with_exit_code_one(file: str) -> None:
    done = run("players", "check", f"{file}:Wrong", "--games", "1", ok=False)
    assert done.returncode == 1
    assert not done.stderr
    assert "NO  legal" in done.stdout
    assert "which is not legal; legal actions are" in done.stdout
    assert "Next: docs/players.md" in done.stdout
    found = run("players", "check", f"{file}:Wrong", "--games", "1", "--json", ok=False)
    assert found.returncode == 1
    assert [one["holds"] for one in json.loads(found.stdout)["checks"]] == [False, None, None, None, None, None]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["robot"], "there is no player 'robot'; choose one of "),
        (["none.py:Mine"], "none.py: there is no such file"),
        (["random", "--games", "0"], "'--games'"),
        (["random", "--games", "99999999"], "games: must be a whole number from 1 to 10,000"),
        (["random", "--seed", "-1"], "a seed is a whole number"),
        ([], "Missing argument"),
        (["random", "rule"], "unexpected extra argument"),
    ],
)
def test_mistakes_in_a_check_are_answered_in_one_line(arguments: list[str], message: str) -> None:
    done = run("players", "check", *arguments, ok=False)
    assert done.returncode == 2
    assert message in done.stderr.splitlines()[-1]
    assert not done.stdout


def test_the_word_show_can_be_left_out(file: str) -> None:
    for arguments in (["random"], ["--json"], ["random", "--json"], ["--json", "random"], [], [f"{file}:steady:k=2"]):
        assert run("players", *arguments).stdout == run("players", "show", *arguments).stdout


def test_stated_chances_are_compared_with_outcomes(tmp_path: Path) -> None:
    plot = tmp_path / "odds.svg"
    options = ("odds", "express:iterations=0", "--board", "europe", "--seats", "3", "--games", "12", "--positions", "3")
    told = players(*options, "--plot", str(plot)).stdout
    assert "36 positions of 12 games" in told
    assert "Expected calibration error: 0." in told
    assert "<svg" in plot.read_text(encoding="utf-8")
    found = run_json("players", *options)
    assert (found["positions"], found["games"], found["board"]) == (36, 12, "europe")
    assert sum(one["count"] for one in found["bins"]) == sum(one["count"] for one in found["stages"]) == 36
    assert found == run_json("players", *options, "--workers", "2")
    assert "odds.svg" in players(*options, "--plot", str(plot), code=2).stderr, "it is not overwritten"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("hoard",), "hoard: states no win chances; only express and its networks FILE.npz do"),
        (("express1",), "express1: states no win chances"),
        (("express:iterations=0", "--seats", "7"), "played by 2 to 5 players, not 7"),
        (("express:iterations=0", "--games", "0"), "at least 1 game"),
        (("express:iterations=0", "--plot", "odds.txt"), "odds.txt"),
    ],
)
def test_odds_that_cannot_be_compared(arguments: tuple[str, ...], says: str) -> None:
    assert says in players("odds", *arguments, code=2).stderr
