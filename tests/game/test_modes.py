"""The same games without compilation, and with every array access checked.

Both run in a process of their own, because the environment decides at import how the rules are run.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from game.invariants import SETUPS, STYLES, choose
from railwright.game.game import Game

TESTS = Path(__file__).parent.parent
SOURCES = TESTS.parent / "src"


def told(record: Any) -> bytes:
    """The numbers of a record, whatever their width."""
    if getattr(record, "dtype", None) is not None and record.dtype.names:
        return b"(" + b",".join(told(record[name]) for name in record.dtype.names) + b")"
    return repr(record.tolist()).encode()


def play_games(count: int, actions: int, samples: int) -> list[str]:
    """Play the beginnings of games, look at samples of them, and give a digest of each."""
    digests = []
    for number in range(count):
        setup, style = SETUPS[number * 5 % len(SETUPS)], sorted(STYLES)[number % len(STYLES)]
        game, chooser = Game(setup, seats=2 + number % 4, seed=number), random.Random(number)
        seen = hashlib.sha256(told(game.states))
        while not game.is_over and len(game.actions) < actions:
            options = game.legal()
            seen.update(repr(options).encode())
            game.play(choose(game, options, style, chooser))
            if len(game.actions) % (actions // samples) == 0:
                view = game.view(len(game.actions) % game.seats)
                sample = Game.from_states(setup, view.sample(np.random.default_rng(number)))
                seen.update(told(game.states) + told(sample.states) + told(game.result_record()))
        seen.update(told(game.states) + told(game.result_record()))
        digests.append(seen.hexdigest())
    return digests


def played_elsewhere(cache: Path, arguments: tuple[int, int, int], **environment: str) -> list[str]:
    script = """
import json, sys
from game.test_modes import play_games
print(json.dumps(play_games(*json.loads(sys.argv[1]))))
"""
    paths = os.pathsep.join(map(str, (TESTS, SOURCES)))
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", script, json.dumps(arguments)],
        env={**os.environ, "PYTHONPATH": paths, "RAILWRIGHT_CACHE": str(cache), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: list[str] = json.loads(done.stdout)
    return found


def test_interpreted_rules_play_the_same_games_as_compiled_ones(tmp_path: Path) -> None:
    arguments = (len(SETUPS), 2000, 4)
    assert played_elsewhere(tmp_path, arguments, NUMBA_DISABLE_JIT="1") == play_games(*arguments)


def test_no_array_is_read_or_written_outside_its_bounds(tmp_path: Path) -> None:
    """Compiled anew with checks, which takes half a minute, and then whole games on every board."""
    checked = played_elsewhere(tmp_path, (300, 3000, 10), NUMBA_BOUNDSCHECK="1")
    assert len(checked) == 300
    assert checked[:15] == play_games(15, 3000, 10)
