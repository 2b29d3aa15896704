"""Some joined parts, made once for all tests."""

from __future__ import annotations

from functools import cache
from random import Random

from railwright.mapmaker.balance.graph.joining import Joined, join
from railwright.mapmaker.balance.graph.parts import Part, make_parts


@cache
def some_joined() -> list[tuple[list[Part], Joined]]:
    rng = Random(11)
    parts = make_parts(rng, count=60)
    light = [part for part in parts if len(part.edges) <= 26]
    found: list[tuple[list[Part], Joined]] = []
    while len(found) < 4:
        three = rng.sample(light, 3)
        joined = join(three, rng)
        if joined is not None:
            found.append((three, joined))
    return found
