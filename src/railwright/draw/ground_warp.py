"""Maps any place on Earth to a picture whose cities have been moved apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.draw.projection import Points, Projection

SOFTNESSES = (10.0, 20.0, 40.0, 80.0, 160.0, 320.0)
"""Smoothing lengths of the deformation, in layout units. The first one without folds is used: with the smallest, the
ground follows the cities to within one unit; the larger ones are for boards whose cities had to pass each other."""
GRID_STEP = 8.0
"""Grid step of the check for folds, in layout units."""
GRID_REACH = 150.0
"""Distance that the grid extends beyond the cities, in layout units."""
CHUNK = 4096
"""Number of points moved at once, which bounds the memory."""


@dataclass(frozen=True, slots=True, eq=False)
class GroundWarp:
    """Maps latitude and longitude to a picture: projected, scaled, then deformed to follow the cities."""

    projection: Projection
    scale: float
    """Layout units per unit of the projection."""
    homes: Points
    """True places of the cities, in layout units."""
    places: Points
    """Places of the cities in the layout, in layout units."""
    softness: float
    """One of ``SOFTNESSES``."""
    start: tuple[float, float]
    """The picture's origin, in layout units."""
    unit: float
    """Length of a layout unit in the picture."""

    def flat(self, latitudes: NDArray[np.float64], longitudes: NDArray[np.float64]) -> Points:
        """Project the points of a line to layout units, without the deformation."""
        return self.projection.project_line(latitudes, longitudes) * self.scale

    def bend(self, flat: Points) -> Points:
        """Deform points from `flat` and convert them to picture coordinates."""
        return (moved(flat, self.homes, self.places, self.softness) - self.start) * self.unit


def least_softness(homes: Points, places: Points) -> float:
    """The smallest softness with which the ground does not fold over itself."""
    low, high = homes.min(axis=0) - GRID_REACH, homes.max(axis=0) + GRID_REACH
    x, y = (np.arange(low[k], high[k] + GRID_STEP, GRID_STEP) for k in range(2))
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    for softness in SOFTNESSES:
        bent = moved(grid.reshape(-1, 2), homes, places, softness).reshape(grid.shape)
        right, down = np.diff(bent, axis=1)[:-1], np.diff(bent, axis=0)[:, :-1]
        if (right[..., 0] * down[..., 1] > right[..., 1] * down[..., 0]).all():
            return softness
    return SOFTNESSES[-1]


def moved(points: Points, homes: Points, places: Points, softness: float) -> Points:
    """Move points along with the cities around them, where the nearest cities count most.

    This is the moving least squares deformation by similarities (Schaefer, McPhail and Warren 2006): each point is
    rotated, scaled and translated like the cities near it, so the ground stretches and bends but does not tear.
    """
    home, place = homes[:, 0] + 1j * homes[:, 1], places[:, 0] + 1j * places[:, 1]
    out = np.empty_like(points)
    for first in range(0, len(points), CHUNK):
        part = points[first : first + CHUNK]
        at = (part[:, 0] + 1j * part[:, 1])[:, None]
        weight = 1.0 / (np.square(np.abs(at - home)) + softness**2) ** 2
        weight /= weight.sum(axis=1, keepdims=True)
        middle, target = weight @ home, weight @ place
        around = home - middle[:, None]
        spread = (weight * np.square(np.abs(around))).sum(axis=1)
        turn = (weight * around.conj() * (place - target[:, None])).sum(axis=1)
        factor = np.where(spread > 1e-9, turn / np.maximum(spread, 1e-9), 1.0)
        z = factor * (at[:, 0] - middle) + target
        out[first : first + CHUNK] = np.column_stack([z.real, z.imag])
    return out
