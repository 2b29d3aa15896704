"""Where a balanced board is made: on the cities and routes of a board, or on new ones."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol

from railwright.game.board import Board
from railwright.game.setup import Setup
from railwright.mapmaker.balance.problem.brief import Brief, space_of
from railwright.mapmaker.balance.problem.candidates import with_candidates
from railwright.mapmaker.balance.problem.design import OUT, Canvas, Design, of_board
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.problem.progress import Progress
from railwright.mapmaker.balance.problem.space import Space
from railwright.mapmaker.balance.problem.style import draw_within, official_style
from railwright.maps.load import board_ruleset
from railwright.matches.match import check_seats


@dataclass(frozen=True, slots=True)
class Start:
    """Where a search begins."""

    canvas: Canvas
    original: Design | None = None
    """The board that is there already, to be compared with and kept near to."""
    space: Space | None = None
    """What is open, if that does not follow from the brief."""
    first: Design | None = None
    """Worth a try before others."""
    history: tuple[Progress, ...] = ()
    """Of a search that is done already."""


class GraphSource(Protocol):
    """Gives a search its start and a board its last touch."""

    def describe(self) -> dict[str, Any]:
        """What tells it from other sources, for a file of settings."""

    def check(self, brief: Brief) -> None:
        """Refuse a brief that makes no sense here."""

    def check_bounds(self, brief: Brief) -> None:
        """Refuse bounds that no board keeps to, as far as that is known before any game is played."""

    def lay(self, brief: Brief, judge: Judge) -> Start:
        """Where the search begins."""

    def settle(self, canvas: Canvas, design: Design, brief: Brief) -> Canvas:
        """The canvas as it should be drawn, now that the design is known."""


@dataclass(frozen=True, slots=True)
class BoardGraphSource:
    """The cities, routes and tickets of a board."""

    board: Board
    deck: str
    title: str

    def describe(self) -> dict[str, Any]:
        """The board's name, deck and title, and a fingerprint of all that is on it."""
        content = hashlib.sha256(json.dumps(self.board.to_dict(), sort_keys=True).encode()).hexdigest()
        return {"board": self.board.name, "deck": self.deck, "title": self.title, "content": content[:16]}

    def check(self, brief: Brief) -> None:
        """The rules must know so many players."""
        check_seats(Setup(self.board, board_ruleset(self.board), self.deck), len(brief.players))

    def check_bounds(self, brief: Brief) -> None:
        """Some board with these cities and routes must keep to them."""
        start = self._start(brief)
        space, style = space_of(brief, start.canvas, start.original), brief.style_on(start.canvas)
        draw_within(start.canvas, space, style, Random(f"{brief.seed} bounds"))

    def lay(self, brief: Brief, judge: Judge) -> Start:
        """As the board is; where tickets follow their ways, with more tickets to choose from."""
        return self._start(brief)

    def _start(self, brief: Brief) -> Start:
        canvas, original = of_board(self.board, board_ruleset(self.board), self.deck)
        if not brief.follows_ways:
            return Start(canvas, original)
        canvas, original = with_candidates(canvas, original, Random(f"{brief.seed} tickets"))
        return Start(canvas, original, first=_repriced(canvas, original))

    def settle(self, canvas: Canvas, design: Design, brief: Brief) -> Canvas:
        """Under a name and title of its own: it is another board now."""
        graph = replace(canvas.graph, name=f"{self.board.name}-balanced", title=self.title)
        return replace(canvas, graph=graph)


def _repriced(canvas: Canvas, design: Design) -> Design:
    """The design with tickets that are worth their ways; as it is if they are as in official decks."""
    if official_style(canvas).of_tickets.allows(canvas, design):
        return design
    ways = canvas.ways.spaces(design.lengths)
    values = (OUT if value == OUT else way for value, way in zip(design.values, ways, strict=True))
    return replace(design, values=tuple(values))


def board_graph_source(board: Board, *, deck: str | None = None, title: str | None = None) -> BoardGraphSource:
    """The source of a board with one of its ticket decks."""
    return BoardGraphSource(board, deck or board.decks[0], title or f"{board.title}, balanced")
