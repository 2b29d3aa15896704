"""The value of a position for a seat: the four heuristics of the thesis and the two rewards of the student project.

The read-me describes its rewards in words. Both contain the points for tracks and the longest path. ``tickets`` adds
twice the value of completed tickets and subtracts that of the others; ``progress`` counts tickets as if the game ended
now, and adds back the built share of each incomplete ticket's value.

A track that a seat has chosen but not yet paid for counts as its own: in the thesis the seat owns it from the choice
on, so that the choice affects the value (4.4.1). Unused stations count with the points they will score, and only own
tracks complete tickets: the thesis had no stations.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import float64, int64, types, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.network import connect_own, is_completed
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.scoring import RESULT, Result
from railwright.game.state import AT_PAY, NONE, OVER, STATE_TYPE, TABLE_TYPE, TICKET_WORDS, State, Table
from railwright.players.mcts.settings import (
    COLLECT_AT_FIRST,
    DESTINATION_PROGRESS,
    INCLUDE_CARDS,
    ONLY_SCORE,
    PROGRESS_REWARD,
    TICKETS_REWARD,
    WHOLE,
)
from railwright.players.mcts.ticket_distance import PARENT, ticket_progress

MOST_POINTS = 295.0
"""Divisor of all values: the maximum score of the base game for two (thesis, equation 2)."""

COLLECTING_TURNS = 11
"""Turns of each seat in which collect-at-first considers only cards (thesis, 5.1.2); the choice of the opening tickets
is the first of them (4.3)."""

MANY_TICKETS = 3
"""With more incomplete tickets than this, include-cards values them as if the game ended now (thesis, 5.1.2)."""

WON, LOST = 1.0, -1.0

RESULT_TYPE = numba.from_dtype(RESULT)


@kernel(signature=types.boolean(TABLE_TYPE, int64), inline=True)
def _collects(table: Table, heuristic: int) -> bool:
    """Whether the heuristic is still in its card-collecting phase."""
    return heuristic == COLLECT_AT_FIRST and table.turn < (COLLECTING_TURNS - 1) * table.seats


@kernel(signature=float64(int64, int64, int64), inline=True)
def _ratio(part: int, total: int, ratios: int) -> float:
    """A share; rounded down with ``ratios=whole``."""
    return float(part // total) if ratios == WHOLE else part / total


@kernel(signature=float64(int64, int64, int64, int64, int64, int64), inline=True)
def _unfinished(heuristic: int, ratios: int, points: int, built: int, missing: int, payable: int) -> float:
    """Value of an incomplete ticket from the built and missing spaces of its path; both 0 if no path is left."""
    if built + missing == 0:
        return float(-points)
    share = _ratio(built, built + missing, ratios)
    if heuristic in (DESTINATION_PROGRESS, PROGRESS_REWARD):
        return points * (-1 + share)  # equation 4
    return points * (-1 + 2 * share + _ratio(payable, max(1, missing), ratios))  # equation 5


@kernel(signature=float64(BOOK_TYPE, STATE_TYPE, int64, int64, int64, int64[:, ::1]))
def _ticket_value(book: Rulebook, state: State, seat: int, heuristic: int, ratios: int, scratch: Any) -> float:
    """The value of all tickets of a seat, in units of the setup's scale.

    In the card-collecting phase it is instead the share of the cards still needed that are in hand, as the mean over
    all tickets (equation 6). A completed ticket needs none, so its share is 1.
    """
    table, mine = state.table, state.private[seat]
    parent = scratch[PARENT]
    connect_own(book, table.own[seat], parent)
    tickets, unfinished, now = ZERO, ZERO, ZERO
    total, shares = 0.0, 0.0
    for word in range(TICKET_WORDS):
        held = ZERO + mine.tickets[word]
        while held != 0:
            ticket = 64 * word + lowest_bit(held)
            held &= held - 1
            tickets += 1
            points = ZERO + book.ticket_points[ticket]
            if is_completed(book, table.own[seat], parent, ticket):
                now += points
                total += 2 * points if heuristic == TICKETS_REWARD else points
                shares += 1
                continue
            unfinished += 1
            now -= points
            built, missing, payable = ZERO, ZERO, ZERO
            if heuristic != TICKETS_REWARD:
                built, missing, payable = ticket_progress(book, table, mine, seat, ticket, scratch)
            total += _unfinished(heuristic, ratios, points, built, missing, payable)
            shares += _ratio(payable, max(ZERO + 1, missing), ratios)
    if _collects(table, heuristic):
        return shares / max(1, tickets)
    if unfinished > MANY_TICKETS and heuristic in (INCLUDE_CARDS, COLLECT_AT_FIRST):
        return float(now)
    return total


@kernel(signature=types.boolean(TABLE_TYPE, int64))
def needs_result(table: Table, heuristic: int) -> bool:
    """Whether the value of a state depends on its score if the game ended now."""
    return table.stage == OVER or heuristic in (TICKETS_REWARD, PROGRESS_REWARD)


@kernel(signature=float64(BOOK_TYPE, STATE_TYPE, int64, int64, int64, RESULT_TYPE, int64[:, ::1]))
def value_of(
    book: Rulebook, state: State, seat: int, heuristic: int, ratios: int, result: Result, scratch: Any
) -> float:  # fmt: skip
    """The value of a state for a seat.

    ``result`` is its score, if ``needs_result``, and ``scratch`` comes from ``ticket_distance.new_scratch``.
    """
    table = state.table
    points = float(table.points[seat] + table.stations_left[seat] * book.station_points)
    if heuristic in (TICKETS_REWARD, PROGRESS_REWARD):
        points += result.longest_path_bonus[seat]
        return (points + _ticket_value(book, state, seat, heuristic, ratios, scratch)) / book.scale
    if table.stage == OVER:
        return WON if result.winners & (1 << seat) != 0 else LOST
    if heuristic == ONLY_SCORE:
        return points / book.scale / MOST_POINTS
    value = _ticket_value(book, state, seat, heuristic, ratios, scratch)
    if _collects(table, heuristic):
        return value
    return (points + value) / book.scale / MOST_POINTS


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64))
def hand_over(book: Rulebook, table: Table, sign: int) -> None:
    """Give the track being paid for to the paying seat (sign 1), or take it back (sign -1)."""
    if table.stage == AT_PAY and table.track != NONE:
        table.own[table.seat, table.track >> 6] ^= BIT[table.track & 63]
        table.points[table.seat] += sign * book.route_points[book.length[table.track]]
