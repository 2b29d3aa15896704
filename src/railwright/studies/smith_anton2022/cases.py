"""The boards of the study, on each graph by each method, and the graphs as subjects of computations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from railwright.mapmaker.balance.new_graph import NewGraphSource
from railwright.mapmaker.balance.problem.board_style import FREE, OFFICIAL
from railwright.mapmaker.balance.problem.brief import PUBLISHED, RACING
from railwright.mapmaker.balance.problem.graph_source import GraphSource, board_graph_source
from railwright.maps.load import load_board
from railwright.studies.computation import Subject
from railwright.studies.smith_anton2022.published import COMPLETE, NEW, RESTRICTED, SUBGAMES

MAX_CHANGE = 1
"""Largest change of a length where lengths are restricted (paper)."""


@dataclass(frozen=True, slots=True)
class OfBoard:
    """The graph of a built-in board."""

    board: str

    def load(self) -> GraphSource:
        """The source of the graph, with the board's first deck."""
        return board_graph_source(load_board(self.board))

    def describe(self) -> dict[str, Any]:
        """The board and its fingerprint."""
        return self.load().describe()


@dataclass(frozen=True, slots=True)
class OfNothing:
    """A new graph."""

    title: str
    subgames: bool

    def load(self) -> GraphSource:
        """The source of the graph, which is generated during the search."""
        return NewGraphSource(self.title, subgames=self.subgames)

    def describe(self) -> dict[str, Any]:
        """The title and the method; everything else follows from the seed."""
        return {"board": "new", **self.load().describe()}


SUBJECTS: Mapping[str, Subject] = {
    COMPLETE: OfBoard("usa"),
    RESTRICTED: OfBoard("usa"),
    NEW: OfNothing("Invented country", subgames=False),
    SUBGAMES: OfNothing("Three provinces", subgames=True),
}

TITLES: Mapping[str, str] = {
    COMPLETE: "usa graph, complete",
    RESTRICTED: "usa graph, lengths within 1",
    NEW: "new graph",
    SUBGAMES: "new graph of subgames",
}


@dataclass(frozen=True, slots=True)
class Case:
    """A board to be made."""

    graph: str
    method: str
    style: str = FREE

    @property
    def name(self) -> str:
        """Short name, for file names."""
        by = "published" if self.method == PUBLISHED else "ours"
        return f"{self.graph}-{by}" + ("" if self.style == FREE else f"-{self.style}")

    @property
    def by(self) -> str:
        """The method that makes it, for tables."""
        if self.method == PUBLISHED:
            return "published method"
        return "ours" if self.style == FREE else "ours, official style"

    @property
    def title(self) -> str:
        """The title, for captions."""
        return f"{TITLES[self.graph]}, {self.by}"


CASES = tuple(
    Case(graph, method, style)
    for graph in SUBJECTS
    for method, style in ((PUBLISHED, FREE), (RACING, FREE), (RACING, OFFICIAL))
    if (graph, style) != (SUBGAMES, OFFICIAL)
)
"""All boards of the study."""
