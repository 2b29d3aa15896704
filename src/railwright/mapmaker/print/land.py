"""The land and water under a printed board, as shapes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from railwright.draw.board_layout import Layout
from railwright.draw.earth.board_terrain import terrain_under
from railwright.draw.earth.terrain import Terrain, simplified
from railwright.draw.invented_land import invent_land
from railwright.draw.palette import Theme
from railwright.draw.projection import Points
from railwright.game.board import Board
from railwright.mapmaker.print.shapes import Form, Shape, box, placed

LINE = 0.35
"""Line width of coasts and borders, in millimetres."""


def window_of(layout: Layout, x: float, y: float, width: float, height: float) -> Layout:
    """A window of the layout's ground with its upper left corner at (x, y); it may extend beyond the board."""
    ground = layout.ground
    if ground is not None:
        ground = replace(ground, start=(ground.start[0] + x / ground.unit, ground.start[1] + y / ground.unit))
    return replace(layout, width=width, height=height, ground=ground)


def is_on_earth(board: Board, layout: Layout) -> bool:
    """Whether real land is printed under the board."""
    return terrain_under(board, layout) is not None


def land_shapes(
    board: Board, layout: Layout, theme: Theme, *, corner: tuple[float, float] = (0.0, 0.0), tolerance: float = 0.0
) -> list[Shape]:
    """Everything below the tracks. If the layout is a window (`window_of`), ``corner`` is its upper left corner.

    For a small map, outlines may be simplified by ``tolerance`` millimetres.
    """
    terrain = terrain_under(board, layout)
    whole = (box(0, 0, layout.width, layout.height),)
    if terrain is None:
        invented = placed(_invented(board, layout, theme), 1.0, -corner[0], -corner[1])
        return [Form(whole, fill=theme.sea), *invented]
    return [Form(whole, fill=theme.sea), *_real(terrain, theme, tolerance)]


def _real(terrain: Terrain, theme: Theme, tolerance: float) -> list[Shape]:
    shapes: list[Shape] = []
    for areas, fill in ((terrain.others, theme.abroad), (terrain.own, theme.land)):
        shapes += [Form(rings, fill=fill) for area in areas if (rings := _simple_rings(area, tolerance))]
    shapes += _lines(terrain.borders, theme.border, tolerance)
    shapes += [Form(rings, fill=theme.sea) for lake in terrain.lakes if (rings := _simple_rings(lake, tolerance))]
    banks = [np.concatenate([ring, ring[:1]]) for lake in terrain.lakes for ring in lake]
    return shapes + _lines([*terrain.coasts, *banks], theme.shore, tolerance)


def _simple_rings(rings: list[Points], tolerance: float) -> tuple[Points, ...]:
    if not tolerance:
        return tuple(rings)
    simple = (simplified(np.concatenate([ring, ring[:1]]), tolerance)[:-1] for ring in rings)
    return tuple(ring for ring in simple if len(ring) > 2)


def _lines(lines: list[Points], color: str, tolerance: float) -> list[Shape]:
    kept = [simplified(line, tolerance) if tolerance else line for line in lines]
    visible = [line for line in kept if np.ptp(line, axis=0).max() > 2 * tolerance]
    return [Form((line,), stroke=color, width=LINE, closed=False) for line in visible]


def _invented(board: Board, layout: Layout, theme: Theme) -> list[Shape]:
    invented = invent_land(board, layout)
    shapes: list[Shape] = [Form(tuple(rings), fill=theme.coast) for rings in invented.shallows]
    shapes += [Form(tuple(rings), fill=theme.land) for rings in invented.land]
    banks = [np.concatenate([ring, ring[:1]]) for rings in invented.land for ring in rings]
    return shapes + _lines(banks, theme.shore, 0.0)
