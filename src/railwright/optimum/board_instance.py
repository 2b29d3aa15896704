"""The instance of a whole board for one player alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from railwright.game.setup import Setup
from railwright.optimum.instance import Goal, Instance, Limit, Link


def board_instance(setup: Setup, trains: int | None = None, tickets: Iterable[int] | None = None) -> Instance:
    """Every route of a board, once, and the tickets of the deck (or those given), all free to choose."""
    links, limits = links_of(setup)
    chosen = range(len(setup.tickets)) if tickets is None else tickets
    goals = [goal_of(setup, ticket) for ticket in chosen]
    budget = setup.ruleset.trains if trains is None else trains
    return Instance(len(setup.board.cities), links, tuple(goals), budget, limits)


def goal_of(setup: Setup, ticket: int) -> Goal:
    """A ticket, worth its points."""
    places = setup.board.places
    start, end = setup.tickets[ticket].places
    return Goal(places[start], places[end], setup.tickets[ticket].points * setup.ruleset.scale, ticket)


def links_of(setup: Setup) -> tuple[tuple[Link, ...], tuple[Limit, ...]]:
    """A link for each route; parallel tracks of different lengths are links of which one can be had.

    A player may claim only one of several parallel tracks, so equal ones are one choice.
    """
    board, index = setup.board, setup.board.city_index
    routes: dict[frozenset[str], dict[int, int]] = {}
    for number, track in enumerate(board.tracks):
        routes.setdefault(frozenset(track.cities), {}).setdefault(track.length, number)
    links: list[Link] = []
    limits: list[Limit] = []
    points = points_by_length(setup)
    for by_length in routes.values():
        if len(by_length) > 1:
            limits.append(Limit(tuple(range(len(links), len(links) + len(by_length))), 1))
        for length, number in by_length.items():
            a, b = board.tracks[number].cities
            links.append(Link(index[a], index[b], length, points[length], number))
    return tuple(links), tuple(limits)


def points_by_length(setup: Setup) -> Mapping[int, int]:
    """The points of a track of each length, in units of the setup's scale."""
    return {length: round(points * setup.ruleset.scale) for length, points in setup.ruleset.route_points.items()}
