"""What the player ``evaluation`` keeps in memory, as records: its options, its plan, the paths of its tickets."""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
from numba import types

from railwright.compiled.layout import Ints, dtype_of, words_before, words_of
from railwright.game.colors import CARD_KINDS
from railwright.game.ruleset import MAX_OFFER
from railwright.game.state import TRACK_WORDS
from railwright.players.kit.options import Option

MOST_PATHS = 100
"""Maximum number of paths found for a ticket (thesis, 5.4)."""

SHELVES = MAX_OFFER
"""Maximum number of tickets in a plan."""

OPTIONS = (
    Option(
        name="plan", default="cheapest", choices=("cheapest", "equation-7"),
        summary="which paths make the plan: the cheapest, or those with the least spaces minus half their points",
    ),
    Option(
        name="ticket-cost", default="squares", choices=("squares", "spaces"),
        summary="the cost that decides which tickets to keep: that of the plan, or its missing spaces",
    ),
    Option(
        name="taken-paths", default="filter", choices=("filter", "keep"),
        summary="whether a plan may use paths that others have blocked since they were found",
    ),
    Option(
        name="cities", default="once", choices=("once", "again"),
        summary="whether a path may visit the same city again",
    ),
    Option(
        name="lost-ticket", default="leave-out", choices=("leave-out", "no-plan"),
        summary="what happens when a ticket has no path: the plan covers the others, or there is no plan",
    ),
    Option(
        name="new-tickets", default="unplanned", choices=("unplanned", "completed"),
        summary="when tickets are drawn: with nothing left to build, or only if all tickets are completed, too",
    ),
)  # fmt: skip
"""Readings: points where the text, the Python original and our default differ."""

CHEAPEST, EQUATION_7 = range(2)
SQUARES, SPACES = range(2)
FILTER, KEEP_TAKEN = range(2)
ONCE, AGAIN = range(2)
LEAVE_OUT, NO_PLAN = range(2)
UNPLANNED, COMPLETED = range(2)


class Path:
    """A set of tracks that completes a ticket."""

    tracks: Annotated[Ints, np.int64, TRACK_WORDS]
    """The tracks, as bits."""
    length: Annotated[int, np.int64]
    """Its length in spaces."""


class PathShelf:
    """The paths of a ticket, the shortest first."""

    ticket: Annotated[int, np.int64]
    count: Annotated[int, np.int64]
    """Number of paths."""
    paths: Annotated[Any, Path, MOST_PATHS]


class PathStep:
    """The union of some paths."""

    tracks: Annotated[Ints, np.int64, TRACK_WORDS]
    """The tracks, as bits."""
    needs: Annotated[Ints, np.int64, CARD_KINDS]
    """Cards of each colour that its missing tracks need."""
    trains: Annotated[int, np.int64]
    """Spaces of its missing tracks."""
    length: Annotated[int, np.int64]
    """Spaces of all its tracks."""
    cost: Annotated[int, np.int64]
    points: Annotated[int, np.int64]
    """Points of its missing tracks."""


class CandidatePath:
    """A path that a ticket can take next in the search for a union."""

    path: Annotated[int, np.int64]
    """Its index on the shelf."""
    worth: Annotated[int, np.int64]
    """Worth of the union with it."""


class UnionSearch:
    """The branch and bound for the best union; at each level it has chosen the path of one more ticket."""

    steps: Annotated[Any, PathStep, SHELVES + 2]
    """The union of the paths chosen above each level."""
    candidates: Annotated[Any, CandidatePath, SHELVES + 1, SHELVES, MOST_PATHS]
    """By level and ticket: the paths that are left after the choices above."""
    counts: Annotated[Ints, np.int64, SHELVES + 1, SHELVES]
    """By level and ticket: the number of these paths."""
    shelves: Annotated[Ints, np.int64, SHELVES]
    """The shelf of each ticket."""
    left: Annotated[Ints, np.int64, SHELVES + 1]
    """By level: the tickets without a path, as bits."""
    turn: Annotated[Ints, np.int64, SHELVES + 1]
    """By level: the ticket whose path is chosen there, or NONE."""
    picks: Annotated[Ints, np.int64, SHELVES]
    """The path chosen for each ticket."""
    best_picks: Annotated[Ints, np.int64, SHELVES]
    """The paths of the best union found so far."""
    level: Annotated[int, np.int64]
    limit: Annotated[int, np.int64]
    """Unions of this worth or more are not wanted."""
    union: Annotated[Ints, np.int64, TRACK_WORDS]
    """The result, as bits."""


class Outlook:
    """What the values of actions depend on, besides the plan; counted once for each decision."""

    needs: Annotated[Ints, np.int64, CARD_KINDS]
    """Cards of each colour that the plan's missing tracks need."""
    missing: Annotated[int, np.int64]
    """Number of missing tracks."""
    points_since: Annotated[int, np.int64]
    """Equation 8 without its first two terms: points of the plan's tracks claimed since its paths were found."""
    is_early: Annotated[int, np.int64]
    """1 if it is too early to draw tickets."""


class EvaluationMemory:
    """The memory of a player: its options, then what it keeps between decisions, then scratch space."""

    plan_aim: Annotated[int, np.int64]
    """The option ``plan``: what a plan minimises, its cost, or the spaces minus half the points of its missing tracks.
    This and the following ones have the order of OPTIONS."""
    ticket_cost: Annotated[int, np.int64]
    taken_paths: Annotated[int, np.int64]
    cities: Annotated[int, np.int64]
    lost_ticket: Annotated[int, np.int64]
    new_tickets: Annotated[int, np.int64]
    has_planned: Annotated[int, np.int64]
    """1 if it has ever planned."""
    tickets: Annotated[int, np.int64]
    """The shelves of the tickets that it plans for, as bits."""
    plan: Annotated[Ints, np.int64, TRACK_WORDS]
    """The tracks of the plan, as bits."""
    own_before: Annotated[Ints, np.int64, TRACK_WORDS]
    """Its own tracks at the time the paths were found, as bits."""
    shelves: Annotated[Any, PathShelf, SHELVES]
    """The end of what is kept between decisions."""
    search: UnionSearch
    outlook: Outlook


PATH = dtype_of(Path)
SHELF = dtype_of(PathShelf)
STEP = dtype_of(PathStep)
CANDIDATE = dtype_of(CandidatePath)
MEMORY = dtype_of(EvaluationMemory)
PATH_TYPE = numba.from_dtype(PATH)
SHELF_TYPE = numba.from_dtype(SHELF)
STEP_TYPE = numba.from_dtype(STEP)
CANDIDATES_TYPE: Any = types.Array(numba.from_dtype(CANDIDATE), 1, "C")
MEMORY_TYPE = numba.from_dtype(MEMORY)

MEMORY_WORDS = words_of(MEMORY)
LASTING_WORDS = words_before(MEMORY, "search") - len(OPTIONS)
