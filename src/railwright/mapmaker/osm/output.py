"""The output files of a board made from an extract."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from railwright.mapmaker.criteria import Quality, measure
from railwright.mapmaker.formats.geojson import write_geojson
from railwright.mapmaker.formats.map_file.writer import write_map
from railwright.mapmaker.osm.making import OsmBoard
from railwright.mapmaker.osm.selection.not_chosen import NotChosen
from railwright.mapmaker.output_files import BoardFiles, make_board_files
from railwright.mapmaker.quality_table import HEADINGS, quality_numbers, quality_rows
from railwright.report.document import Bullets, Grid, Paragraph, Part, Picture, Report, Section, to_html

TOLD_TOWNS = 20
"""Number of towns not on the board that are told to people; the JSON output lists all."""
SUFFIXES = (".json", ".map", ".geojson", ".svg", ".pdf", "-quality.json", ".html")


def board_files(name: str) -> list[str]:
    """The file names of a board."""
    return [name + suffix for suffix in SUFFIXES]


@dataclass(frozen=True, slots=True)
class OsmFiles(BoardFiles):
    """All files of a board, with remarks about them and with its quality."""

    quality: Quality


def make_files(made: OsmBoard, *, paper: str, progress: Callable[[str], None]) -> OsmFiles:
    """Make all files of a board."""
    board, quality, web = made.board, measure(made.board), write_map(made.board)

    def other_files(picture: str) -> dict[str, str]:
        return {
            f"{board.name}.map": web.text,
            f"{board.name}.geojson": write_geojson(board, made.plan),
            f"{board.name}-quality.json": json.dumps(quality_numbers(quality), ensure_ascii=False, indent=1) + "\n",
            f"{board.name}.html": quality_page(made, quality, picture),
        }

    files = make_board_files(board, paper=paper, progress=progress, more=other_files)
    remarks = (*(f"In the web version: {loss}." for loss in web.losses), *files.remarks)
    return OsmFiles({name: files.contents[name] for name in board_files(board.name)}, remarks, quality)


def quality_page(made: OsmBoard, quality: Quality, picture: str) -> str:
    """An HTML page with the board and its quality."""
    board = made.board
    rows = tuple(row.cells for row in quality_rows(quality))
    towns = ", with stations ranked by the towns that they serve" if made.options.by_towns else ""
    about = (
        f"Chosen from {made.network[0]:,} stations and {made.network[1]:,} links between them by the method of "
        f"Friedsam and Rupp (2024){towns}. {board.source}"
    )
    parts: list[Part] = [Paragraph(about), Picture(board.name, board.title, picture)]
    sections = [Section("Quality", (Grid("", HEADINGS, rows),))]
    lists = (
        ("Less than requested", made.shortfalls),
        ("Left out of the network", made.left_out),
        ("Largest towns that are not on the board", unchosen_lines(made.not_chosen)),
    )
    for title, lines in lists:
        if lines:
            sections.append(Section(title, (Bullets(lines),)))
    tickets = tuple((ticket.places[0], ticket.places[1], str(ticket.points)) for ticket in board.tickets)
    sections.append(Section("Tickets", (Grid("", ("from", "to", "points"), tickets, frozenset({0, 1})),)))
    return to_html(Report(board.title, tuple(parts), tuple(sections)))


def unchosen_lines(towns: Sequence[NotChosen]) -> tuple[str, ...]:
    """The largest towns that are not on the board, one per line, and how many more there are."""
    lines = tuple(f"{town.name} ({town.population:,}): {town.reason}" for town in towns[:TOLD_TOWNS])
    more = len(towns) - len(lines)
    return (*lines, f"and {more:,} more (all with --json)") if more else lines
