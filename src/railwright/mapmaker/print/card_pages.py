"""Pages of cards, side by side with cut marks."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from railwright.mapmaker.print.page_margin import cut_marks, margin_notes, middle_of
from railwright.mapmaker.print.paper import Paper
from railwright.mapmaker.print.pdf_sheet import Sheet
from railwright.mapmaker.print.shapes import Shape, placed

LONG_SIDE, SHORT_SIDE = 68.0, 44.0
"""Size of a card, in millimetres: the usual small format (mini euro)."""

Size = tuple[float, float]
"""Width and height."""


def add_card_pages(
    sheet: Sheet, cards: Sequence[Sequence[Shape]], size: Size, paper: Paper, title: str, credits: tuple[str, ...]
) -> int:
    """Add as few pages as hold all cards. Returns the number of pages."""
    paper = max((paper, paper.turned), key=lambda option: _per_page(option, size))
    columns, each = floor(paper.inner_width / size[0]), _per_page(paper, size)
    left, top, width, _ = middle_of(paper, columns * size[0], each // columns * size[1])
    pages = -(-len(cards) // each)
    for number in range(pages):
        sheet.add_page(paper.width, paper.height)
        on_page = cards[number * each : (number + 1) * each]
        for k, card in enumerate(on_page):
            x, y = left + k % columns * size[0], top + k // columns * size[1]
            sheet.draw(placed(card, 1.0, x, y), (x, y, *size))
        rows = -(-len(on_page) // columns)
        area = (left, top, width, rows * size[1])
        xs, ys = (k * size[0] for k in range(columns + 1)), (k * size[1] for k in range(rows + 1))
        sheet.draw(cut_marks(area, xs, ys))
        sheet.draw(margin_notes(paper, area, f"{title}, page {number + 1} of {pages}", credits))
    return pages


def _per_page(paper: Paper, size: Size) -> int:
    return floor(paper.inner_width / size[0]) * floor(paper.inner_height / size[1])
