"""Express's estimates of the choices at a moment, for people who ask for a hint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import numba
import numpy as np
from numba import int64, types, uint64

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import dtype_of
from railwright.compiled.rng import new_source
from railwright.game.game import Game
from railwright.game.rulebook import BOOK_TYPE
from railwright.game.state import NONE, STATE_TYPE
from railwright.players.express1.memory import MOST_CANDIDATES, ExpressMemory
from railwright.players.express1.search import deal_world, list_candidates, try_action
from railwright.players.planner.following import follow_plan
from railwright.players.planner.style import STYLE_OPTIONS

WORLDS = 60
"""Number of games in which every choice is tried."""


class Advice:
    """The estimates of a search that tries every candidate equally often."""

    memory: ExpressMemory
    points: Annotated[Any, np.float64, MOST_CANDIDATES]
    """Sum of the seat's points, by candidate."""
    wins: Annotated[Any, np.float64, MOST_CANDIDATES]
    """Number of wins, by candidate; a win shared by k seats counts 1/k."""


ADVICE = dtype_of(Advice)
_ADVICE_TYPE = numba.from_dtype(ADVICE)


@kernel(
    signature=int64(
        types.Array(BOOK_TYPE, 1, "C", readonly=True), types.Array(STATE_TYPE, 1, "C"), types.int16[::1], int64,
        types.Array(_ADVICE_TYPE, 1, "C"), uint64[::1],
    )
)  # fmt: skip
def _advise(books: Any, states: Any, legal: Any, worlds: int, advices: Any, source: Any) -> int:
    """Try every candidate in the same worlds; returns their number. The planner's choice comes first."""
    book, table, advice = books[0], states[0].table, advices[0]
    memory = advice.memory
    seat = ZERO + table.seat
    mine = states[0].private[seat]
    favourite = follow_plan(book, table, mine, seat, memory.planner, memory.scratch)
    if favourite == NONE:
        favourite = ZERO + legal[0]
    n = list_candidates(book, table, legal, favourite, memory.planner.plan, memory.candidates[:])
    for _ in range(worlds):
        deal_world(book, table, mine, memory, source)
        for i in range(n):
            try_action(book, seat, memory.candidates[i], memory, source)
            advice.points[i] += memory.result.scores[seat]
            winners = ZERO
            for other in range(table.seats):
                winners += (memory.result.winners >> other) & 1
            if (memory.result.winners >> seat) & 1:
                advice.wins[i] += 1.0 / winners
    return n


@dataclass(frozen=True, slots=True)
class Opinion:
    """The estimate for one choice."""

    action: int
    win_chance: float
    """Estimated probability that the seat wins; a win shared by k seats counts 1/k."""
    points: float
    """Mean points of the seat at the end of the game."""


def advise(game: Game, *, seed: int, worlds: int = WORLDS) -> list[Opinion]:
    """Express's estimates of the choices of the seat to act, best first. It sees only what the seat sees."""
    legal = np.array(game.legal(), np.int16)
    advices = np.zeros(1, ADVICE)
    advice: Any = advices[0]
    advice.memory.planner.style = tuple(option.default for option in STYLE_OPTIONS)
    n = _advise(game.setup.rulebook, game.states, legal, worlds, advices, new_source(seed))
    scale = game.setup.ruleset.scale
    opinions = [
        Opinion(int(action), float(wins) / worlds, float(points) / worlds / scale)
        for action, wins, points in zip(advice.memory.candidates[:n], advice.wins, advice.points, strict=False)
    ]
    return sorted(opinions, key=lambda opinion: (-opinion.win_chance, -opinion.points, opinion.action))
