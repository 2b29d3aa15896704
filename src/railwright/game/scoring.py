"""The score at the end of a game, or at any moment as if it ended now."""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
from numba import float64, int64

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import Ints, dtype_of
from railwright.game.board import MAX_CITIES
from railwright.game.colors import PASSENGER_COLORS
from railwright.game.network import connect_own, lend_tracks
from railwright.game.rulebook import Rulebook
from railwright.game.ruleset import MAX_SEATS, MAX_STATIONS, TIEBREAKS
from railwright.game.state import NONE, TICKET_WORDS, State, Table
from railwright.game.trail import SCRATCH, SCRATCH_TYPE, longest_trail

BY_TICKETS, BY_STATIONS, BY_LONGEST_PATH = range(len(TIEBREAKS))


class Result:
    """The parts of the final scores, by seat. Points are in units of the setup's scale."""

    done: Annotated[Ints, np.int64, MAX_SEATS, TICKET_WORDS]
    """Completed tickets, as bits."""
    scores: Annotated[Ints, np.int32, MAX_SEATS]
    routes: Annotated[Ints, np.int32, MAX_SEATS]
    tickets: Annotated[Ints, np.int32, MAX_SEATS]
    """Points of completed tickets minus those of failed ones."""
    longest_path_bonus: Annotated[Ints, np.int32, MAX_SEATS]
    globetrotter_bonus: Annotated[Ints, np.int32, MAX_SEATS]
    station_bonus: Annotated[Ints, np.int32, MAX_SEATS]
    passenger_bonus: Annotated[Ints, np.int32, MAX_SEATS]
    completed: Annotated[Ints, np.int16, MAX_SEATS]
    failed: Annotated[Ints, np.int16, MAX_SEATS]
    longest_path: Annotated[Ints, np.int16, MAX_SEATS]
    lent: Annotated[Ints, np.int16, MAX_SEATS, MAX_STATIONS]
    """The tracks borrowed by each seat's stations; NONE for an unused one."""
    winners: Annotated[int, np.int16]
    """The seats that have won, as bits."""


RESULT = dtype_of(Result)
RESULT_TYPE = numba.from_dtype(RESULT)


def points_of(units: float, scale: int) -> int | float:
    """Convert units of the compiled rules to points: an int if it is a whole number."""
    points = float(units) / scale
    return int(points) if points.is_integer() else points


@kernel
def score(book: Rulebook, state: State, result: Result) -> None:
    """Fill in the result of a state."""
    table = state.table
    parent = np.empty(MAX_CITIES, np.int64)
    scratch = np.empty(SCRATCH, SCRATCH_TYPE)
    for seat in range(table.seats):
        tickets = state.private[seat].tickets
        connect_own(book, table.own[seat], parent)
        result.longest_path[seat] = longest_trail(book, table.own[seat], parent, scratch)
        points, completed = lend_tracks(book, table, seat, tickets, parent, result.done[seat], result.lent[seat])
        result.routes[seat] = table.points[seat]
        result.tickets[seat] = points
        result.completed[seat] = completed
        result.failed[seat] = table.tickets[seat, 0] + table.tickets[seat, 1] - completed
        result.station_bonus[seat] = table.stations_left[seat] * book.station_points
        result.passenger_bonus[seat] = 0
    _pay_most(table.seats, result.longest_path, book.longest_path, result.longest_path_bonus)
    _pay_most(table.seats, result.completed, book.globetrotter, result.globetrotter_bonus)
    if book.passenger_total > 0:
        for color in range(len(PASSENGER_COLORS)):
            pay_passengers(book, table, color, result.passenger_bonus)
    for seat in range(table.seats):
        bonuses = result.longest_path_bonus[seat] + result.globetrotter_bonus[seat]
        bonuses += result.station_bonus[seat] + result.passenger_bonus[seat]
        result.scores[seat] = result.routes[seat] + result.tickets[seat] + bonuses
    result.winners = _winners(book, table, result)


@kernel
def _pay_most(seats: int, values: Any, bonus: int, paid: Any) -> None:
    """Pay the bonus to every seat with the greatest value."""
    most = 0
    for seat in range(seats):
        most = max(most, values[seat])
    for seat in range(seats):
        paid[seat] = bonus if values[seat] == most else 0


@kernel
def pay_passengers(book: Rulebook, table: Table, color: int, paid: Any) -> None:
    """Pay for the most and second most passengers of a colour. After tied leaders there is no second place."""
    most, second, leaders = 0, 0, 0
    for seat in range(table.seats):
        count = table.taken[seat, color]
        if count > most:
            most, second, leaders = count, most, 1
        elif count == most:
            leaders += 1
        elif count > second:
            second = count
    for seat in range(table.seats):
        count = table.taken[seat, color]
        if count > 0 and count == most:
            paid[seat] += book.passenger_points[0]
        elif count > 0 and count == second and leaders == 1:
            paid[seat] += book.passenger_points[1]


@kernel
def _winners(book: Rulebook, table: Table, result: Result) -> int:
    best = 0
    winners = 1
    for seat in range(1, table.seats):
        order = _compare(book, table, result, seat, best)
        if order > 0:
            best, winners = seat, 1 << seat
        elif order == 0:
            winners |= 1 << seat
    return winners


@kernel
def _compare(book: Rulebook, table: Table, result: Result, a: int, b: int) -> int:
    """Positive if seat a ranks before seat b, negative if after, 0 if they are tied."""
    difference = np.int64(result.scores[a]) - result.scores[b]
    for i in range(len(TIEBREAKS)):
        if difference != 0:
            break
        if book.tiebreaks[i] == BY_TICKETS:
            difference = np.int64(result.completed[a]) - result.completed[b]
        elif book.tiebreaks[i] == BY_STATIONS:
            difference = np.int64(table.stations_left[a]) - table.stations_left[b]
        elif book.tiebreaks[i] == BY_LONGEST_PATH:
            difference = np.int64(result.longest_path[a]) - result.longest_path[b]
        elif book.tiebreaks[i] == NONE:
            break
    return difference


@kernel(signature=float64(RESULT_TYPE, int64, int64))
def win_share(result: Result, seats: int, seat: int) -> float:
    """1 for the winner by the rules, shared by those who are still tied."""
    winners = ZERO
    for other in range(seats):
        winners += (result.winners >> other) & 1
    return ((result.winners >> seat) & 1) / winners
