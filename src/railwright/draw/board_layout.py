"""The geometry of a board, independent of drawing: the place of every city, train space and name."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from railwright.draw import sizes
from railwright.draw.curves import bend_routes
from railwright.draw.earth.nations import is_real
from railwright.draw.ground_warp import GroundWarp, least_softness
from railwright.draw.label_candidates import Name
from railwright.draw.label_placement import Label, place_labels
from railwright.draw.projection import Points, Projection, coordinates_of
from railwright.draw.spread import Route, scale_of, spread
from railwright.draw.touching import find_touching, with_room
from railwright.draw.train_spaces import Space, TrackPlace, find_routes, place_tracks
from railwright.game.board import Board, City

EVENNESS = (1.0, 0.3)
"""How far cities may be moved for even spaces in each layout that is tried, relative to the usual."""
TANGLED = 15
"""With more pairs of tracks that touch, room does not help: the tracks of such a board cross."""
FLATTEST, TALLEST = 0.4, 1.75
"""Bounds of a picture's height relative to its width; boards outside these bounds get empty margins."""

TRACK_REACH = sizes.LAND_REACH - sizes.SPACE_WIDTH / 2
"""Distance that invented land extends beyond the spaces of tracks: as far from their centre line as from cities."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A board laid out on a picture of ``width`` by ``height``; all lengths are in the same unit."""

    width: float
    height: float
    unit: float
    """Length of one layout unit; sizes such as line widths are multiplied by it."""
    cities: tuple[tuple[float, float], ...]
    radii: tuple[float, ...]
    """Radius of each city's dot."""
    tracks: tuple[TrackPlace, ...]
    labels: tuple[Label, ...]
    ground: GroundWarp | None = field(default=None, compare=False)
    """Maps any other place on Earth to the picture; None if all cities are at the same place."""


def is_terminal(city: City) -> bool:
    """Whether a city is just a border crossing into its country."""
    return bool(city.country)


def label_of(city: City) -> str:
    """The name written on the board: the country's name if the city is named after its country."""
    return city.country if city.country and city.name.startswith(city.country) else city.name


def place_board(board: Board, *, width: float = sizes.WIDTH) -> Layout:
    """Lay out a board on a picture of the given width. The result is deterministic."""
    return finish_draft(board, draft_board(board), width=width)


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """A layout before its names are placed, in layout units."""

    routes: list[Route]
    points: Points
    """Coordinates of the cities."""
    tracks: list[TrackPlace]
    projection: Projection
    scale: float
    """Layout units per unit of the projection; 0 if all cities are at the same place."""


def draft_board(board: Board) -> Draft:
    """Place the cities and tracks of a picture so that few spaces touch those of other routes.

    If any do, their routes get more room; where that does not help, cities stay closer to their true places.
    """
    routes = find_routes(board)
    best: tuple[int, Draft] | None = None
    for evenness in EVENNESS:
        draft = make_draft(board, routes, evenness=evenness)
        touching = find_touching(draft.tracks, draft.points)
        if best is None or len(touching) < best[0]:
            best = (len(touching), draft)
        if not touching or len(touching) > TANGLED:
            break
        routes = with_room(routes, touching)
    assert best is not None
    return best[1]


def make_draft(
    board: Board,
    routes: list[Route],
    *,
    proportions: sizes.SpaceProportions = sizes.SCREEN,
    growth: float = 1.0,
    evenness: float = 1.0,
) -> Draft:
    """Place the cities and tracks; ``growth`` enlarges the board while train spaces keep their size.

    ``evenness`` is how far cities may be moved for spaces of equal length, relative to the usual.
    """
    projection = Projection.of(board.cities)
    flat = projection.project(*coordinates_of(board.cities))
    scale = scale_of(flat, routes, proportions.typical_pitch * growth, proportions.space_area)
    points = spread(flat, routes, scale, evenness=evenness)
    tracks = place_tracks(board, points, routes, bend_routes(points, routes), proportions)
    return Draft(routes, points, tracks, projection, scale)


