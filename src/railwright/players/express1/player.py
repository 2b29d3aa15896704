"""Express1 as a player: the planner's choice, improved by search where there are alternatives."""

from __future__ import annotations

from typing import Any

from railwright.compiled.kernel import ZERO
from railwright.compiled.rng import below
from railwright.game.rulebook import Rulebook
from railwright.game.state import AT_KEEP, AT_MIX, AT_SECOND_CARD, AT_TURN, NONE, PrivateState, Table
from railwright.players.express1.memory import MEMORY, MEMORY_WORDS, OPTIONS
from railwright.players.express1.search import list_candidates, search
from railwright.players.kit.interface import compiled
from railwright.players.planner.following import follow_plan
from railwright.players.planner.memory import PLANNER_WORDS


@compiled(name="express1", memory=MEMORY_WORDS - len(OPTIONS), options=OPTIONS, lasting=PLANNER_WORDS)
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Plans for all its tickets together and tests its choices in games consistent with what it sees."""
    own = memory[:MEMORY_WORDS].view(MEMORY)[0]
    own.planner.style = own.style
    favourite = follow_plan(book, table, mine, ZERO + table.seat, own.planner, own.scratch)
    if favourite == NONE:
        favourite = ZERO + legal[below(source, count)]
    stage = table.stage
    is_choice = stage == AT_TURN or stage == AT_SECOND_CARD or stage == AT_KEEP or stage == AT_MIX
    if count == 1 or not is_choice or own.iterations + own.ms == 0:
        return favourite
    n = list_candidates(book, table, legal[:count], favourite, own.planner.plan, own.candidates[:])
    return favourite if n == 1 else search(book, table, mine, n, own, source)
