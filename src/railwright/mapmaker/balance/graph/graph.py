"""The underlying graph of a board: its cities, and which pairs of them have a route, without lengths and colours."""

from __future__ import annotations

from dataclasses import dataclass

from railwright.game.board import Board, City


@dataclass(frozen=True, slots=True)
class Graph:
    """Cities, and which pairs of them have a route (paper, section "Ticket to Ride and Its Rules")."""

    name: str
    title: str
    cities: tuple[City, ...]
    routes: tuple[tuple[int, int], ...]
    """Pairs of numbers of cities, the smaller first, sorted."""
    source: str = ""
    """Where its data come from and under which licence."""

    @staticmethod
    def of_board(board: Board) -> Graph:
        """What is left of a board without lengths, colours, parallel tracks and tickets."""
        routes: set[tuple[int, int]] = set()
        for track in board.tracks:
            a, b = (board.city_index[name] for name in track.cities)
            routes.add((min(a, b), max(a, b)))
        return Graph(board.name, board.title, board.cities, tuple(sorted(routes)), board.source)
