"""What express keeps in memory, as records: its options, its planner, and the worlds and roll-outs of its search."""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np

from railwright.compiled.layout import Ints, dtype_of, words_of
from railwright.game.board import MAX_CITIES, MAX_TRACKS
from railwright.game.colors import CARD_KINDS
from railwright.game.ruleset import MAX_SEATS
from railwright.game.scoring import Result
from railwright.game.state import TICKET_WORDS, TRACK_WORDS, State
from railwright.players.express.style import STYLE_OPTIONS, PlayingStyle
from railwright.players.kit.options import Option

OPTIONS = (
    *STYLE_OPTIONS,
    Option(name="iterations", default=1500, summary="roll-outs per decision; 0: the planner alone", high=10_000_000),
    Option(name="ms", default=0, summary="milliseconds per decision, instead of iterations", high=600_000),
    Option(name="doubt", default=1.0, summary="standard errors by which an action must beat the planner's", high=10),
)
MOST_CANDIDATES = 16
"""Maximum number of actions that a search tries."""


class TrackPlan:
    """The tracks that a seat wants to build."""

    tracks: Annotated[Ints, np.int64, TRACK_WORDS]
    """The tracks, as bits, including those that the seat has built since."""
    tickets: Annotated[Ints, np.int64, TICKET_WORDS]
    """The tickets that the plan is for, as bits."""
    is_made: Annotated[int, np.int64]
    """1 if there is a plan."""
    value: Annotated[int, np.int64]
    """Its value, in hundredths of a point."""
    refused: Annotated[int, np.int64]
    """1 if the seat could not pay the extra cost of a tunnel, and has drawn no card since."""


class Planner:
    """How a seat plays, and what it remembers from one decision to the next."""

    style: PlayingStyle
    hoards: Annotated[int, np.int64]
    """1 for a seat that is assumed to hoard cards."""
    plan: TrackPlan


class Scratch:
    """Scratch arrays that a planner refills for each decision; one set serves the planners of all seats."""

    cost: Annotated[Ints, np.int64, MAX_TRACKS]
    """The cost of each track, in hundredths of a point."""
    distance: Annotated[Ints, np.int64, MAX_CITIES]
    """The cost of the cheapest path to each city."""
    arrival: Annotated[Ints, np.int64, MAX_CITIES]
    """The last track of that path."""
    needs: Annotated[Ints, np.int64, CARD_KINDS]
    """Cards still needed of each kind, negative if there are more than needed."""
    tentative: Planner
    """For plans that are only compared."""


class SearchPosition:
    """A game in the search, with a planner for every seat."""

    state: State
    planners: Annotated[Any, Planner, MAX_SEATS]


class ExpressMemory:
    """The memory of a player: its options, then what it keeps between decisions, then scratch space."""

    style: PlayingStyle
    iterations: Annotated[int, np.int64]
    ms: Annotated[int, np.int64]
    doubt: Annotated[int, np.int64]
    """In units of 1 / DECIMALS. The end of the options, which have the order of OPTIONS."""
    planner: Planner
    """The only part that is kept between decisions."""
    world: SearchPosition
    """A deal consistent with what the seat sees."""
    trial: SearchPosition
    """The roll-out of an action in that world."""
    result: Result
    """The result of the roll-out."""
    scratch: Scratch
    candidates: Annotated[Ints, np.int64, MOST_CANDIDATES]
    """The actions to try, the planner's own first."""


PLAN = dtype_of(TrackPlan)
PLANNER = dtype_of(Planner)
SCRATCH = dtype_of(Scratch)
MEMORY = dtype_of(ExpressMemory)
PLAN_TYPE = numba.from_dtype(PLAN)
PLANNER_TYPE = numba.from_dtype(PLANNER)
SCRATCH_TYPE = numba.from_dtype(SCRATCH)
MEMORY_TYPE = numba.from_dtype(MEMORY)

MEMORY_WORDS = words_of(MEMORY)
PLANNER_WORDS = words_of(PLANNER)
