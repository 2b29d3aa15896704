"""The instance of a position in a game: what one seat can still reach.

The seat's own tracks are free and merge their cities; tracks of other seats are closed, unless a station lends them;
held tickets count against the seat until they are completed. Cards and colours are ignored, and so are the future
moves of the other seats.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from railwright.compiled.bits import members
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.game.state import NONE
from railwright.game.view import check_seat
from railwright.optimum.board_instance import goal_of, links_of
from railwright.optimum.instance import Instance, Limit, Link


def game_instance(game: Game, seat: int, *, drawing: bool = False, stations: bool = False) -> Instance:
    """What a seat of a game can still reach with the tickets it holds.

    With ``drawing``, the seat may also draw any ticket that nobody holds and that is still in the game, and draws only
    tickets that it completes. With ``stations``, stations lend the tracks that other seats have now, and stations not
    built score their points.
    """
    check_seat(seat, game.seats)
    held = members(game.state.private[seat].tickets)
    unavailable = {ticket for other in range(game.seats) for ticket in members(game.state.private[other].tickets)}
    unavailable |= set(members(game.state.box))
    drawable = sorted(set(range(len(game.setup.tickets))) - unavailable) if drawing else []
    return position_instance(game.setup, game.state.table, seat, held, drawable=drawable, stations=stations)


def position_instance(
    setup: Setup,
    table: Any,
    seat: int,
    held: Collection[int],
    *,
    drawable: Collection[int] = (),
    stations: bool = False,
) -> Instance:
    """What a seat can still reach, given the public table and the tickets that it holds or may draw."""
    vertex = _joined(setup, members(table.own[seat]))
    links, limits = links_of(setup, members(table.open[seat]), vertex)
    base = int(table.points[seat])
    if stations:
        base += int(table.stations_left[seat]) * setup.ruleset.station_points * setup.ruleset.scale
        _add_loans(setup, table, seat, vertex, links, limits)
    goals = [goal_of(setup, ticket, vertex) for ticket in drawable]
    for ticket in held:
        goal = goal_of(setup, ticket, vertex)
        base -= goal.points
        goals.append(replace(goal, points=2 * goal.points))
    return Instance(max(vertex) + 1, tuple(links), tuple(goals), int(table.trains[seat]), tuple(limits), base)


def _joined(setup: Setup, own: Collection[int]) -> list[int]:
    """For each city, its vertex: cities connected by the seat's own tracks share one."""
    index = setup.board.city_index
    group = list(range(len(setup.board.cities)))
    for track in own:
        a, b = (group[index[name]] for name in setup.board.tracks[track].cities)
        group = [a if other == b else other for other in group]
    numbers = {root: i for i, root in enumerate(dict.fromkeys(group))}
    return [numbers[root] for root in group]


def _add_loans(setup: Setup, table: Any, seat: int, vertex: list[int], links: list[Link], limits: list[Limit]) -> None:
    """Add a link for each track of another seat and each station at one of its ends that may lend it."""
    index = setup.board.city_index
    points = setup.ruleset.station_points * setup.ruleset.scale
    theirs = [track for other in range(table.seats) if other != seat for track in members(table.own[other])]
    to_build: list[int] = []
    for city in range(len(setup.board.cities)):
        builder = int(table.station[city])
        if builder not in (seat, NONE):
            continue
        begin = len(links)
        for track in theirs:
            a, b = (index[name] for name in setup.board.tracks[track].cities)
            if city in (a, b):
                links.append(Link(vertex[a], vertex[b], 0, 0 if builder == seat else -points, track, city))
        loans = tuple(range(begin, len(links)))
        limits.append(Limit(loans, 1))
        if builder == NONE:
            to_build += loans
    limits.append(Limit(tuple(to_build), int(table.stations_left[seat])))
