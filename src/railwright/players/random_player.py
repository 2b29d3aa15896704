"""A player that plays random legal actions."""

from __future__ import annotations

from typing import Any

from railwright.compiled.rng import below
from railwright.game.rulebook import Rulebook
from railwright.game.state import PrivateState, Table
from railwright.players.kit.interface import compiled


@compiled(name="random")
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Plays a random legal action, all equally likely."""
    return legal[below(source, count)]
