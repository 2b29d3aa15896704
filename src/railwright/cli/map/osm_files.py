"""The files that are made of a board from an extract."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict

from railwright.mapmaker.osm.making import Made

SUFFIXES = (".json", ".map", ".geojson", ".svg", ".pdf", "-quality.json", ".html")


def board_files(name: str) -> list[str]:
    """The names of the files of a board."""
    return [name + suffix for suffix in SUFFIXES]


def make_files(made: Made, *, paper: str, progress: Callable[[str], None]) -> Iterator[tuple[str, str | bytes]]:
    """Each file with its content."""
    from railwright.draw import draw_board
    from railwright.mapmaker.criteria import PUBLISHED, measure
    from railwright.mapmaker.formats.board_file import write_board
    from railwright.mapmaker.formats.geojson import write_geojson
    from railwright.mapmaker.formats.map_file.writer import write_map
    from railwright.mapmaker.print.document import make_document
    from railwright.mapmaker.quality_table import usa_quality

    board, quality = made.board, measure(made.board)
    progress("drawing")
    picture = draw_board(board)
    numbers = {"quality": quality.to_dict(), "usa": usa_quality().to_dict(), "published": asdict(PUBLISHED)}
    contents: dict[str, str | bytes] = {
        ".json": write_board(board),
        ".map": write_map(board).text,
        ".geojson": write_geojson(board, made.plan),
        ".svg": picture,
        "-quality.json": json.dumps(numbers, ensure_ascii=False, indent=1) + "\n",
        ".html": quality_page(made, picture),
    }
    progress("making the print")
    contents[".pdf"] = make_document(board, paper=paper).pdf
    for suffix in SUFFIXES:
        yield board.name + suffix, contents[suffix]


def quality_page(made: Made, picture: str) -> str:
    """The board and its quality as one page."""
    from railwright.mapmaker.criteria import measure
    from railwright.mapmaker.quality_table import HEADINGS, quality_rows
    from railwright.studies.report import Bullets, Grid, Paragraph, Part, Picture, Report, Section, to_html

    board = made.board
    rows = tuple(row.cells for row in quality_rows(measure(board)))
    about = (
        f"Chosen from {made.network[0]:,} stations and {made.network[1]:,} links between them by the method of "
        f"Friedsam and Rupp (2024). {board.source}"
    )
    parts: list[Part] = [Paragraph(about), Picture(board.name, board.title, picture)]
    sections = [Section("Quality", (Grid("", HEADINGS, rows),))]
    for title, lines in (("Less than asked", made.shortfalls), ("Left out of the network", made.left_out)):
        if lines:
            sections.append(Section(title, (Bullets(lines),)))
    tickets = tuple((ticket.places[0], ticket.places[1], str(ticket.points)) for ticket in board.tickets)
    sections.append(Section("Tickets", (Grid("", ("from", "to", "points"), tickets, frozenset({0, 1})),)))
    return to_html(Report(board.title, tuple(parts), tuple(sections)))
