"""Distances on the Earth, as angles at its centre: no map, so no edge and no date line."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.extract.sphere import EARTH_RADIUS, to_space

Floats = NDArray[np.float64]


def directions(places: Floats) -> Floats:
    """Places, one row (latitude, longitude) in degrees for each, as points on the sphere of radius 1."""
    return to_space(places) / EARTH_RADIUS


def air_line(start: Floats, ends: Floats) -> Floats:
    """The air-line distance in radians from one direction to each of the others.

    By the chord, which is exact for near places, where the cosine is not.
    """
    chord = np.sqrt(((ends - start) ** 2).sum(axis=1))
    return np.asarray(2.0 * np.arcsin(np.minimum(1.0, chord / 2.0)))


def relative_bend(line: Floats) -> float:
    """How far a line strays from the air line between its ends, in parts of that air line (paper, figure 3).

    Points beside the air line are measured perpendicular to it, points beyond an end from that end.
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
