"""The whole board as shapes: land, tracks, cities, names, title, a strip with the route points, and a score track."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from railwright.draw import sizes
from railwright.draw.board_layout import Layout, is_terminal
from railwright.draw.legend import SIGNS, route_points
from railwright.draw.marks import COLOR_MARKS, LOCOMOTIVE_MARK, TERMINAL_MARK
from railwright.draw.palette import LIGHT, Theme, ink_on
from railwright.draw.tracks import LOCOMOTIVE_SIZE, MARK_SIZE, TUNNEL_MARK_SIZE, has_locomotive
from railwright.draw.train_spaces import Space
from railwright.draw.tunnels import teeth
from railwright.game.board import Board
from railwright.mapmaker.print.land import land_shapes, window_of
from railwright.mapmaker.print.printable_names import city_lines, printable
from railwright.mapmaker.print.score_track import DEPTH, score_track_shapes
from railwright.mapmaker.print.shapes import Form, Shape, TextLine, box, disc, placed, rounded
from railwright.mapmaker.print.signs import sign_rings

STRIP = 26.0
"""Height of the strip below the map, in millimetres."""
EDGE, TRACK_GAP, FOOT = 8.6, 2.0, 5.0
"""Least distance from cities, names and tracks to the edge of a board without a score track, to the score track, and to
the strip. With these, `usa` and `germany` fit A1 with 4 mm to spare on all sides, and `usa` takes the fewest sheets."""
TITLE_EDGE, STRIP_EDGE = 4.0, 8.0
"""Free margin left and right of the title and of the contents of the strip."""
OUTLINE = 0.45
"""Line width of train spaces and cities."""
ROUND = 1.2
"""Corner radius of train spaces."""
TITLE = 16.0
CAR = 7.0
"""Length of a space in the table of points."""
LEGEND = 100.0
"""Width reserved for the key to tunnels and ferries."""
LEAST_CREDITS = 60.0
"""Least width kept for the credits."""
SMALL = 4.2
"""Text size of the credits."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardPage:
    """A board ready to be printed."""

    width: float
    height: float
    shapes: list[Shape]
    credits: tuple[str, ...]
    """Credit lines that every page must show."""


def make_board_page(
    board: Board, layout: Layout, credits: tuple[str, ...], *, score_track: bool, theme: Theme = LIGHT
) -> BoardPage:
    """Make all shapes of a board, from the ground up, with or without a score track around it."""
    margin, frame = sizes.MARGIN * layout.unit, DEPTH if score_track else 0.0
    trim = margin - (DEPTH + TRACK_GAP if score_track else EDGE)
    width, bottom = layout.width - 2 * trim, layout.height - trim - (margin - FOOT)
    view = window_of(layout, trim, trim, width, bottom)
    shapes: list[Shape] = []
    for index in range(len(board.tracks)):
        shapes += _track(board, layout, index, theme)
    for index in range(len(board.cities)):
        shapes += _city(board, layout, index, theme)
    for index in range(len(board.cities)):
        shapes += _label(board, layout, index, theme)
    shapes = land_shapes(board, view, theme, corner=(trim, trim)) + placed(shapes, 1.0, -trim, -trim)
    shapes.append(_title(board, width, frame, theme))
    page = BoardPage(width, bottom + STRIP + frame, shapes, credits)
    shapes += _strip(board, page, frame, theme)
    if score_track:
        shapes += score_track_shapes(page.width, page.height, theme)
    return page


def _title(board: Board, width: float, frame: float, theme: Theme) -> Shape:
    left = frame + TITLE_EDGE
    return TextLine(
        printable(board.title), left, left + TITLE * 0.8, TITLE, theme.ink, room=width - 2 * left, bold=True,
        halo=theme.halo,
    )  # fmt: skip


def _track(board: Board, layout: Layout, index: int, theme: Theme) -> list[Shape]:
    track, place = board.tracks[index], layout.tracks[index]
    ends = [layout.cities[board.city_index[name]] for name in track.cities]
    line = np.array([ends[0], *place.line, ends[1]])
    ferry = track.kind == "ferry"
    shapes: list[Shape] = [
        Form((line,), stroke=theme.ferry if ferry else theme.quiet, width=1.6 if ferry else 0.9,
             dash=(0.01, 3.2) if ferry else None, closed=False)
    ]  # fmt: skip
    for k, space in enumerate(place.spaces):
        shapes += space_shapes(space, track.color, track.kind, theme, locomotive=has_locomotive(track, k))
    return shapes


