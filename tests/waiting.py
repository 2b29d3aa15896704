"""Waiting for what other processes and threads do: for events, never for a time.

The only deadline is against hanging. It is so long that no busy machine reaches it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HANG_SECONDS = 600.0
"""After so long, what is waited for will never happen."""

_PAUSE_SECONDS = 0.02


def wait_until(happened: Callable[[], Any]) -> None:
    """Wait for something that another process or thread does."""
    end = time.monotonic() + HANG_SECONDS
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(_PAUSE_SECONDS)


def wait_for_file(path: str) -> str:
    """Wait until a file is there; returns its name. For work that is to last until a test says so."""
    wait_until(Path(path).exists)
    return path


class Gate:
    """Players that stop before one of their games until the gate is opened, so a command can be met in the middle."""

    def __init__(self, folder: Path) -> None:
        self._gate, self._waiting, self._games = folder / "gate", folder / "waiting", folder / "games"
        self.player = f"{folder / 'gated.py'}:Gated"
        """The player's name on the command line."""
        (folder / "gated.py").write_text(_GATED.format(gate=self._gate, waiting=self._waiting, games=self._games))

    def close(self, *, after: int) -> None:
        """From now on, players stop once they have begun ``after`` further games."""
        self._waiting.unlink(missing_ok=True)
        self._games.write_text("")
        self._gate.write_text(str(after))

    def wait(self) -> None:
        """Wait until a player has stopped."""
        wait_until(self._waiting.exists)

    def open(self) -> None:
        """Let the players go on."""
        self._gate.unlink()


_GATED = '''
import time
from pathlib import Path
from railwright.players.kit.interface import Player

GATE, WAITING, GAMES = Path(r"{gate}"), Path(r"{waiting}"), Path(r"{games}")

class Gated(Player):
    """Takes the first legal action; stops at the gate before a game."""
    name = "gated"
    def __init__(self, **given):
        super().__init__(**given)
        if not GATE.exists():
            return
        with GAMES.open("a") as file:
            file.write(".")
        if GAMES.stat().st_size > int(GATE.read_text()):
            WAITING.touch()
            while GATE.exists():
                time.sleep(0.01)
    def choose(self, view, legal):
        return legal[0]
'''
