"""Boards made ready to be played, each once: that takes some hundredths of a second, and all games can share it."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from railwright.game.board import Board
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.maps.load import LIBRARY

MOST_SETUPS = 64
"""Those that were not asked for longest are made anew when they are wanted."""


class SharedSetups:
    """The library of boards and rulesets for game records, with a memory."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Setup] = OrderedDict()

    def setup(self, board: Any, ruleset: Any, deck: str | None) -> Setup:
        """The setup for a board and a ruleset, each a built-in name or a whole object."""
        key = json.dumps([board, ruleset, deck], default=_plain)
        if key not in self._kept:
            self._kept[key] = LIBRARY.setup(board, ruleset, deck)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_SETUPS:
            self._kept.popitem(last=False)
        return self._kept[key]

    def is_built_in(self, thing: Board | Ruleset) -> bool:
        """Whether this very board or ruleset can be found by its name."""
        return LIBRARY.is_built_in(thing)


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)
