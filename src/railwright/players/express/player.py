"""Express as a player."""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.game.kernel import ZERO
from railwright.game.rng import below
from railwright.game.ruleset import MAX_SEATS
from railwright.game.setup import Rulebook
from railwright.game.state import AT_KEEP, AT_MIX, AT_SECOND_CARD, AT_TURN, NONE, Seat, Table
from railwright.players.clock import nanoseconds
from railwright.players.express.plan import PLAN_WORDS
from railwright.players.express.policy import POLICY_ROOM, follow_plan
from railwright.players.express.search import (
    MOST_CANDIDATES, SEARCH_ROOM, STYLES, list_candidates, search,
)  # fmt: skip
from railwright.players.express.style import HOARDING, STYLE, STYLE_WORDS
from railwright.players.interface import compiled
from railwright.players.options import DECIMALS, Option

_OWN = len(STYLE)
_PLAN = STYLE_WORDS
_ROOM = _PLAN + PLAN_WORDS


@compiled(name="planner", memory=1 + PLAN_WORDS + POLICY_ROOM, options=STYLE)
def planner(book: Rulebook, table: Table, mine: Seat, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Follows one plan for all its tickets."""
    style = memory[:STYLE_WORDS]
    action = follow_plan(book, table, mine, ZERO + table.seat, style, memory[_PLAN:_ROOM], memory[_ROOM:])
    if action == NONE:
        return legal[below(source, count)]
    return action


OPTIONS = (
    *STYLE,
    Option(name="iterations", default=1000, summary="roll-outs for a decision", low=0, high=10_000_000),
    Option(name="ms", default=0, summary="milliseconds for a decision instead", low=0, high=600_000),
    Option(name="doubt", default=1.0, summary="standard errors that another action must lead the plan by", low=0, high=10),
)
_ITERATIONS, _MS = len(STYLE), len(STYLE) + 1
_DOUBT = _MS + 1
_X_PLAN = len(OPTIONS)
_X_ROOM = _X_PLAN + PLAN_WORDS


@compiled(name="express", memory=PLAN_WORDS + SEARCH_ROOM + POLICY_ROOM, options=OPTIONS)
def player(book: Rulebook, table: Table, mine: Seat, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Searches."""
    seat = ZERO + table.seat
    plan = memory[_X_PLAN:_X_ROOM]
    room = memory[_X_ROOM:_X_ROOM+SEARCH_ROOM]
    favourite = follow_plan(book, table, mine, seat, memory[:_OWN], plan, memory[_X_ROOM+SEARCH_ROOM:])
    if favourite == NONE:
        favourite = ZERO + legal[below(source, count)]
    stage = table.stage
    if count == 1 or not (stage == AT_TURN or stage == AT_SECOND_CARD or stage == AT_KEEP or stage == AT_MIX):
        return favourite
    if memory[_ITERATIONS] == 0 and memory[_MS] == 0:
        return favourite
    for other in range(table.seats):
        for k in range(_OWN):
            room[STYLES + other * STYLE_WORDS + k] = memory[k]
        room[STYLES + other * STYLE_WORDS + HOARDING] = 0
    candidates = np.empty(MOST_CANDIDATES, np.int64)
    n = list_candidates(book, table, legal, count, favourite, plan, candidates)
    if n == 1:
        return favourite
    deadline = nanoseconds() + 1_000_000 * memory[_MS] if memory[_MS] > 0 else ZERO
    return search(book, table, mine, seat, candidates, n, memory[_ITERATIONS], deadline, memory[_DOUBT] / DECIMALS, plan, room, source)