def finish_draft(
    board: Board, draft: Draft, *, width: float | None = None, unit: float = 1.0, names: float = 1.0
) -> Layout:
    """Place the names and scale the layout to a width, or to a given length of a layout unit.

    ``names`` is the size of names relative to the usual size.
    """
    labels = place_labels([_name(board, city, names) for city in board.cities], draft.points, draft.tracks)
    radii = tuple(sizes.TERMINAL_RADIUS if is_terminal(city) else sizes.DOT_RADIUS for city in board.cities)
    low, high = _bounds(board, draft, labels)
    size = high - low + 2 * sizes.MARGIN + np.array([0.0, sizes.TITLE_STRIP])
    whole = np.maximum(size, [size[1] / TALLEST, size[0] * FLATTEST])
    start = low - sizes.MARGIN - np.array([0.0, sizes.TITLE_STRIP]) - (whole - size) / 2
    measure = unit if width is None else width / float(whole[0])
    placed = _moved(draft.points, radii, draft.tracks, labels, start, measure, whole)
    return replace(placed, ground=_ground(board, draft, start, measure))


def _ground(board: Board, draft: Draft, start: Points, unit: float) -> GroundWarp | None:
    if not draft.scale:
        return None
    homes = draft.projection.project(*coordinates_of(board.cities)) * draft.scale
    softness = least_softness(homes, draft.points)
    return GroundWarp(
        draft.projection, draft.scale, homes, draft.points, softness, (float(start[0]), float(start[1])), unit
    )


def _name(board: Board, city: City, scale: float) -> Name:
    waiting = max(board.passengers.get(city.name, 0), board.passengers.get(city.country, 0) if city.country else 0)
    if is_terminal(city):
        return Name(label_of(city), sizes.TERMINAL_LABEL_SIZE * scale, sizes.TERMINAL_RADIUS, waiting)
    return Name(label_of(city), sizes.LABEL_SIZE * scale, sizes.DOT_RADIUS, waiting)


def _bounds(board: Board, draft: Draft, labels: list[Label]) -> tuple[Points, Points]:
    """The bounding box of everything drawn, with room for invented land around cities and tracks (but not ferries)."""
    points = draft.points
    is_invented = not is_real(board.cities)
    around, reach = (sizes.LAND_REACH, TRACK_REACH) if is_invented else (sizes.DOT_RADIUS, 0.0)
    reaches = [0.0 if track.kind == "ferry" else reach for track in board.tracks]
    corners = [space.corners(own) for track, own in zip(draft.tracks, reaches, strict=True) for space in track.spaces]
    boxes = [np.array([(at.x, at.y), (at.x + at.width, at.y + at.height)]) for at in labels]
    every = np.concatenate([points - around, points + around, *corners, *boxes])
    return every.min(axis=0), every.max(axis=0)


def _moved(
    points: Points, radii: tuple[float, ...], tracks: list[TrackPlace], labels: list[Label],
    start: Points, unit: float, whole: Points,
) -> Layout:  # fmt: skip
    """The layout, shifted so that ``start`` is the origin and scaled by ``unit``."""

    def at(x: float, y: float) -> tuple[float, float]:
        return (x - float(start[0])) * unit, (y - float(start[1])) * unit

    def space_at(space: Space) -> Space:
        x, y = at(space.x, space.y)
        return replace(space, x=x, y=y, length=space.length * unit, width=space.width * unit)

    def label_at(label: Label) -> Label:
        x, y = at(label.x, label.y)
        return replace(
            label, x=x, y=y, width=label.width * unit, height=label.height * unit, size=label.size * unit,
            pawns=label.pawns * unit,
        )  # fmt: skip

    def track_at(track: TrackPlace) -> TrackPlace:
        return TrackPlace(tuple(space_at(space) for space in track.spaces), tuple(at(x, y) for x, y in track.line))

    return Layout(
        width=float(whole[0]) * unit,
        height=float(whole[1]) * unit,
        unit=unit,
        cities=tuple(at(float(x), float(y)) for x, y in points),
        radii=tuple(radius * unit for radius in radii),
        tracks=tuple(track_at(track) for track in tracks),
        labels=tuple(label_at(label) for label in labels),
    )
