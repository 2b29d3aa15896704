"""Divides a board larger than a sheet of paper into sheets to be cut and glued together."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np

from railwright.draw.palette import LIGHT
from railwright.mapmaker.print.board_page import BoardPage
from railwright.mapmaker.print.page_margin import cut_marks, margin_notes, middle_of
from railwright.mapmaker.print.paper import Paper
from railwright.mapmaker.print.pdf_sheet import Sheet
from railwright.mapmaker.print.shapes import Form, Shape, TextLine, box, placed, within

OVERLAP = 8.0
"""Overlap of neighbouring sheets for gluing, in millimetres."""
TEXT_TOP, LINE_STEP = 15.0, 5.5
"""Top and line spacing of the text on the overview."""
COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Tiling:
    """The division of a board into a grid of sheets that all show a part of the same size."""

    paper: Paper
    columns: int
    rows: int
    width: float
    """Width of each part, with its overlaps."""
    height: float

    @property
    def sheets(self) -> int:
        """Number of sheets."""
        return self.columns * self.rows

    def name(self, column: int, row: int) -> str:
        """Name of a sheet, such as B2 for the second column and second row."""
        return f"{COLUMNS[column]}{row + 1}" if column < len(COLUMNS) else f"{column + 1}.{row + 1}"

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """Upper left corner of a sheet on the board."""
        return column * (self.width - OVERLAP), row * (self.height - OVERLAP)


def divide(page: BoardPage, paper: Paper) -> Tiling:
    """The division into the fewest sheets, in portrait or landscape."""
    return min((_grid_of(page, option) for option in (paper, paper.turned)), key=lambda tiling: tiling.sheets)


def _grid_of(page: BoardPage, paper: Paper) -> Tiling:
    """As few sheets as the paper allows. They share the board evenly, so that none is nearly empty."""
    columns, rows = _count(page.width, paper.inner_width), _count(page.height, paper.inner_height)
    return Tiling(paper, columns, rows, _part(page.width, columns), _part(page.height, rows))


def _count(whole: float, piece: float) -> int:
    return max(1, ceil((whole - OVERLAP) / (piece - OVERLAP) - 1e-9))


def _part(whole: float, pieces: int) -> float:
    return (whole + (pieces - 1) * OVERLAP) / pieces


def add_tiles(sheet: Sheet, page: BoardPage, tiling: Tiling) -> None:
    """Add one page per sheet, row by row."""
    paper = tiling.paper
    area = middle_of(paper, tiling.width, tiling.height)
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            x, y = tiling.corner(column, row)
            low, high = np.array([x, y]), np.array([x + tiling.width, y + tiling.height])
            visible = within(page.shapes, low, high)
            sheet.add_page(paper.width, paper.height)
            sheet.draw(placed(visible, 1.0, area[0] - x, area[1] - y), area)
            sheet.draw(cut_marks(area, [0, tiling.width], [0, tiling.height]))
            name = f"{tiling.name(column, row)}: {_advice(tiling, column, row)}"
            sheet.draw(margin_notes(paper, area, name, page.credits))


def _advice(tiling: Tiling, column: int, row: int) -> str:
    edges = [edge for edge, inside in (("left", column > 0), ("top", row > 0)) if inside]
    if edges:
        return f"cut the {' and the '.join(edges)} edge, glue {OVERLAP:g} mm over the previous sheet"
    return "the next sheets are glued over this one" if tiling.sheets > 1 else "cut at the marks"


def add_overview(sheet: Sheet, page: BoardPage, tiling: Tiling, title: str, lines: tuple[str, ...]) -> None:
    """Add the first page: a small picture of the board with its sheets, and instructions."""
    top = TEXT_TOP + LINE_STEP * len(lines)
    paper = max((tiling.paper, tiling.paper.turned), key=lambda option: _fit(page, option, top))
    scale, ink, left = _fit(page, paper, top), LIGHT.ink, paper.margin
    sheet.add_page(paper.width, paper.height)
    text: list[Shape] = [TextLine(title, left, left + 8.0, 9.0, ink, room=paper.inner_width, bold=True)]
    for k, line in enumerate(lines):
        text.append(TextLine(line, left, left + TEXT_TOP + LINE_STEP * k, 3.8, ink, room=paper.inner_width))
    sheet.draw(text)
    sheet.draw(
        placed(page.shapes, scale, left, left + top), (left, left + top, page.width * scale, page.height * scale)
    )
    sheet.draw(placed(_grid(tiling), scale, left, left + top))
    sheet.draw(margin_notes(paper, middle_of(paper, paper.inner_width, 0), "Overview", page.credits))


def _fit(page: BoardPage, paper: Paper, top: float) -> float:
    """The scale at which the board fits below the text."""
    return min(paper.inner_width / page.width, (paper.inner_height - top) / page.height)


def _grid(tiling: Tiling) -> list[Shape]:
    """Edges and names of the sheets, in the board's coordinates."""
    shapes: list[Shape] = []
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            x, y = tiling.corner(column, row)
            shapes.append(Form((box(x, y, tiling.width, tiling.height),), stroke="#c01515", width=1.4))
            middle, base = x + tiling.width / 2, y + tiling.height / 2 + 14
            shapes.append(
                TextLine(tiling.name(column, row), middle, base, 40.0, "#c01515", "middle", bold=True, halo="#ffffff")
            )
    return shapes
