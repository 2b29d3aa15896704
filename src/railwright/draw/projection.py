"""Map projections suited to the board's part of the world."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from railwright.game.board import City

Points = NDArray[np.float64]
"""One row (x, y) per point; y grows downwards, as in SVG."""

MAX_LATITUDE = 85.0
"""Highest latitude drawn: on conformal maps the poles lie at infinity."""
WIDEST_CONE_LATITUDES = 60.0
WIDEST_CONE_LONGITUDES = 150.0
"""Largest extent, in degrees, for a conic projection; larger boards get a cylindrical world map."""
FLATTEST_CONE = 0.1
"""Smallest cone constant: near the equator, a cylindrical projection is used instead."""


@dataclass(frozen=True, slots=True)
class Projection:
    """A projection for one part of the world, in radians at the scale of the map's centre.

    Regions of continental size or smaller use Lambert's conformal conic projection, which preserves shapes; regions
    around the equator or around the world use Miller's cylindrical projection.
    """

    meridian: float
    """Central meridian, in degrees."""
    constant: float
    """Cone constant; 0 for the cylindrical projection."""
    parallel: float
    """One standard parallel of the cone, in radians."""
    center: tuple[float, float] = (0.0, 0.0)
    """Projected point that becomes the origin."""

    @staticmethod
    def of(cities: Sequence[City]) -> Projection:
        """The projection that suits some cities and centres them on the origin."""
        latitudes, longitudes = coordinates_of(cities)
        low, high = (float(edge) for edge in (latitudes.min(), latitudes.max()))
        around = _unwrapped(longitudes)
        sixth = (high - low) / 6
        constant = _cone_constant(np.radians(low + sixth), np.radians(high - sixth))
        wide = high - low > WIDEST_CONE_LATITUDES or np.ptp(around) > WIDEST_CONE_LONGITUDES
        if wide or abs(constant) < FLATTEST_CONE:
            constant = 0.0
        middle = float(np.mod((around.min() + around.max()) / 2 + 180.0, 360.0)) - 180.0
        bare = Projection(middle, constant, float(np.radians(low + sixth)))
        points = bare.project(latitudes, longitudes)
        x, y = (points.min(axis=0) + points.max(axis=0)) / 2
        return replace(bare, center=(float(x), float(y)))

    def project(self, latitudes: NDArray[np.float64], longitudes: NDArray[np.float64]) -> Points:
        """Project points; longitudes are wrapped to within 180 degrees of the central meridian."""
        return self.project_line(latitudes, np.mod(longitudes - self.meridian + 180.0, 360.0) - 180.0 + self.meridian)

    def project_line(self, latitudes: NDArray[np.float64], longitudes: NDArray[np.float64]) -> Points:
        """Project a line without wrapping its longitudes, so that it is not torn opposite the central meridian."""
        phi = np.radians(np.clip(latitudes, -MAX_LATITUDE, MAX_LATITUDE))
        lam = np.radians(longitudes - self.meridian)
        if self.constant:
            x, y = _cone(phi, lam, self.constant, self.parallel)
        else:
            x, y = lam, 1.25 * np.log(np.tan(np.pi / 4 + 0.4 * phi))
        return np.asarray(np.column_stack([x, -y]) - self.center)

    def locate(self, points: Points) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Latitudes and longitudes, in degrees, of projected points (the inverse projection)."""
        x, y = points[:, 0] + self.center[0], -points[:, 1] - self.center[1]
        if self.constant:
            side = np.sign(self.constant)
            lam = np.arctan2(side * x, -side * y) / self.constant
            part = _cone_factor(self.constant, self.parallel) * side / np.maximum(np.hypot(x, y), 1e-12)
            phi = 2 * np.arctan(part ** (1 / self.constant)) - np.pi / 2
        else:
            lam, phi = x, 2.5 * np.arctan(np.exp(0.8 * y)) - 0.625 * np.pi
        return np.degrees(phi), np.degrees(lam) + self.meridian


def coordinates_of(cities: Sequence[City]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Latitudes and longitudes of cities, in degrees; latitudes are clipped to ``MAX_LATITUDE``."""
    latitudes = np.array([min(MAX_LATITUDE, max(-MAX_LATITUDE, city.latitude)) for city in cities])
    return latitudes, np.array([city.longitude for city in cities])


def project(cities: Sequence[City]) -> Points:
    """Project cities with the projection that suits them."""
    return Projection.of(cities).project(*coordinates_of(cities))


def _unwrapped(longitudes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Longitudes without a jump: the map is cut at the widest gap, so boards may cross the date line."""
    around = np.sort(np.mod(longitudes, 360.0))
    gaps = np.diff(np.append(around, around[0] + 360.0))
    start = around[(int(gaps.argmax()) + 1) % len(around)]
    return np.asarray(start + np.mod(longitudes - start, 360.0), dtype=np.float64)


def _cone_constant(first: float, second: float) -> float:
    if abs(first - second) < 1e-6:
        return float(np.sin(first))
    stretch = np.log(np.tan(np.pi / 4 + second / 2) / np.tan(np.pi / 4 + first / 2))
    return float(np.log(np.cos(first) / np.cos(second)) / stretch)


def _cone_factor(constant: float, parallel: float) -> float:
    return float(np.cos(parallel) * np.tan(np.pi / 4 + parallel / 2) ** constant / constant)


def _cone(
    phi: NDArray[np.float64], lam: NDArray[np.float64], constant: float, parallel: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    rho = _cone_factor(constant, parallel) / np.tan(np.pi / 4 + phi / 2) ** constant
    return rho * np.sin(constant * lam), -rho * np.cos(constant * lam)
