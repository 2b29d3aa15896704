"""Finds the real land and water under a board."""

from __future__ import annotations

from typing import Literal

from railwright.draw.board_layout import Layout
from railwright.draw.earth.nations import is_real, own_countries
from railwright.draw.earth.terrain import Terrain, find_terrain
from railwright.game.board import Board

Land = Literal["real", "invented", "none"]
"""Background of a map."""


def terrain_under(
    board: Board, layout: Layout, land: Land | None = None, *, beyond: float = 0.0
) -> Terrain | None:  # fmt: skip
    """The real land and water under a board, up to ``beyond`` around its picture.

    None if other land is requested, or if ``land`` is not given and most of its cities are not on real land.
    """
    ground = layout.ground
    if ground is None or (land or ("real" if is_real(board.cities) else "invented")) != "real":
        return None
    return find_terrain(ground, layout.width, layout.height, own_countries(board.cities), beyond=beyond)
