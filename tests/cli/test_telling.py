"""``railwright replay``: the games of a file for people and for programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.commands import run
from waiting import HANG_SECONDS


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "games.jsonl"
    run("simulate", "--players", "random,random", "--games", "3", "--seed", "4", "--save", str(file))
    return file


def test_all_games_of_a_file_are_told_one_a_line(games: Path) -> None:
    told = [json.loads(line) for line in run("replay", str(games), "--events", "--all").stdout.splitlines()]
    alone = [json.loads(run("replay", str(games), "--events", "--game", str(n)).stdout) for n in (1, 2, 3)]
    assert told == alone
    compact = [json.loads(line) for line in run("replay", str(games), "--json", "--all").stdout.splitlines()]
    assert compact == [json.loads(line) for line in games.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--all"], "--all needs --events or --json"),
        (["--all", "--events", "--game", "2"], "leave out --game, --until and --svg"),
        (["--check", "--until", "2"], "--check is for whole files"),
        (["--until", "6000"], "actions; there is no action 6000"),
        (["--until", "6000", "--events"], "actions; there is no action 6000"),
        (["--until", "6000", "--svg", "late.svg"], "actions; there is no action 6000"),
    ],
)
def test_what_cannot_be_told_is_refused(games: Path, tmp_path: Path, arguments: list[str], message: str) -> None:
    done = run("replay", str(games), *arguments, folder=tmp_path, ok=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert not list(tmp_path.iterdir())


def renamed(games: Path, folder: Path, name: str) -> Path:
    """The first game with a name of somebody's own making."""
    record = json.loads(games.read_text(encoding="utf-8").splitlines()[0])
    record["seats"][0]["name"] = name
    path = folder / "named.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["[/b]", "[b]Ada[/b]", ":bomb:", "[red]"])
def test_names_are_shown_as_they_are(games: Path, tmp_path: Path, name: str) -> None:
    assert name in run("replay", str(renamed(games, tmp_path, name))).stdout


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_output_to_files_and_pipes_is_utf_8_everywhere(games: Path, tmp_path: Path, encoding: str) -> None:
    path = renamed(games, tmp_path, "Łukasz")
    for arguments in (["replay", str(path), "--json"], ["board", "show", "europe"]):
        command = [sys.executable, "-m", "railwright", *arguments]
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        done = subprocess.run(command, capture_output=True, env=environment, timeout=HANG_SECONDS, check=True)
        assert ("Łukasz" in done.stdout.decode()) == (arguments[0] == "replay")
        assert done.stderr == b""


def test_closed_output_is_no_mistake() -> None:
    code = (
        "import os, sys; os.close(1); os.execv(sys.executable, [sys.executable, '-m', 'railwright', 'board', 'list'])"
    )
    done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, timeout=HANG_SECONDS, check=True)
    assert done.stderr == b""


def test_ctrl_c_while_the_program_is_being_loaded_ends_it_cleanly() -> None:
    code = """
import sys
from railwright.__main__ import main
class Interrupted:
    def find_spec(self, name, path, target=None):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG_SECONDS, check=False
    )
    assert (done.returncode, done.stderr) == (130, "railwright: stopped\n")
