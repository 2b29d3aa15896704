"""Draws boards as SVG, for the web page, notebooks, documents and print.

``board_picture`` and ``game_picture`` draw everything. ``board_layout`` places it first: cities (``projection``,
``spread``), routes (``curves``), the spaces of tracks (``train_spaces``), names (``label_candidates``,
``label_placement``). ``tracks`` and ``cities`` then draw them, ``invented_land`` and ``earth`` what is under them,
``legend`` what is around them.
"""

from railwright.draw.board_layout import Layout, place_board
from railwright.draw.board_picture import draw_board
from railwright.draw.label_placement import Label
from railwright.draw.palette import DARK, LIGHT, Theme
from railwright.draw.position import Position, SeatLine
from railwright.draw.train_spaces import Space, TrackPlace

__all__ = [
    "DARK",
    "LIGHT",
    "Label",
    "Layout",
    "Position",
    "SeatLine",
    "Space",
    "Theme",
    "TrackPlace",
    "draw_board",
    "place_board",
]
