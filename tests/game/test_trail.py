"""The longest path against plain search, and how long it takes to find."""

from __future__ import annotations

import heapq
import random
import subprocess
import sys
from collections import defaultdict
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.invariants import SETUPS
from game.positions import bit
from railwright.errors import BoardError
from railwright.game.board import Board, City, Track
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.maps.load import load_ruleset, load_setup

Edge = tuple[int, int, int]
"""Two cities and a length."""

RULES = load_ruleset("usa-thesis-linear")  # has points for every length


def brute_force(edges: list[Edge]) -> int:
    """The longest trail by trying all of them, from every city."""
    ends: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for i, (a, b, length) in enumerate(edges):
        ends[a].append((i, b, length))
        ends[b].append((i, a, length))

    def longest_from(city: int, used: int) -> int:
        return max(
            (length + longest_from(other, used | 1 << i) for i, other, length in ends[city] if not used >> i & 1),
            default=0,
        )

    return max((longest_from(city, 0) for city in list(ends)), default=0)


def by_removal(edges: list[Edge]) -> int:
    """The longest trail by leaving out sets of tracks, those with the fewest spaces first: for dense networks."""
    edges = sorted(edges, key=lambda edge: edge[2])
    waiting: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while True:
        waste, removed = heapq.heappop(waiting)
        if is_trail([edge for i, edge in enumerate(edges) if i not in removed]):
            return sum(edge[2] for edge in edges) - waste
        after = removed[-1] + 1 if removed else 0
        if after < len(edges):
            heapq.heappush(waiting, (waste + edges[after][2], (*removed, after)))
            if removed:
                heapq.heappush(waiting, (waste - edges[after - 1][2] + edges[after][2], (*removed[:-1], after)))


def is_trail(edges: list[Edge]) -> bool:
    """Whether one trail can use all tracks (Euler)."""
    degree: dict[int, int] = defaultdict(int)
    part = {city: city for edge in edges for city in edge[:2]}
    for a, b, _ in edges:
        degree[a] += 1
        degree[b] += 1
        old, new = part[a], part[b]
        part = {city: new if here == old else here for city, here in part.items()}
    return len(set(part.values())) <= 1 and sum(n % 2 for n in degree.values()) <= 2


def network_setup(cities: int, edges: list[Edge]) -> Setup:
    """A board of these tracks; a hub with tracks to all cities, which nobody owns, keeps it connected."""
    names = [f"city {i}" for i in range(cities)]
    tracks = [{"cities": [names[a], names[b]], "length": length, "color": "gray"} for a, b, length in edges]
    hub = [{"cities": ["hub", name], "length": 1, "color": "gray"} for name in names]
    data = {
        "format": "railwright-board/1",
        "name": "network",
        "cities": [{"name": name, "latitude": 0, "longitude": i} for i, name in enumerate([*names, "hub"])],
        "tracks": tracks + hub,
        "tickets": [{"cities": ["hub", names[0]], "points": 1}],
    }
    return Setup(Board.from_dict(data), RULES)


def longest_path(game: Game, tracks: list[int], seat: int = 0) -> int:
    own = game.state.table.own
    own[seat] = 0
    for track in tracks:
        own[seat, track >> 6] |= bit(track)
    return int(game.result_record().longest_path[seat])


@st.composite
def networks(draw: st.DrawFn) -> list[Edge]:
    """Up to nine tracks among up to seven cities, up to three of them parallel."""
    cities = draw(st.integers(2, 7))
    pairs = [(a, b) for a in range(cities) for b in range(a)]
    edges: list[Edge] = []
    for a, b in draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=9)):
        if sum(edge[:2] == (a, b) for edge in edges) < 3:
            edges.append((a, b, draw(st.integers(1, 9))))
    return edges


@settings(max_examples=600)
@given(edges=networks())
def test_the_longest_path_is_the_longest_of_all_trails(edges: list[Edge]) -> None:
    game = Game(network_setup(7, edges), seats=2, seed=1)
    assert longest_path(game, list(range(len(edges)))) == brute_force(edges)


@settings(max_examples=150)
@given(edges=networks(), seat=st.integers(0, 4), kept=st.integers(0, 2**9 - 1))
def test_any_part_of_a_network_has_its_own_longest_path(edges: list[Edge], seat: int, kept: int) -> None:
    game = Game(network_setup(7, edges), seats=5, seed=1)
    chosen = [i for i in range(len(edges)) if kept >> i & 1]
    assert longest_path(game, chosen, seat) == brute_force([edges[i] for i in chosen])
    assert game.result_record().longest_path.tolist().count(0) >= 4


