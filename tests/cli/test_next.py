"""The lines "Next:": what they suggest can be typed as it stands, and is about the same thing."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from cli.commands import run
from game.positions import board_data, ruleset_data

PLAYERS = ("--players", "random,random")


@pytest.fixture
def board(tmp_path: Path) -> str:
    """A board whose file has another name than the board, with a blank in it."""
    data = board_data("A-B 3 gray", "A-B 1 red", "B-C 2 gray", tickets=("A-C 9",), ruleset=ruleset_data(trains=3))
    (tmp_path / "my board.json").write_text(json.dumps(data))
    return "my board.json"


def suggested(folder: Path, *arguments: str) -> list[str]:
    """The words of the command that another one suggests, as a shell takes them."""
    return shlex.split(run(*arguments, folder=folder).stdout.partition("\nNext: ")[2])


@pytest.mark.parametrize("arguments", [("--trains", "2"), ("--sweep", "1:2")])
def test_optimum_suggests_the_file_of_the_board(board: str, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert suggested(tmp_path, "optimum", "--board", board, *arguments)[:4] == [
        "railwright", "optimum", "--board", board
    ]  # fmt: skip


def test_names_with_blanks_are_quoted(board: str, tmp_path: Path) -> None:
    replay = ["railwright", "replay", "my games.jsonl"]
    save = ("--save", "my games.jsonl", "--force", "--seed", "1")
    assert suggested(tmp_path, "watch", *PLAYERS, *save)[:3] == replay
    assert suggested(tmp_path, "simulate", *PLAYERS, "--games", "1", *save)[:3] == replay
    assert suggested(tmp_path, "replay", "my games.jsonl")[:3] == replay
    assert suggested(tmp_path, "optimum", "--record", "my games.jsonl")[:3] == replay
    assert suggested(tmp_path, "board", "check", board)[:4] == ["railwright", "board", "show", board]


def test_an_undecided_test_suggests_the_same_question() -> None:
    asked = ["--board", "europe", "--seats", "2", "--p0", "0.5", "--p1", "0.51"]
    words = suggested(Path(), "sprt", "random", "random", *asked, "--max-games", "4", "--seed", "7")
    assert words[:4] == ["railwright", "sprt", "random", "random"]
    pairs = dict(zip(words[4::2], words[5::2], strict=False))
    assert pairs.items() >= dict(zip(asked[::2], asked[1::2], strict=True)).items()
    assert (pairs["--seed"], pairs["--max-games"]) == ("7", "40")
    assert "--elo0" not in pairs
    assert "--alone" not in words
    asked = ["--alone", "--p0", "0.5", "--p1", "0.51"]
    assert "--alone" in suggested(Path(), "sprt", "random", "random", *asked, "--max-games", "4")


def test_a_tournament_suggests_a_test_on_its_board(tmp_path: Path) -> None:
    cup = ("tournament", "--board", "europe", "--players", "random,hoard", "--games", "2", "--save", "cup")
    for words in (suggested(tmp_path, *cup), suggested(tmp_path, "tournament", "--resume", "cup")):
        assert words[:2] == ["railwright", "sprt"]
        assert words[words.index("--board") + 1] == "europe"