def space_shapes(space: Space, color: str, kind: str, theme: Theme, *, locomotive: bool) -> list[Shape]:
    """A train space with its colour mark, or with a locomotive."""
    fill = theme.tracks[color]
    tunnel = kind == "tunnel"
    shapes: list[Shape] = [Form((rounded(space, ROUND),), fill=fill, stroke=theme.ink, width=OUTLINE)]
    if tunnel:
        shapes.append(Form(teeth(space), fill=ink_on(fill)))
    sign = LOCOMOTIVE_MARK if locomotive else COLOR_MARKS.get(color)
    if sign:
        size = space.width * (LOCOMOTIVE_SIZE if locomotive else TUNNEL_MARK_SIZE if tunnel else MARK_SIZE)
        rings = tuple(ring * size + (space.x, space.y) for ring in sign_rings(sign))
        shapes.append(Form(rings, fill=ink_on(fill)))
    return shapes


def _city(board: Board, layout: Layout, index: int, theme: Theme) -> list[Shape]:
    (x, y), radius = layout.cities[index], layout.radii[index]
    if is_terminal(board.cities[index]):
        rings = tuple(ring * radius * sizes.TERMINAL_MARK_SIZE + (x, y) for ring in sign_rings(TERMINAL_MARK))
        return [Form(rings, fill=theme.dot, stroke=theme.ink, width=2 * OUTLINE)]
    return [
        Form((disc(x, y, radius),), fill=theme.dot, stroke=theme.ink, width=2 * OUTLINE),
        Form((disc(x, y, radius * sizes.CORE_SIZE),), fill=theme.ink),
    ]


def _label(board: Board, layout: Layout, index: int, theme: Theme) -> list[Shape]:
    label, (x, y) = layout.labels[index], layout.cities[index]
    shapes: list[Shape] = []
    if label.far:
        leader = np.array(label.leader(x, y, layout.radii[index]))
        shapes.append(Form((leader,), stroke=theme.ink, width=OUTLINE, closed=False))
    at = {"start": label.x, "middle": label.x + label.width / 2, "end": label.x + label.width}[label.align]
    step = label.size * sizes.LINE_HEIGHT
    color = theme.quiet if is_terminal(board.cities[index]) else theme.ink
    for k, line in enumerate(city_lines(board, index, label.lines)):
        base = label.y + k * step + label.size * sizes.BASELINE
        shapes.append(TextLine(line, at, base, label.size, color, label.align, label.width, halo=theme.halo))
    return shapes


def _strip(board: Board, page: BoardPage, frame: float, theme: Theme) -> list[Shape]:
    """The strip below the map: the points for each route length on the left, the credits on the right."""
    top, left = page.height - frame - STRIP, frame + STRIP_EDGE
    middle, width = top + STRIP / 2, page.width - 2 * left
    key, end = _key(board, theme)
    scale = min(1.0, width / end)
    shapes: list[Shape] = [Form((box(0, top, page.width, STRIP + frame),), fill=theme.halo)]
    shapes += placed(key, scale, left, middle)
    room = max(width - end, LEAST_CREDITS)
    for k, line in enumerate(page.credits):
        base = middle + (k - (len(page.credits) - 1) / 2) * 1.5 * SMALL + SMALL * sizes.HALF_CAPITAL
        shapes.append(TextLine(line, left + width, base, SMALL, theme.quiet, "end", room))
    return shapes


def _key(board: Board, theme: Theme) -> tuple[list[Shape], float]:
    """The points for each route length and the special spaces, around the line y = 0, and where they end."""
    x = 0.0
    shapes: list[Shape] = []
    for length, worth in route_points(board, None).items():
        for k in range(length):
            car = Space(x + CAR * (k + 0.5), 0.0, 0.0, CAR - 0.8, 4.0)
            shapes.append(Form((rounded(car, 0.6),), fill=theme.tracks["gray"], stroke=theme.ink, width=0.25))
        x += CAR * length + 2.0
        shapes.append(TextLine(f"{worth:g}", x, 2.9, 8.0, theme.ink, bold=True))
        x += 18.0
    return shapes + _legend(board, x, 0.0, theme), x + LEGEND * bool(_kinds(board))


def _kinds(board: Board) -> list[str]:
    return [kind for kind in SIGNS if any(track.kind == kind for track in board.tracks)]


def _legend(board: Board, x: float, middle: float, theme: Theme) -> list[Shape]:
    """The key to the special spaces of the board, one per line."""
    shapes: list[Shape] = []
    for k, kind in enumerate(_kinds(board)):
        y = middle + (k - (len(_kinds(board)) - 1) / 2) * 11.0
        sign = Space(x + 11.0, y, 0.0, sizes.TRAIN_LENGTH_MM, sizes.TRAIN_WIDTH_MM)
        shapes += space_shapes(sign, "gray", kind, theme, locomotive=kind == "ferry")
        shapes.append(TextLine(SIGNS[kind], x + 24.0, y + SMALL * sizes.HALF_CAPITAL, SMALL, theme.ink))
    return shapes
