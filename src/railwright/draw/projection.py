"""From latitude and longitude to a flat map that looks right for the board's own part of the world."""

from __future__ import annotations

from collections.abc import Sequence

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


def project(cities: Sequence[City]) -> Points:
    """The cities on a plane, in radians at the scale of the map's middle, with the origin near its centre.

    Boards of continental size or smaller use Lambert's conformal cone, which keeps shapes; boards around the equator or
    around the world use Miller's cylinder.
    """
    latitudes = np.array([min(MAX_LATITUDE, max(-MAX_LATITUDE, city.latitude)) for city in cities])
    longitudes = _unwrapped(np.array([city.longitude for city in cities]))
    low, high = float(latitudes.min()), float(latitudes.max())
    phi, lam = np.radians(latitudes), np.radians(longitudes)
    lam -= (lam.min() + lam.max()) / 2
    sixth = (high - low) / 6
    constant = _cone_constant(np.radians(low + sixth), np.radians(high - sixth))
    wide = high - low > WIDEST_CONE_LATITUDES or np.degrees(np.ptp(lam)) > WIDEST_CONE_LONGITUDES
    if wide or abs(constant) < FLATTEST_CONE:
        x, y = lam, 1.25 * np.log(np.tan(np.pi / 4 + 0.4 * phi))
    else:
        x, y = _cone(phi, lam, constant, np.radians(low + sixth))
    points = np.column_stack([x, -y])
    points -= (points.min(axis=0) + points.max(axis=0)) / 2
    return points


def _unwrapped(longitudes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Longitudes without a jump: the map is cut in the widest empty stretch, so boards may cross the date line."""
    around = np.sort(np.mod(longitudes, 360.0))
    gaps = np.diff(np.append(around, around[0] + 360.0))
    start = around[(int(gaps.argmax()) + 1) % len(around)]
    return np.asarray(np.mod(longitudes - start, 360.0), dtype=np.float64)


def _cone_constant(first: float, second: float) -> float:
    if abs(first - second) < 1e-6:
        return float(np.sin(first))
    stretch = np.log(np.tan(np.pi / 4 + second / 2) / np.tan(np.pi / 4 + first / 2))
    return float(np.log(np.cos(first) / np.cos(second)) / stretch)


def _cone(
    phi: NDArray[np.float64], lam: NDArray[np.float64], constant: float, parallel: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    factor = np.cos(parallel) * np.tan(np.pi / 4 + parallel / 2) ** constant / constant
    rho = factor / np.tan(np.pi / 4 + phi / 2) ** constant
    return rho * np.sin(constant * lam), -rho * np.cos(constant * lam)
