"""Draws a board as a small picture for lists: its land, tracks and cities, without names.

The whole picture of a board has hundreds of kilobytes, most of it in the single spaces of tracks, which nobody sees at
this size. A preview has a twentieth of that.
"""

from __future__ import annotations

from itertools import chain

import numpy as np
import shapely

from railwright.draw.board_layout import Layout
from railwright.draw.earth.board_terrain import terrain_under
from railwright.draw.earth.terrain import ring_area
from railwright.draw.palette import Theme
from railwright.draw.projection import Points
from railwright.draw.svg import Attributes, element, note, outline
from railwright.game.board import Board

WIDTH, HEIGHT = 360.0, 220.0
"""Size of the frame that the picture is drawn for. A list shows it a little smaller."""

TRACK_WIDTH, CASING, CITY_RADIUS = 2.4, 0.6, 2.6

TOLERANCE = 0.7
"""How far a simplified line may be from the exact one, in pixels."""

LEAST_AREA = 6.0
"""Minimum area of islands and lakes, in square pixels; smaller ones are left out."""


def draw_preview(board: Board, *, layout: Layout, theme: Theme, beyond: float = 0.0) -> str:
    """Draw a small picture of an empty board, from a layout of width `WIDTH`.

    Land extends ``beyond`` its edges by this much, for a frame whose shape differs from the picture's.
    """
    size = max(layout.width / WIDTH, layout.height / HEIGHT)  # a tall picture is shown smaller
    root: Attributes = {
        "xmlns": "http://www.w3.org/2000/svg", "width": layout.width, "height": layout.height,
        "viewBox": f"0 0 {layout.width:.0f} {layout.height:.0f}", "stroke-linecap": "round",
        "stroke-linejoin": "round",
    }  # fmt: skip
    lines = [_simple(np.array(track.line)) for track in layout.tracks]
    colors = dict.fromkeys(track.color for track in board.tracks)
    casing = _path(lines, stroke=theme.ink, width=(TRACK_WIDTH + 2 * CASING) * size)
    tracks = [
        _path(
            [line for line, track in zip(lines, board.tracks, strict=True) if track.color == color],
            stroke=theme.tracks[color], width=TRACK_WIDTH * size,
        )
        for color in colors
    ]  # fmt: skip
    dot: Attributes = {"r": CITY_RADIUS * size, "stroke-width": size, "fill": theme.dot, "stroke": theme.ink}
    cities = [element("circle", {"cx": round(x, 1), "cy": round(y, 1), **dot}) for x, y in layout.cities]
    return element(
        "svg", root, note("title", board.title), *_land(board, layout, theme, beyond), casing, *tracks, *cities
    )


def _land(board: Board, layout: Layout, theme: Theme, beyond: float) -> list[str]:
    terrain = terrain_under(board, layout, beyond=beyond)
    size: Attributes = {"width": layout.width + 2 * beyond, "height": layout.height + 2 * beyond}
    corner: Attributes = {"x": -beyond, "y": -beyond}
    if terrain is None:
        return [element("rect", {**corner, **size, "fill": theme.land})]
    layers = ((terrain.others, theme.abroad), (terrain.own, theme.land), (terrain.lakes, theme.sea))
    return [element("rect", {**corner, **size, "fill": theme.sea}), *(_areas(areas, fill) for areas, fill in layers)]


def _areas(areas: list[list[Points]], fill: str) -> str:
    rings = [_simple(ring) for ring in chain.from_iterable(areas) if ring_area(ring) > LEAST_AREA]
    path = "".join(outline(ring, closed=True) for ring in rings)
    return element("path", {"d": path, "fill": fill, "fill-rule": "evenodd"}) if path else ""


def _path(lines: list[Points], *, stroke: str, width: float) -> str:
    path = "".join(outline(line, closed=False) for line in lines)
    return element("path", {"d": path, "fill": "none", "stroke": stroke, "stroke-width": width})


def _simple(line: Points) -> Points:
    return np.asarray(shapely.get_coordinates(shapely.simplify(shapely.LineString(line), TOLERANCE)))
