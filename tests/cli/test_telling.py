"""``railwright replay``: the games of a file for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.commands import run


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
