"""The score track around printed boards."""

from __future__ import annotations

from itertools import pairwise

import pytest
import shapely

from mapmaker.print.boards import OFFICIAL, board_page
from mapmaker.print.test_print_document import pages, printed, small_board
from railwright.draw.palette import LIGHT
from railwright.mapmaker.print.pdf_document import make_document
from railwright.mapmaker.print.score_track import DEPTH, ScoreSpace, score_spaces, score_track_shapes
from railwright.mapmaker.print.shapes import Form, TextLine

SIZES = [
    (810, 543, 100), (585, 822, 100), (911, 638, 100), (600, 600, 100), (1500, 300, 100), (320, 250, 50), (160, 90, 20)
]  # fmt: skip
"""Width and height of boards, with the number of spaces around them."""


def area_of(space: ScoreSpace) -> shapely.Polygon:
    return shapely.box(space.x, space.y, space.x + space.width, space.y + space.height)


@pytest.mark.parametrize(("width", "height", "lap"), SIZES)
def test_spaces_go_around_the_board_one_after_the_other(width: float, height: float, lap: int) -> None:
    spaces = score_spaces(width, height)
    assert [space.number for space in spaces] == list(range(lap))
    areas = [area_of(space) for space in spaces]
    for one, two in pairwise([*areas, areas[0]]):
        assert one.intersection(two.buffer(0.01, join_style="mitre")).area == pytest.approx(0.01 * DEPTH, rel=0.01)
    board, inside = shapely.box(0, 0, width, height), shapely.box(DEPTH, DEPTH, width - DEPTH, height - DEPTH)
    assert shapely.union_all(areas).symmetric_difference(board - inside).area == pytest.approx(0, abs=1e-6)
    assert sum(area.area for area in areas) == pytest.approx((board - inside).area)


@pytest.mark.parametrize(("width", "height", "lap"), [size for size in SIZES if size[2] > 20])
def test_a_marker_has_room_in_every_space(width: float, height: float, lap: int) -> None:
    for space in score_spaces(width, height):
        assert min(space.width, space.height) >= 12
        corners = {(x, y) for x in (0, width - DEPTH) for y in (0, height - DEPTH)}
        assert (space.x, space.y) in corners or max(space.width, space.height) >= 14


def test_every_tenth_number_stands_out() -> None:
    shapes = score_track_shapes(810, 543, LIGHT)
    numbers = {shape.text: shape for shape in shapes if isinstance(shape, TextLine)}
    assert set(numbers) == {*map(str, range(100)), "+100"}
    tens = [numbers[str(number)] for number in range(0, 100, 10)]
    others = [numbers[str(number)] for number in range(100) if number % 10]
    assert min(text.size for text in tens) > max(text.size for text in others) >= 4.5
    assert all(text.bold for text in tens)
    assert not {text.color for text in tens} & {text.color for text in others}


@pytest.mark.parametrize("name", OFFICIAL)
def test_nothing_on_the_map_reaches_the_score_track(name: str) -> None:
    page = board_page(name, score_track=True)
    drawn = [shape for shape in page.shapes if isinstance(shape, Form) and shape.closed and shape.stroke == LIGHT.ink]
    names = [shape for shape in page.shapes if isinstance(shape, TextLine) and shape.halo]
    assert len(drawn) > 300
    for shape in drawn:
        low, high = shape.bounds()
        assert (low >= DEPTH).all()
        assert (high <= (page.width - DEPTH, page.height - DEPTH)).all()
    for text in names:
        left = text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.align] * text.room
        assert left >= DEPTH
        assert left + text.room <= page.width - DEPTH
        assert text.y - text.size >= DEPTH


def test_a_board_can_be_printed_without_a_score_track() -> None:
    plain = make_document(small_board(), paper="poster", cards=False, score_track=False)
    document, (page, *_) = printed("small", "poster"), pages("small", "poster")
    assert {"0", "+50", "49"} <= set(page.text)
    assert plain.width < document.width
    assert plain.height < document.height
