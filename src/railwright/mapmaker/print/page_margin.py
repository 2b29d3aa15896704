"""The margin of a page: cut marks, the name of the sheet, and credits."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from railwright.mapmaker.print.paper import Paper
from railwright.mapmaker.print.shapes import Form, Shape, TextLine

MARK = 5.0
"""Length of a cut mark."""
FREE = 1.0
"""Gap between a mark and the printed area."""
INK, HAIR = "#000000", 0.15
NOTE = 2.4
"""Text size of the notes."""


def cut_marks(paper: Paper, xs: Iterable[float], ys: Iterable[float]) -> list[Shape]:
    """Short lines in the margins where the sheet is to be cut, vertically at ``xs`` and horizontally at ``ys``."""
    right, bottom = paper.margin + paper.inner_width, paper.margin + paper.inner_height
    lines = []
    for x in xs:
        lines += [
            ((x, paper.margin - FREE), (x, paper.margin - FREE - MARK)),
            ((x, bottom + FREE), (x, bottom + FREE + MARK)),
        ]
    for y in ys:
        lines += [
            ((paper.margin - FREE, y), (paper.margin - FREE - MARK, y)),
            ((right + FREE, y), (right + FREE + MARK, y)),
        ]
    return [Form((np.array(line),), stroke=INK, width=HAIR, closed=False) for line in lines]


def margin_notes(paper: Paper, name: str, credits: tuple[str, ...]) -> list[Shape]:
    """The name of the sheet and the credits, in the bottom margin."""
    base = paper.height - paper.margin + FREE + 3.2
    shapes: list[Shape] = [TextLine(name, paper.margin + 3, base, NOTE, INK, room=paper.inner_width - 6, bold=True)]
    credit = " · ".join(credits)
    if credit:
        shapes.append(TextLine(credit, paper.margin + 3, base + 1.35 * NOTE, NOTE, INK, room=paper.inner_width - 6))
    return shapes
