"""The job that draws a board."""

from __future__ import annotations

from railwright.draw import DARK, LIGHT, draw_board, place_board
from railwright.game.board import Board
from railwright.web.jobs.process_limits import allow_seconds

PROCESSOR_SECONDS = 15
"""Limit on the CPU time of one picture. The largest boards take about two seconds."""

THEMES = {"light": LIGHT, "dark": DARK}

WIDEST_FRAME, TALLEST_FRAME = 2.0, 1.0
"""Aspect ratios (width / height) of the frames in which the page shows a board: land and water extend to fill them."""


def draw(board: Board, theme: str) -> str:
    """Draw an empty board as SVG."""
    allow_seconds(PROCESSOR_SECONDS)
    layout = place_board(board)
    beside = (WIDEST_FRAME * layout.height - layout.width) / 2
    above = (layout.width / TALLEST_FRAME - layout.height) / 2
    return draw_board(board, layout=layout, theme=THEMES[theme], beyond=max(beside, above))
