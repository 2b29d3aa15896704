"""Mistakes in one's own player: told in one line, with the place in its file and the moment of the game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.commands import run
from railwright.errors import PlayerError
from railwright.game.game import Game
from railwright.maps.load import load_setup
from railwright.matches.match import play_games
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.kit.interface import compiled
from railwright.players.registry import load_player

FILE = '''from railwright.players.kit.interface import Player, compiled


class Slow(Player):
    def choose(self, view, legal):
        return legal[0] if view.table.turn < 3 else self.divided(0)

    def divided(self, number):
        return 1 // number  # line 9


class Unready(Player):
    def __init__(self, **given):
        raise OSError("no weights")  # line 14

    def choose(self, view, legal):
        return legal[0]


@compiled
def eager(book, table, mine, legal, count, memory, source):
    """Takes the last legal action."""
    return legal[count - 1]


@compiled
def late(book, table, mine, legal, count, memory, source):
    if table.turn >= 3:
        raise ValueError("too late")  # line 29
    return legal[0]


@compiled
def misspelt(book, table, mine, legal, count, memory, source):
    seat = table.seat
    return legal[table.trians[seat]]  # line 36


@compiled
def mistyped(book, table, mine, legal, count, memory, source):
    first = legal[0]
    return first + "1"  # line 42
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FILE, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "line", "error"),
    [("Slow", 9, "ZeroDivisionError"), ("late", 29, "ValueError: too late"), ("Unready", 14, "OSError: no weights")],
)
def test_an_exception_names_the_line_and_the_moment(file: Path, name: str, line: int, error: str) -> None:
    setup = load_setup("usa")
    with pytest.raises(PlayerError) as caught:
        play_games(setup, [load_player(f"{file}:{name}"), load_player("random")], seed=1, games=4)
    text = str(caught.value)
    assert f"the player {name!r} ({file}, line {line}) raised {error}" in text
    assert "\n" not in text
    moment = r" before the game" if name == "Unready" else r" after \d+ actions of the game with seed \d+"
    assert re.search(f"{moment}$", text)


def test_a_compiled_player_that_raises_is_told_also_when_it_is_asked_once(file: Path) -> None:
    seated_player = SeatedPlayer(load_player(f"{file}:late"), seat=0, seed=1)
    game = Game(load_setup("usa"), seats=2, seed=5)
    while game.state.table.turn < 3:
        game.play(game.legal()[0])
    moment = f"raised ValueError: too late after {len(game.actions)} actions of the game with seed 5"
    with pytest.raises(PlayerError, match=moment):
        seated_player.choose(game, game.legal())


def test_the_moment_of_a_compiled_fault_is_that_of_the_game(file: Path) -> None:
    """The fault comes in the first game; a game with the seed and so many actions is about to be spoilt."""
    setup = load_setup("usa")
    with pytest.raises(PlayerError) as caught:
        play_games(setup, [load_player(f"{file}:late")] * 2, seed=1, games=4)
    words = str(caught.value).split()
    actions, seed = int(words[words.index("after") + 1]), int(words[-1])
    game = Game(setup, seats=2, seed=seed)
    for _ in range(actions):
        game.play(game.legal()[0])
    assert game.state.table.turn == 3
    with pytest.raises(PlayerError, match="too late"):
        SeatedPlayer(load_player(f"{file}:late"), seat=0, seed=1).choose(game, game.legal())


@pytest.mark.parametrize(
    ("name", "line", "reason"), [("misspelt", 36, "there is no field 'trians'"), ("mistyped", 42, "No implementation")]
)
def test_a_function_that_does_not_compile_names_its_line(file: Path, name: str, line: int, reason: str) -> None:
    with pytest.raises(PlayerError) as caught:
        load_player(f"{file}:{name}")
    assert f"the player {name!r} ({file}, line {line}) cannot be compiled: {reason}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_other_players_of_the_file_can_play_and_the_broken_ones_are_named(file: Path) -> None:
    done = run("simulate", "--players", f"{file}:eager,random", "--games", "3")
    assert "3 games" in done.stdout
    left_out = [line for line in done.stderr.splitlines() if line.startswith("Ignored: ")]
    assert [line.split("'")[1] for line in left_out] == ["misspelt", "mistyped"]


def test_outside_a_file_a_function_that_does_not_compile_is_refused_at_once() -> None:
    with pytest.raises(PlayerError, match="there is no field 'nothing'"):

        @compiled
        def lost(book, table, mine, legal, count, memory, source):  # type: ignore[no-untyped-def]
            return legal[table.nothing]


def test_a_file_that_cannot_be_loaded_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "unready.py"
    path.write_text("import math\n\nx = math.sqrt(-1)\n", encoding="utf-8")
    with pytest.raises(PlayerError, match=r"unready.py, line 3: cannot be loaded \(ValueError"):
        load_player(f"{path}:x")


def test_without_compiling_reading_outside_an_array_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "outside.py"
    path.write_text(
        "from railwright.players.kit.interface import compiled\n\n@compiled\n"
        "def outside(book, table, mine, legal, count, memory, source):\n"
        "    return legal[0 if mine.hand[1000] > 5 else count - 1]\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "railwright", "simulate", "--games", "1", "--players", f"{path}:outside,random"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert done.returncode == 2
    assert f"the player 'outside' ({path}, line 5) raised IndexError: index 1000 is out of bounds" in done.stderr
