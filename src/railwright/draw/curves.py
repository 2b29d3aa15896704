"""Bends routes gently around cities and other routes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railwright.draw.projection import Points
from railwright.draw.sizes import DOT_RADIUS, band_width
from railwright.draw.spread import Route

BENDS = (0.0, 0.04, -0.04, 0.08, -0.08, 0.12, -0.12, 0.17, -0.17, 0.23, -0.23, 0.3, -0.3)
"""Candidate bends: the offset of a route's middle from the straight line, relative to the distance of its cities."""
SAMPLES = 17
SWEEPS = 4
MAX_COMPARED = 16_000
"""Maximum number of pairs of routes compared; after that, the remaining routes stay as they are. Official boards need
up to 2,600, the largest boards without crossings 11,000; only a tangle of crossing routes needs more."""
BEND_COST = 260.0
"""Cost per squared bend: a bend of 0.1 costs 2.6."""
CITY_COST = 0.25
"""Cost per square unit of a route on the dot of another city."""
ROUTE_COST = 0.03
"""Cost per square unit of a route on another route: two single tracks that cross cost about 8."""
SHORT_COST = 0.05
"""Cost per unit of length missing for comfortable spaces."""
CROSSING_COST = 60.0
"""Cost of crossing another route. It outweighs any other reason to bend, so routes cross only where their cities leave
no alternative."""
CITY_CLEARANCE = 4.0
ROUTE_CLEARANCE = 4.0


def curve(start: NDArray[np.float64], stop: NDArray[np.float64], bend: float, samples: int = SAMPLES) -> Points:
    """Points of the quadratic curve between two cities; ``bend`` as in ``BENDS``."""
    along = stop - start
    control = (start + stop) / 2 + 2 * bend * np.array([-along[1], along[0]])
    t = np.linspace(0.0, 1.0, samples)[:, None]
    return np.asarray((1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * stop)


def arc_lengths(line: Points) -> NDArray[np.float64]:
    """The distance along a line from its start to each of its points."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    return np.concatenate([[0.0], np.cumsum(steps)])


def bend_routes(points: Points, routes: list[Route]) -> list[float]:
    """Choose the bend of every route: straight where there is room, otherwise the cheapest bend."""
    choices = np.array(
        [[curve(points[r.cities[0]], points[r.cities[1]], bend) for bend in BENDS] for r in routes]
    )  # route, bend, sample, (x, y)
    halves = np.array([band_width(len(route.tracks)) / 2 for route in routes])
    alone = np.array([_cost_alone(points, route, choices[i], halves[i]) for i, route in enumerate(routes)])
    near = _neighbours(choices, halves)
    chosen = np.zeros(len(routes), dtype=np.int64)
    waiting = set(range(len(routes)))
    effort = 0
    for _ in range(SWEEPS):
        for i in sorted(waiting):
            effort += len(near[i])
            if effort > MAX_COMPARED:
                return [BENDS[k] for k in chosen]
            waiting.discard(i)
            cost = alone[i].copy()
            if len(near[i]):
                lines = choices[near[i], chosen[near[i]]]
                cost += _cost_beside(choices[i], lines, halves[i] + halves[near[i]])
                cost += CROSSING_COST * count_crossings(choices[i], lines)
            best = int(cost.argmin())
            if best != chosen[i]:
                chosen[i] = best
                waiting.update(near[i].tolist())
    return [BENDS[k] for k in chosen]


def _cost_alone(points: Points, route: Route, lines: Points, half: float) -> NDArray[np.float64]:
    others = np.delete(points, list(route.cities), axis=0)
    length = np.array([arc_lengths(line)[-1] for line in lines])
    missing = np.zeros(len(lines))
    if len(others):
        distance = np.hypot(*np.moveaxis(lines[:, :, None] - others[None, None], -1, 0)).min(axis=2)
        missing = np.maximum(half + DOT_RADIUS + CITY_CLEARANCE - distance, 0.0).sum(axis=1) * length / SAMPLES
    short = np.maximum(route.room - length, 0.0)
    return np.asarray(BEND_COST * np.square(BENDS) + CITY_COST * missing + SHORT_COST * short)


def _neighbours(choices: Points, halves: NDArray[np.float64]) -> list[NDArray[np.int64]]:
    """For each route, the others that it could touch with some bend."""
    reach = halves[:, None] + ROUTE_CLEARANCE
    low = choices.min(axis=(1, 2)) - reach
    high = choices.max(axis=(1, 2)) + reach
    meets = ((low[:, None] < high[None]) & (low[None] < high[:, None])).all(axis=2)
    np.fill_diagonal(meets, False)
    return [np.flatnonzero(row) for row in meets]


def _cost_beside(own: Points, others: Points, halves: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cost of each of a route's bends, given the current bends of the other routes."""
    inner = own[:, 2:-2, None, None]
    square = np.square(inner[..., 0] - others[..., 0]) + np.square(inner[..., 1] - others[..., 1])
    distance = np.sqrt(square.min(axis=3))
    missing = np.maximum(halves + ROUTE_CLEARANCE - distance, 0.0)
    step = np.hypot(*(own[0, -1] - own[0, 0])) / SAMPLES
    return np.asarray(ROUTE_COST * step * missing.sum(axis=(1, 2)))


def count_crossings(own: Points, others: Points) -> NDArray[np.int64]:
    """Number of times each line crosses the others; meeting at a common end does not count."""
    a, b = own[:, :, None, None], others[None, None]  # line, point of it, other, point of that
    theirs = side_of_line(a[:, :-1], a[:, 1:], b)
    ours = side_of_line(b[..., :-1, :], b[..., 1:, :], a)
    apart = theirs[..., :-1] * theirs[..., 1:] < 0.0
    across = ours[:, :-1] * ours[:, 1:] < 0.0
    return np.asarray((apart & across).sum(axis=(1, 2, 3)))


def side_of_line(a: Points, b: Points, c: Points) -> NDArray[np.float64]:
    """Orientation test: positive where c lies on one side of the line from a to b, negative on the other.

    The value is the distance of c from the line, multiplied by the distance of b from a.
    """
    ahead, (x, y) = b - a, (c[..., 0] - a[..., 0], c[..., 1] - a[..., 1])
    return np.asarray(ahead[..., 0] * y - ahead[..., 1] * x)
