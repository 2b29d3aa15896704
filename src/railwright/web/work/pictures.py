"""The jobs that draw boards."""

from __future__ import annotations

from railwright.draw import DARK, LIGHT, draw_board, place_board
from railwright.draw.board_layout import Layout, draft_board, finish_draft
from railwright.draw.preview import WIDTH as SMALL_WIDTH
from railwright.draw.preview import draw_preview
from railwright.game.board import Board

THEMES = {"light": LIGHT, "dark": DARK}

WIDTH = 1400.0

WIDEST_FRAME, TALLEST_FRAME = 2.0, 1.0
"""Aspect ratios (width / height) of the frames in which the page shows a board: land and water extend to fill them."""

WIDE_FRAME, HIGH_FRAME = (970.0, 570.0), (830.0, 668.0)
"""The frames of a landscape and a portrait board in a window of 1280 x 720, in pixels."""
LEAST_NAME = 10.5
"""Height of the smallest name in these frames, in pixels; half a pixel is for differences between fonts."""
LARGEST_NAMES = 1.7
"""Limit on the size of names relative to the usual size: larger ones would cover a crowded board."""


def draw(board: Board, theme: str) -> str:
    """Draw an empty board as SVG."""
    layout = readable_layout(board)
    return draw_board(board, layout=layout, theme=THEMES[theme], beyond=_beyond(layout))


def draw_small(board: Board, theme: str) -> str:
    """Draw a small picture of an empty board, for a list of boards, as SVG."""
    layout = place_board(board, width=SMALL_WIDTH)
    return draw_preview(board, layout=layout, theme=THEMES[theme], beyond=_beyond(layout))


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


def _pixels(layout: Layout) -> float:
    """Pixels per unit of length when the page crops the layout to its tracks and names and fits it into its frame."""
    spaces = [(space.x, space.y) for track in layout.tracks for space in track.spaces]
    corners = [(at.x + x * at.width, at.y + y * at.height) for at in layout.labels for x, y in ((0, 0), (1, 1))]
    across, down = zip(*layout.cities, *spaces, *corners, strict=True)
    margin = 26 * layout.unit
    width, height = max(across) - min(across) + margin, max(down) - min(down) + margin
    frame = HIGH_FRAME if height > width else WIDE_FRAME
    return float(min(frame[0] / width, frame[1] / height))
