"""``railwright watch`` as a user runs it, in a pipe and at a terminal."""

from __future__ import annotations

import json
import os
import select
import sys
import time
from pathlib import Path

import pytest

from cli.commands import Done, run
from railwright.game.record import Record
from railwright.maps.load import LIBRARY
from waiting import HANG_SECONDS

COMMAND = [sys.executable, "-m", "railwright", "watch"]


def watch(*arguments: str, code: int = 0) -> Done:
    done = run("watch", *arguments, ok=False)
    assert done.returncode == code, done.stderr
    return done


def at_terminal(keys: bytes, *arguments: str) -> tuple[int, str]:
    """Run the command at a terminal and press keys when the first screen is there; returns exit code and output."""
    pty = pytest.importorskip("pty")
    process, terminal = pty.fork()
    if process == 0:  # the new process
        os.environ.update(TERM="xterm", COLUMNS="120", LINES="45")
        os.execv(sys.executable, [*COMMAND, *arguments])
    out, began, pressed = b"", time.monotonic(), False
    while time.monotonic() - began < HANG_SECONDS:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            part = os.read(terminal, 65536)
        except OSError:  # the process has ended
            break
        if not part:
            break
        out += part
        if not pressed and b"next turn" in out:
            os.write(terminal, keys)
            pressed = True
    _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status), out.decode()


def test_a_piped_game_is_told_without_waiting_and_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    out = watch("--board", "germany", "--players", "random,random", "--seed", "3", "--save", str(file)).stdout
    assert "seed 3" in out
    assert "\x1b" not in out
    assert "result" in out
    assert f"Next: railwright replay {file}" in out
    record = Record.from_dict(json.loads(file.read_text()), LIBRARY)
    assert record.result is not None
    assert [seat["player"] for seat in record.seats] == ["random", "random"]


def test_json_prints_the_record_and_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    arguments = ("--json", "--seed", "3", "--tickets", "mega", "--ruleset", "usa")
    first, second = (watch(*arguments, "--save", str(tmp_path / f"{name}.json")).stdout for name in "ab")
    assert first == second == (tmp_path / "a.json").read_text()
    record = Record.from_dict(json.loads(first), LIBRARY)
    assert record.setup.deck == "mega"
    assert len(record.seats) == 4
    assert record.result is not None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--players", "human,random"), "railwright watch takes only computer players; to play, use railwright play"),
        (("--players", "robot,random"), "there is no player 'robot'"),
        (("--players", "random"), "2 to 5 players, not 1"),
        (("--players", "random,"), "empty name"),
        (("--players", "random:k=1,random"), "there is no option 'k'"),
        (("--step", "--delay", "2"), "give either --step or --delay, not both"),
        (("--board", "mars"), "no board 'mars'"),
        (("--tickets", "mars"), "no ticket deck 'mars'"),
        (("--seed", "-1"), "a seed is a whole number"),
        (("--save", "/"), "is a folder"),
    ],
)
def test_mistakes_are_answered_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    assert message in watch(*arguments, code=2).stderr


def test_a_players_fault_is_told_and_what_was_played_is_kept(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from railwright.players.kit.interface import Player\n"
        "class Tired(Player):\n"
        "    def choose(self, view, legal):\n"
        "        return legal[0] if view.stage == 'keep' else 599\n"
    )
    file = tmp_path / "game.json"
    said = watch("--players", f"{mine}:Tired,random", "--save", str(file), code=2).stderr
    assert f"the player 'Tired' ({mine}, line 3) chose '599' in seat 0 at stage 'turn'" in said
    assert len(json.loads(file.read_text())["actions"]) == 2


def test_at_a_terminal_enter_goes_on_and_q_stops() -> None:
    code, out = at_terminal(b"\n\n q", "--step", "--seed", "3")
    assert code == 0
    assert "opening, random 2" in out
    assert "Stopped after" in out
    assert "Traceback" not in out


def test_at_a_terminal_ctrl_c_stops_cleanly(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, out = at_terminal(b"\x03", "--delay", "0.3", "--seed", "3", "--save", str(file))
    assert code == 130
    assert "Stopped after" in out
    assert "Traceback" not in out
    assert json.loads(file.read_text())["result"] is None


def test_at_a_terminal_a_game_goes_on_by_itself_to_its_end() -> None:
    code, out = at_terminal(b"", "--delay", "0", "--seed", "3", "--players", "random,random", "--no-color")
    assert code == 0
    assert "The game is over." in out
    assert "has won." in out
    assert "Next: railwright watch --seed 3" in out
