"""Shortest paths, compared with a plain search, on the official boards and on boards made up on the spot."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from game.positions import begin, give, small_setup, track_number
from players.lineup import BOARDS, setup_of
from players.plain_ways import Ends, ends_of, plain_ways
from railwright.game.board import MAX_TRACKS
from railwright.game.setup import Setup
from railwright.game.state import NONE
from railwright.players.kit.paths import (
    BY_LENGTH,
    CLOSED,
    FAR,
    fill_costs,
    find_distances,
    find_path,
    new_costs,
    new_distances,
    trace_path,
)

LETTERS = "ABCDEFGHIJ"


def far_apart(ends: Ends, cost: list[int], cities: int, starts: set[int]) -> list[int]:
    """The same distances in the slowest way: prices go along tracks until nothing gets nearer."""
    distance = [0 if city in starts else FAR for city in range(cities)]
    for _ in range(cities):
        for (a, b), price in zip(ends, cost, strict=True):
            if price >= 0:
                distance[a] = min(distance[a], distance[b] + price)
                distance[b] = min(distance[b], distance[a] + price)
    return [min(FAR, length) for length in distance]


def bits(cities: set[int]) -> int:
    return int(np.array([sum(1 << city for city in cities)], np.uint64).view(np.int64)[0])


def prices(cost: list[int]) -> NDArray[np.int64]:
    """Prices for compiled code; what lies behind the last track must never be read."""
    array = np.zeros(MAX_TRACKS, np.int64)
    array[: len(cost)] = cost
    return array


def compare(setup: Setup, cost: list[int], starts: set[int], goals: set[int]) -> None:
    """Everything that a search for paths says, compared with the plain one."""
    ends, cities = ends_of(setup), len(setup.board.cities)
    book, cost_array = setup.rulebook[0], prices(cost)
    ways = plain_ways(ends, cost, starts)
    distance, arrival = new_distances(), new_distances()
    find_distances(book, cost_array, bits(starts), distance, arrival)
    assert distance[:cities].tolist() == far_apart(ends, cost, cities, starts)
    path = np.empty(MAX_TRACKS, np.int64)
    for city in range(cities):
        length = trace_path(book, distance, arrival, city, path)
        assert path[:length].tolist() == (ways[city][1] if city in ways else [])
        assert (arrival[city] == NONE) == (city in starts or city not in ways)
        assert sum(cost[track] for track in path[:length]) == (distance[city] if city in ways else 0)
        check_way(ends, path[:length].tolist(), starts, city, city in ways)
    nearest = next((city for city in ways if city in goals), NONE)  # over tracks for nothing others are as near
    assert find_path(book, cost_array, bits(starts), bits(goals), distance, arrival) == nearest
    if nearest != NONE:
        length = trace_path(book, distance, arrival, nearest, path)
        assert (distance[nearest], path[:length].tolist()) == ways[nearest]


def check_way(ends: Ends, way: list[int], starts: set[int], city: int, is_reached: bool) -> None:
    """A way leads from a start to the city, from track to track, and passes no city twice."""
    if not is_reached or not way:
        assert not way
        return
    here, seen = city, [city]
    for track in reversed(way):
        assert here in ends[track]
        here = sum(ends[track]) - here
        seen.append(here)
    assert here in starts
    assert len(set(seen)) == len(seen)


def random_prices(rng: np.random.Generator, tracks: int) -> list[int]:
    """Prices from few numbers, so that many ways are equal, or from many; some tracks closed, some for nothing."""
    high = int(rng.choice([1, 3, 10, 5000]))
    cost = rng.integers(0, high + 1, tracks)
    cost[rng.random(tracks) < rng.choice([0, 0.2, 0.6, 0.9])] = CLOSED
    return [int(price) for price in cost]


@pytest.mark.parametrize("board", BOARDS)
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_ways_on_official_boards_are_the_shortest_ones(board: str, seed: int) -> None:
    setup, rng = setup_of(board), np.random.default_rng(seed)
    cities = len(setup.board.cities)
    starts = set(rng.choice(cities, rng.integers(1, 5), replace=False).tolist())
    goals = set(rng.choice(cities, rng.integers(0, 6), replace=False).tolist())
    compare(setup, random_prices(rng, len(setup.board.tracks)), starts, goals)


@st.composite
def small_boards(draw: st.DrawFn) -> tuple[Setup, list[int]]:
    """Boards of a few cities, some pairs with parallel tracks, and prices."""
    letters = LETTERS[: draw(st.integers(2, len(LETTERS)))]
    pair = st.lists(st.sampled_from(letters), min_size=2, max_size=2, unique=True).map(sorted)
    pairs = draw(st.lists(pair.map(tuple), min_size=1, max_size=14))
    kept = [p for i, p in enumerate(pairs) if pairs[:i].count(p) < 3]
    line = [f"{a}-{b}" for a, b in pairwise(letters)]  # every city must have a track
    tracks = line + [f"{a}-{b}" for a, b in kept if f"{a}-{b}" not in line]
    cost = draw(st.lists(st.integers(-1, 4), min_size=len(tracks), max_size=len(tracks)))
    return small_setup(*(f"{name} 1 gray" for name in tracks)), cost


@given(board=small_boards(), data=st.data())
def test_ways_on_small_boards_are_the_shortest_ones(board: tuple[Setup, list[int]], data: st.DataObject) -> None:
    setup, cost = board
    cities = st.sets(st.integers(0, len(setup.board.cities) - 1))
    compare(setup, cost, data.draw(cities), data.draw(cities))


def way(setup: Setup, cost: dict[str, int], starts: str, goals: str) -> tuple[str | None, int, list[int]]:
    """The city found, its distance and the tracks that lead to it; tracks without a price are closed."""
    index, names = setup.board.city_index, [city.name for city in setup.board.cities]
    array = prices([CLOSED] * len(setup.board.tracks))
    for name, price in cost.items():
        array[track_number(setup, name)] = price
    distance, arrival, path = new_distances(), new_distances(), np.empty(MAX_TRACKS, np.int64)
    ends = [bits({index[city] for city in cities}) for cities in (starts, goals)]
    end = int(find_path(setup.rulebook[0], array, ends[0], ends[1], distance, arrival))
    if end == NONE:
        return None, FAR, []
    count = trace_path(setup.rulebook[0], distance, arrival, end, path)
    return names[end], int(distance[end]), path[:count].tolist()


SQUARE = ("A-B 1 gray", "A-C 1 gray", "B-D 1 gray", "C-D 1 gray", "A-B 1 gray")


def test_of_equal_ways_the_one_over_the_city_with_the_lower_number_counts() -> None:
    setup = small_setup(*SQUARE)
    assert way(setup, {"A-B": 2, "A-C": 2, "B-D": 2, "C-D": 2}, "A", "D") == ("D", 4, [0, 2])
    assert way(setup, {"A-B": 2, "A-C": 1, "B-D": 2, "C-D": 3}, "A", "D") == ("D", 4, [1, 3])  # C is settled first


def test_of_equal_parallel_tracks_the_first_counts_and_of_unequal_ones_the_cheaper() -> None:
    setup = small_setup(*SQUARE)
    assert way(setup, {"A-B": 2, "A-B#2": 2}, "A", "B") == ("B", 2, [0])
    assert way(setup, {"A-B": 2, "A-B#2": 1}, "A", "B") == ("B", 1, [4])
    assert way(setup, {"A-B#2": 7}, "A", "B") == ("B", 7, [4])


def test_the_nearest_goal_from_the_nearest_start_is_found() -> None:
    setup = small_setup(*SQUARE)
    cost = {"A-B": 5, "A-C": 9, "B-D": 3, "C-D": 1}
    assert way(setup, cost, "AC", "BD") == ("D", 1, [3])
    assert way(setup, cost, "AB", "AC")[:2] == ("A", 0)  # a start that is a goal
    assert way(setup, cost, "A", "CD") == ("D", 8, [0, 2])  # C is one track away but dearer


def test_nothing_is_found_without_starts_without_goals_or_behind_closed_tracks() -> None:
    setup = small_setup(*SQUARE)
    cost = {"A-B": 1, "C-D": 0}
    assert way(setup, cost, "A", "D")[0] is None
    assert way(setup, cost, "", "D")[0] is None
    assert way(setup, cost, "A", "")[0] is None


def test_the_usual_prices_are_those_of_own_open_and_taken_tracks() -> None:
    setup = small_setup("A-B 3 red", "B-C 2 blue", "C-D 4 gray", "C-D 4 gray", "D-E 1 red")
    game = begin(setup, seats=2)
    give(game, 0, "A-B")
    give(game, 1, "C-D")  # which closes its parallel track: two seats

    def priced(seat: int, own: int, per_train: int) -> Any:
        cost = new_costs()
        fill_costs(setup.rulebook[0], game.state.table, seat, own, per_train, cost)
        return cost[: len(setup.board.tracks)].tolist()

    assert priced(0, 0, 10) == [0, 20, CLOSED, CLOSED, 10]
    assert priced(1, 7, 1) == [CLOSED, 2, 7, CLOSED, 1]
    assert priced(0, 0, 0) == [0, 1, CLOSED, CLOSED, 1]
    assert priced(0, BY_LENGTH, 1) == [3, 2, CLOSED, CLOSED, 1]
