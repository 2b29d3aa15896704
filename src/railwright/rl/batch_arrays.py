"""The games of a batch as records, and the arrays that the compiled steps read and fill."""

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
from railwright.players.observation.history import EVENT_FIELDS
from railwright.players.observation.layout import LAYOUT_TYPE
from railwright.players.observation.planner import PathScratch

REWARDS = ("win", "points", "difference", "running")
"""What is rewarded: the share of the win, the final points, their difference to the best other player's, or the points
as they come."""
WIN, POINTS, DIFFERENCE, RUNNING = range(len(REWARDS))


class BatchGame:
    """A game of a batch."""

    state: State
    index: Annotated[int, np.int64]
    """Its number among the games of all batches with the same seed."""
    episode: Annotated[int, np.int64]
    """How many games were played here before."""
    seed: Annotated[int, np.int64]
    """The seed of the game, as ``Game`` takes it."""
    shift: Annotated[int, np.int64]
    """Player (seat + shift) modulo the number of seats sits in a seat."""
    actions: Annotated[int, np.int64]
    """Number of actions so far."""
    told: Annotated[int, np.int64]
    """Number of public events so far."""
    is_over: Annotated[int, np.int64]
    """1 if the game has ended and no new one was dealt."""
    sources: Annotated[Any, np.uint64, MAX_SEATS]
    """The random numbers of each player."""
    paid: Annotated[Ints, np.int32, MAX_SEATS]
    """Points that each seat has been rewarded for, in units of the setup's scale."""


class StepSettings:
    """What all steps of a batch have in common."""

    seed: Annotated[int, np.int64]
    seats: Annotated[int, np.int64]
    reward: Annotated[int, np.int64]
    """The index of the reward in REWARDS."""
    longest: Annotated[int, np.int64]
    """Number of actions after which a game is ended."""
    autoreset: Annotated[int, np.int64]
    """1 if a new game is dealt at once where one has ended."""
    opponents: Annotated[int, np.int64]
    """The players who play inside the step, as bits; the others are learners."""


class StepScratch:
    """Working memory of one thread."""

    result: Result
    paths: PathScratch
    asked: Annotated[int, np.int64]
    """The game in which a player was asked last."""
    choice: Annotated[int, np.int64]
    """What it chose."""
    options: Annotated[Any, np.int16, MAX_LEGAL]
    """The legal actions by the numbers of ``game/actions.py``."""
    event: Annotated[Any, np.int16, EVENT_FIELDS]
    """The event that is happening."""


BATCH_GAME = dtype_of(BatchGame)
SETTINGS = dtype_of(StepSettings)
SCRATCH = dtype_of(StepScratch)
BATCH_GAME_TYPE = numba.from_dtype(BATCH_GAME)
SETTINGS_TYPE = numba.from_dtype(SETTINGS)
SCRATCH_TYPE = numba.from_dtype(SCRATCH)


class BatchArrays(NamedTuple):
    """Everything that a step reads and writes. K is the number of games."""

    books: NDArray[Any]
    """The rulebook."""
    layouts: NDArray[Any]
    """The layout of observations."""
    settings: NDArray[Any]
    numbers: NDArray[np.int16]
    """The number in ``game/actions.py`` of each action of the batch."""
    compact: NDArray[np.int16]
    """The other way round."""
    games: NDArray[Any]
    """K records of BATCH_GAME."""
    events: NDArray[np.int16]
    """K histories."""
    legal: NDArray[np.int16]
    """The legal actions of each game, ascending."""
    legal_count: NDArray[np.int64]
    """How many there are."""
    observation: NDArray[np.float32]
    mask: NDArray[np.uint8]
    seat: NDArray[np.int64]
    player: NDArray[np.int64]
    reward: NDArray[np.float32]
    done: NDArray[np.uint8]
    truncated: NDArray[np.uint8]
    points: NDArray[np.float32]
    scratch: NDArray[Any]
    """One record of SCRATCH for each thread."""
    functions: NDArray[np.int64]
    """The functions of the players inside the step, one row for each player."""
    starts: NDArray[np.int64]
    """The options of each player, with which its memory begins."""
    spans: NDArray[np.int64]
    """For each player: number of its options, and the part of its memory that lasts, as begin and end."""
    memories: NDArray[np.int64]
    """The lasting memory of each player in each game."""
    work: NDArray[np.int64]
    """Memory in which players decide, one row for each thread."""


ARRAYS_TYPE: Any = types.NamedTuple(  # type: ignore[no-untyped-call]
    (
        BOOKS_TYPE,
        types.Array(LAYOUT_TYPE, 1, "C", readonly=True),
        types.Array(SETTINGS_TYPE, 1, "C"),
        types.Array(types.int16, 1, "C", readonly=True),
        types.Array(types.int16, 1, "C", readonly=True),
        types.Array(BATCH_GAME_TYPE, 1, "C"),
        types.int16[:, :, ::1],
        types.int16[:, ::1],
        types.int64[::1],
        types.float32[:, ::1],
        types.uint8[:, ::1],
        types.int64[::1],
        types.int64[::1],
        types.float32[:, ::1],
        types.uint8[::1],
        types.uint8[::1],
        types.float32[:, ::1],
        types.Array(SCRATCH_TYPE, 1, "C"),
        types.int64[:, ::1],
        types.int64[:, ::1],
        types.int64[:, ::1],
        types.int64[:, :, ::1],
        types.int64[:, ::1],
    ),
    BatchArrays,
)
"""The Numba type of BatchArrays."""
