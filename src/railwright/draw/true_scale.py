"""A layout in millimetres for boards to be printed: every train space has its true size and none touches another."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import shapely

from railwright.draw.layout import Draft, Layout, finish_draft, make_draft
from railwright.draw.sizes import DOT_RADIUS, MM, PAPER
from railwright.draw.spread import Route
from railwright.draw.tracks import find_routes
from railwright.game.board import Board

ROUNDS = 24
"""So often a board is laid out anew with more room where spaces touch."""
MORE_ROOM = 7.0
"""Layout units (about 5 mm) that a route gets in addition whenever its spaces touch others."""
GROWTH = 1.05
"""And the whole board grows by this, so that its cities need not leave their places by much."""
APART = 0.7
"""Layout units, about half a millimetre, that stay free between spaces of different tracks."""


@dataclass(frozen=True, slots=True, eq=False)
class TrueScale:
    """A layout in millimetres."""

    layout: Layout
    touching: tuple[tuple[int, int], ...]
    """Pairs of tracks whose spaces touch in spite of all, such as tracks that cross."""


def place_true_scale(board: Board) -> TrueScale:
    """Lay a board out in millimetres. It becomes as large as its spaces need."""
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
    """The routes, with more room for those that touch."""
    narrow = {track for pair in touching for track in pair}
    return [replace(route, extra=route.extra + MORE_ROOM * bool(narrow & set(route.tracks))) for route in routes]


def find_touching(draft: Draft) -> list[tuple[int, int]]:
    """Pairs of tracks, the smaller number first, whose spaces touch; a track with itself if they touch a city."""
    owners = np.array([k for k, track in enumerate(draft.tracks) for _ in track.spaces])
    corners = np.array([space.corners(APART / 2) for track in draft.tracks for space in track.spaces])
    shapes = shapely.polygons(corners)
    one, two = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    order = np.flatnonzero(one < two)
    found = {(int(min(a, b)), int(max(a, b))) for a, b in zip(owners[one[order]], owners[two[order]], strict=True)}
    dots = shapely.buffer(shapely.points(draft.points), DOT_RADIUS)
    _, hit = shapely.STRtree(shapes).query(dots, predicate="intersects")
    return sorted(found | {(int(track), int(track)) for track in owners[hit]})
