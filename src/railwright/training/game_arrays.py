"""The games of self-play as records, and the arrays that the compiled steps read and fill."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from railwright.compiled.layout import Ints, dtype_of
from railwright.game.actions import MAX_LEGAL
from railwright.game.rulebook import BOOKS_TYPE
from railwright.game.ruleset import MAX_SEATS
from railwright.game.scoring import Result
from railwright.game.state import State
from railwright.players.express.memory import Thought
from railwright.players.express.neural_network import NETWORKS_TYPE
from railwright.players.planner.memory import Planner, Scratch
from railwright.players.planner.style import PlayingStyle


class SelfPlayGame:
    """A game with the planners of all seats, and the decision that a learner has to make."""

    state: State
    planners: Annotated[Any, Planner, MAX_SEATS]
    thought: Thought
    """The decision as the network sees it."""
    index: Annotated[int, np.int64]
    """The place of the game among those played side by side."""
    episode: Annotated[int, np.int64]
    """How many games were played in this place before."""
    seed: Annotated[int, np.int64]
    """The seed of the game, as ``Game`` takes it."""
    is_over: Annotated[int, np.int64]
    """1 if the game has ended and no new one was dealt."""
    players: Annotated[Ints, np.int64, MAX_SEATS]
    """Who plays, by seat: a number of ``opponents``."""
    source: Annotated[Any, np.uint64, 1]
    """The random numbers of its players."""


class SelfPlaySettings:
    """What all games side by side have in common."""

    style: PlayingStyle
    """The planner's own style."""
    seed: Annotated[int, np.int64]
    seats: Annotated[int, np.int64]
    learners_only: Annotated[int, np.int64]
    """In this many games, from the first, learners have all seats."""
    opponent: Annotated[int, np.int64]
    """The player of all other seats; -1 if they are drawn from the pool."""
    autoreset: Annotated[int, np.int64]
    """1 if a new game is dealt at once where one has ended."""
    published: Annotated[int, np.int64]
    """The number of published players in the pool."""
    generations: Annotated[int, np.int64]
    """The number of older networks in the pool."""


class SelfPlayScratch:
    """Working memory of a step."""

    planning: Scratch
    thought: Thought
    """A decision of an older network."""
    result: Result
    options: Annotated[Any, np.int16, MAX_LEGAL]
    """The legal actions."""


GAME = dtype_of(SelfPlayGame)
SETTINGS = dtype_of(SelfPlaySettings)
SCRATCH = dtype_of(SelfPlayScratch)
GAME_TYPE = numba.from_dtype(GAME)
SETTINGS_TYPE = numba.from_dtype(SETTINGS)
SCRATCH_TYPE = numba.from_dtype(SCRATCH)


class SelfPlayArrays(NamedTuple):
    """Everything that a step reads and writes. K is the number of games."""

    books: NDArray[Any]
    """The rulebook."""
    settings: NDArray[Any]
    games: NDArray[Any]
    """K records of GAME."""
    scratch: NDArray[Any]
    generations: NDArray[Any]
    """The records of older networks."""
    functions: NDArray[np.int64]
    """The functions of published players, one row for each."""
    starts: NDArray[np.int64]
    """The options of each, with which its memory begins."""
    spans: NDArray[np.int64]
    """For each: number of its options, and the part of its memory that lasts, as begin and end."""
    memories: NDArray[np.int64]
    """K x seats: the lasting memory of published players."""
    work: NDArray[np.int64]
    """Memory in which published players decide."""
    seat: NDArray[np.int64]
    """K: the learner that decides."""
    done: NDArray[np.uint8]
    """K: 1 if a game ended in this step."""
    reward: NDArray[np.float32]
    """K x seats: what the last game that ended was worth to each seat."""
    wins: NDArray[np.float32]
    """K x seats: shares of its win."""
    points: NDArray[np.float32]
    """K x seats: its final points."""
    players: NDArray[np.int64]
    """K x seats: who played in it."""


ARRAYS_TYPE: Any = types.NamedTuple(  # type: ignore[no-untyped-call]
    (
        BOOKS_TYPE,
        types.Array(SETTINGS_TYPE, 1, "C"),
        types.Array(GAME_TYPE, 1, "C"),
        types.Array(SCRATCH_TYPE, 1, "C"),
        NETWORKS_TYPE,
        types.int64[:, ::1],
        types.int64[:, ::1],
        types.int64[:, ::1],
        types.int64[:, :, ::1],
        types.int64[::1],
        types.int64[::1],
        types.uint8[::1],
        types.float32[:, ::1],
        types.float32[:, ::1],
        types.float32[:, ::1],
        types.int64[:, ::1],
    ),
    SelfPlayArrays,
)
"""The Numba type of SelfPlayArrays."""
