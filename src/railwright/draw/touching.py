"""Finds spaces that touch those of other tracks or a city, and makes room for them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import shapely

from railwright.draw.projection import Points
from railwright.draw.sizes import DOT_RADIUS
from railwright.draw.spread import Route
from railwright.draw.train_spaces import TrackPlace

Touching = list[tuple[int, int]]
"""Pairs of tracks, smaller number first; a track is paired with itself if it touches a city."""

MORE_ROOM = 7.0
"""Length added to a route whenever its spaces touch others, in layout units (about 5 mm on paper)."""


def find_touching(tracks: Sequence[TrackPlace], cities: Points, *, apart: float = 0.0) -> Touching:
    """Pairs of tracks whose spaces are less than ``apart`` from each other."""
    owners = np.array([k for k, track in enumerate(tracks) for _ in track.spaces])
    corners = np.array([space.corners(apart / 2) for track in tracks for space in track.spaces])
    shapes = shapely.polygons(corners)
    one, two = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    order = np.flatnonzero(one < two)
    pairs = {(int(min(a, b)), int(max(a, b))) for a, b in zip(owners[one[order]], owners[two[order]], strict=True)}
    dots = shapely.buffer(shapely.points(cities), DOT_RADIUS)
    _, hit = shapely.STRtree(shapes).query(dots, predicate="intersects")
    return sorted(pairs | {(int(track), int(track)) for track in owners[hit]})


def with_room(routes: Sequence[Route], touching: Collection[tuple[int, int]]) -> list[Route]:
    """The routes, with more room for those whose spaces touch."""
    narrow = {track for pair in touching for track in pair}
    return [replace(route, extra=route.extra + MORE_ROOM * bool(narrow & set(route.tracks))) for route in routes]
