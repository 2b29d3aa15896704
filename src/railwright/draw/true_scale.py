"""A layout in millimetres for printed boards: every train space has its true size, and no two touch."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import shapely

from railwright.draw.board_layout import Draft, Layout, finish_draft, make_draft
from railwright.draw.sizes import DOT_RADIUS, MM, PAPER
from railwright.draw.spread import Route
from railwright.draw.train_spaces import find_routes
from railwright.game.board import Board

ROUNDS = 24
"""Maximum number of layouts tried, each with more room where spaces touch."""
MORE_ROOM = 7.0
"""Length added to a route whenever its spaces touch others, in layout units (about 5 mm)."""
GROWTH = 1.05
"""Growth of the whole board per round, so that cities stay close to their true places."""
APART = 0.7
"""Minimum gap between spaces of different tracks, in layout units (about half a millimetre)."""


@dataclass(frozen=True, slots=True, eq=False)
class TrueScale:
    """A layout in millimetres."""

    layout: Layout
    touching: tuple[tuple[int, int], ...]
    """Pairs of tracks whose spaces still touch, such as tracks that cross."""


def place_true_scale(board: Board) -> TrueScale:
    """Lay out a board in millimetres, as large as its train spaces require."""
    routes = find_routes(board, PAPER.comfortable_pitch)
    growth = 1.0
    best: tuple[int, Draft, list[tuple[int, int]]] | None = None
    for _ in range(ROUNDS):
        draft = make_draft(board, routes, proportions=PAPER, growth=growth)
        touching = find_touching(draft)
        if best is None or len(touching) < best[0]:
            best = (len(touching), draft, touching)
        if not touching:
            break
        routes = _with_room(routes, touching)
        growth *= GROWTH
    assert best is not None
    layout = finish_draft(board, best[1], unit=MM, names=PAPER.names)
    return TrueScale(layout, tuple(best[2]))


def _with_room(routes: list[Route], touching: list[tuple[int, int]]) -> list[Route]:
    """The routes, with more room for those whose spaces touch."""
    narrow = {track for pair in touching for track in pair}
    return [replace(route, extra=route.extra + MORE_ROOM * bool(narrow & set(route.tracks))) for route in routes]


def find_touching(draft: Draft) -> list[tuple[int, int]]:
    """Pairs of tracks whose spaces touch, smaller number first; a track is paired with itself if it touches a city."""
    owners = np.array([k for k, track in enumerate(draft.tracks) for _ in track.spaces])
    corners = np.array([space.corners(APART / 2) for track in draft.tracks for space in track.spaces])
    shapes = shapely.polygons(corners)
    one, two = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    order = np.flatnonzero(one < two)
    pairs = {(int(min(a, b)), int(max(a, b))) for a, b in zip(owners[one[order]], owners[two[order]], strict=True)}
    dots = shapely.buffer(shapely.points(draft.points), DOT_RADIUS)
    _, hit = shapely.STRtree(shapes).query(dots, predicate="intersects")
    return sorted(pairs | {(int(track), int(track)) for track in owners[hit]})
