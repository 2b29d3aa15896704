"""Instances that are small enough to try everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from railwright.optimum.instance import Goal, Instance, Limit, Link

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}


def random_instance(rng: random.Random) -> Instance:
    """Loops, parallel links, groups of vertices and limits included; every link is worth something."""
    vertices, number = rng.randint(2, 7), rng.randint(1, 9)
    links = []
    for i in range(number):
        trains = rng.randint(1, 6)
        links.append(Link(rng.randrange(vertices), rng.randrange(vertices), trains, POINTS[trains], i))

    def place() -> tuple[int, ...]:
        return tuple(rng.sample(range(vertices), min(vertices, rng.choice([1, 1, 1, 2]))))

    goals = tuple(Goal(place(), place(), rng.randint(1, 25), i) for i in range(rng.randint(0, 5)))
    limited = tuple(rng.sample(range(number), min(number, 3)))
    limits = (Limit(limited, rng.choice([1, 2])),) if rng.random() < 0.5 else ()
    return Instance(vertices, tuple(links), goals, rng.randint(0, 20), limits, rng.randint(-30, 30))


def every_choice(instance: Instance) -> Iterator[frozenset[int]]:
    """All choices that are allowed."""
    for number in range(len(instance.links) + 1):
        for chosen in combinations(range(len(instance.links)), number):
            if instance.allows(chosen):
                yield frozenset(chosen)
