"""Boards made ready to be played, each once: that takes some hundredths of a second, and all games can share it."""

from __future__ import annotations

from typing import Any

from railwright.game.board import Board
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.maps.load import LIBRARY
from railwright.web.jobs.recent import Recent
from railwright.web.rooms.texts import Texts, json_text

MOST_SETUPS = 64
"""Those that were not asked for longest are made anew when they are wanted."""


class SharedSetups:
    """The library of boards and rulesets for game records, with a memory."""

    def __init__(self) -> None:
        self._kept: Recent[Setup] = Recent(MOST_SETUPS)
        self.boards = Texts(Board.to_dict)
        """Boards in their file format."""

    def setup(self, board: Any, ruleset: Any, deck: str | None) -> Setup:
        """The setup for a board and a ruleset, each a built-in name or a whole object."""
        key = json_text(board), json_text(ruleset), deck
        return self._kept.get(key, lambda: LIBRARY.setup(board, ruleset, deck))

    def of_board(self, board: Board, ruleset: Any, deck: str | None) -> Setup:
        """The setup for a board that was read already, and a ruleset."""
        key = self.boards.of(board), json_text(ruleset), deck
        return self._kept.get(key, lambda: LIBRARY.setup(board.to_dict(), ruleset, deck))

    def is_built_in(self, thing: Board | Ruleset) -> bool:
        """Whether this very board or ruleset can be found by its name."""
        return LIBRARY.is_built_in(thing)
