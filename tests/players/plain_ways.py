"""Shortest ways in plain Python, for the tests of compiled ones."""

from __future__ import annotations

import heapq

from railwright.game.setup import Setup

Ends = list[tuple[int, int]]


def ends_of(setup: Setup) -> Ends:
    """The two cities of each track."""
    index = setup.board.city_index
    return [(index[track.cities[0]], index[track.cities[1]]) for track in setup.board.tracks]


def plain_ways(ends: Ends, cost: list[int], starts: set[int]) -> dict[int, tuple[int, list[int]]]:
    """Distance and tracks of the way to every city that can be reached, in the order in which they are settled."""
    best: dict[int, tuple[int, list[int]]] = {city: (0, []) for city in starts}
    waiting = [(0, city) for city in starts]
    heapq.heapify(waiting)
    settled: dict[int, tuple[int, list[int]]] = {}
    while waiting:
        distance, here = heapq.heappop(waiting)
        if here in settled:
            continue
        settled[here] = best[here]
        for track, pair in enumerate(ends):
            if here in pair and cost[track] >= 0:
                there = pair[0] if pair[1] == here else pair[1]
                if there not in best or distance + cost[track] < best[there][0]:
                    best[there] = distance + cost[track], [*best[here][1], track]
                    heapq.heappush(waiting, (best[there][0], there))
    return settled
