"""Writes the cost and the progress of the searches (table A and figure D), and draws the boards."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.draw import draw_board
from railwright.report.document import Bullets, Grid, Paragraph, Part, Picture
from railwright.report.figures import Mark, SearchTrace, draw_search_traces
from railwright.studies.smith_anton2022.cases import TITLES
from railwright.studies.smith_anton2022.findings import MadeBoard, on
from railwright.studies.smith_anton2022.published import HOURS
from railwright.studies.smith_anton2022.remarks import COURSES, READINGS, SEARCHED
from railwright.studies.study_runner import Content

THOUSAND = 1000


def effort_table(trials: Sequence[MadeBoard]) -> Content:
    """Table A: games and time of each search, its own estimate of the distance, and the result of fresh games."""
    headings = (
        "board",
        "by",
        "games",
        "CPU seconds",
        "distance estimated by the search",
        "distance in fresh games",
        "95 % interval",
    )
    rows = tuple(
        (TITLES[trial.case.graph], trial.case.by, f"{trial.games:,}", f"{trial.seconds:.0f}",
         f"{trial.history[-1][1]:.3f}", f"{trial.after.distance:.4f}", f"{trial.after.low:.3f}-{trial.after.high:.3f}")
        for trial in trials
    )  # fmt: skip
    data = tuple(
        {"board": trial.case.graph, "by": trial.case.by, "games": trial.games, "seconds": trial.seconds,
         "seen": trial.history[-1][1], "distance": trial.after.distance}
        for trial in trials
    )  # fmt: skip
    text = f"Not in the paper, which only says that an experiment took more than {HOURS} hours."
    how = "Our readings of the published method, where the paper leaves a choice:"
    grid = Grid("", headings, rows, frozenset({0, 1}))
    return Content((Paragraph(text), grid, Bullets((SEARCHED,)), Paragraph(how), Bullets(READINGS)), data)


def courses_figure(trials: Sequence[MadeBoard]) -> Content:
    """Figure D: the distance against the games of each search."""
    panels = {
        TITLES[graph]: [_search_trace(trial) for trial in on(trials, graph)]
        for graph in TITLES
        if on(trials, graph)
    }  # fmt: skip
    drawn = draw_search_traces("figure-d", panels, xlabel="games (thousands)", ylabel="distance from equal shares")
    data = tuple(
        {"board": trial.case.graph, "by": trial.case.by, "history": [list(step) for step in trial.history]}
        for trial in trials
    )
    return Content((Paragraph(COURSES), Picture("figure-d", "Figure D: progress of the searches", drawn)), data)


def _search_trace(trial: MadeBoard) -> SearchTrace:
    games = [games / THOUSAND for games, _ in trial.history]
    end = Mark(trial.after.distance, trial.after.low, trial.after.high)
    return SearchTrace(trial.case.by, games, [distance for _, distance in trial.history], end)


def boards_figure(number: str, trials: Sequence[MadeBoard], about: str) -> Content:
    """The boards on a graph."""
    parts: list[Part] = [Paragraph(about)]
    for trial in trials:
        caption = f"Figure {number}: {trial.case.title}; distance {trial.after.distance:.3f}"
        parts.append(Picture(f"figure-{number.lower()}-{trial.case.name}", caption, draw_board(trial.board)))
    data = tuple({"board": trial.case.graph, "by": trial.case.by, "tracks": _listed(trial)} for trial in trials)
    return Content(tuple(parts), data)


def _listed(trial: MadeBoard) -> list[list[str | int]]:
    return [[*track.cities, track.length, track.color] for track in trial.board.tracks]
