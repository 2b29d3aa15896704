"""Where a balanced board is made: on the cities and routes of a board, or on new ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from railwright.game.board import Board
from railwright.mapmaker.balance.brief import Brief
from railwright.mapmaker.balance.design import Canvas, Design, of_board
from railwright.mapmaker.balance.judge import Judge
from railwright.maps.load import board_ruleset


class Ground(Protocol):
    """Gives a canvas to design on."""

    def lay(self, brief: Brief, judge: Judge) -> tuple[Canvas, Design | None]:
        """The canvas, and the board that is there already."""

    def settle(self, canvas: Canvas, design: Design, seed: int) -> Canvas:
        """The canvas as it should be drawn, now that the design is known."""


@dataclass(frozen=True, slots=True)
class BoardGround:
    """The cities, routes and tickets of a board."""

    board: Board
    deck: str
    title: str

    def lay(self, brief: Brief, judge: Judge) -> tuple[Canvas, Design | None]:
        """As the board is."""
        return of_board(self.board, board_ruleset(self.board), self.deck)

    def settle(self, canvas: Canvas, design: Design, seed: int) -> Canvas:
        """Under a name and title of its own: it is another board now."""
        graph = replace(canvas.graph, name=f"{self.board.name}-balanced", title=self.title)
        return replace(canvas, graph=graph)


def board_ground(board: Board, *, deck: str | None = None, title: str | None = None) -> BoardGround:
    """The ground of a board with one of its ticket decks."""
    return BoardGround(board, deck or board.decks[0], title or f"{board.title}, balanced")
