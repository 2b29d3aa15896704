"""What the planner keeps in memory, as records: its style, its plan, and scratch arrays."""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np

from railwright.compiled.layout import Ints, dtype_of, words_of
from railwright.game.board import MAX_CITIES, MAX_TRACKS
from railwright.game.colors import CARD_KINDS
from railwright.game.ruleset import MAX_SEATS
from railwright.game.state import TICKET_WORDS, TRACK_WORDS, State
from railwright.players.planner.style import PlayingStyle


class TrackPlan:
    """The tracks that a seat wants to build."""

    tracks: Annotated[Ints, np.int64, TRACK_WORDS]
    """The tracks, as bits, including those that the seat has built since."""
    tickets: Annotated[Ints, np.int64, TICKET_WORDS]
    """The tickets that the plan is for, as bits."""
    loans: Annotated[Ints, np.int64, TRACK_WORDS]
    """Tracks of other seats that it borrows with stations, as bits."""
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
    loan: Annotated[int, np.int64]
    """The track that the path found last would borrow, or NONE."""
    tentative: Planner
    """For plans that are only compared."""


class PlannedGame:
    """A game in a search, with a planner for every seat."""

    state: State
    planners: Annotated[Any, Planner, MAX_SEATS]


PLAN = dtype_of(TrackPlan)
PLANNER = dtype_of(Planner)
SCRATCH = dtype_of(Scratch)
PLAN_TYPE = numba.from_dtype(PLAN)
PLANNER_TYPE = numba.from_dtype(PLANNER)
SCRATCH_TYPE = numba.from_dtype(SCRATCH)

PLANNER_WORDS = words_of(PLANNER)
