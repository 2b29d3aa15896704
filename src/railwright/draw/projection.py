"""From latitude and longitude to a flat map that looks right for the board's own part of the world."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from railwright.game.board import City

Points = NDArray[np.float64]
"""One row (x, y) for each point; y grows downwards, as in SVG."""

MAX_LATITUDE = 85.0
"""Poles lie at infinity on conformal maps; nothing is drawn beyond this."""
WIDEST_CONE_LATITUDES = 60.0
WIDEST_CONE_LONGITUDES = 150.0
"""A cone serves continents; boards wider than this (in degrees) get a map of the world."""
FLATTEST_CONE = 0.1
"""A cone that touches the Earth near the equator is a cylinder."""


@dataclass(frozen=True, slots=True)
class Projection:
    """A flat map for one part of the world, in radians at the scale of the map's middle.

    Parts of continental size or smaller use Lambert's conformal cone, which keeps shapes; parts around the equator or
    around the world use Miller's cylinder.
    """

    meridian: float
    """Longitude of the map's middle, in degrees."""
    constant: float
    """Of the cone; 0 for the cylinder."""
    parallel: float
    """A latitude, in radians, at which the cone cuts the Earth."""
    center: tuple[float, float] = (0.0, 0.0)
    """What is the origin, before it is moved there."""

    @staticmethod
    def of(cities: Sequence[City]) -> Projection:
        """The map on which the cities lie around the origin."""
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
        """Places on the plane; longitudes count from the side of the Earth that is nearer to the map's middle."""
        return self.project_line(latitudes, np.mod(longitudes - self.meridian + 180.0, 360.0) - 180.0 + self.meridian)

    def project_line(self, latitudes: NDArray[np.float64], longitudes: NDArray[np.float64]) -> Points:
        """The same for a line whose longitudes have no jump: it is not torn opposite of the map's middle."""
        phi = np.radians(np.clip(latitudes, -MAX_LATITUDE, MAX_LATITUDE))
        lam = np.radians(longitudes - self.meridian)
        if self.constant:
            x, y = _cone(phi, lam, self.constant, self.parallel)
        else:
            x, y = lam, 1.25 * np.log(np.tan(np.pi / 4 + 0.4 * phi))
        return np.asarray(np.column_stack([x, -y]) - self.center)

    def locate(self, points: Points) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Latitudes and longitudes, in degrees, of points on the plane."""
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
    """Latitudes and longitudes of cities, without the poles, in degrees."""
    latitudes = np.array([min(MAX_LATITUDE, max(-MAX_LATITUDE, city.latitude)) for city in cities])
    return latitudes, np.array([city.longitude for city in cities])


def project(cities: Sequence[City]) -> Points:
    """The cities on the map made for them."""
    return Projection.of(cities).project(*coordinates_of(cities))


def _unwrapped(longitudes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Longitudes without a jump: the map is cut in the widest empty stretch, so boards may cross the date line."""
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
