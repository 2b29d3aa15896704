"""Paths of fewest routes, compared with a breadth-first search in plain Python."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from game.positions import begin, bit, give, small_setup, track_number
from railwright.game.board import MAX_CITIES
from railwright.game.game import Game
from railwright.game.state import NONE
from railwright.maps.load import load_setup
from railwright.players.silva.joint_graph import fill_neighbours, find_fewest, is_own_route, open_track

Graph = dict[int, set[int]]


def neighbours(game: Game, seat: int, least: int = 0) -> Graph:
    """The compiled neighbours of each city."""
    near = np.empty(MAX_CITIES, np.int64)
    fill_neighbours(game.setup.rulebook[0], game.state.table, seat, least, near)
    return {city: bits(near[city]) for city in range(len(game.setup.board.cities))}


def bits(word: int) -> set[int]:
    return {i for i in range(64) if int(word) >> i & 1}


def word_of(cities: set[int]) -> int:
    return int(sum((bit(city) for city in cities), start=np.int64(0)))


def compiled_way(graph: Graph, starts: set[int], ends: set[int]) -> list[int]:
    near, path = np.zeros(MAX_CITIES, np.int64), np.full(MAX_CITIES, NONE, np.int64)
    for city, others in graph.items():
        near[city] = word_of(others)
    count = find_fewest(near, word_of(starts), word_of(ends), path)
    assert (path[count:] == NONE).all(), "nothing is written beyond the way"
    return [int(city) for city in path[:count]]


def slow_distance(graph: Graph, starts: set[int], ends: set[int]) -> int | None:
    """How many routes lie between two sets of cities."""
    waiting = deque((start, 0) for start in starts)
    seen = set(starts)
    while waiting:
        city, distance = waiting.popleft()
        if city in ends:
            return distance
        for other in graph[city] - seen:
            seen.add(other)
            waiting.append((other, distance + 1))
    return None


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Graph, set[int], set[int]]:
    cities = list(range(draw(st.integers(2, MAX_CITIES))))
    city = st.sampled_from(cities)
    graph: Graph = {c: set() for c in cities}
    for a, b in draw(st.lists(st.tuples(city, city), max_size=90)):
        if a != b:
            graph[a].add(b)
            graph[b].add(a)
    places = st.sets(city, min_size=1, max_size=4)
    return graph, draw(places), draw(places)


@given(graphs())
def test_a_way_has_the_fewest_routes_and_is_unbroken(case: tuple[Graph, set[int], set[int]]) -> None:
    graph, starts, ends = case
    way = compiled_way(graph, starts, ends)
    distance = slow_distance(graph, starts, ends)
    if distance is None:
        assert way == []
        return
    assert len(way) == distance + 1
    assert way[0] in starts
    assert way[-1] in ends
    assert all(b in graph[a] for a, b in pairwise(way))


def test_of_equal_ways_the_one_with_the_lowest_cities_from_the_end_on_is_found() -> None:
    graph = {0: {1, 2, 3}, 1: {0, 4}, 2: {0, 4, 5}, 3: {0, 5}, 4: {1, 2}, 5: {2, 3}}
    assert compiled_way(graph, {0}, {4}) == [0, 1, 4]
    assert compiled_way(graph, {0}, {5}) == [0, 2, 5]
    assert compiled_way(graph, {0}, {4, 5}) == [0, 1, 4]


@given(st.integers(2, 5), st.integers(0, 4), st.lists(st.tuples(st.integers(0, 4), st.integers(0, 99)), max_size=70))
def test_the_joint_graph_has_own_tracks_and_open_ones_that_are_long_enough(
    seats: int, least: int, claims: list[tuple[int, int]]
) -> None:
    setup = load_setup("usa")
    game = begin(setup, seats=seats)
    table = game.state.table
    for seat, number in claims:
        if seat < seats and int(table.open[seat, number >> 6]) >> (number & 63) & 1:
            give(game, seat, number)
    expected: Graph = {city: set() for city in range(len(setup.board.cities))}
    for i, track in enumerate(setup.board.tracks):
        owned = int(table.own[0, i >> 6]) >> (i & 63) & 1
        if owned or (track.length >= least and int(table.open[0, i >> 6]) >> (i & 63) & 1):
            a, b = (setup.board.city_index[city] for city in track.cities)
            expected[a].add(b)
            expected[b].add(a)
    assert neighbours(game, 0, least) == expected


def test_a_route_is_a_seat_s_own_with_any_of_its_tracks_and_open_with_the_first_that_is() -> None:
    setup = small_setup("A-B 2 red", "A-B 2 blue", "B-C 1 green", tickets=("A-B 1",))
    game = begin(setup, seats=4)
    book, table = setup.rulebook[0], game.state.table
    give(game, 1, "A-B")
    assert not is_own_route(book, table, 0, 0, 1)
    assert open_track(book, table, 0, 0, 1) == track_number(setup, "A-B#2")
    assert is_own_route(book, table, 1, 1, 0)
    assert open_track(book, table, 1, 0, 1) == NONE, "nobody may have both tracks of a route"
    assert open_track(book, table, 0, 0, 2) == NONE, "there is no such route"
