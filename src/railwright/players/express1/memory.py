"""What express1 keeps in memory, as records: its options, its planner, and the worlds and rollouts of its search."""

from __future__ import annotations

from typing import Annotated

import numba
import numpy as np

from railwright.compiled.layout import Ints, dtype_of, words_of
from railwright.game.scoring import Result
from railwright.players.kit.options import Option
from railwright.players.planner.memory import PlannedGame, Planner, Scratch
from railwright.players.planner.style import STYLE_OPTIONS, PlayingStyle

OPTIONS = (
    *STYLE_OPTIONS,
    Option(name="iterations", default=1500, summary="rollouts per decision; 0: the planner alone", high=10_000_000),
    Option(name="ms", default=0, summary="milliseconds per decision, instead of iterations", high=600_000),
    Option(name="doubt", default=1.0, summary="standard errors by which an action must beat the planner's", high=10),
)
MOST_CANDIDATES = 16
"""Maximum number of actions that a search tries."""


class Express1Memory:
    """The memory of a player: its options, then what it keeps between decisions, then scratch space."""

    style: PlayingStyle
    iterations: Annotated[int, np.int64]
    ms: Annotated[int, np.int64]
    doubt: Annotated[int, np.int64]
    """In units of 1 / DECIMALS. The end of the options, which have the order of OPTIONS."""
    planner: Planner
    """The only part that is kept between decisions."""
    world: PlannedGame
    """A deal consistent with what the seat sees."""
    trial: PlannedGame
    """The rollout of an action in that world."""
    result: Result
    """The result of the rollout."""
    scratch: Scratch
    candidates: Annotated[Ints, np.int64, MOST_CANDIDATES]
    """The actions to try, the planner's own first."""


MEMORY = dtype_of(Express1Memory)
MEMORY_TYPE = numba.from_dtype(MEMORY)

MEMORY_WORDS = words_of(MEMORY)
