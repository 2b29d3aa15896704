"""A judge of plans that shares no code with the map maker: exact arithmetic over all pairs of edges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from railwright.draw.projection import project
from railwright.mapmaker.board_plan import BoardPlan

Point = tuple[float, float]


def mercator(plan: BoardPlan) -> list[Point]:
    return [(math.radians(c.longitude), math.asinh(math.tan(math.radians(c.latitude)))) for c in plan.cities]


def drawn(plan: BoardPlan) -> list[Point]:
    return [(float(x), float(y)) for x, y in project(plan.cities)]


def _turn(a: Point, b: Point, c: Point) -> int:
    ax, ay, bx, by, cx, cy = (Fraction(value) for point in (a, b, c) for value in point)
    value = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return (value > 0) - (value < 0)


def _between(a: Point, b: Point, c: Point) -> bool:
    """Whether c, on the line of a and b, lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two closed segments have a common point."""
    one, two, three, four = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if one * two < 0 and three * four < 0:
        return True
    ends = ((one, a, b, c), (two, a, b, d), (three, c, d, a), (four, c, d, b))
    return any(turn == 0 and _between(p, q, r) for turn, p, q, r in ends)


def touching_routes(plan: BoardPlan, points: Sequence[Point]) -> list[tuple[int, int]]:
    """Pairs of routes that have a point in common besides a common city."""
    found = []
    for i, one in enumerate(plan.routes):
        for j, two in enumerate(plan.routes[:i]):
            common = set(one.cities) & set(two.cities)
            if not common:
                if touch(*(points[city] for city in (*one.cities, *two.cities))):
                    found.append((j, i))
                continue
            (at,) = common
            mine, theirs = (next(city for city in route.cities if city != at) for route in (one, two))
            ahead = sum(
                (Fraction(points[mine][k]) - Fraction(points[at][k]))
                * (Fraction(points[theirs][k]) - Fraction(points[at][k]))
                for k in (0, 1)
            )
            if _turn(points[at], points[mine], points[theirs]) == 0 and ahead > 0:
                found.append((j, i))
    return found


def least_angle(plan: BoardPlan, points: Sequence[Point]) -> float:
    """In degrees, at any city."""
    least = 360.0
    for city, (x, y) in enumerate(points):
        ways = sorted(
            math.degrees(math.atan2(points[other][1] - y, points[other][0] - x))
            for route in plan.routes
            if city in route.cities
            for other in route.cities
            if other != city
        )
        if len(ways) > 1:
            least = min(least, ways[0] + 360 - ways[-1], *(b - a for a, b in pairwise(ways)))
    return least


def is_connected(plan: BoardPlan) -> bool:
    reached = {0}
    for _ in plan.cities:
        reached |= {city for route in plan.routes if reached & set(route.cities) for city in route.cities}
    return len(reached) == len(plan.cities)


def spread(points: Sequence[Point]) -> float:
    """The smallest distance of two cities in parts of the root of area by cities, as for the published maps."""
    xs, ys = zip(*points, strict=True)
    area = (max(xs) - min(xs)) * (max(ys) - min(ys))
    nearest = min(math.dist(a, b) for i, a in enumerate(points) for b in points[:i])
    return nearest / math.sqrt(area / len(points))


def variation(plan: BoardPlan, points: Sequence[Point]) -> float:
    """The coefficient of variation of map length per space."""
    sizes = [math.dist(*(points[city] for city in route.cities)) / route.length for route in plan.routes]
    mean = sum(sizes) / len(sizes)
    return math.sqrt(sum((size - mean) ** 2 for size in sizes) / len(sizes)) / mean


def faults(plan: BoardPlan, angle: float) -> list[str]:
    """Everything that would make the plan a bad board."""
    found = []
    names = [city.name.casefold() for city in plan.cities]
    if len(set(names)) < len(names):
        found.append("names are not unique")
    if not is_connected(plan):
        found.append("not connected")
    pairs = [route.cities for route in plan.routes]
    if len(set(pairs)) < len(pairs) or any(a >= b for a, b in pairs):
        found.append("pairs of cities repeat or are not in order")
    for route in plan.routes:
        if not 1 <= route.length <= 6 or route.tracks not in (1, 2) or (route.tracks == 2 and route.length > 4):
            found.append(f"{route.cities}: {route.tracks} tracks of {route.length} spaces")
        start, end = (plan.cities[city] for city in route.cities)
        ends = (start.latitude, start.longitude), (end.latitude, end.longitude)
        if (route.line[0], route.line[-1]) != ends:
            found.append(f"{route.cities}: the railway does not lead from city to city")
    for what, points in (("drawn", drawn(plan)), ("mercator", mercator(plan))):
        found += [f"{what}: routes {pair} touch" for pair in touching_routes(plan, points)]
        if least_angle(plan, points) < angle:
            found.append(f"{what}: an angle of {least_angle(plan, points):.2f} degrees")
    for city in plan.cities:
        if (round(city.latitude, 6), round(city.longitude, 6)) != (city.latitude, city.longitude):
            found.append(f"{city.name}: more than six decimals")
    return found
