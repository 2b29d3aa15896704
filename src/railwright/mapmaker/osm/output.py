"""The output files of a board made from an extract."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from railwright.draw import draw_board
from railwright.mapmaker.criteria import Quality, measure
from railwright.mapmaker.formats.board_file import write_board
from railwright.mapmaker.formats.geojson import write_geojson
from railwright.mapmaker.formats.map_file.writer import write_map
from railwright.mapmaker.osm.making import OsmBoard
from railwright.mapmaker.print.pdf_document import make_document
from railwright.mapmaker.print.remarks import print_remarks
from railwright.mapmaker.quality_table import HEADINGS, quality_numbers, quality_rows
from railwright.report.document import Bullets, Grid, Paragraph, Part, Picture, Report, Section, to_html

SUFFIXES = (".json", ".map", ".geojson", ".svg", ".pdf", "-quality.json", ".html")


def board_files(name: str) -> list[str]:
    """The file names of a board."""
    return [name + suffix for suffix in SUFFIXES]


@dataclass(frozen=True, slots=True)
class Files:
    """All files of a board, with remarks about them."""

    contents: Mapping[str, str | bytes]
    quality: Quality
    remarks: tuple[str, ...]


def make_files(made: OsmBoard, *, paper: str, progress: Callable[[str], None]) -> Files:
    """Make all files of a board."""
    board, quality = made.board, measure(made.board)
    progress("drawing")
    picture = draw_board(board)
    web = write_map(board)
    progress("making the print file")
    printed = make_document(board, paper=paper)
    contents: dict[str, str | bytes] = {
        ".json": write_board(board),
        ".map": web.text,
        ".geojson": write_geojson(board, made.plan),
        ".svg": picture,
        ".pdf": printed.pdf,
        "-quality.json": json.dumps(quality_numbers(quality), ensure_ascii=False, indent=1) + "\n",
        ".html": quality_page(made, quality, picture),
    }
    remarks = [f"In the web version: {loss}." for loss in web.losses] + print_remarks(printed)
    return Files({board.name + suffix: contents[suffix] for suffix in SUFFIXES}, quality, tuple(remarks))


def quality_page(made: OsmBoard, quality: Quality, picture: str) -> str:
    """An HTML page with the board and its quality."""
    board = made.board
    rows = tuple(row.cells for row in quality_rows(quality))
    about = (
        f"Chosen from {made.network[0]:,} stations and {made.network[1]:,} links between them by the method of "
        f"Friedsam and Rupp (2024). {board.source}"
    )
    parts: list[Part] = [Paragraph(about), Picture(board.name, board.title, picture)]
    sections = [Section("Quality", (Grid("", HEADINGS, rows),))]
    for title, lines in (("Less than requested", made.shortfalls), ("Left out of the network", made.left_out)):
        if lines:
            sections.append(Section(title, (Bullets(lines),)))
    tickets = tuple((ticket.places[0], ticket.places[1], str(ticket.points)) for ticket in board.tickets)
    sections.append(Section("Tickets", (Grid("", ("from", "to", "points"), tickets, frozenset({0, 1})),)))
    return to_html(Report(board.title, tuple(parts), tuple(sections)))
