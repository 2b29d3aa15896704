"""A variant of the game: a board, a ticket deck and a ruleset."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Any

from railwright.game.setup import Setup
from railwright.maps.load import load_setup


@dataclass(frozen=True, slots=True)
class Variant:
    """A board with a deck and a ruleset, under a name."""

    name: str
    """Short name, for file names."""
    title: str
    board: str
    deck: str
    ruleset: str
    ticket_ways: str = "any"
    """What completes a ticket (``Ruleset.ticket_ways``); overrides the ruleset."""

    def setup(self) -> Setup:
        """The setup for playing the variant."""
        found = load_setup(self.board, tickets=self.deck, ruleset=self.ruleset)
        return Setup(found.board, replace(found.ruleset, ticket_ways=self.ticket_ways), self.deck)

    def load(self) -> Setup:
        """The setup, for computations."""
        return self.setup()

    def describe(self) -> dict[str, Any]:
        """Everything about the variant that can affect a result."""
        setup = self.setup()
        return {
            "board": self.board,
            "tickets": self.deck,
            "ruleset": self.ruleset,
            "rules": _digest(json.dumps([setup.board.to_dict(), setup.ruleset.to_dict()], sort_keys=True)),
        }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
