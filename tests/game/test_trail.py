"""The longest path against plain search, and how long it takes to find."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.invariants import SETUPS
from game.positions import bit
from railwright.game.board import Board
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


GRIDS = {
    "5 x 5 grid, all 40 tracks": (5, 5, False, 40, 0),
    "6 x 6 grid, 45 of 60 tracks": (6, 6, False, 45, 1),
    "5 x 9 grid, 45 of 76 tracks": (5, 9, False, 45, 3),
    "5 x 5 triangulated grid, 45 of 56 tracks": (5, 5, True, 45, 1),
    "6 x 6 triangulated grid, 35 of 85 tracks": (6, 6, True, 35, 2),
    "6 x 6 triangulated grid, 45 of 85 tracks": (6, 6, True, 45, 1),
}

_SCRIPT = """
import json, random, sys, time
sys.path.insert(0, sys.argv[1])
from game.test_trail import grid_edges, grow, longest_path, network_setup
from railwright.game.game import Game
for name, (width, height, diagonals, count, seed) in json.loads(sys.argv[2]).items():
    edges = grid_edges(width, height, diagonals)
    game = Game(network_setup(width * height, edges), seats=2, seed=1)
    longest_path(game, [0])
    owned = grow(edges, count, random.Random(seed))
    began = time.perf_counter()
    longest_path(game, owned)
    print(json.dumps([name, time.perf_counter() - began]), flush=True)
"""


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


def test_dense_networks_of_short_tracks_are_solved_within_a_second() -> None:
    """In a process of its own: a search that explodes cannot be interrupted."""
    folder = str(Path(__file__).parent.parent)
    run = subprocess.Popen(
        [sys.executable, "-c", _SCRIPT, folder, json.dumps(GRIDS)], stdout=subprocess.PIPE, text=True
    )
    try:
        out, _ = run.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        run.kill()
        out, _ = run.communicate()
    seconds = dict(json.loads(line) for line in out.splitlines())
    slow = {name: seconds.get(name, "not within 20 s") for name in GRIDS if seconds.get(name, 99) > 1}
    assert not slow
