"""The shortest way of a ticket over a whole board, for rules by which only that way completes it."""

from __future__ import annotations

from collections.abc import Iterable

from railwright.game.board import Board


def shortest_way(board: Board, starts: Iterable[int], goals: Iterable[int]) -> list[int]:
    """The tracks of the way of fewest spaces from any of some cities to any of others, whoever has claimed them.

    Of equally short ways the one found first: cities are settled by distance, then number, and their tracks tried in
    the order of their numbers. Empty if there is none.
    """
    around: list[list[tuple[int, int]]] = [[] for _ in board.cities]
    for number, track in enumerate(board.tracks):
        a, b = (board.city_index[name] for name in track.cities)
        around[a].append((number, b))
        around[b].append((number, a))
    distance = dict.fromkeys(starts, 0)
    arrival: dict[int, tuple[int, int]] = {}
    waiting, settled, ends = set(distance), set[int](), set(goals)
    while waiting:
        here = min(waiting, key=lambda city: (distance[city], city))
        if here in ends:
            return _trace(arrival, here)
        waiting.remove(here)
        settled.add(here)
        for number, there in around[here]:
            far = distance[here] + board.tracks[number].length
            if there not in settled and far < distance.get(there, far + 1):
                distance[there], arrival[there] = far, (number, here)
                waiting.add(there)
    return []


def _trace(arrival: dict[int, tuple[int, int]], city: int) -> list[int]:
    way = []
    while city in arrival:
        track, city = arrival[city]
        way.append(track)
    return way[::-1]
