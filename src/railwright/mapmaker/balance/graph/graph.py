"""An underlying graph: cities, and which pairs of them have a route."""

from __future__ import annotations

from dataclasses import dataclass

from railwright.game.board import Board, City


@dataclass(frozen=True, slots=True)
class Graph:
    """What a board has before lengths, colours, double routes and tickets."""

    name: str
    title: str
    cities: tuple[City, ...]
    routes: tuple[tuple[int, int], ...]
    """Pairs of numbers of cities, the smaller first, in order."""
    source: str = ""

    @staticmethod
    def of_board(board: Board) -> Graph:
        """The graph of a board: parallel tracks are one route."""
        index = board.city_index
        pairs = {tuple(sorted((index[a], index[b]))) for a, b in (track.cities for track in board.tracks)}
        routes = tuple(sorted((a, b) for a, b in pairs))
        return Graph(board.name, board.title, board.cities, routes, board.source)
