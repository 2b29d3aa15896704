"""An order of a board's cities for the longest path, and how tangled the board is.

Take the cities in some order. At each moment the *frontier* is the cities so far that still have tracks to later ones.
Its greatest length, counted with the city that is being added, is the *width* of the order. What the longest path
costs grows with the width (``frontier.py``). A part of the tracks never has a greater width than the whole in the same
order, so one look at a board bounds every position on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

MAX_WIDTH = 14
"""The greatest width of a board. Official boards and published maps have at most 8; a complete network of 15 cities has
15. Within it, the hardest networks that ``benchmarks/longest_path.py`` knows take about a second and 50 MB."""

NARROW = 8
"""No better order is looked for."""

STARTS = 12
"""Cities to begin with that are tried. Those with the fewest neighbours come first: they lie at the edge of the map."""


def too_tangled(width: int) -> str:
    """What is wrong with a board of this width; nothing if it is narrow enough."""
    if width <= MAX_WIDTH:
        return ""
    return f"too tangled for the longest path: the width is {width}, at most {MAX_WIDTH} is possible; take tracks away"


@lru_cache(maxsize=256)
def order_cities(neighbours: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The cities in an order with a small width, and that width. ``neighbours`` has a set of bits for each city."""
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
    """The order that begins with one city; given up when its width reaches ``limit``.

    The next city is the one after which the frontier is shortest; among equals, one with many tracks to earlier cities.
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
        finishing: dict[int, int] = {}  # how many cities of the frontier have only this one still to come
        for other in _members(frontier):
            to_come = neighbours[other] & ~done
            if not to_come:
                frontier ^= 1 << other
            elif not to_come & (to_come - 1):
                finishing[to_come] = finishing.get(to_come, 0) + 1
        least = (len(neighbours), 0)
        for candidate in _members(waiting):
            bit, near = 1 << candidate, neighbours[candidate]
            growth = (1 if near & ~done & ~bit else 0) - finishing.get(bit, 0), -(near & done).bit_count()
            if growth < least:
                least, city = growth, candidate


def _members(cities: int) -> Iterator[int]:
    while cities:
        low = cities & -cities
        yield low.bit_length() - 1
        cities ^= low
