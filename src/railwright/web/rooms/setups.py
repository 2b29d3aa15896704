"""A cache of setups, which all games share: making one takes some hundredths of a second."""

from __future__ import annotations

from typing import Any

from railwright.game.board import Board
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.maps.load import LIBRARY
from railwright.web.jobs.lru_cache import LruCache
from railwright.web.rooms.texts import Texts, json_text

MOST_SETUPS = 64
"""Most setups in the cache."""


class SharedSetups:
    """The library of boards and rulesets for game records, with a cache of setups."""

    def __init__(self) -> None:
        self._kept: LruCache[Setup] = LruCache(MOST_SETUPS)
        self.boards = Texts(Board.to_dict)
        """JSON texts of boards, in their file format."""

    def setup(self, board: Any, ruleset: Any, deck: str | None) -> Setup:
        """The setup for a board and a ruleset, each a built-in name or a whole object."""
        key = json_text(board), json_text(ruleset), deck
        return self._kept.get(key, lambda: LIBRARY.setup(board, ruleset, deck))

    def of_board(self, board: Board, ruleset: Any, deck: str | None) -> Setup:
        """The setup for a loaded board and a ruleset."""
        key = self.boards.of(board), json_text(ruleset), deck
        return self._kept.get(key, lambda: LIBRARY.setup(board.to_dict(), ruleset, deck))

    def is_built_in(self, thing: Board | Ruleset) -> bool:
        """Whether a board or ruleset is a built-in one, so that its name identifies it."""
        return LIBRARY.is_built_in(thing)
