"""Where any place on Earth lies in a picture, once its cities have been moved apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.draw.projection import Points, Projection

SOFTNESSES = (10.0, 20.0, 40.0, 80.0, 160.0, 320.0)
"""Layout units over which the pull of a city on the ground is levelled. The first one with which nothing folds is
taken: with the smallest, cities stay where they are on the ground within a unit; the larger ones are for boards whose
cities had to pass each other."""
GRID_STEP = 12.0
"""Layout units between the points at which folds are looked for."""
GRID_REACH = 150.0
"""How far around the cities."""
CHUNK = 4096
"""So many points are moved at once, to bound the memory."""


@dataclass(frozen=True, slots=True, eq=False)
class GroundWarp:
    """The way from latitude and longitude to a picture: a flat map, scaled, then bent so that it follows the cities."""

    projection: Projection
    scale: float
    """Layout units for a unit of the flat map."""
    homes: Points
    """Where the cities would lie, in layout units."""
    places: Points
    """Where they lie instead."""
    softness: float
    """One of ``SOFTNESSES``."""
    start: tuple[float, float]
    """The picture's origin, in layout units."""
    unit: float
    """The picture's measure for a layout unit."""

    def flat(self, latitudes: NDArray[np.float64], longitudes: NDArray[np.float64]) -> Points:
        """Points of a line on the scaled map, not yet bent."""
        return self.projection.project_line(latitudes, longitudes) * self.scale

    def bend(self, flat: Points) -> Points:
        """Those points in the picture."""
        return (moved(flat, self.homes, self.places, self.softness) - self.start) * self.unit


def least_softness(homes: Points, places: Points) -> float:
    """The smallest softness with which the ground does not fold over."""
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
    """Points moved along with the cities around them, the nearest ones most.

    This is the moving least squares deformation by similarities (Schaefer, McPhail and Warren 2006): each point is
    turned, scaled and moved as the cities near it were, so the ground stretches and bends but does not tear.
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
