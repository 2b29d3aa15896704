"""Parts keep to the paper's bounds."""

from __future__ import annotations

from itertools import combinations
from random import Random

from railwright.mapmaker.balance.graph.isomorphism import canonical_form
from railwright.mapmaker.balance.graph.parts import Part, make_parts


def reached(part: Part) -> set[int]:
    found = {0}
    for _ in range(12):
        found |= {v for edge in part.edges if set(edge) & found for v in edge}
    return found


def test_parts_have_the_published_bounds() -> None:
    parts = make_parts(Random(1), count=86)
    assert len(parts) == 86
    for part in parts:
        assert 25 <= len(part.edges) <= 30
        assert list(part.edges) == sorted({(a, b) for a, b in part.edges if 0 <= a < b < 12})
        degrees = [sum(vertex in edge for edge in part.edges) for vertex in range(12)]
        assert part.degrees == degrees
        assert min(degrees) >= 2
        assert max(degrees) <= 6
        assert reached(part) == set(range(12))
    assert {len(part.edges) for part in parts} == set(range(25, 31))


def test_no_two_parts_are_the_same() -> None:
    parts = make_parts(Random(2), count=60)
    forms = [canonical_form(12, part.edges) for part in parts]
    assert all(one != two for one, two in combinations(forms, 2))


def test_the_same_seed_makes_the_same_parts() -> None:
    assert make_parts(Random(5), count=10) == make_parts(Random(5), count=10)
    assert make_parts(Random(5), count=10) != make_parts(Random(6), count=10)
