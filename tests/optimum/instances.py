"""Questions to ask: small ones of every kind, larger ones like boards, and short ways to write one."""

from __future__ import annotations

from math import hypot
from random import Random

from railwright.optimum.instance import Goal, Instance, Limit, Link

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
MAX_LINKS = 10
"""More would be too many choices to look at all of them."""


def link(a: int, b: int, trains: int, points: int) -> Link:
    return Link(a, b, trains, points, track=0)


def goal(start: int | tuple[int, ...], end: int | tuple[int, ...], points: int) -> Goal:
    starts, ends = ((place,) if isinstance(place, int) else place for place in (start, end))
    return Goal(starts, ends, points, ticket=0)


def small_instance(seed: int) -> Instance:
    """Loops, parallel links, groups of vertices, links that cost points and no trains, limits, lone vertices."""
    source = Random(seed)
    vertices = source.choice((source.randint(1, 6), source.randint(6, 12), 12))
    every, pick = range(vertices), source.choice
    free = source.choice((0, 0, 1, 2, 3))
    plain = source.choice((source.randint(0, 4), MAX_LINKS - free, MAX_LINKS - free))
    links = [link(pick(every), pick(every), source.randint(1, 4), source.randint(0, 7)) for _ in range(plain)]
    links += [link(pick(every), pick(every), 0, -source.randint(1, 4)) for _ in range(free)]
    source.shuffle(links)
    groups = [tuple(source.sample(every, min(vertices, size))) for size in (1, 1, 1, 1, 1, 2, 3)]
    pairs = [(pick(groups), pick(groups)) for _ in range(4)] + [((one.a,), (one.b,)) for one in links[:4]]
    goals = [goal(*pick(pairs), source.randint(1, 12)) for _ in range(source.randint(0, 7))]
    limits = []
    for _ in range(source.choice((0, 0, 1, 2)) if links else 0):
        some = source.sample(range(len(links)), source.randint(1, min(4, len(links))))
        limits.append(Limit(tuple(some), source.randint(0, 2)))
    trains = source.choice((source.randint(0, 6), source.randint(6, 20), source.randint(6, 20)))
    return Instance(vertices, tuple(links), tuple(goals), trains, tuple(limits), source.randint(-20, 5))


def worthwhile_instance(seed: int) -> Instance:
    """Small, with loops, parallels, groups and limits; every link is worth something, so that none can be idle."""
    source = Random(seed)
    vertices, number = source.randint(2, 7), source.randint(1, 9)
    links = []
    for _ in range(number):
        trains = source.randint(1, 6)
        links.append(link(source.randrange(vertices), source.randrange(vertices), trains, POINTS[trains]))

    def place() -> tuple[int, ...]:
        return tuple(source.sample(range(vertices), min(vertices, source.choice((1, 1, 1, 2)))))

    goals = tuple(goal(place(), place(), source.randint(1, 25)) for _ in range(source.randint(0, 5)))
    limited = tuple(source.sample(range(number), min(number, 3)))
    limits = (Limit(limited, source.choice((1, 2))),) if source.random() < 0.5 else ()
    return Instance(vertices, tuple(links), goals, source.randint(0, 20), limits, source.randint(-30, 30))


def medium_instance(seed: int) -> Instance:
    """Larger than can be searched through: like a board, with some parallels, stations and groups."""
    source = Random(seed)
    vertices = source.randint(16, 20)
    places = [(source.random(), source.random()) for _ in range(vertices)]
    pairs = sorted((_distance(places[a], places[b]), a, b) for a in range(vertices) for b in range(a))
    links: list[Link] = []
    for length, a, b in pairs[: source.randint(26, 36)]:
        trains = min(6, 1 + int(20 * length))
        links.append(link(a, b, trains, POINTS[trains]))
    limits = []
    for twin in source.sample(range(len(links)), 2):
        limits.append(Limit((twin, len(links)), 1))
        links.append(link(links[twin].a, links[twin].b, links[twin].trains % 6 + 1, source.randint(1, 10)))
    limits.append(Limit((len(links), len(links) + 1), 1))
    for _ in range(2):
        a, b = source.sample(range(vertices), 2)
        links.append(link(a, b, 0, -4))
    goals = []
    for number in range(source.randint(12, 15)):
        ends = source.sample(range(vertices), 4)
        distance = _distance(places[ends[0]], places[ends[1]])
        goals.append(goal(ends[0], (ends[1], *ends[2 : 2 + number % 5 // 3]), 4 + int(16 * distance)))
    return Instance(vertices, tuple(links), tuple(goals), source.randint(20, 30), tuple(limits), -source.randint(0, 60))


def _distance(here: tuple[float, float], there: tuple[float, float]) -> float:
    return hypot(here[0] - there[0], here[1] - there[1])
