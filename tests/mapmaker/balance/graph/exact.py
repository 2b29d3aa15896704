"""An independent count of crossings, in exact arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

Point = tuple[Fraction, Fraction]


def crossing_pairs(
    places: Sequence[tuple[float, float]], edges: Sequence[tuple[int, int]]
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Pairs of edges that have a point in common other than an end that both have; floats are exact fractions."""
    at = [(Fraction(x), Fraction(y)) for x, y in places]
    found = []
    for one, two in combinations(edges, 2):
        shared = set(one) & set(two)
        if shared:
            (middle,) = shared
            a, b = (next(v for v in edge if v != middle) for edge in (one, two))
            bad = turn(at[middle], at[a], at[b]) == 0 and ahead(at[middle], at[a], at[b]) > 0
        else:
            bad = meet(at[one[0]], at[one[1]], at[two[0]], at[two[1]])
        if bad:
            found.append((one, two))
    return found


def turn(a: Point, b: Point, c: Point) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def ahead(a: Point, b: Point, c: Point) -> Fraction:
    return (b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1])


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines have a point in common; lines on one line are asked by their boxes."""
    sides = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if sides[0] * sides[1] > 0 or sides[2] * sides[3] > 0:
        return False
    if any(sides):
        return True
    return all(max(min(a[k], b[k]), min(c[k], d[k])) <= min(max(a[k], b[k]), max(c[k], d[k])) for k in range(2))
