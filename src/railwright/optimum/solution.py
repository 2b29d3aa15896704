"""The best score in terms of the game: tracks, tickets and points, with the points recounted by the rules."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from railwright.compiled.bits import BIT, WORD, members
from railwright.drawable import Drawable
from railwright.game.game import Game
from railwright.game.printing import setup_name
from railwright.game.scoring import points_of
from railwright.game.setup import Setup
from railwright.game.state import LONG, SHORT, States, copy_states
from railwright.optimum.instance import Best, Instance
from railwright.words import count


@dataclass(frozen=True, slots=True)
class Solution(Drawable):
    """The best possible score, and how to reach it.

    ``points`` is the score in points; all other points are multiplied by the ruleset's scale.
    """

    setup: Setup
    """The board, rules and tickets it is for."""
    tracks: tuple[int, ...]
    """The tracks to claim."""
    loans: tuple[tuple[int, int], ...]
    """For each station used, its city and the track of another seat that it lends."""
    completed: tuple[int, ...]
    """Tickets completed at the end."""
    failed: tuple[int, ...]
    """Tickets held but not completed."""
    trains: int
    """Number of trains used."""
    score: int
    routes: int
    tickets: int
    stations: int
    """Points for stations that were not built."""
    longest_path: int
    """Length of the longest continuous path, in trains."""
    bound: float
    """Upper bound: nothing scores more than this."""
    is_proven: bool
    seconds: float
    seat: int = 0
    """The seat of the game whose best score it is; 0 on an empty board."""
    game: Game | None = field(default=None, compare=False)
    """The moment of a game from which the score can be reached; None for an empty board."""

    def __repr__(self) -> str:
        facts = f"{count(self.points, 'point')}, {count(self.trains, 'train')}, {count(len(self.completed), 'ticket')}"
        return f"<Solution {setup_name(self.setup)}: {facts}, {'proven' if self.is_proven else 'not proven'}>"

    def __str__(self) -> str:
        return solution_text(self, "Proven optimal." if self.is_proven else "Not proven optimal.")

    @property
    def points(self) -> float:
        """The score in points."""
        return in_points(self.setup, self.score)


def solution_text(solution: Solution, proof: str) -> str:
    """A solution in words: points first, a sentence on its proof, then routes and tickets."""
    setup = solution.setup
    parts = f"{in_points(setup, solution.routes)} from routes, {in_points(setup, solution.tickets)} from tickets"
    if solution.stations:
        parts += f", {in_points(setup, solution.stations)} from unused stations"
    lines = [f"{count(solution.points, 'point')}: {parts}.", proof]
    lines.append(f"\nRoutes to claim ({len(solution.tracks)}, {count(solution.trains, 'train')}):")
    for track in solution.tracks:
        found = setup.board.tracks[track]
        lines.append(f"  {found.cities[0]} - {found.cities[1]}: {found.length}")
    for city, track in solution.loans:
        lines.append(f"  station in {setup.board.cities[city].name}: lends {setup.board.track_names[track]}")
    for title, tickets in (("Tickets completed", solution.completed), ("Tickets not completed", solution.failed)):
        if tickets:
            lines.append(f"\n{title} ({len(tickets)}):")
            lines += [f"  {setup.tickets[i].name}" for i in sorted(tickets, key=lambda i: -setup.tickets[i].points)]
    return "\n".join(lines)


def in_points(setup: Setup, value: float) -> float:
    """Convert points of an instance, which are scaled, to points of the game: an int if the value is whole."""
    return points_of(value, setup.ruleset.scale)


def solution_of(game: Game, seat: int, instance: Instance, best: Best, *, stations: bool = False) -> Solution:
    """Translate a choice into tracks and tickets of a seat. The rules must count the score that was optimised."""
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
        setup=game.setup,
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
        seat=seat,
    )


def empty_game(setup: Setup) -> Game:
    """A game before the first move, in which nobody holds a ticket: the board for a single player."""
    states = Game(setup, seats=setup.ruleset.seats[0], seed=0).states
    for seat in range(setup.ruleset.seats[0]):
        states[0].private[seat].tickets[:] = 0
        states[0].table.tickets[seat] = 0
    return Game.from_states(setup, states)


def _claimed(game: Game, seat: int, tracks: Collection[int]) -> States:
    """The states after a seat has claimed further tracks."""
    states = copy_states(game.states)
    table: Any = states[0].table
    book = game.setup.rulebook[0]
    for track in tracks:
        table.own[seat, track // WORD] |= BIT[track % WORD]
        table.points[seat] += book.route_points[book.length[track]]
    return states


def hold(game: Game, seat: int, tickets: Collection[int]) -> None:
    """Give a seat some tickets, except those it already holds."""
    held = game.state.private[seat].tickets
    for ticket in tickets:
        if not np.int64(held[ticket // WORD]) & BIT[ticket % WORD]:
            held[ticket // WORD] |= BIT[ticket % WORD]
            kind = LONG if ticket < int(game.setup.rulebook[0].long_tickets) else SHORT
            game.state.table.tickets[seat, kind] += 1
