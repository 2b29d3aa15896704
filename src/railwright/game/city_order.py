"""An order of a board's cities for the longest path, and a measure of how tangled the board is.

Add the cities one by one in some order. At each step the *frontier* is the set of added cities that still have tracks
to later ones. Its largest size, including the city being added, is the *width* of the order (in graph theory: the
vertex separation, plus one). The cost of finding the longest path grows with the width (``frontier.py``). In the same
order, a subset of the tracks never has a greater width than all of them, so the width of a board bounds the cost of
every position on it.
"""

from __future__ import annotations

from functools import lru_cache

from railwright.compiled.bit_sets import elements

MAX_WIDTH = 14
"""The largest width of a board. Official boards and published maps have at most 8; a complete network of 15 cities has
15. Within this limit, the hardest networks in ``benchmarks/longest_path.py`` take about a second and 50 MB."""

NARROW = 8
"""A width that is good enough: the search for a better order stops."""

STARTS = 12
"""Number of start cities to try. Those with the fewest neighbours come first: they lie at the edge of the map."""


def too_tangled(width: int) -> str:
    """The error message for a board that is too wide; empty if it is narrow enough."""
    if width <= MAX_WIDTH:
        return ""
    return f"too tangled for the longest path: the width is {width}, the limit is {MAX_WIDTH}; remove some tracks"


@lru_cache(maxsize=256)
def order_cities(neighbours: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """An order of the cities with a small width, and the width. ``neighbours`` has a bit set for each city."""
    starts = sorted(range(len(neighbours)), key=lambda city: (neighbours[city].bit_count(), city))
    best: tuple[int, ...] = tuple(range(len(neighbours)))
    least = len(neighbours) + 1
    for start in starts[:STARTS]:
        order, width = _order_from(neighbours, start, least)
        if width < least:
            best, least = order, width
        if least <= NARROW:
            break
    return best, least


def _order_from(neighbours: tuple[int, ...], start: int, limit: int) -> tuple[tuple[int, ...], int]:
    """A greedy order that begins with one city, and its width; abandoned when the width reaches ``limit``.

    The next city is the one that leaves the smallest frontier; ties go to the city with the most earlier neighbours.
    """
    order: list[int] = []
    everything = (1 << len(neighbours)) - 1
    done = frontier = reached = width = 0
    city = start
    while True:
        order.append(city)
        done |= 1 << city
        width = max(width, frontier.bit_count() + 1)
        reached |= neighbours[city]
        waiting = reached & ~done or everything & ~done
        if not waiting or width >= limit:
            return tuple(order), width
        frontier |= 1 << city
        finishing: dict[int, int] = {}  # for each city, how many frontier cities have it as their last open neighbour
        for other in elements(frontier):
            to_come = neighbours[other] & ~done
            if not to_come:
                frontier ^= 1 << other
            elif not to_come & (to_come - 1):
                finishing[to_come] = finishing.get(to_come, 0) + 1
        least = (len(neighbours), 0)
        for candidate in elements(waiting):
            bit, near = 1 << candidate, neighbours[candidate]
            growth = (1 if near & ~done & ~bit else 0) - finishing.get(bit, 0), -(near & done).bit_count()
            if growth < least:
                least, city = growth, candidate
