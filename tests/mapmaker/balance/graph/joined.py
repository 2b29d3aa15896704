"""Some joined parts, made once for all tests."""

from __future__ import annotations

from functools import cache
from random import Random

from railwright.mapmaker.balance.graph.joining import Joined, join, largest_faces
from railwright.mapmaker.balance.graph.parts import VERTICES, Part, make_parts


@cache
def some_joined() -> list[tuple[list[Part], Joined]]:
    rng = Random(11)
    parts = make_parts(rng, count=60)
    roomy = [part for part in parts if len(largest_faces(VERTICES, part.edges)[0]) >= 6]  # others seldom fit together
    found: list[tuple[list[Part], Joined]] = []
    while len(found) < 4:
        three = rng.sample(roomy, 3)
        joined = join(three, rng)
        if joined is not None:
            found.append((three, joined))
    return found