@settings(max_examples=60)
@given(chosen=st.lists(st.integers(0, 77), min_size=1, max_size=11, unique=True), setup=st.sampled_from(SETUPS))
def test_the_longest_path_on_official_boards_is_the_longest_of_all_trails(chosen: list[int], setup: Setup) -> None:
    tracks, index = setup.board.tracks, setup.board.city_index
    edges = [(index[tracks[i].cities[0]], index[tracks[i].cities[1]], tracks[i].length) for i in chosen]
    assert longest_path(Game(setup, seats=2, seed=1), chosen) == brute_force(edges)


@pytest.mark.parametrize(
    ("edges", "length"),
    [
        ([], 0),
        ([(0, 1, 6)], 6),
        ([(0, 1, 2), (0, 1, 3), (0, 1, 4)], 9),  # three parallel tracks are one trail
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1)], 3),  # a ring
        ([(0, 1, 5), (0, 2, 4), (0, 3, 3)], 9),  # a star: the two longest arms
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 2), (3, 4, 1), (4, 0, 1)], 7),  # two rings that share a city
        ([(0, 1, 1), (1, 2, 1), (3, 4, 9)], 9),  # the greater of two parts
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 1), (1, 4, 1), (2, 5, 1)], 4),  # a ring with three tails
    ],
)
def test_known_networks_have_their_known_longest_path(edges: list[Edge], length: int) -> None:
    assert brute_force(edges) == length
    game = Game(network_setup(6, edges or [(0, 1, 1)]), seats=2, seed=1)
    assert longest_path(game, list(range(len(edges)))) == length


@pytest.mark.parametrize(
    ("board", "tracks", "length"),
    [  # found by climbing: sets of tracks within 45 trains for which the search takes longest
        ("usa", [2, 5, 19, 21, 26, 27, 28, 56, 57, 59, 63, 65, 66, 74, 75, 76, 78, 80, 83, 86, 92], 40),
        ("europe", [0, 1, 2, 3, 15, 16, 21, 23, 26, 27, 28, 47, 49, 54, 57, 58, 77, 79, 84, 89, 97], 41),
        (
            "germany",
            [4, 28, 31, 37, 52, 55, 60, 61, 62, 64, 74, 75, 76, 80, 81, 83, 84, 85, 86, 91, 92, 94, 95, 97, 108],
            38,
        ),
    ],
)
def test_hard_networks_of_official_boards_are_solved(board: str, tracks: list[int], length: int) -> None:
    assert longest_path(Game(load_setup(board), seats=2, seed=1), tracks) == length


def grid_edges(width: int, height: int, diagonals: bool) -> list[Edge]:
    """Tracks of length 1 between neighbours of a grid."""
    edges: list[Edge] = []
    for y in range(height):
        for x in range(width):
            here = y * width + x
            edges += [(here, here + 1, 1)] if x + 1 < width else []
            edges += [(here, here + width, 1)] if y + 1 < height else []
            edges += [(here, here + width + 1, 1)] if diagonals and x + 1 < width and y + 1 < height else []
    return edges


def grow(edges: list[Edge], count: int, chooser: random.Random) -> list[int]:
    """A connected, compact set of tracks such as one seat could own."""
    owned = [chooser.randrange(len(edges))]
    cities = set(edges[owned[0]][:2])
    while len(owned) < count:
        near = [i for i, edge in enumerate(edges) if i not in owned and set(edge[:2]) & cities]
        inside = [i for i in near if set(edges[i][:2]) <= cities]
        owned.append(chooser.choice(inside if inside and chooser.random() < 0.7 else near))
        cities |= set(edges[owned[-1]][:2])
    return owned


def complete(cities: int) -> list[Edge]:
    return [(a, b, 1) for a, b in combinations(range(cities), 2)]


def with_lengths(edges: list[Edge], chooser: random.Random, most: int) -> list[Edge]:
    return [(a, b, chooser.randint(1, most)) for a, b, _ in edges]


def with_rings(edges: list[Edge], count: int, by: int) -> list[Edge]:
    """The network with rings of three cities that hang on its first cities by one, two or three tracks."""
    cities = 1 + max(city for edge in edges for city in edge[:2])
    more = list(edges)
    for i in range(count):
        ring = [cities + 3 * i + k for k in range(3)]
        more += [((i + k) % cities, ring[k], 1) for k in range(by)]
        more += [(ring[0], ring[1], 1), (ring[1], ring[2], 1), (ring[2], ring[0], 1)]
    return more


