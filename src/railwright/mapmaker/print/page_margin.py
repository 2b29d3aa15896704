"""The margin of a page: cut marks, the name of the sheet, and credits."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from railwright.mapmaker.print.paper import Paper
from railwright.mapmaker.print.shapes import Form, Shape, TextLine, Window

MARK = 4.0
"""Length of a cut mark."""
FREE = 1.0
"""Gap between a mark and the printed area."""
INK, HAIR = "#000000", 0.15
NOTE = 2.2
"""Text size of the notes."""
NAME_SHARE = 0.45
"""Share of the width that the name of the sheet may take; the credits have the rest."""


def middle_of(paper: Paper, width: float, height: float) -> Window:
    """An area of this size in the middle of the sheet."""
    return (paper.width - width) / 2, (paper.height - height) / 2, width, height


def cut_marks(area: Window, xs: Iterable[float], ys: Iterable[float]) -> list[Shape]:
    """Short lines around the printed area where the sheet is to be cut, vertically at ``xs``, horizontally at ``ys``.

    Both are distances from the area's upper left corner.
    """
    left, top, width, height = area
    lines = []
    for x in xs:
        for edge, way in ((top, -1), (top + height, 1)):
            lines.append([(left + x, edge + way * FREE), (left + x, edge + way * (FREE + MARK))])
    for y in ys:
        for edge, way in ((left, -1), (left + width, 1)):
            lines.append([(edge + way * FREE, top + y), (edge + way * (FREE + MARK), top + y)])
    return [Form((np.array(line),), stroke=INK, width=HAIR, closed=False) for line in lines]


def margin_notes(paper: Paper, area: Window, name: str, credits: tuple[str, ...]) -> list[Shape]:
    """The name of the sheet and the credits, side by side in the bottom margin, within the width of the area."""
    left, right = area[0] + 3, area[0] + area[2] - 3
    base, room = paper.height - paper.margin + FREE + 0.85 * NOTE, right - left
    credit = " · ".join(credits)
    if not credit:
        return [TextLine(name, left, base, NOTE, INK, room=room, bold=True)]
    return [
        TextLine(name, left, base, NOTE, INK, room=NAME_SHARE * room, bold=True),
        TextLine(credit, right, base, NOTE, INK, "end", room=(1 - NAME_SHARE) * room - NOTE),
    ]
