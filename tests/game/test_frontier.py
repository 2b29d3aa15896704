"""The method for dense networks finds the longest trail."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from railwright.game.board import Board
from railwright.game.frontier import PLACES, longest_by_frontier, order_tracks
from railwright.game.setup import Setup
from railwright.maps.load import load_ruleset


def make_setup(edges: list[tuple[int, int, int]], cities: int) -> Setup:
    """A board with these tracks (city, city, length)."""
    linked = {frozenset(edge[:2]) for edge in edges}
    spare = [
        (i, i + 1, 9) for i in range(cities - 1) if frozenset((i, i + 1)) not in linked
    ]  # keeps the board connected
    data = {
        "format": "railwright-board/1",
        "name": "network",
        "cities": [{"name": f"c{i}", "latitude": float(i % 7), "longitude": float(i // 7)} for i in range(cities)],
        "tracks": [{"cities": [f"c{a}", f"c{b}"], "length": n, "color": "gray"} for a, b, n in edges + spare],
        "tickets": [{"cities": ["c0", "c1"], "points": 1}],
    }
    rules = load_ruleset("usa").with_points_per_space(1)
    return Setup(Board.from_dict(data), rules)


def by_hand(edges: list[tuple[int, int, int]]) -> int:
    """The longest trail by trying every one."""

    def extend(city: int, used: frozenset[int]) -> int:
        best = 0
        for i, (a, b, length) in enumerate(edges):
            if i not in used and city in (a, b):
                best = max(best, length + extend(a + b - city, used | {i}))
        return best

    return max(extend(city, frozenset()) for city in {c for a, b, _ in edges for c in (a, b)})


def connected_edges(chance: random.Random, cities: int, count: int) -> list[tuple[int, int, int]]:
    """A random connected network with at most three parallel tracks."""
    pairs = list(combinations(range(cities), 2)) * 3
    chance.shuffle(pairs)
    edges = [(*pairs.pop(), chance.randint(1, 6))]
    while len(edges) < count and pairs:
        reached = {city for edge in edges for city in edge[:2]}
        pair = next((pair for pair in pairs if reached & set(pair)), None)
        if pair is None:
            break
        pairs.remove(pair)
        edges.append((*pair, chance.randint(1, 6)))
    return edges


@pytest.mark.parametrize("seed", range(60))
def test_it_agrees_with_trying_every_trail(seed: int) -> None:
    chance = random.Random(seed)
    edges = connected_edges(chance, chance.randint(3, 8), chance.randint(3, 10))
    setup = make_setup(edges, 8)
    book = setup.rulebook[0]
    tracks, ordered = np.arange(len(edges)), np.zeros(len(edges), np.int64)
    assert order_tracks(book, tracks, len(edges), ordered) <= PLACES
    assert sorted(ordered.tolist()) == tracks.tolist()
    longest = by_hand(edges)
    assert longest_by_frontier(book, ordered, len(edges), 0) == longest
    assert longest_by_frontier(book, ordered, len(edges), longest - 1) == longest
    assert longest_by_frontier(book, ordered, len(edges), longest) == longest, "what is known already stays"
