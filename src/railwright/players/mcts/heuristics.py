"""What a position is worth to a seat: the four heuristics of the thesis and the two rewards of the read-me project.

The read-me describes its rewards in words. Both contain the points for tracks and the longest path. ``tickets`` adds
twice the value of finished tickets and takes off that of unfinished ones; ``progress`` counts tickets as if the game
ended now, and gives back the share of an unfinished one's value that is built.

A track that a seat has chosen and not yet paid for counts as its own: the thesis hands it over at the choice, so that
choosing shows in the value (4.4.1). Stations that are left count what they will earn, and tickets are finished by own
tracks alone: the thesis had no stations.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import float64, int64, types, void

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.network import connect_own, is_completed
from railwright.game.scoring import RESULT, Result
from railwright.game.setup import BOOK_TYPE, Rulebook
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
"""What values are divided by: the greatest score of the base game for two (thesis, equation 2)."""

COLLECTING_TURNS = 11
"""Turns of each seat in which collect-at-first looks at cards alone (thesis, 5.1.2); choosing the opening tickets is
the first (4.3)."""

MANY_TICKETS = 3
"""With more unfinished tickets, include-cards values them as if the game ended (thesis, 5.1.2)."""

WON, LOST = 1.0, -1.0

RESULT_TYPE = numba.from_dtype(RESULT)


@kernel(signature=types.boolean(TABLE_TYPE, int64), inline=True)
def _collects(table: Table, heuristic: int) -> bool:
    """Whether it is still the time for collecting cards."""
    return heuristic == COLLECT_AT_FIRST and table.turn < (COLLECTING_TURNS - 1) * table.seats


@kernel(signature=float64(int64, int64, int64), inline=True)
def _ratio(part: int, total: int, ratios: int) -> float:
    """A share, with whole ratios rounded down."""
    return float(part // total) if ratios == WHOLE else part / total


@kernel(signature=float64(int64, int64, int64, int64, int64, int64), inline=True)
def _unfinished(heuristic: int, ratios: int, points: int, built: int, missing: int, payable: int) -> float:
    """What a ticket is worth of whose way so many spaces are built and missing; both 0 if it has no way any more."""
    if built + missing == 0:
        return float(-points)
    share = _ratio(built, built + missing, ratios)
    if heuristic in (DESTINATION_PROGRESS, PROGRESS_REWARD):
        return points * (-1 + share)  # equation 4
    return points * (-1 + 2 * share + _ratio(payable, max(1, missing), ratios))  # equation 5


@kernel(signature=float64(BOOK_TYPE, STATE_TYPE, int64, int64, int64, int64[:, ::1]))
def _ticket_value(book: Rulebook, state: State, seat: int, heuristic: int, ratios: int, room: Any) -> float:
    """What all tickets of a seat are worth, in units of the setup's scale.

    While cards are collected, another thing: the cards that each ticket still needs and that are in hand, as a share;
    the mean of all tickets (equation 6). A finished ticket needs none, its share is 1.
    """
    table, mine = state.table, state.private[seat]
    parent = room[PARENT]
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
                built, missing, payable = ticket_progress(book, table, mine, seat, ticket, room)
            total += _unfinished(heuristic, ratios, points, built, missing, payable)
            shares += _ratio(payable, max(ZERO + 1, missing), ratios)
    if _collects(table, heuristic):
        return shares / max(1, tickets)
    if unfinished > MANY_TICKETS and heuristic in (INCLUDE_CARDS, COLLECT_AT_FIRST):
        return float(now)
    return total


@kernel(signature=types.boolean(TABLE_TYPE, int64))
def needs_result(table: Table, heuristic: int) -> bool:
    """Whether the value of a state depends on its score as it would be now."""
    return table.stage == OVER or heuristic in (TICKETS_REWARD, PROGRESS_REWARD)


@kernel(signature=float64(BOOK_TYPE, STATE_TYPE, int64, int64, int64, RESULT_TYPE, int64[:, ::1]))
def value_of(
    book: Rulebook, state: State, seat: int, heuristic: int, ratios: int, result: Result, room: Any
) -> float:  # fmt: skip
    """What a state is worth to a seat.

    ``result`` is its score, if that is needed, and ``room`` that of ``progress.new_room``.
    """
    table = state.table
    points = float(table.points[seat] + table.stations_left[seat] * book.station_points)
    if heuristic in (TICKETS_REWARD, PROGRESS_REWARD):
        points += result.longest_path_bonus[seat]
        return (points + _ticket_value(book, state, seat, heuristic, ratios, room)) / book.scale
    if table.stage == OVER:
        return WON if result.winners & (1 << seat) != 0 else LOST
    if heuristic == ONLY_SCORE:
        return points / book.scale / MOST_POINTS
    value = _ticket_value(book, state, seat, heuristic, ratios, room)
    if _collects(table, heuristic):
        return value
    return (points + value) / book.scale / MOST_POINTS


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, int64))
def hand_over(book: Rulebook, table: Table, sign: int) -> None:
    """Give the track that is being paid for to the seat that pays (sign 1), or take it back (sign -1)."""
    if table.stage == AT_PAY and table.track != NONE:
        table.own[table.seat, table.track >> 6] ^= BIT[table.track & 63]
        table.points[table.seat] += sign * book.route_points[book.length[table.track]]
