"""Great-circle distances on the Earth, as angles at its centre."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.extract.sphere import EARTH_RADIUS, to_space

Floats = NDArray[np.float64]


def directions(places: Floats) -> Floats:
    """Convert rows (latitude, longitude) in degrees to unit vectors."""
    return to_space(places) / EARTH_RADIUS


def air_line(start: Floats, ends: Floats) -> Floats:
    """The great-circle distance in radians from one unit vector to each of the others.

    It is computed from the chord, which is accurate for close places, where the cosine is not.
    """
    chord = np.sqrt(((ends - start) ** 2).sum(axis=1))
    return np.asarray(2.0 * np.arcsin(np.minimum(1.0, chord / 2.0)))


def relative_bend(line: Floats) -> float:
    """Largest distance of a line from the great circle between its ends, relative to its length (paper, figure 3).

    Points abreast of the great-circle segment are measured perpendicular to it, points beyond an end from that end.
    """
    points = directions(line)
    start, end = points[0], points[-1]
    length = float(air_line(start, points[-1:])[0])
    if length == 0.0:
        return 0.0 if len(line) < 3 else float("inf")
    middle = start + end
    middle /= np.linalg.norm(middle)
    ahead = end - start
    ahead /= np.linalg.norm(ahead)
    aside = np.cross(middle, ahead)
    along = np.arctan2(points @ ahead, points @ middle)
    off = np.arcsin(np.clip(points @ aside, -1.0, 1.0))
    beyond = np.maximum(np.abs(along) - length / 2.0, 0.0)
    return float(np.hypot(off, beyond).max() / length)
