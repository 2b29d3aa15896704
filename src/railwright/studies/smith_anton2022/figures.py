"""Writes the cost and the progress of the searches (table A and figure D), and draws the boards."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.draw import draw_board
from railwright.report.document import Bullets, Grid, Paragraph, Part, Picture
from railwright.report.figures import Mark, SearchTrace, draw_search_traces
from railwright.studies.smith_anton2022.cases import TITLES
from railwright.studies.smith_anton2022.findings import MadeBoard, on
from railwright.studies.smith_anton2022.published import HOURS
from railwright.studies.smith_anton2022.remarks import PROGRESS, READINGS, SEARCHED
from railwright.studies.study_runner import Content

THOUSAND = 1000


def effort_table(boards: Sequence[MadeBoard]) -> Content:
    """Table A: games and time of each search, its own estimate of the distance, and the result of fresh games."""
    headings = (
        "board",
        "by",
        "games",
        "CPU seconds",
        "distance estimated by the search",
        "distance in fresh games",
        "95% interval",
    )
    rows = tuple(
        (TITLES[made.case.graph], made.case.by, f"{made.games:,}", f"{made.seconds:.0f}",
         f"{made.history[-1][1]:.3f}", f"{made.after.distance:.4f}", f"{made.after.low:.3f}-{made.after.high:.3f}")
        for made in boards
    )  # fmt: skip
    data = tuple(
        {"board": made.case.graph, "by": made.case.by, "games": made.games, "seconds": made.seconds,
         "seen": made.history[-1][1], "distance": made.after.distance}
        for made in boards
    )  # fmt: skip
    text = f"Not in the paper, which only says that an experiment took more than {HOURS} hours."
    how = "Our readings of the published method, where the paper leaves a choice:"
    grid = Grid("", headings, rows, frozenset({0, 1}))
    return Content((Paragraph(text), grid, Bullets((SEARCHED,)), Paragraph(how), Bullets(READINGS)), data)


def progress_figure(boards: Sequence[MadeBoard]) -> Content:
    """Figure D: the distance against the games of each search."""
    panels = {
        TITLES[graph]: [_search_trace(made) for made in on(boards, graph)]
        for graph in TITLES
        if on(boards, graph)
    }  # fmt: skip
    drawn = draw_search_traces("figure-d", panels, xlabel="games (thousands)", ylabel="distance from equal shares")
    data = tuple(
        {"board": made.case.graph, "by": made.case.by, "history": [list(step) for step in made.history]}
        for made in boards
    )
    return Content((Paragraph(PROGRESS), Picture("figure-d", "Figure D: progress of the searches", drawn)), data)


def _search_trace(made: MadeBoard) -> SearchTrace:
    games = [games / THOUSAND for games, _ in made.history]
    end = Mark(made.after.distance, made.after.low, made.after.high)
    return SearchTrace(made.case.by, games, [distance for _, distance in made.history], end)


def boards_figure(number: str, boards: Sequence[MadeBoard], about: str) -> Content:
    """The boards on a graph."""
    parts: list[Part] = [Paragraph(about)]
    for made in boards:
        caption = f"Figure {number}: {made.case.title}; distance {made.after.distance:.3f}"
        parts.append(Picture(f"figure-{number.lower()}-{made.case.name}", caption, draw_board(made.board)))
    data = tuple({"board": made.case.graph, "by": made.case.by, "tracks": _listed(made)} for made in boards)
    return Content(tuple(parts), data)


def _listed(made: MadeBoard) -> list[list[str | int]]:
    return [[*track.cities, track.length, track.color] for track in made.board.tracks]
