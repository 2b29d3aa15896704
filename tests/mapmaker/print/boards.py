"""The official boards, laid out for printing once for all tests."""

from __future__ import annotations

from functools import cache

from draw.conftest import OFFICIAL, board_called
from railwright.draw.board_layout import Layout
from railwright.draw.true_scale import place_true_scale
from railwright.mapmaker.print.board_page import BoardPage, make_board_page

__all__ = ["OFFICIAL", "board_page"]


@cache
def _layout(name: str) -> Layout:
    return place_true_scale(board_called(name)).layout


@cache
def board_page(name: str, *, score_track: bool) -> BoardPage:
    return make_board_page(board_called(name), _layout(name), (), score_track=score_track)
