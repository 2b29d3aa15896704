"""Places the train spaces of every track: evenly spaced along the route, parallel tracks side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from railwright.draw.curves import arc_lengths, curve
from railwright.draw.projection import Points
from railwright.draw.sizes import MAX_SPACE_LENGTH, SCREEN, SPACE_GAP, SPACE_WIDTH, TRACK_GAP, SpaceProportions
from railwright.draw.spread import Route
from railwright.draw.trims import find_trims
from railwright.game.board import Board

FINE_SAMPLES = 49
SHORTEST_SPACE = 0.6
"""Minimum length of a space relative to the pitch, where there is too little room for a full gap."""

MAX_FREE = 0.6
"""Maximum share of a line that is left free at its ends."""


@dataclass(frozen=True, slots=True)
class Space:
    """One train space: a rectangle given by its centre."""

    x: float
    y: float
    angle: float
    """Angle from the x axis to the long side, in degrees, clockwise on the screen; above -90 and at most 90."""
    length: float
    width: float

    def corners(self, grow: float = 0.0) -> Points:
        """The four corners in order; ``grow`` extends the rectangle on every side."""
        turn = np.radians(self.angle)
        along = np.array([np.cos(turn), np.sin(turn)]) * (self.length / 2 + grow)
        across = np.array([-np.sin(turn), np.cos(turn)]) * (self.width / 2 + grow)
        middle = np.array([self.x, self.y])
        one, two = along + across, along - across
        return np.array([middle - one, middle + two, middle + one, middle - two])


@dataclass(frozen=True, slots=True)
class TrackPlace:
    """The place of a track."""

    spaces: tuple[Space, ...]
    """The train spaces, from the track's first city to its second."""
    line: tuple[tuple[float, float], ...]
    """The centre line under the spaces, from the start of the first space to the end of the last."""


def find_routes(board: Board, pitch: float = SCREEN.comfortable_pitch) -> list[Route]:
    """The pairs of cities with their tracks, in board order."""
    tracks_of: dict[tuple[int, int], list[int]] = {}
    for i, track in enumerate(board.tracks):
        a, b = (board.city_index[name] for name in track.cities)
        tracks_of.setdefault((min(a, b), max(a, b)), []).append(i)
    return [
        Route(pair, tuple(numbers), max(board.tracks[i].length for i in numbers), pitch)
        for pair, numbers in tracks_of.items()
    ]


def place_tracks(
    board: Board,
    points: Points,
    routes: Sequence[Route],
    bends: Sequence[float],
    proportions: SpaceProportions = SCREEN,
) -> list[TrackPlace]:
    """Place every track of the board, by number."""
    placed: dict[int, TrackPlace] = {}
    ends = [(points[route.cities[0]], points[route.cities[1]]) for route in routes]
    lines = [curve(*pair, bend, FINE_SAMPLES) for pair, bend in zip(ends, bends, strict=True)]
    trims = find_trims(lines, routes, proportions.least_pitch)
    for route, middle, (start, stop) in zip(routes, lines, trims, strict=True):
        for k, number in enumerate(route.tracks):
            shift = (k - (len(route.tracks) - 1) / 2) * (SPACE_WIDTH + TRACK_GAP)
            line = _beside(middle, shift)
            turned = board.city_index[board.tracks[number].cities[0]] != route.cities[0]
            directed = (line[::-1], stop, start) if turned else (line, start, stop)
            placed[number] = place_spaces(*directed, board.tracks[number].length, proportions)
    return [placed[i] for i in range(len(board.tracks))]


def place_spaces(
    line: Points, start: float, stop: float, count: int, proportions: SpaceProportions = SCREEN
) -> TrackPlace:
    """Place ``count`` spaces along a line between two cities, leaving ``start`` and ``stop`` free at its ends."""
    arc = arc_lengths(line)
    free = min(1.0, MAX_FREE * arc[-1] / (start + stop))
    start, stop = start * free, stop * free
    room = arc[-1] - start - stop
    pitch = min(room / count, proportions.widest_pitch)
    middles = start + (room - count * pitch) / 2 + pitch * (np.arange(count) + 0.5)
    x, y = _at(line, arc, middles)
    ahead_x, ahead_y = _at(line, arc, middles + pitch / 3)
    behind_x, behind_y = _at(line, arc, middles - pitch / 3)
    turns = np.unwrap(np.arctan2(ahead_y - behind_y, ahead_x - behind_x))
    # In a bend, the inner corners of neighbouring spaces move closer together.
    corner = SPACE_WIDTH * np.tan(np.abs(np.diff(turns)).max(initial=0.0) / 2)
    fitting = min(MAX_SPACE_LENGTH, max(pitch - max(SPACE_GAP, 1.5 * corner + 1.0), SHORTEST_SPACE * pitch))
    length = proportions.space_length or fitting
    angles = [_flat(angle) for angle in np.degrees(turns)]
    spaces = tuple(Space(float(x[i]), float(y[i]), angles[i], float(length), SPACE_WIDTH) for i in range(count))
    inside = np.linspace(middles[0] - length / 2, middles[-1] + length / 2, 13)
    return TrackPlace(spaces, tuple(zip(*(part.tolist() for part in _at(line, arc, inside)), strict=True)))


def inner_part(line: Sequence[tuple[float, float]], inset: float) -> list[tuple[float, float]]:
    """A line without its two ends of length ``inset``; of a line that is too short, a point in the middle."""
    points = np.array(line)
    arc = arc_lengths(points)
    inset = min(inset, arc[-1] / 2)
    x, y = _at(points, arc, np.linspace(inset, arc[-1] - inset, len(line)))
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _beside(line: Points, shift: float) -> Points:
    """The line, shifted sideways by ``shift``."""
    tangent = np.gradient(line, axis=0)
    size = np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-9)
    return np.asarray(line + shift * np.column_stack([-tangent[:, 1], tangent[:, 0]]) / size[:, None])


def _at(line: Points, arc: Points, where: Points) -> tuple[Points, Points]:
    return np.interp(where, arc, line[:, 0]), np.interp(where, arc, line[:, 1])


def _flat(angle: float) -> float:
    """The angle of a line, normalised so that text along it is upright."""
    turned = (float(angle) + 90.0) % 180.0 - 90.0
    return 90.0 if turned == -90.0 else turned
