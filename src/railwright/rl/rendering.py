"""Pictures of a batch's games for ``render``: what everyone at the table sees, as text, SVG or pixels."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.draw.board_layout import Layout, place_board
from railwright.draw.board_picture import draw_board
from railwright.draw.game_picture import table_position
from railwright.draw.raster import pixels_of
from railwright.errors import OptionError
from railwright.game.json_reader import brief
from railwright.rl.batch import Batch
from railwright.words import count

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
"""Printed text, text, an array of pixels, SVG."""


class Renderer:
    """Draws games of a batch. Nothing is laid out before the first picture."""

    def __init__(self, batch: Batch, mode: str | None, names: list[str], *, width: int = 1000) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise OptionError(f"render_mode: must be one of {', '.join(RENDER_MODES)} or None, not {brief(mode)}")
        self._batch, self._mode, self._names, self._width = batch, mode, names, width

    @cached_property
    def _layout(self) -> Layout:
        return place_board(self._batch.setup.board)

    def render(self, i: int = 0) -> str | NDArray[np.uint8] | None:
        """A game as the mode demands; ``human`` prints it and returns None, as does no mode at all."""
        if self._mode is None:
            return None
        game = self._batch.game(i)
        if self._mode == "rgb_array":
            return pixels_of(self._svg(game, i), width=self._width)
        if self._mode == "svg":
            return self._svg(game, i)
        if self._mode == "ansi":
            return str(game)
        print(game, flush=True)
        return None

    def _svg(self, game: Any, i: int) -> str:
        title = f"{game.setup.board.title}, after {count(int(self._batch.moves[i]), 'action')}"
        shift = (int(self._batch.player[i]) - int(self._batch.seat[i])) % self._batch.seats
        names = [self._names[(seat + shift) % len(self._names)] for seat in range(len(self._names))]
        position = table_position(game.setup, game.state.table, names, title=title)
        return draw_board(game.setup.board, position=position, layout=self._layout)
