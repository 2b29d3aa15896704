"""Draws a board as a complete SVG picture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from railwright.draw import sizes
from railwright.draw.board_layout import Layout, place_board
from railwright.draw.cities import draw_city, draw_label
from railwright.draw.earth.board_terrain import Land, terrain_under
from railwright.draw.earth.paint import draw_terrain
from railwright.draw.invented_land import draw_land
from railwright.draw.legend import (
    ROW,
    draw_below,
    draw_source,
    draw_title,
    key_caption,
    key_fits,
    route_points,
    rows_below,
)
from railwright.draw.palette import LIGHT, Theme
from railwright.draw.position import Position
from railwright.draw.svg import Attributes, element, note, number
from railwright.draw.tracks import draw_track
from railwright.game.board import Board
from railwright.maps.load import load_board
from railwright.words import count


def draw_board(
    board: Board | str | Path,
    *,
    position: Position | None = None,
    width: float = sizes.WIDTH,
    theme: Theme = LIGHT,
    layout: Layout | None = None,
    land: Land | None = None,
    beyond: float = 0.0,
) -> str:
    """Draw a board (or the board with a given name or file) and a position on it, as a standalone SVG document.

    The picture has no scripts and no external references. Tracks are groups with ``data-track`` and, once claimed,
    ``data-owner``; cities and their labels are groups with ``data-city``. To draw the same board many times, compute
    its ``layout`` once with `place_board` (``width`` is then the layout's). ``land`` is the background of the map: real
    land and water, the default if the cities are on real land; land invented around the cities; or none. Real land
    extends ``beyond`` the edges by this much, for a frame whose shape differs from the picture's.
    """
    if not isinstance(board, Board):
        board = load_board(board)
    now = position or Position()
    place = layout or place_board(board, width=width)
    title = board.title if now.title is None else now.title
    points = route_points(board, now.route_points)
    if not key_fits(board, place, points):
        now = replace(now, captions=(*now.captions, key_caption(points)))
    below = rows_below(place, now)
    height = place.height + (len(below) * ROW + sizes.MARGIN / 2 if below else 0.0) * place.unit
    root: Attributes = {
        "xmlns": "http://www.w3.org/2000/svg", "class": f"railwright {theme.name}", "role": "img",
        "data-unit": place.unit, "width": place.width, "height": height,
        "viewBox": f"0 0 {number(place.width)} {number(height)}",
    }  # fmt: skip
    order = sorted(range(len(board.tracks)), key=lambda i: (i not in now.highlight_tracks, i in now.owners))
    return (
        element(
            "svg",
            root,
            note("title", title),
            note("desc", _description(board, now)),
            element("style", {}, _style(theme, place.unit)),
            element("rect", {"class": "background", "width": place.width, "height": height}),
            _draw_land(board, place, land, beyond),
            *_group("tracks", [draw_track(board, place, i, now, theme) for i in order]),
            *_group("cities", [draw_city(board, place, i, now, theme) for i in range(len(board.cities))]),
            *_group("labels", [draw_label(board, place, i, now, theme) for i in range(len(board.cities))]),
            draw_title(board, place, title, points, theme),
            draw_source(board, place),
            draw_below(place, now, below, theme),
        )
        + "\n"
    )


def _draw_land(board: Board, layout: Layout, land: Land | None, beyond: float) -> str:
    if land == "none":
        return ""
    terrain = terrain_under(board, layout, land, beyond=beyond)
    return draw_land(board, layout) if terrain is None else draw_terrain(terrain)


def _group(name: str, parts: list[str]) -> list[str]:
    return [f'\n<g class="{name}">', *(f"\n{part}" for part in parts), "\n</g>\n"]


def _description(board: Board, position: Position) -> str:
    sentences = [f"A board with {count(len(board.cities), 'city')} and {count(len(board.tracks), 'track')}."]
    if position.owners:
        sentences.append(f"{count(len(position.owners), 'claimed track')}.")
    sentences += [f"{line.text}." for line in position.seats]
    return " ".join(sentences)


def _style(theme: Theme, unit: float) -> str:
    """The picture's CSS; every rule is scoped to the theme's class, so that pictures on one page do not interfere."""
    rules = {
        "": "font-family:sans-serif",
        ".background": f"fill:{theme.background}",
        ".coast": f"fill:{theme.coast}",
        ".inland,.own": f"fill:{theme.land}",
        ".sea": f"fill:{theme.sea}",
        ".lakes": f"fill:{theme.sea};stroke:{theme.shore};stroke-width:{number(0.9 * unit)}",
        ".abroad": f"fill:{theme.abroad}",
        ".shores": f"stroke:{theme.shore};stroke-width:{number(0.9 * unit)}",
        ".borders": f"stroke:{theme.border};stroke-width:{number(0.9 * unit)}",
        ".shores,.borders,.casing,.train,.coupling,.link,.water,.glow,.leader": (
            "fill:none;stroke-linecap:round;stroke-linejoin:round"
        ),
        ".car": f"stroke:{theme.ink};stroke-width:{number(0.7 * unit)}",
        ".quiet,.source": f"fill:{theme.quiet}",
        ".heading": "font-weight:bold",
        ".label text": f"stroke:{theme.halo};stroke-width:{number(3.2 * unit)}",
        ".heading,.quiet,.worth,.source": f"stroke:{theme.halo};stroke-width:{number(2.4 * unit)};stroke-opacity:.7",
        "text": f"fill:{theme.ink};stroke-linejoin:round;paint-order:stroke",
        ".country text": f"fill:{theme.quiet};font-style:italic",
        ".leader": f"stroke:{theme.ink};stroke-width:{number(1.2 * unit)}",
        ".space": f"stroke:{theme.ink};stroke-width:{number(1.1 * unit)}",
        ".link": f"stroke:{theme.quiet};stroke-width:{number(1.6 * unit)}",
        ".water": f"stroke:{theme.ferry};stroke-width:{number(3 * unit)};stroke-dasharray:0 {number(5 * unit)}",
        ".casing": f"stroke:{theme.ink}",
        ".coupling": f"stroke:{theme.ink};stroke-width:{number(1.5 * unit)}",
        ".seat-box": f"stroke:{theme.ink};stroke-width:{number(2 * unit)}",
        ".number": "fill:none;stroke-width:.34;stroke-linecap:round;stroke-linejoin:round",
        ".dot": f"fill:{theme.dot};stroke:{theme.ink};stroke-width:{number(2 * unit)}",
        ".diamond": f"fill:{theme.dot};stroke:{theme.ink};stroke-width:.35",
        ".core": f"fill:{theme.ink}",
        ".station": f"stroke:{theme.ink};stroke-width:.18;stroke-linejoin:round",
        ".pawn": f"stroke:{theme.ink};stroke-width:{number(unit)}",
        ".glow": f"stroke:{theme.highlight};fill:none",
        "circle.glow": f"stroke-width:{number(5 * unit)}",
    }
    scope = f".railwright.{theme.name}"
    written = []
    for selectors, style in rules.items():
        scoped = ",".join(f"{scope} {selector}".rstrip() for selector in selectors.split(","))
        written.append(f"{scoped}{{{style}}}")
    return "\n".join(written)
