"""The underlying graph of a board: its cities and the pairs joined by a route, without lengths and colours."""

from __future__ import annotations

from dataclasses import dataclass

from railwright.game.board import Board, City


@dataclass(frozen=True, slots=True)
class Graph:
    """Cities, and the pairs of them joined by a route (paper, section "Ticket to Ride and Its Rules")."""

    name: str
    title: str
    cities: tuple[City, ...]
    routes: tuple[tuple[int, int], ...]
    """Pairs of city numbers, the smaller first, sorted."""
    source: str = ""
    """Source and licence of its data."""

    @staticmethod
    def of_board(board: Board) -> Graph:
        """The graph of a board, without lengths, colours, parallel tracks and tickets."""
        routes: set[tuple[int, int]] = set()
        for track in board.tracks:
            a, b = (board.city_index[name] for name in track.cities)
            routes.add((min(a, b), max(a, b)))
        return Graph(board.name, board.title, board.cities, tuple(sorted(routes)), board.source)
