"""The instance of a whole board for a single player."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from railwright.game.setup import Setup
from railwright.optimum.instance import Goal, Instance, Limit, Link


def board_instance(setup: Setup, trains: int | None = None, tickets: Iterable[int] | None = None) -> Instance:
    """All routes of a board and the tickets of the deck (or just ``tickets``), free to choose."""
    cities = range(len(setup.board.cities))
    links, limits = links_of(setup, range(len(setup.board.tracks)), cities)
    goals = [goal_of(setup, ticket, cities) for ticket in (range(len(setup.tickets)) if tickets is None else tickets)]
    budget = setup.ruleset.trains if trains is None else trains
    return Instance(len(cities), tuple(links), tuple(goals), budget, tuple(limits))


def goal_of(setup: Setup, ticket: int, vertex: Sequence[int]) -> Goal:
    """The goal of a ticket; ``vertex`` maps each city to its vertex."""
    starts, ends = (
        tuple(sorted({vertex[city] for city in setup.board.places[place]})) for place in setup.tickets[ticket].places
    )
    return Goal(starts, ends, setup.tickets[ticket].points * setup.ruleset.scale, ticket)


def links_of(setup: Setup, tracks: Collection[int], vertex: Sequence[int]) -> tuple[list[Link], list[Limit]]:
    """Links and limits for tracks that can be claimed.

    A player can claim only one of several parallel tracks. So parallel tracks of equal length become one link, for the
    first of them, and links of different lengths share a limit of one.
    """
    links: list[Link] = []
    limits: list[Limit] = []
    for by_length in _routes(setup, tracks, vertex):
        if len(by_length) > 1:
            limits.append(Limit(tuple(range(len(links), len(links) + len(by_length))), 1))
        links += by_length.values()
    return links, limits


def _routes(setup: Setup, tracks: Collection[int], vertex: Sequence[int]) -> list[dict[int, Link]]:
    """For each route, one link per length."""
    routes: dict[frozenset[str], dict[int, Link]] = {}
    index, ruleset = setup.board.city_index, setup.ruleset
    for number in tracks:
        track = setup.board.tracks[number]
        a, b = track.cities
        points = round(ruleset.route_points[track.length] * ruleset.scale)
        by_length = routes.setdefault(frozenset(track.cities), {})
        by_length.setdefault(track.length, Link(vertex[index[a]], vertex[index[b]], track.length, points, number))
    return list(routes.values())
