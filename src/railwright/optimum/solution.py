"""A best score in words of the game: tracks, tickets, points. The points are counted again by the rules."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from railwright.compiled.bits import BIT, WORD, members
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.game.state import LONG, SHORT, States, copy_states
from railwright.optimum.instance import Best, Instance


@dataclass(frozen=True, slots=True)
class Solution:
    """The best that can be scored, and how. Points are in units of one over the setup's scale."""

    tracks: tuple[int, ...]
    """The tracks to claim."""
    loans: tuple[tuple[int, int], ...]
    """City of a station and the track of another seat that it lends."""
    completed: tuple[int, ...]
    """Tickets that are completed at the end."""
    failed: tuple[int, ...]
    """Tickets that are held and not completed."""
    trains: int
    """Trains that the tracks take."""
    score: int
    routes: int
    tickets: int
    stations: int
    """Points of stations that are not built."""
    longest_path: int
    """Trains of the longest continuous path."""
    bound: float
    """Nothing scores more than this."""
    is_proven: bool
    seconds: float


def in_points(setup: Setup, value: float) -> float:
    """Units of the setup's scale as points: a whole number where it is one."""
    number = value / setup.ruleset.scale
    return int(number) if number == int(number) else number


def solution_of(game: Game, seat: int, instance: Instance, best: Best, *, stations: bool = False) -> Solution:
    """What a choice means for a seat of a game; the rules must come to the same score as the optimisation."""
    links = [instance.links[i] for i in sorted(best.chosen)]
    tracks = tuple(link.track for link in links if link.station < 0)
    loans = tuple((link.station, link.track) for link in links if link.station >= 0)
    after = Game.from_states(game.setup, _claimed(game, seat, tracks))
    for city, _ in loans:
        if after.state.table.station[city] != seat:
            after.state.table.station[city] = seat
            after.state.table.stations_left[seat] -= 1
    hold(after, seat, [instance.goals[i].ticket for i in instance.reached(best.chosen)])
    result = after.result_record()
    bonus = int(result.station_bonus[seat]) if stations else 0
    score = int(result.routes[seat]) + int(result.tickets[seat]) + bonus
    if score != best.score:
        raise RuntimeError(f"the rules count {score} points for a choice that should score {best.score}")
    completed = members(result.done[seat])
    return Solution(
        tracks=tracks,
        loans=loans,
        completed=tuple(completed),
        failed=tuple(i for i in members(after.state.private[seat].tickets) if i not in completed),
        trains=instance.trains_of(best.chosen),
        score=score,
        routes=int(result.routes[seat]),
        tickets=int(result.tickets[seat]),
        stations=bonus,
        longest_path=int(result.longest_path[seat]),
        bound=best.bound,
        is_proven=best.is_proven,
        seconds=best.seconds,
    )


def empty_game(setup: Setup) -> Game:
    """A game before anything happened, in which nobody holds a ticket: the board for one player alone."""
    states = Game(setup, seats=setup.ruleset.seats[0], seed=0).states
    for seat in range(setup.ruleset.seats[0]):
        states[0].private[seat].tickets[:] = 0
        states[0].table.tickets[seat] = 0
    return Game.from_states(setup, states)


def _claimed(game: Game, seat: int, tracks: Collection[int]) -> States:
    """The state in which a seat has claimed some more tracks."""
    states = copy_states(game.states)
    table: Any = states[0].table
    book = game.setup.rulebook[0]
    for track in tracks:
        table.own[seat, track // WORD] |= BIT[track % WORD]
        table.points[seat] += book.route_points[book.length[track]]
    return states


def hold(game: Game, seat: int, tickets: Collection[int]) -> None:
    """Let a seat hold some tickets, unless it does."""
    held = game.state.private[seat].tickets
    for ticket in tickets:
        if not np.int64(held[ticket // WORD]) & BIT[ticket % WORD]:
            held[ticket // WORD] |= BIT[ticket % WORD]
            kind = LONG if ticket < int(game.setup.rulebook[0].long_tickets) else SHORT
            game.state.table.tickets[seat, kind] += 1
