"""The Earth as a sphere: points in 3D space, so that distances need no projection and have no date line."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""One row (x, y, z) per point, in metres from the centre of the Earth."""

EARTH_RADIUS = 6_371_008.8
"""Mean radius of the WGS 84 ellipsoid, in metres."""


def to_space(degrees: NDArray[np.float64]) -> Points:
    """Convert rows (latitude, longitude) to points in space."""
    latitude, longitude = np.radians(degrees[..., 0]), np.radians(degrees[..., 1])
    ring = np.cos(latitude)
    return EARTH_RADIUS * np.stack((ring * np.cos(longitude), ring * np.sin(longitude), np.sin(latitude)), axis=-1)


def to_degrees(points: Points) -> NDArray[np.float64]:
    """Convert points in space, which may lie slightly below the ground, to rows (latitude, longitude)."""
    latitude = np.arctan2(points[..., 2], np.hypot(points[..., 0], points[..., 1]))
    longitude = np.arctan2(points[..., 1], points[..., 0])
    degrees: NDArray[np.float64] = np.degrees(np.stack((latitude, longitude), axis=-1))
    return degrees


def on_ground(points: Points) -> Points:
    """Project points on a straight line through the Earth onto the ground above them."""
    grounded: Points = points * (EARTH_RADIUS / np.linalg.norm(points, axis=-1, keepdims=True))
    return grounded


def meters_along(points: Points) -> float:
    """Length of a line through points along the ground, in metres."""
    chords = np.linalg.norm(np.diff(points, axis=0), axis=1)
    return float(2 * EARTH_RADIUS * np.arcsin(np.minimum(chords / (2 * EARTH_RADIUS), 1)).sum())