DENSE = {
    "complete 6": complete(6),
    "complete 8": complete(8),
    "complete 9": complete(9),
    "complete 7, other lengths": with_lengths(complete(7), random.Random(1), 5),
    "complete 8, other lengths": with_lengths(complete(8), random.Random(2), 3),
    "4 x 4 grid": grid_edges(4, 4, False),
    "4 x 5 triangulated grid": grid_edges(4, 5, True),
    "4 x 4 triangulated grid, other lengths": with_lengths(grid_edges(4, 4, True), random.Random(3), 4),
    "5 x 5 triangulated grid": grid_edges(5, 5, True),
    "complete 5 doubled": complete(5) + complete(5),
    "complete 5, two rings by one track": with_rings(complete(5), 2, 1),
    "complete 5, three rings by one track": with_rings(complete(5), 3, 1),
    "complete 6, two rings by two tracks": with_rings(complete(6), 2, 2),
    "complete 6, two rings by three tracks": with_rings(complete(6), 2, 3),
}


@pytest.mark.parametrize("name", DENSE)
def test_the_longest_path_of_a_dense_network_leaves_out_as_little_as_possible(name: str) -> None:
    edges = DENSE[name]
    game = Game(network_setup(1 + max(max(edge[:2]) for edge in edges), edges), seats=2, seed=1)
    assert longest_path(game, list(range(len(edges)))) == by_removal(edges)


@pytest.mark.parametrize("seed", range(20))
def test_a_compact_part_of_a_triangulated_grid_has_its_own_longest_path(seed: int) -> None:
    edges, chooser = with_lengths(grid_edges(5, 5, True), random.Random(seed), 1 + seed % 3), random.Random(seed)
    owned = grow(edges, 22, chooser)
    game = Game(network_setup(25, edges), seats=2, seed=1)
    assert longest_path(game, owned) == by_removal([edges[i] for i in owned])


HARD = {  # as many tracks as a seat can own; what is longest follows from how many tracks must be left out
    "complete 13 with 10 leaves": ([*complete(13), *((i, 13 + i, 1) for i in range(10))], 79),
    "complete 14": (complete(14), 85),
    "complete 10 with 10 rings": (with_rings(complete(10), 10, 1), 49),
    "6 x 6 triangulated grid": (grid_edges(6, 6, True), 85),
    "8 x 7 grid": (grid_edges(8, 7, False), 87),
}

_SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from game.test_trail import HARD, network_game, longest_path
for name, (edges, _) in HARD.items():
    print(name, longest_path(network_game(edges), list(range(len(edges)))), sep=": ", flush=True)
"""


def network_game(edges: list[Edge]) -> Game:
    """A game on a board of exactly these tracks, which are connected."""
    cities = range(1 + max(max(edge[:2]) for edge in edges))
    data = {
        "format": "railwright-board/1",
        "name": "network",
        "cities": [{"name": f"city {i}", "latitude": 0, "longitude": i} for i in cities],
        "tracks": [{"cities": [f"city {a}", f"city {b}"], "length": n, "color": "gray"} for a, b, n in edges],
        "tickets": [{"cities": ["city 0", "city 1"], "points": 1}],
    }
    return Game(Setup(Board.from_dict(data), RULES), seats=2, seed=1)


def test_the_hardest_networks_are_solved() -> None:
    """In a process of its own: a search that explodes cannot be interrupted."""
    folder = str(Path(__file__).parent.parent)
    run = subprocess.run(
        [sys.executable, "-c", _SCRIPT, folder], stdout=subprocess.PIPE, text=True, timeout=300, check=True
    )
    assert run.stdout.splitlines() == [f"{name}: {length}" for name, (_, length) in HARD.items()]


@pytest.mark.parametrize(("cities", "fits"), [(14, True), (15, False), (19, False)])
def test_a_board_that_is_too_tangled_is_refused_in_one_line(cities: int, fits: bool) -> None:
    if fits:
        assert network_game(complete(cities)).setup.board.width == cities
        return
    with pytest.raises(BoardError) as caught:
        network_game(complete(cities))
    assert [problem.place for problem in caught.value.problems] == ["tracks"]
    assert f"the width is {cities}, the limit is 14" in str(caught.value)


def test_a_tangled_board_is_no_setup_either() -> None:
    """Boards are also made without being read."""
    board = network_game(complete(14)).setup.board
    more = [Track((board.cities[i].name, "hub"), 1, 1, "gray") for i in range(14)]
    tangled = replace(board, cities=(*board.cities, City("hub", 0, 0)), tracks=(*board.tracks, *more))
    with pytest.raises(BoardError, match="the width is 15"):
        Setup(tangled, RULES)
