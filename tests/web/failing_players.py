"""Players that fail in every way that a player can. They are loaded by processes of the server, from this file."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from railwright.compiled.kernel import ZERO
from railwright.game.view import View
from railwright.players.kit.interface import Player, compiled


class Raising(Player):
    def choose(self, view: View, legal: Sequence[int]) -> int:
        raise ValueError("my hand is SECRET")


class Cheating(Player):
    def choose(self, view: View, legal: Sequence[int]) -> int:
        return 10_000


class Leaving(Player):
    def choose(self, view: View, legal: Sequence[int]) -> int:
        raise SystemExit


class Greedy(Player):
    """Takes all the memory that it can get."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        return len(bytearray(1 << 40))


class Silent(Player):
    """Never answers."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        while True:
            time.sleep(3600)


class Waiting(Player):
    """Answers when there is a file ``go`` next to this one."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        while not Path(__file__).with_name("go").exists():
            time.sleep(0.01)
        return legal[0]


@compiled
def endless(book: Any, table: Any, mine: Any, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Never answers, in compiled code."""
    turns = ZERO
    while count > 0:
        turns += 1
    return turns
