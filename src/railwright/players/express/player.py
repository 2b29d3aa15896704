"""Express as a player."""

from __future__ import annotations

from typing import Any

from railwright.game.kernel import ZERO
from railwright.game.rng import below
from railwright.game.setup import Rulebook
from railwright.game.state import NONE, Seat, Table
from railwright.players.express.plan import PLAN_WORDS
from railwright.players.express.policy import POLICY_ROOM, follow_plan
from railwright.players.express.style import STYLE
from railwright.players.interface import compiled

_PLAN = len(STYLE)
_ROOM = _PLAN + PLAN_WORDS


@compiled(name="planner", memory=PLAN_WORDS + POLICY_ROOM, options=STYLE)
def planner(book: Rulebook, table: Table, mine: Seat, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Follows one plan for all its tickets."""
    style = memory[:_PLAN]
    action = follow_plan(book, table, mine, ZERO + table.seat, style, memory[_PLAN:_ROOM], memory[_ROOM:])
    if action == NONE:
        return legal[below(source, count)]
    return action
