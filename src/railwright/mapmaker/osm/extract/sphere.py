"""The Earth as a ball: places as points in space, so that distances need no map projection and no date line."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""One row (x, y, z) in metres from the middle of the Earth for each point."""

EARTH_RADIUS = 6_371_008.8
"""Metres; the mean radius of the WGS 84 ellipsoid."""


def to_space(degrees: NDArray[np.float64]) -> Points:
    """Points in space of rows (latitude, longitude)."""
    latitude, longitude = np.radians(degrees[..., 0]), np.radians(degrees[..., 1])
    ring = np.cos(latitude)
    return EARTH_RADIUS * np.stack((ring * np.cos(longitude), ring * np.sin(longitude), np.sin(latitude)), axis=-1)


def to_degrees(points: Points) -> NDArray[np.float64]:
    """Rows (latitude, longitude) of points in space, also of such that lie a little below the ground."""
    latitude = np.arctan2(points[..., 2], np.hypot(points[..., 0], points[..., 1]))
    longitude = np.arctan2(points[..., 1], points[..., 0])
    degrees: NDArray[np.float64] = np.degrees(np.stack((latitude, longitude), axis=-1))
    return degrees


def on_ground(points: Points) -> Points:
    """The points right above, where the points lie on a straight line through the Earth."""
    grounded: Points = points * (EARTH_RADIUS / np.linalg.norm(points, axis=-1, keepdims=True))
    return grounded


def meters_along(points: Points) -> float:
    """Length over ground of a line through points."""
    chords = np.linalg.norm(np.diff(points, axis=0), axis=1)
    return float(2 * EARTH_RADIUS * np.arcsin(np.minimum(chords / (2 * EARTH_RADIUS), 1)).sum())
