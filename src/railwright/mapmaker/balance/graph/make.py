"""A new graph with named towns and their positions, made from joined parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from railwright.game.board import City
from railwright.mapmaker.balance.graph.graph import Graph
from railwright.mapmaker.balance.graph.graph_layout import HEIGHT, WIDTH, lay_out
from railwright.mapmaker.balance.graph.joining import Joined
from railwright.mapmaker.balance.graph.towns import town_names

MIDDLE = (0.0, -125.0)
"""Latitude and longitude of the centre of invented maps: in the open Pacific, far from real land, so that boards are
drawn on land of their own; and at the equator, where degrees have the same length in all directions."""
DEGREES = 6.0
"""North-south extent of the map, in degrees."""
DECIMALS = 4
SOURCE = "All towns and their land are invented."


def graph_of(
    joined: Joined, rng: Random, *, name: str, title: str, lengths: Sequence[int] | None = None
) -> Graph:  # fmt: skip
    """The graph of joined parts, with names and positions for its vertices.

    With ``lengths`` in train spaces, one for each edge, longer routes are longer on the map as far as possible.
    """
    names = town_names(rng, joined.vertices)
    cities = tuple(City(each, 0.0, 0.0) for each in names)
    return laid_out(Graph(name, title, cities, joined.edges, SOURCE), rng, lengths=lengths)


def laid_out(graph: Graph, rng: Random, *, lengths: Sequence[int] | None = None) -> Graph:
    """The graph with new positions for its cities, for example once its lengths are known."""
    places = lay_out(graph.routes, len(graph.cities), rng, lengths=lengths)
    cities = tuple(
        replace(
            city,
            latitude=round(MIDDLE[0] + (y - HEIGHT / 2) * DEGREES / HEIGHT, DECIMALS),
            longitude=round(MIDDLE[1] + (x - WIDTH / 2) * DEGREES / HEIGHT, DECIMALS),
        )
        for city, (x, y) in zip(graph.cities, places, strict=True)
    )
    return replace(graph, cities=cities)
