"""Writes the tables of the boards' features: 3, 4 and 5, and B for new graphs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from railwright.game.board import Board
from railwright.mapmaker.balance.problem.features import Features
from railwright.mapmaker.criteria import measure
from railwright.maps.load import load_board, load_ruleset
from railwright.report.document import Bullets, Grid, Paragraph
from railwright.studies.smith_anton2022 import published
from railwright.studies.smith_anton2022.cases import TITLES
from railwright.studies.smith_anton2022.findings import MadeBoard, features_of, on
from railwright.studies.smith_anton2022.published import COMPLETE, ORIGINAL, RESTRICTED
from railwright.studies.smith_anton2022.remarks import MEAN_LENGTH, PARTS, PLANARITY, SPACES, TRACKS
from railwright.studies.study_runner import Content

BOARD = "usa"
"""The original board."""

Column = tuple[str, Sequence[float]]
"""A heading and percentages."""


def features_table(boards: Sequence[MadeBoard]) -> Content:
    """Table 3: the main features of the original and of the boards on its graph."""
    rows = [_printed_features(ORIGINAL), _features(ORIGINAL, "our data", features_of(load_board(BOARD)))]
    for graph in (COMPLETE, RESTRICTED):
        rows.append(_printed_features(graph))
        rows += [_features(TITLES[graph], made.case.by, features_of(made.board)) for made in on(boards, graph)]
    headings = ("board", "by", "tracks", "ticket value, mean", "% double routes", "spaces", "length, mean")
    data = tuple(dict(zip(headings, row, strict=True)) for row in rows)
    grid = Grid("", headings, tuple(rows), frozenset({0, 1}))
    return Content((Paragraph("Paper, table 3."), grid, Bullets((TRACKS, SPACES, MEAN_LENGTH))), data)


def _printed_features(board: str) -> tuple[str, ...]:
    found = published.FEATURES[board]
    numbers = f"{found.ticket_value:g}", f"{found.doubles:g}", str(found.spaces), f"{found.length:.2f}"
    return TITLES.get(board, board), "printed", str(found.tracks), *numbers


def _features(title: str, by: str, found: Features) -> tuple[str, ...]:
    return (
        title, by, str(found.tracks), f"{found.ticket_value:.1f}", f"{100 * found.double_share:.1f}",
        str(found.spaces), f"{found.length:.2f}",
    )  # fmt: skip


def colors_table(boards: Sequence[MadeBoard]) -> Content:
    """Table 4: the distribution of colours over tracks and spaces."""
    tracks = _columns(boards, published.TRACK_PERCENT, lambda f: [f.track_share[color] for color in published.COLORS])
    spaces = _columns(boards, published.SPACE_PERCENT, lambda f: [f.space_share[color] for color in published.COLORS])
    grids = [
        _grid(title, "colour", published.COLORS, columns)
        for title, columns in (("Percentage of all tracks", tracks), ("Percentage of all spaces", spaces))
    ]
    data = [
        {"of": of, "board": heading, **dict(zip(published.COLORS, numbers, strict=True))}
        for of, columns in (("tracks", tracks), ("spaces", spaces))
        for heading, numbers in columns
    ]
    return Content((Paragraph("Paper, table 4."), *grids, Bullets((SPACES,))), tuple(data))


def lengths_table(boards: Sequence[MadeBoard]) -> Content:
    """Table 5: the distribution of lengths over tracks."""
    points = load_ruleset(BOARD).route_points
    lengths = sorted(points)[: len(published.LENGTH_PERCENT[ORIGINAL])]
    columns = _columns(boards, published.LENGTH_PERCENT, lambda f: [f.length_share.get(n, 0.0) for n in lengths])
    names = [f"{length} ({points[length]:g} points)" for length in lengths]
    grid = _grid("Percentage of all tracks", "length", names, columns)
    data: list[dict[str, Any]] = [
        {"board": heading, **{str(n): number for n, number in zip(lengths, numbers, strict=True)}}
        for heading, numbers in columns
    ]
    return Content((Paragraph("Paper, table 5."), grid, Bullets((SPACES,))), tuple(data))


def _columns(
    boards: Sequence[MadeBoard], printed: Any, shares: Callable[[Features], Sequence[float]]
) -> list[Column]:  # fmt: skip
    """Percentages of the original and of the boards on its graph, each after the printed ones."""

    def percent(board: Board) -> list[float]:
        return [round(100 * share, 2) for share in shares(features_of(board))]

    columns: list[Column] = [(f"{ORIGINAL}, printed", printed[ORIGINAL]), (ORIGINAL, percent(load_board(BOARD)))]
    for graph in (COMPLETE, RESTRICTED):
        columns.append((f"{graph}, printed", printed[graph]))
        columns += [(f"{graph}, {made.case.by}", percent(made.board)) for made in on(boards, graph)]
    return columns


def _grid(title: str, first: str, names: Sequence[str], columns: Sequence[Column]) -> Grid:
    rows = [(name, *(f"{numbers[number]:.1f}" for _, numbers in columns)) for number, name in enumerate(names)]
    return Grid(title, (first, *(heading for heading, _ in columns)), tuple(rows))


def new_boards_table(boards: Sequence[MadeBoard]) -> Content:
    """Table B, not in the paper: the boards on new graphs."""
    rows = []
    for made in boards:
        found, quality = features_of(made.board), measure(made.board)
        crossings = max(quality.crossings_mercator, quality.crossings_drawn)
        rows.append((
            TITLES[made.case.graph], made.case.by, str(len(made.board.cities)), str(found.routes),
            str(most_routes(made.board)), str(crossings), *_features("", "", found)[2:], str(found.tickets),
        ))  # fmt: skip
    headings = (
        "board", "by", "cities", "routes", "most at a city", "crossings", "tracks", "ticket value, mean",
        "% double routes", "spaces", "length, mean", "tickets",
    )  # fmt: skip
    text = "Not in the paper, which prints no features of its boards on new graphs."
    data = tuple(dict(zip(headings, row, strict=True)) for row in rows)
    grid = Grid("", headings, tuple(rows), frozenset({0, 1}))
    return Content((Paragraph(text), grid, Bullets((PLANARITY, PARTS))), data)


def most_routes(board: Board) -> int:
    """Largest number of routes at one city."""
    routes = {frozenset(track.cities) for track in board.tracks}
    return max(sum(city.name in route for route in routes) for city in board.cities)
