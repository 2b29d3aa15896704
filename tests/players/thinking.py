"""One decision of express's network outside of a game, with the style of its planner."""

from __future__ import annotations

from typing import Any

from numba import njit

from players.planning import PLANNER, style_of
from railwright.players.express.memory import STYLE_DEFAULTS
from railwright.players.express.thinking import think

ITS_PLANNER = ":".join([PLANNER, *(f"{name}={value}" for name, value in STYLE_DEFAULTS.items())])
"""The planner of express as a player."""


def express_style() -> Any:
    return style_of(**STYLE_DEFAULTS)


@njit
def think_once(
    books: Any, states: Any, legal: Any, planners: Any, scratches: Any, networks: Any, thoughts: Any, source: Any
) -> Any:
    table = states[0].table
    mine = states[0].private[table.seat]
    return think(books[0], table, mine, legal, planners[0], scratches[0], networks[0], thoughts[0], source)
