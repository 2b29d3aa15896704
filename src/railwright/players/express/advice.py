"""Express's estimates of the choices at a moment, for people who ask for a hint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import float64, int64, types, uint64

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import new_source
from railwright.game.actions import MAX_LEGAL
from railwright.game.game import Game
from railwright.game.rulebook import BOOK_TYPE
from railwright.game.scoring import RESULT
from railwright.game.state import NONE, STATE_TYPE
from railwright.players.express.plan import PLAN_WORDS
from railwright.players.express.policy import follow_plan
from railwright.players.express.search import (
    MOST_CANDIDATES,
    RESULT_PLACE,
    RESULT_WORDS,
    SEARCH_ROOM,
    deal_world,
    list_candidates,
    try_action,
)
from railwright.players.express.style import STYLE, STYLE_WORDS

WORLDS = 60
"""Number of games in which every choice is tried."""

_POINTS, _WINS = 0, 1
"""Columns of the array of results."""


@kernel(
    signature=int64(
        types.Array(BOOK_TYPE, 1, "C", readonly=True), types.Array(STATE_TYPE, 1, "C"), types.int16[::1], int64, int64,
        int64[::1], int64[::1], int64[::1], int64[::1], float64[:, ::1], uint64[::1],
    )
)  # fmt: skip
def _advise(
    books: Any, states: Any, options: Any, count: int, worlds: int, style: Any, plan: Any, room: Any, candidates: Any,
    found: Any, source: Any,
) -> int:  # fmt: skip
    """Try every candidate in the same worlds; returns their number. The planner's choice comes first."""
    book, table = books[0], states[0].table
    seat = ZERO + table.seat
    mine = states[0].private[seat]
    favourite = follow_plan(book, table, mine, seat, style, plan, room)
    if favourite == NONE:
        favourite = ZERO + options[0]
    n = list_candidates(book, table, options, count, favourite, plan, candidates)
    for _ in range(worlds):
        deal_world(book, table, mine, seat, style, plan, room, source)
        for i in range(n):
            try_action(book, seat, candidates[i], room, source)
            result = room[RESULT_PLACE : RESULT_PLACE + RESULT_WORDS].view(RESULT)[0]
            found[i, _POINTS] += result.scores[seat]
            winners = ZERO
            for other in range(table.seats):
                winners += (result.winners >> other) & 1
            if (result.winners >> seat) & 1:
                found[i, _WINS] += 1.0 / winners
    return n


@dataclass(frozen=True, slots=True)
class Opinion:
    """The estimate for one choice."""

    action: int
    win_chance: float
    """Estimated probability that the seat wins; a shared win counts in parts."""
    points: float
    """Mean points of the seat at the end of the game."""


def advise(game: Game, *, seed: int, worlds: int = WORLDS) -> list[Opinion]:
    """Express's estimates of the choices of the seat to act, best first. It sees only what the seat sees."""
    legal = game.legal()
    options = np.empty(MAX_LEGAL, np.int16)
    options[: len(legal)] = legal
    style = np.zeros(STYLE_WORDS, np.int64)
    style[: len(STYLE)] = [option.default for option in STYLE]
    candidates = np.zeros(MOST_CANDIDATES, np.int64)
    found = np.zeros((MOST_CANDIDATES, 2))
    n = _advise(
        game.setup.rulebook, game.states, options, len(legal), worlds, style, np.zeros(PLAN_WORDS, np.int64),
        np.zeros(SEARCH_ROOM, np.int64), candidates, found, new_source(seed),
    )  # fmt: skip
    scale = game.setup.ruleset.scale
    opinions = [
        Opinion(int(candidates[i]), float(found[i, _WINS]) / worlds, float(found[i, _POINTS]) / worlds / scale)
        for i in range(n)
    ]
    return sorted(opinions, key=lambda opinion: (-opinion.win_chance, -opinion.points, opinion.action))
