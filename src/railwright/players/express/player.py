"""Express as a player: the planner's choice, improved by search where there are alternatives."""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.compiled.kernel import ZERO
from railwright.compiled.rng import below
from railwright.game.rulebook import Rulebook
from railwright.game.state import AT_KEEP, AT_MIX, AT_SECOND_CARD, AT_TURN, NONE, PrivateState, Table
from railwright.players.express.plan import PLAN_WORDS
from railwright.players.express.policy import follow_plan
from railwright.players.express.search import MOST_CANDIDATES, SEARCH_ROOM, list_candidates, search
from railwright.players.express.style import STYLE, STYLE_WORDS
from railwright.players.kit.interface import compiled
from railwright.players.kit.options import DECIMALS, Option

OPTIONS = (
    *STYLE,
    Option(name="iterations", default=1500, summary="roll-outs per decision; 0: the planner alone", high=10_000_000),
    Option(name="ms", default=0, summary="milliseconds per decision, instead of iterations", high=600_000),
    Option(name="doubt", default=1.0, summary="standard errors by which an action must beat the planner's", high=10),
)
_ITERATIONS, _MS, _DOUBT = range(len(STYLE), len(OPTIONS))

# Memory: the options, the style (the first options and HOARDING), the plan, and scratch space for the search.
_STYLE = len(OPTIONS)
_PLAN = _STYLE + STYLE_WORDS
_ROOM = _PLAN + PLAN_WORDS


@compiled(
    name="express", memory=STYLE_WORDS + PLAN_WORDS + SEARCH_ROOM, options=OPTIONS, lasting=STYLE_WORDS + PLAN_WORDS
)
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Plans for all its tickets together and tests its choices in games consistent with what it sees."""
    style, plan, room = memory[_STYLE:_PLAN], memory[_PLAN:_ROOM], memory[_ROOM:]
    for k in range(STYLE_WORDS - 1):
        style[k] = memory[k]
    favourite = follow_plan(book, table, mine, ZERO + table.seat, style, plan, room)
    if favourite == NONE:
        favourite = ZERO + legal[below(source, count)]
    stage = table.stage
    is_choice = stage == AT_TURN or stage == AT_SECOND_CARD or stage == AT_KEEP or stage == AT_MIX
    if count == 1 or not is_choice or memory[_ITERATIONS] + memory[_MS] == 0:
        return favourite
    candidates = np.empty(MOST_CANDIDATES, np.int64)
    n = list_candidates(book, table, legal, count, favourite, plan, candidates)
    if n == 1:
        return favourite
    doubt = memory[_DOUBT] / DECIMALS
    return search(book, table, mine, candidates, n, memory[_ITERATIONS], memory[_MS], doubt, style, plan, room, source)
