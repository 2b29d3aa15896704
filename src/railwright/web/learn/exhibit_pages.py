"""Makes the HTML pages of exhibits: studies, tournaments and best scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite
from typing import Any

from railwright.arena.standings import HEADINGS, Standing, cross_cell, standing_cells
from railwright.draw.chosen_tracks import draw_choice
from railwright.errors import FileError
from railwright.game.setup import Setup
from railwright.maps.load import board_names, load_setup, read_text, ruleset_names
from railwright.optimum.sweep import COLUMNS
from railwright.report.document import Grid, Paragraph, Picture, Report, to_html
from railwright.web.learn.exhibits import (
    LARGEST_REPORT,
    PICTURE,
    STUDY,
    SWEEP,
    TOURNAMENT,
    ExhibitFile,
    read_object,
    read_rows,
)


def exhibit_page(exhibit: ExhibitFile) -> str:
    """Make a self-contained HTML page of an exhibit."""
    if exhibit.kind == STUDY:
        return read_text(exhibit.path, LARGEST_REPORT)
    try:
        when = exhibit.path.stat().st_mtime_ns
    except OSError as error:
        raise FileError(f"{exhibit.path}: cannot be read") from error
    return _made_page(exhibit, when)


@lru_cache(maxsize=32)
def _made_page(exhibit: ExhibitFile, when: int) -> str:
    """Make a page from data. The result is cached until the file changes, since drawing takes a second."""
    try:
        report = _report(exhibit)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FileError(f"{exhibit.path}: has changed and can no longer be shown") from error
    return to_html(report)


def _report(exhibit: ExhibitFile) -> Report:
    if exhibit.kind == PICTURE:
        svg = read_text(exhibit.path, LARGEST_REPORT)
        return Report(exhibit.title, (Picture("picture", exhibit.title, svg),))
    if exhibit.kind == SWEEP:
        return _sweep_report(read_rows(exhibit.path), exhibit)
    data = read_object(exhibit.path)
    return _tournament_report(data, exhibit) if exhibit.kind == TOURNAMENT else _solution_report(data, exhibit)


def _sweep_report(rows: Sequence[Mapping[str, str]], exhibit: ExhibitFile) -> Report:
    """Report with a chart and a table of the best score for every number of trains."""
    shown = [column for column in COLUMNS if any(row[column] for row in rows)]
    headings = tuple(column.replace("_", " ") for column in shown)
    grid = Grid("The best score for each number of trains", headings,
                tuple(tuple(row[column] for column in shown) for row in rows))  # fmt: skip
    picture = Picture("sweep", "The best score and the share of tickets in it", _chart(rows))
    return Report(exhibit.title, (picture, grid))


def _chart(rows: Sequence[Mapping[str, str]]) -> str:
    from railwright.report.figures import Line, draw_lines  # matplotlib takes a while to load

    trains, scores, tickets = (
        [_number(row[name]) for row in rows] for name in ("trains", "score", "ticket_points")
    )  # fmt: skip
    lines = [Line("best score", trains, scores), Line("points from tickets", trains, tickets)]
    return draw_lines("sweep", lines, xlabel="trains", ylabel="points")


def _number(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError("not a finite number")
    return number


def _tournament_report(data: Mapping[str, Any], exhibit: ExhibitFile) -> Report:
    rows = [Standing(**row) for row in data["standings"]]
    names = [row.player for row in rows]
    cross = [
        (a, *(cross_cell(data["cross"][a].get(b)) for b in names))
        for a in names
    ]  # fmt: skip
    words = f"{data['games']} games on the board {data['board']} (rules {data['ruleset']}, tickets {data['tickets']})"
    ratings = Grid("Ratings", HEADINGS, tuple(map(standing_cells, rows)), frozenset({1}))
    title = "How often the player of the row finished ahead of the player of the column"
    return Report(exhibit.title, (Paragraph(words), ratings, Grid(title, ("", *names), tuple(cross))))


def _solution_report(data: Mapping[str, Any], exhibit: ExhibitFile) -> Report:
    best = data.get("held", data)
    proof = "This is proven to be optimal." if best.get("proven") else f"The upper bound is {best.get('bound')} points."
    points = f"{best['route_points']} points for routes and {best['ticket_points']} for tickets. {proof}"
    tickets = Grid(
        "Completed tickets", ("ticket", "points"),
        tuple((" - ".join(map(str, one["cities"])), str(one["points"])) for one in best["completed"]),
    )  # fmt: skip
    routes = Grid(
        "Routes", ("route", "length", "points"),
        tuple((" - ".join(map(str, one["cities"])), str(one["length"]), str(one["points"])) for one in best["tracks"]),
    )  # fmt: skip
    setup = _setup_of(data)
    if setup is None:
        why = Paragraph(f"The board {data['board']} is not built in, so it is not drawn here.")
        return Report(exhibit.title, (Paragraph(points), why, tickets, routes))
    picture = Picture("board", exhibit.title, _draw(setup, best))
    return Report(exhibit.title, (Paragraph(points), picture, tickets, routes))


def _setup_of(data: Mapping[str, Any]) -> Setup | None:
    """The setup that was solved, if it is built in. A name is never treated as a path."""
    if data["board"] not in board_names() or data.get("ruleset") not in ruleset_names():
        return None
    return load_setup(str(data["board"]), tickets=str(data["tickets"]), ruleset=str(data["ruleset"]))


def _draw(setup: Setup, best: Mapping[str, Any]) -> str:
    tracks = [setup.track_index[one["cities"][0], one["cities"][1], one["number"]] for one in best["tracks"]]
    number = {frozenset(ticket.places): i for i, ticket in enumerate(setup.tickets)}
    tickets = [number[frozenset(one["cities"])] for one in best["completed"]]
    return draw_choice(setup, tracks, tickets, title="the best choice", score=best["score"])
