"""Moves cities slightly, so that every train space has room and all spaces of a board have about the same length.

The geography stays recognisable.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.draw.projection import Points
from railwright.draw.sizes import CITY_DISTANCE, DOT_RADIUS, FIRST_SPACE, SCREEN, band_width

ROUNDS = 170
LAST_ROUNDS = 45
"""Number of final rounds without the pull, so that cities really get the room they need."""
PULL = 0.06
"""Fraction of the way that each round pulls a city back to its true place."""
STEP = 0.4
"""Fraction of a shortage that one round removes; below one half, because a city may be pushed from several sides."""
TIGHT, LOOSE = 0.9, 1.1
"""Bounds of the distance per train space, relative to the board's median: cities with less are pushed apart, and those
with more are drawn together, as far as the pull to their true places allows."""
DRAW, MAX_DRAWN = 0.1, 3.0
"""Fraction of the distance beyond these bounds that one round removes, and the most that it removes. The pull balances
this at some 50 units (`MAX_DRAWN` / `PULL`), so a route of a length that contradicts the map does not fold the map."""
LINE_CLEARANCE = 9.0
"""Clearance between a city's dot and the tracks that pass it."""
NEAR_END = 0.08
"""The part of a line, at each end, that pushes no other city away."""
MOST_UNITS = 2000.0
"""Approximate maximum size of a board: in a larger one, labels would be too small to read."""
LEAST_AREA = 105.0
"""Side of the square that each city has at least, on average."""
GOLDEN_ANGLE = np.pi * (3 - np.sqrt(5))


@dataclass(frozen=True, slots=True)
class Route:
    """A pair of cities and the tracks between them."""

    cities: tuple[int, int]
    tracks: tuple[int, ...]
    """Numbers of its tracks, in board order."""
    length: int
    """Number of spaces of its longest track."""
    pitch: float = SCREEN.comfortable_pitch
    """Comfortable distance from one space to the next."""
    extra: float = 0.0
    """Additional length, so that its spaces can make way for others at its ends."""

    @property
    def room(self) -> float:
        """The distance between its cities at which the spaces are comfortable."""
        return self.length * self.pitch + 2 * FIRST_SPACE + self.extra


def spread(points: Points, routes: list[Route], scale: float, *, evenness: float = 1.0) -> Points:
    """Scale projected points to layout units (see `scale_of`) and move them for the sake of the spaces between them.

    ``evenness`` is how far they may be moved for spaces of equal length, relative to the usual.
    """
    home = _separated(points * scale if scale else _ring(len(points)))
    ends = np.array([route.cities for route in routes])
    clearance = DOT_RADIUS + LINE_CLEARANCE + np.array([band_width(len(route.tracks)) / 2 for route in routes])
    wanted = np.full((len(home), len(home)), CITY_DISTANCE)
    for route in routes:
        a, b = route.cities
        wanted[a, b] = wanted[b, a] = max(CITY_DISTANCE, route.room)
    np.fill_diagonal(wanted, 0.0)
    least, most = _even_lengths(home, ends, routes)
    now = home.copy()
    for k in range(ROUNDS):
        if k < ROUNDS - LAST_ROUNDS:
            now += PULL * (home - now)
            now += _even(now, ends, least, most, evenness * MAX_DRAWN)
        now += STEP * _apart(now, wanted)
        now += STEP * _off_lines(now, ends, clearance)
    return now


def scale_of(points: Points, routes: list[Route], typical_pitch: float, space_area: float) -> float:
    """Layout units per unit of the projected points; 0 if all are at the same place.

    The median distance from one train space to the next is ``typical_pitch``, or more if spaces would otherwise have
    less than ``space_area`` of the map each.
    """
    size = np.ptp(points, axis=0)
    if size.max() < 1e-9:
        return 0.0
    chords = np.array([np.hypot(*(points[a] - points[b])) / r.length for r in routes for a, b in [r.cities]])
    chords = chords[chords > 1e-9]
    by_pitch = typical_pitch / float(np.median(chords)) if len(chords) else 0.0
    spaces = sum(route.length * len(route.tracks) for route in routes)
    needed = max(LEAST_AREA**2 * len(points), space_area * spaces)
    by_area = np.sqrt(needed / max(size[0] * size[1], (size.max() ** 2) / 16))
    return float(min(max(by_pitch, by_area), MOST_UNITS / size.max()))


