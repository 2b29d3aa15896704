"""The method for dense networks finds the longest trail."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from railwright.game.bridges import longest_with_bridges
from railwright.game.city_order import order_cities


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


def longest(edges: list[tuple[int, int, int]], best: int = 0) -> int:
    """By the method for dense networks, whether this one is dense or not."""
    neighbours = [0] * (1 + max(max(edge[:2]) for edge in edges))
    for a, b, _ in edges:
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a
    rank = np.argsort(np.array(order_cities(tuple(neighbours))[0]))
    city_a, city_b, lengths = (np.array(column) for column in zip(*edges, strict=True))
    return longest_with_bridges(city_a, city_b, lengths, rank, best)


@pytest.mark.parametrize("seed", range(200))
def test_it_agrees_with_trying_every_trail(seed: int) -> None:
    chance = random.Random(seed)
    edges = connected_edges(chance, chance.randint(3, 8), chance.randint(3, 10))
    found = by_hand(edges)
    assert longest(edges) == found
    assert longest(edges, found - 1) == found
    assert longest(edges, found) == found, "what is known already stays"


def test_the_order_of_cities_has_the_width_it_claims() -> None:
    for seed in range(30):
        chance = random.Random(seed)
        neighbours = [0] * chance.randint(2, 20)
        for a, b, _ in connected_edges(chance, len(neighbours), 40):
            neighbours[a] |= 1 << b
            neighbours[b] |= 1 << a
        order, width = order_cities(tuple(neighbours))
        assert sorted(order) == list(range(len(neighbours)))
        frontiers = [
            sum(1 for city in order[:i] if any(neighbours[city] >> later & 1 for later in order[i:]))
            for i in range(len(order))
        ]
        assert width == 1 + max(frontiers)
