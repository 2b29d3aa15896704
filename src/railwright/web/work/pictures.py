"""The jobs that draw boards."""

from __future__ import annotations

from typing import Literal, get_args

from railwright.draw import DARK, LIGHT, draw_board, place_board
from railwright.draw.board_layout import Layout, draft_board, finish_draft
from railwright.draw.preview import WIDTH as SMALL_WIDTH
from railwright.draw.preview import draw_preview
from railwright.draw.sizes import WIDTH
from railwright.game.board import Board

THEMES = {"light": LIGHT, "dark": DARK}

Kind = Literal["full", "large names", "small"]
"""The whole board; the same with larger names for small windows, which show a part of it; a small one for lists."""
KINDS: tuple[Kind, ...] = get_args(Kind)

WIDEST_FRAME, TALLEST_FRAME = 2.0, 1.0
"""Aspect ratios (width / height) of the frames in which the page shows a board: land and water extend to fill them."""

WIDE_FRAME, HIGH_FRAME = (970.0, 570.0), (830.0, 668.0)
"""The frames of a landscape and a portrait board in a window of 1280 x 720, in pixels."""
LEAST_NAME = 10.5
"""Height of the smallest name in these frames, in pixels; half a pixel is for differences between fonts."""
LARGEST_NAMES = 1.7
"""Limit on the size of names relative to the usual size: larger ones would cover a crowded board."""
SMALL_WINDOW_NAMES = 1.3
"""Size of names in small windows relative to the usual size: larger ones need many leader lines."""


def draw(board: Board, theme: str, kind: Kind) -> str:
    """Draw an empty board as SVG."""
    if kind == "small":
        layout = place_board(board, width=SMALL_WIDTH)
        return draw_preview(board, layout=layout, theme=THEMES[theme], beyond=_beyond(layout))
    layout = readable_layout(board) if kind == "full" else layout_for_small_windows(board)
    return draw_board(board, layout=layout, theme=THEMES[theme], beyond=_beyond(layout))


def _beyond(layout: Layout) -> float:
    """How far land has to extend the picture of a board to fill every frame."""
    beside = (WIDEST_FRAME * layout.height - layout.width) / 2
    above = (layout.width / TALLEST_FRAME - layout.height) / 2
    return max(beside, above)


def readable_layout(board: Board) -> Layout:
    """The layout of a board, with names that can be read in a window of 1280 x 720."""
    draft = draft_board(board)
    layout = finish_draft(board, draft, width=WIDTH)
    smallest = min(label.size for label in layout.labels) * _pixels(layout)
    if smallest >= LEAST_NAME:
        return layout
    return finish_draft(board, draft, width=WIDTH, names=min(LARGEST_NAMES, LEAST_NAME / smallest))


def layout_for_small_windows(board: Board) -> Layout:
    """The layout of a board for small windows, in which names can be read when a good half of the board is in view."""
    return finish_draft(board, draft_board(board), width=WIDTH, names=SMALL_WINDOW_NAMES)


def _pixels(layout: Layout) -> float:
    """Pixels per unit of length when the page crops the layout to its tracks and names and fits it into its frame."""
    spaces = [(space.x, space.y) for track in layout.tracks for space in track.spaces]
    corners = [(at.x + x * at.width, at.y + y * at.height) for at in layout.labels for x, y in ((0, 0), (1, 1))]
    across, down = zip(*layout.cities, *spaces, *corners, strict=True)
    margin = 26 * layout.unit
    width, height = max(across) - min(across) + margin, max(down) - min(down) + margin
    frame = HIGH_FRAME if height > width else WIDE_FRAME
    return float(min(frame[0] / width, frame[1] / height))