def _ring(count: int) -> Points:
    """Places on a circle, for cities that are all at the same place."""
    turn = 2 * np.pi * np.arange(count) / count
    return np.asarray(LEAST_AREA * count / (2 * np.pi) * np.column_stack([np.cos(turn), np.sin(turn)]))


def _separated(points: Points) -> Points:
    """The points plus a small spiral, so that cities at exactly the same place can be pushed apart."""
    number = np.arange(len(points))
    spiral = 0.5 * np.sqrt(number + 1)
    turn = GOLDEN_ANGLE * number
    return np.asarray(points + np.column_stack([spiral * np.cos(turn), spiral * np.sin(turn)]))


def _even_lengths(
    home: Points, ends: NDArray[np.int64], routes: list[Route]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The least and the greatest distance of the cities of each route with which its spaces are like the others'."""
    lengths = np.array([route.length for route in routes])
    chords = np.hypot(*(home[ends[:, 1]] - home[ends[:, 0]]).T)
    usual = float(np.median(np.maximum(chords - 2 * FIRST_SPACE, 0.0) / lengths))
    pitch = np.maximum(usual, [route.pitch for route in routes])
    return 2 * FIRST_SPACE + TIGHT * pitch * lengths, 2 * FIRST_SPACE + LOOSE * pitch * lengths


def _even(
    now: Points, ends: NDArray[np.int64], least: NDArray[np.float64], most: NDArray[np.float64], limit: float
) -> Points:
    """Moves that bring the cities of each route to a distance between ``least`` and ``most``."""
    along = now[ends[:, 1]] - now[ends[:, 0]]
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-6)
    excess = length - np.clip(length, least, most)
    step = along * (np.clip(DRAW * excess, -limit, limit) / length)[:, None]
    moves = np.zeros_like(now)
    np.add.at(moves, ends[:, 0], step)
    np.add.at(moves, ends[:, 1], -step)
    return moves


def _apart(now: Points, wanted: NDArray[np.float64]) -> Points:
    """Moves that push each pair of cities towards its minimum distance."""
    away = now[:, None] - now[None]
    distance = np.maximum(np.hypot(away[..., 0], away[..., 1]), 1e-6)
    shortage = np.maximum(wanted - distance, 0.0) / distance / 2
    return np.asarray((away * shortage[..., None]).sum(axis=1))


def _off_lines(now: Points, ends: NDArray[np.int64], clearance: NDArray[np.float64]) -> Points:
    """Moves that push cities off the straight lines between other cities, and those cities the opposite way."""
    start, along = now[ends[:, 0]], now[ends[:, 1]] - now[ends[:, 0]]
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-3)
    ahead = along / length[:, None]
    offset_x, offset_y = now[:, :1] - start[:, 0], now[:, 1:] - start[:, 1]
    part = (offset_x * ahead[:, 0] + offset_y * ahead[:, 1]) / length
    side = offset_y * ahead[:, 0] - offset_x * ahead[:, 1]
    near = (part > NEAR_END) & (part < 1 - NEAR_END) & (np.abs(side) < clearance)
    city, route = np.nonzero(near)
    shortage = (clearance[route] - np.abs(side[near])) * np.where(side[near] < 0, -1.0, 1.0)
    push = shortage[:, None] / 2 * np.column_stack([-ahead[route, 1], ahead[route, 0]])
    share = part[near][:, None]
    moves = np.zeros_like(now)
    np.add.at(moves, city, push)
    np.add.at(moves, ends[route, 0], -push * (1 - share))
    np.add.at(moves, ends[route, 1], -push * share)
    return moves
