"""Where a balanced board gets its cities and routes: from an existing board, or from a new graph."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol

from railwright.game.board import Board
from railwright.game.game import check_seats
from railwright.game.setup import Setup
from railwright.mapmaker.balance.problem.board_style import draw_within, official_style
from railwright.mapmaker.balance.problem.brief import Brief, space_of
from railwright.mapmaker.balance.problem.candidate_tickets import with_candidates
from railwright.mapmaker.balance.problem.design import OUT, Design, DesignCanvas, of_board
from railwright.mapmaker.balance.problem.design_space import DesignSpace
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.problem.progress import Progress
from railwright.maps.load import board_ruleset


@dataclass(frozen=True, slots=True)
class Start:
    """Where a search starts."""

    canvas: DesignCanvas
    original: Design | None = None
    """The existing board, for comparison and as the reference for lengths."""
    space: DesignSpace | None = None
    """The space of choices, if it does not follow from the brief."""
    first: Design | None = None
    """A design to try before others."""
    history: tuple[Progress, ...] = ()
    """Progress of a search that is already complete."""


class GraphSource(Protocol):
    """Provides the start of a search, and the final canvas for its board."""

    def describe(self) -> dict[str, Any]:
        """What distinguishes it from other sources, for a settings file."""

    def check(self, brief: Brief) -> None:
        """Refuse a brief that makes no sense here."""

    def check_bounds(self, brief: Brief) -> None:
        """Refuse bounds that no board satisfies, as far as that is known before any game is played."""

    def find_start(self, brief: Brief, judge: Judge) -> Start:
        """The start of the search."""

    def final_canvas(self, canvas: DesignCanvas, design: Design, brief: Brief) -> DesignCanvas:
        """The canvas as it should be drawn, now that the design is known."""


@dataclass(frozen=True, slots=True)
class BoardGraphSource:
    """The cities, routes and tickets of a board."""

    board: Board
    deck: str
    title: str

    def describe(self) -> dict[str, Any]:
        """The board's name, deck and title, and a fingerprint of its content."""
        content = hashlib.sha256(json.dumps(self.board.to_dict(), sort_keys=True).encode()).hexdigest()
        return {"board": self.board.name, "deck": self.deck, "title": self.title, "content": content[:16]}

    def check(self, brief: Brief) -> None:
        """Check that the rules allow this number of players."""
        check_seats(Setup(self.board, board_ruleset(self.board), self.deck), len(brief.players))

    def check_bounds(self, brief: Brief) -> None:
        """Check that some board with these cities and routes satisfies the bounds."""
        start = self._start(brief)
        space, style = space_of(brief, start.canvas, start.original), brief.style_on(start.canvas)
        draw_within(start.canvas, space, style, Random(f"{brief.seed} bounds"))

    def find_start(self, brief: Brief, judge: Judge) -> Start:
        """The board as it is; where ticket values follow shortest paths, with more candidate tickets."""
        return self._start(brief)

    def _start(self, brief: Brief) -> Start:
        canvas, original = of_board(self.board, board_ruleset(self.board), self.deck)
        if not brief.follows_paths:
            return Start(canvas, original)
        canvas, original = with_candidates(canvas, original, Random(f"{brief.seed} tickets"))
        return Start(canvas, original, first=_repriced(canvas, original))

    def final_canvas(self, canvas: DesignCanvas, design: Design, brief: Brief) -> DesignCanvas:
        """The canvas under a new name and title, because it is a different board now."""
        graph = replace(canvas.graph, name=f"{self.board.name}-balanced", title=self.title)
        return replace(canvas, graph=graph)


def _repriced(canvas: DesignCanvas, design: Design) -> Design:
    """The design with each ticket worth its shortest path; unchanged if its deck already is like an official one."""
    if official_style(canvas).of_tickets.allows(canvas, design):
        return design
    path_lengths = canvas.path_lengths.spaces(design.lengths)
    values = (OUT if value == OUT else way for value, way in zip(design.values, path_lengths, strict=True))
    return replace(design, values=tuple(values))


def board_graph_source(board: Board, *, deck: str | None = None, title: str | None = None) -> BoardGraphSource:
    """The source of a board with one of its ticket decks."""
    return BoardGraphSource(board, deck or board.decks[0], title or f"{board.title}, balanced")
