"""The real command, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from railwright.cli.play.command import play
from railwright.errors import RailwrightError
from waiting import HANG_SECONDS

COMMAND = "from railwright.cli.main import main; main()"


def railwright_play(folder: Path, *arguments: str, typed: bytes = b"") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "play", *arguments], input=typed, cwd=folder, capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"}, timeout=HANG_SECONDS, check=False,
    )  # fmt: skip
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_piped_game_is_played_saved_and_resumed(tmp_path: Path) -> None:
    first = railwright_play(
        tmp_path,
        "--terminal",
        "--seed",
        "7",
        "--name",
        "Ada",
        typed="all\nroutes montréal\nd\nd\n\xff".encode() + b"\xff\nquit\n",
    )
    assert first.returncode == 0, first.stderr
    assert "seed 7" in first.stdout
    assert "from Montréal to" in first.stdout
    assert "\x1b" not in first.stdout
    assert "Traceback" not in first.stderr
    path = tmp_path / "railwright-game-7.json"
    before = json.loads(path.read_text())
    assert before["seats"][0] == {"player": "human", "name": "Ada"}
    again = railwright_play(tmp_path, "--resume", path.name, typed=b"d\n")
    assert again.returncode == 0, again.stderr
    after = json.loads(path.read_text())
    assert after["actions"] == [*before["actions"], 5]


def test_an_unknown_choice_of_options_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(RailwrightError, match="leave out --board"):
        play(resume=tmp_path / "x.json", board="usa")
    with pytest.raises(RailwrightError, match="no board 'mars'"):
        play(board="mars")
    with pytest.raises(RailwrightError, match="no player 'nobody'"):
        play(players="human,nobody")
    with pytest.raises(RailwrightError, match="2 to 5 players"):
        play(players="human")
    with pytest.raises(RailwrightError, match="seed"):
        play(seed=-1)
