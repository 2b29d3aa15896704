"""The shortest path of a ticket on the board, for rules where only that path completes it."""

from __future__ import annotations

from collections.abc import Iterable

from railwright.game.board import Board


def shortest_path(board: Board, starts: Iterable[int], goals: Iterable[int]) -> list[int]:
    """The tracks of a shortest path, in spaces, from any start to any goal city, no matter who owns them (Dijkstra).

    Ties are broken by order: cities are settled by distance, then number, and tracks are tried by number. Empty if
    there is no path.
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
    path = []
    while city in arrival:
        track, city = arrival[city]
        path.append(track)
    return path[::-1]
