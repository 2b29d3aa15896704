"""Pictures as arrays of pixels: the colours are where the picture has them."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest

import railwright
from railwright.draw.board_layout import place_board
from railwright.draw.board_picture import draw_board
from railwright.draw.palette import LIGHT
from railwright.draw.position import Position
from railwright.draw.raster import pixels_of
from railwright.draw.svg_paths import read_path
from railwright.draw.svg_styles import Styles
from railwright.errors import OptionError


def color_at(pixels: np.ndarray, x: float, y: float) -> str:
    return "#" + bytes(pixels[int(y), int(x)]).hex()


@pytest.mark.parametrize("name", ["usa", "germany", "europe"])
def test_tracks_have_their_colours(name: str) -> None:
    board = railwright.load_board(name)
    layout = place_board(board, width=1400)
    owners = {track: track % 5 for track in range(0, len(board.tracks), 2)}
    pixels = pixels_of(draw_board(board, layout=layout, position=Position(owners=owners), land="none"), width=1400)
    assert pixels.dtype == np.uint8
    assert pixels.shape[1:] == (1400, 3)
    right = 0
    spaces = [(i, space) for i, place in enumerate(layout.tracks) for space in place.spaces]
    for i, space in spaces:
        inset = 0.32 if board.tracks[i].kind == "tunnel" else 0.22  # at the edges of tunnels there are teeth
        fill = LIGHT.seat(owners[i]) if i in owners else LIGHT.tracks[board.tracks[i].color]
        right += any(
            color_at(pixels, *point) == fill for point in space.corners(-inset * space.width).tolist()
        )  # in its middle there is a mark
    assert right > 0.97 * len(spaces)  # a few lie under names


def test_a_picture_can_be_small() -> None:
    assert pixels_of(railwright.draw_svg("usa"), width=200).shape[1] == 200


def test_dollars_are_letters() -> None:
    svg = railwright.draw_svg("usa").replace(">Denver<", ">$x^$<")
    assert pixels_of(svg, width=200).shape[1] == 200


def test_arcs_run_around_their_centre() -> None:
    ((line, is_closed),) = read_path("M-2 0A2 2 0 1 1 2 0A2 2 0 1 1-2 0Z")
    assert is_closed
    assert all(hypot(x, y) == pytest.approx(2) for x, y in line)
    assert len(line) > 20
    ((small, _),) = read_path("M0 0A1 1 0 0 0 1 1")
    assert all(hypot(x - 1, y) == pytest.approx(1) for x, y in small)


def test_rules_with_more_classes_come_last() -> None:
    styles = Styles(".a.b{fill:red}.a{fill:blue;stroke:none}text{fill:black}.label text{fill:white}")
    label, text = ("g", frozenset({"label"})), ("text", frozenset[str]())
    assert styles.of((("rect", frozenset({"a", "b"})),)) == {"fill": "red", "stroke": "none"}
    assert styles.of((text,)) == {"fill": "black"}
    assert styles.of((label, text)) == {"fill": "white"}


def test_what_we_do_not_draw_is_refused() -> None:
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">{}</svg>'
    with pytest.raises(OptionError, match="the element 'ellipse'"):
        pixels_of(frame.format("<ellipse/>"))
    with pytest.raises(OptionError, match="the command 'C'"):
        pixels_of(frame.format('<path d="M0 0C1 1 2 2 3 3"/>'))
