"""The marks of colours and locomotives as rings of points."""

from __future__ import annotations

from functools import cache

import numpy as np

from railwright.draw.projection import Points

CURVE_STEPS = 6
"""Number of straight lines per curve segment, enough for marks of a few millimetres."""


@cache
def sign_rings(path: str) -> tuple[Points, ...]:
    """The rings of a mark given as SVG path data with lines and arcs."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    parse_path(path, pen)
    rings: list[list[tuple[float, float]]] = []
    for step, points in pen.value:
        if step == "moveTo":
            rings.append([points[0]])
        elif step == "lineTo":
            rings[-1].append(points[0])
        elif step == "curveTo":
            rings[-1] += _curve(rings[-1][-1], *points)
    return tuple(np.array(ring) for ring in rings)


def _curve(
    start: tuple[float, float], one: tuple[float, float], two: tuple[float, float], stop: tuple[float, float]
) -> list[tuple[float, float]]:
    t = np.linspace(0.0, 1.0, CURVE_STEPS + 1)[1:, None]
    ends = [np.array(point) for point in (start, one, two, stop)]
    line = (1 - t) ** 3 * ends[0] + 3 * t * (1 - t) ** 2 * ends[1] + 3 * t**2 * (1 - t) * ends[2] + t**3 * ends[3]
    return [(float(x), float(y)) for x, y in line]
