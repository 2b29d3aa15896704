"""How many sheets the official boards take, and what the documentation promises about them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from mapmaker.print.boards import OFFICIAL, board_page
from railwright.mapmaker.print.page_margin import cut_marks, margin_notes, middle_of
from railwright.mapmaker.print.paper import PAPERS
from railwright.mapmaker.print.shapes import Form, TextLine
from railwright.mapmaker.print.tiles import OVERLAP, divide

PAGE = Path(__file__).parents[3] / "docs" / "print.md"
FORMATS = {"A1": (841, 594), "A0": (1189, 841), "24 x 36 in": (914.4, 609.6), "30 x 42 in": (1066.8, 762)}
"""Large paper for posters, in millimetres."""
POSTER_MARGIN = 4.0
"""What a copy shop's printer may leave blank on each side."""


def promises() -> dict[str, list[str]]:
    """The cells of the table of official boards in the documentation."""
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", PAGE.read_text(encoding="utf-8"), re.M)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in rows if name in OFFICIAL}


@pytest.mark.parametrize("name", OFFICIAL)
def test_boards_have_the_size_and_the_sheets_that_the_documentation_promises(name: str) -> None:
    size, formats, *sheets = promises()[name]
    page, plain = board_page(name, score_track=True), board_page(name, score_track=False)
    assert size == f"{page.width / 10:.0f} x {page.height / 10:.0f} cm"
    for large in formats.split(" or "):
        room = np.array(FORMATS[large]) - 2 * POSTER_MARGIN
        assert (np.sort([page.width, page.height]) <= np.sort(room)).all()
    for paper, promised in zip(PAPERS.values(), sheets, strict=True):
        counts = (divide(page, paper).sheets, divide(plain, paper).sheets)
        assert promised == (f"{counts[0]}" if counts[0] == counts[1] else f"{counts[0]} ({counts[1]})")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("score_track", [True, False])
@pytest.mark.parametrize("name", OFFICIAL)
def test_sheets_are_few_and_none_is_nearly_empty(name: str, score_track: bool, paper: str) -> None:
    page = board_page(name, score_track=score_track)
    tiling = divide(page, PAPERS[paper])
    fewest = min(
        pieces(page.width, option.inner_width) * pieces(page.height, option.inner_height)
        for option in (PAPERS[paper], PAPERS[paper].turned)
    )
    assert tiling.sheets == fewest
    sheet = tiling.paper
    assert tiling.width <= sheet.inner_width + 1e-6
    assert tiling.height <= sheet.inner_height + 1e-6
    assert tiling.width * tiling.height >= 0.6 * sheet.inner_width * sheet.inner_height
    right, bottom = tiling.corner(tiling.columns - 1, tiling.rows - 1)
    assert (right + tiling.width, bottom + tiling.height) == pytest.approx((page.width, page.height))


def pieces(whole: float, piece: float) -> int:
    """How many overlapping pieces cover a length, counted one by one."""
    number, covered = 1, piece
    while covered < whole - 1e-6:
        number, covered = number + 1, covered + piece - OVERLAP
    return number


@pytest.mark.parametrize("paper", PAPERS)
def test_marks_and_notes_lie_outside_the_area_and_not_on_the_edge_of_the_paper(paper: str) -> None:
    sheet = PAPERS[paper]
    left, top, width, height = area = middle_of(sheet, sheet.inner_width, sheet.inner_height)
    lines = [mark.rings[0] for mark in cut_marks(area, [0, width], [0, height]) if isinstance(mark, Form)]
    assert len(lines) == 8
    for line in lines:
        (x, y), outer = line.tolist()
        on_edge = (x in (left, left + width)) != (y in (top, top + height))
        assert on_edge
        assert not (left < x < left + width and top < y < top + height)
        assert min(*outer, sheet.width - outer[0], sheet.height - outer[1]) >= 2
    for note in margin_notes(sheet, area, "B2", ("Source",)):
        assert isinstance(note, TextLine)
        assert top + height < note.y - 0.75 * note.size  # capital letters
        assert note.y <= sheet.height - 4
