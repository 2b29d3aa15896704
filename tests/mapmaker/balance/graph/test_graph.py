"""Underlying graphs of boards, and new ones with towns."""

from __future__ import annotations

from random import Random

import numpy as np

from mapmaker.balance.graph.exact import crossing_pairs
from mapmaker.balance.graph.joined import some_joined
from railwright.draw import draw_board, place_board
from railwright.draw.earth.nations import countries_of, is_real
from railwright.draw.earth.terrain import find_terrain
from railwright.mapmaker.balance.graph.graph import Graph
from railwright.mapmaker.balance.graph.make import graph_of, laid_out
from railwright.mapmaker.board_plan import BoardPlan, PlannedRoute
from railwright.mapmaker.complete import complete
from railwright.mapmaker.criteria import measure
from railwright.maps.load import load_board


def test_the_board_of_the_usa_has_78_routes_between_36_cities() -> None:
    board = load_board("usa")
    graph = Graph.of_board(board)
    assert (len(graph.cities), len(graph.routes)) == (36, 78)
    assert list(graph.routes) == sorted({(a, b) for a, b in graph.routes if a < b})
    names = {frozenset((graph.cities[a].name, graph.cities[b].name)) for a, b in graph.routes}
    assert names == {frozenset(track.cities) for track in board.tracks}


def test_a_new_graph_becomes_a_board_on_invented_land() -> None:
    _, joined = some_joined()[0]
    rng = Random(1)
    graph = graph_of(joined, rng, name="new", title="New")
    assert graph.routes == joined.edges
    assert countries_of(graph.cities) == ("",) * 36
    assert not is_real(graph.cities)
    places = [(city.longitude, city.latitude) for city in graph.cities]
    assert crossing_pairs(places, graph.routes) == []
    routes = tuple(PlannedRoute(pair, rng.randint(1, 6)) for pair in graph.routes)
    board = complete(BoardPlan(graph.name, graph.title, graph.cities, routes, graph.source), seed=1)
    quality = measure(board)
    assert (quality.crossings_mercator, quality.crossings_drawn, quality.parts) == (0, 0, 1)
    layout = place_board(board)
    picture = draw_board(board, layout=layout)
    assert 'class="inland"' in picture
    assert 'class="earth"' not in picture
    assert layout.ground is not None
    real = find_terrain(layout.ground, layout.width, layout.height, frozenset())
    assert real.own == real.others == []


def test_towns_keep_their_names_when_lengths_move_them() -> None:
    _, joined = some_joined()[1]
    graph = graph_of(joined, Random(1), name="new", title="New")
    again = laid_out(graph, Random(2), lengths=[1 + k % 6 for k in range(len(graph.routes))])
    assert [city.name for city in again.cities] == [city.name for city in graph.cities]
    assert again.routes == graph.routes
    assert again.cities != graph.cities
    extent = np.ptp([(city.longitude, city.latitude) for city in again.cities], axis=0)
    assert extent[0] > 1.1 * extent[1]
