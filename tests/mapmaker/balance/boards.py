"""Small canvases for tests: games on them take a millisecond."""

from __future__ import annotations

from itertools import combinations

from railwright.game.board import City, Ticket
from railwright.mapmaker.balance.graph.graph import Graph
from railwright.mapmaker.balance.problem.design import DesignCanvas
from railwright.maps.load import load_ruleset

PLAYERS = ("one-step", "path", "long-route", "hungry")


def ring(cities: int = 8) -> DesignCanvas:
    """Cities in a ring with a hub in the middle; two cities of the ring that are no neighbours may be a ticket."""
    places = [City(f"City {i}", 10.0 + i % 3, float(i)) for i in range(cities)] + [City("Hub", 20.0, 3.5)]
    rim = [tuple(sorted((i, (i + 1) % cities))) for i in range(cities)]
    routes = tuple(sorted((a, b) for a, b in [*rim, *((i, cities) for i in range(cities))]))
    tickets = tuple(
        Ticket((places[a].name, places[b].name), 1) for a, b in combinations(range(cities), 2) if (a, b) not in routes
    )
    return DesignCanvas(Graph("ring", "Ring", tuple(places), routes), tickets, load_ruleset("usa"))
