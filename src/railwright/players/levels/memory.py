"""What a level keeps in memory, as a record: its options, its planner, and the tracks that it knows."""

from __future__ import annotations

from typing import Annotated

import numba
import numpy as np

from railwright.compiled.layout import Ints, dtype_of, words_of
from railwright.game.state import TRACK_WORDS, Table
from railwright.players.kit.options import Option
from railwright.players.planner.memory import Planner, Scratch
from railwright.players.planner.style import STYLE_OPTIONS, PlayingStyle

OPTIONS = (
    *STYLE_OPTIONS,
    Option(name="overlooked", default=0, summary="percentage of the tracks that it never thinks of", high=90),
)


class LevelMemory:
    """The memory of a level: its options, then what it keeps between decisions, then scratch space."""

    style: PlayingStyle
    overlooked: Annotated[int, np.int64]
    """The end of the options, which have the order of OPTIONS."""
    planner: Planner
    has_looked: Annotated[int, np.int64]
    """1 once the known tracks are drawn."""
    known: Annotated[Ints, np.int64, TRACK_WORDS]
    """The tracks that it thinks of, as bits. The end of what is kept between decisions."""
    scratch: Scratch
    table: Table
    """The table as it sees it."""


MEMORY = dtype_of(LevelMemory)
MEMORY_TYPE = numba.from_dtype(MEMORY)
MEMORY_WORDS = words_of(MEMORY)
KEPT_WORDS = words_of(dtype_of(Planner)) + 1 + TRACK_WORDS
