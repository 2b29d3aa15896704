"""Divides a board larger than a sheet of paper into sheets to be cut and glued together."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np

from railwright.draw.palette import LIGHT
from railwright.mapmaker.print.board_page import BoardPage
from railwright.mapmaker.print.page_margin import cut_marks, margin_notes
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
    """The division of a board into sheets of equal size; those of the last row and column may be partly empty."""

    paper: Paper
    columns: int
    rows: int

    @property
    def sheets(self) -> int:
        """Number of sheets."""
        return self.columns * self.rows

    def name(self, column: int, row: int) -> str:
        """Name of a sheet, such as B2 for the second column and second row."""
        return f"{COLUMNS[column]}{row + 1}" if column < len(COLUMNS) else f"{column + 1}.{row + 1}"

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """Upper left corner of a sheet on the board."""
        return column * (self.paper.inner_width - OVERLAP), row * (self.paper.inner_height - OVERLAP)


def divide(page: BoardPage, paper: Paper) -> Tiling:
    """The division into the fewest sheets, in portrait or landscape."""
    options = [
        Tiling(option, _count(page.width, option.inner_width), _count(page.height, option.inner_height))
        for option in (paper, paper.turned)
    ]
    return min(options, key=lambda tiling: tiling.sheets)


def _count(whole: float, piece: float) -> int:
    return max(1, ceil((whole - OVERLAP) / (piece - OVERLAP) - 1e-9))


def add_tiles(sheet: Sheet, page: BoardPage, tiling: Tiling) -> None:
    """Add one page per sheet, row by row."""
    paper = tiling.paper
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            x, y = tiling.corner(column, row)
            low = np.array([x, y])
            high = low + np.array([paper.inner_width, paper.inner_height])
            sheet.add_page(paper.width, paper.height)
            visible = placed(within(page.shapes, low, high), 1.0, paper.margin - x, paper.margin - y)
            sheet.draw(visible, (paper.margin, paper.margin, paper.inner_width, paper.inner_height))
            name = tiling.name(column, row)
            notes = f"{name}   overlap {OVERLAP:g} mm: {_advice(column, row)}"
            sheet.draw(cut_marks(paper, [paper.margin, paper.margin + paper.inner_width],
                                 [paper.margin, paper.margin + paper.inner_height]))  # fmt: skip
            sheet.draw(margin_notes(paper, notes, page.credits))


def _advice(column: int, row: int) -> str:
    edges = [edge for edge, inside in (("left", column > 0), ("top", row > 0)) if inside]
    return f"cut the {' and the '.join(edges)} edge, glue over the previous sheet" if edges else "keep for gluing"


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
    sheet.draw(placed(_grid(page, tiling), scale, left, left + top))
    sheet.draw(margin_notes(paper, "Overview", page.credits))


def _fit(page: BoardPage, paper: Paper, top: float) -> float:
    """The scale at which the board fits below the text."""
    return min(paper.inner_width / page.width, (paper.inner_height - top) / page.height)


def _grid(page: BoardPage, tiling: Tiling) -> list[Shape]:
    """Edges and names of the sheets, in the board's coordinates."""
    shapes: list[Shape] = []
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            x, y = tiling.corner(column, row)
            right = min(x + tiling.paper.inner_width, page.width)
            bottom = min(y + tiling.paper.inner_height, page.height)
            shapes.append(Form((box(x, y, right - x, bottom - y),), stroke="#c01515", width=1.4))
            middle, base = (x + right) / 2, (y + bottom) / 2 + 14
            shapes.append(
                TextLine(tiling.name(column, row), middle, base, 40.0, "#c01515", "middle", bold=True, halo="#ffffff")
            )
    return shapes
