"""Cost of a straight-line drawing (how hard it is to read), and simulated annealing to reduce it. Compiled.

No move may make lines cross. The cost penalises vertices that are close to each other or to passing lines, narrow
angles between the lines at a vertex, and lines that are too short or too long relative to the others.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import float64, int64, types, void
from numpy.typing import NDArray

from railwright.compiled.kernel import kernel

NEAR = 0.85
"""Distance between two vertices below which there is a penalty, as a fraction of an even spacing."""
PASSING = 0.45
"""Distance between a vertex and a passing line below which there is a penalty, as a fraction of an even spacing."""
NARROW = np.pi / 5
"""Angle below which there is a penalty."""
WIDE_COSINE = float(np.cos(NARROW))
SHARP, SHARP_COST = np.radians(18.0), 60.0
"""Angle below which a map is hard to read, and its additional cost."""
SHARP_COSINE = float(np.cos(SHARP))

NEAR_COST, PASSING_COST, NARROW_COST = 8.0, 8.0, 12.0
SHORT_COST, LONG_COST = 6.0, 2.0
"""Costs of lines shorter and longer than wished: train spaces can be stretched but not squeezed."""
SQUEEZED, SQUEEZED_COST = -0.4, 50.0
"""Logarithm of length over wished length below which train spaces do not fit, and its additional cost. Drawings move
such cities apart (draw.spread), which might make routes cross."""
TOUCH = 0.02
"""Smallest distance allowed between a vertex and a line, as a fraction of an even spacing."""


class GraphDrawing(NamedTuple):
    """A drawing of a graph, and what is wished of it."""

    at: NDArray[np.float64]
    """The positions of the vertices, which are moved."""
    ends: NDArray[np.int64]
    """The two vertices of each line."""
    wished: NDArray[np.float64]
    """The wished length of each line."""
    tolerance: float
    """Log ratio by which a length may differ from it at no cost."""
    around: NDArray[np.int64]
    lines: NDArray[np.int64]
    """The neighbours of each vertex, and the lines to them, in padded rows."""
    degrees: NDArray[np.int64]
    """The number of neighbours of each vertex."""
    spacing: float
    """The distance between vertices if they were spaced evenly."""
    width: float
    height: float
    """The size of the map."""


GRAPH_DRAWING_TYPE: Any = types.NamedTuple(  # type: ignore[no-untyped-call]
    (
        float64[:, ::1], int64[:, ::1], float64[::1], float64, int64[:, ::1], int64[:, ::1], int64[::1], float64,
        float64, float64,
    ),
    GraphDrawing,
)  # fmt: skip


@kernel
def side(ax: float, ay: float, bx: float, by: float, cx: float, cy: float) -> float:
    """Positive if c lies to the left of the line from a to b, negative if to the right; 0 on the line.

    The compiled counterpart of ``draw.curves.side_of_line``.
    """
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


@kernel
def away(x: float, y: float) -> float:
    """The length of the vector (x, y)."""
    return float(np.sqrt(x * x + y * y))


@kernel
def line_distance(ax: float, ay: float, bx: float, by: float, cx: float, cy: float) -> float:
    """The distance of c from the segment between a and b."""
    dx, dy = bx - ax, by - ay
    part = ((cx - ax) * dx + (cy - ay) * dy) / (dx * dx + dy * dy + 1e-30)
    part = min(max(part, 0.0), 1.0)
    return away(cx - ax - part * dx, cy - ay - part * dy)


@kernel
def crosses(drawing: GraphDrawing, vertex: int) -> bool:
    """Whether a line at a vertex crosses or touches any line with which it shares no end."""
    at, ends = drawing.at, drawing.ends
    vx, vy = at[vertex, 0], at[vertex, 1]
    for k in range(drawing.degrees[vertex]):
        other = drawing.around[vertex, k]
        wx, wy = at[other, 0], at[other, 1]
        for e in range(len(ends)):
            a, b = ends[e, 0], ends[e, 1]
            if vertex in (a, b) or other in (a, b):
                continue
            ax, ay, bx, by = at[a, 0], at[a, 1], at[b, 0], at[b, 1]
            one = side(vx, vy, wx, wy, ax, ay) * side(vx, vy, wx, wy, bx, by)
            two = side(ax, ay, bx, by, vx, vy) * side(ax, ay, bx, by, wx, wy)
            if one <= 0.0 and two <= 0.0:
                return True
    return False


@kernel
def narrow_cost(drawing: GraphDrawing, vertex: int) -> float:
    """The cost of the angles between the lines at a vertex."""
    at, around = drawing.at, drawing.around[vertex]
    cost = 0.0
    x, y = at[vertex, 0], at[vertex, 1]
    for i in range(drawing.degrees[vertex]):
        ax, ay = at[around[i], 0] - x, at[around[i], 1] - y
        for j in range(i):
            bx, by = at[around[j], 0] - x, at[around[j], 1] - y
            cosine = (ax * bx + ay * by) / np.sqrt((ax * ax + ay * ay) * (bx * bx + by * by) + 1e-30)
            if cosine > WIDE_COSINE:
                short = 1.0 - np.arccos(min(cosine, 1.0)) / NARROW
                cost += NARROW_COST * short * short * (1.0 + 2.0 * short)
                if cosine > SHARP_COSINE:
                    short = 1.0 - np.arccos(min(cosine, 1.0)) / SHARP
                    cost += SHARP_COST * short * short
    return cost


@kernel
def near_cost(distance: float, limit: float, weight: float) -> float:
    """The cost of a distance below a limit."""
    if distance >= limit:
        return 0.0
    short = 1.0 - distance / limit
    return weight * short * short


@kernel
def vertex_cost(drawing: GraphDrawing, vertex: int) -> float:
    """The cost of everything that changes when a vertex moves; infinite if a vertex almost touches a line."""
    at, ends, spacing = drawing.at, drawing.ends, drawing.spacing
    x, y = at[vertex, 0], at[vertex, 1]
    cost = narrow_cost(drawing, vertex)
    for other in range(len(at)):
        if other != vertex:
            apart = away(at[other, 0] - x, at[other, 1] - y)
            cost += near_cost(apart, NEAR * spacing, NEAR_COST)
    for e in range(len(ends)):
        a, b = ends[e, 0], ends[e, 1]
        if vertex not in (a, b):
            passing = line_distance(at[a, 0], at[a, 1], at[b, 0], at[b, 1], x, y)
            if passing < TOUCH * spacing:
                return np.inf
            cost += near_cost(passing, PASSING * spacing, PASSING_COST)
    for k in range(drawing.degrees[vertex]):
        end = drawing.around[vertex, k]
        ex, ey = at[end, 0], at[end, 1]
        cost += narrow_cost(drawing, end)
        ratio = np.log(away(ex - x, ey - y) / drawing.wished[drawing.lines[vertex, k]])
        ratio = np.sign(ratio) * max(abs(ratio) - drawing.tolerance, 0.0)
        cost += (SHORT_COST if ratio < 0.0 else LONG_COST) * ratio * ratio
        if ratio < SQUEEZED:
            cost += SQUEEZED_COST * (ratio - SQUEEZED) ** 2
        for other in range(len(at)):
            if other not in (vertex, end):
                passing = line_distance(x, y, ex, ey, at[other, 0], at[other, 1])
                if passing < TOUCH * spacing:
                    return np.inf
                cost += near_cost(passing, PASSING * spacing, PASSING_COST)
    return cost


@kernel(signature=void(GRAPH_DRAWING_TYPE, float64[:, ::1], float64, float64))
def improve(drawing: GraphDrawing, chances: Any, hot: float, cold: float) -> None:
    """Move random vertices by simulated annealing; ``chances`` has four random numbers for each move.

    The temperature falls from ``hot`` to ``cold``, and the length of the moves with it.
    """
    at, steps = drawing.at, len(chances)
    for step in range(steps):
        temperature = hot * (cold / hot) ** (step / steps)
        vertex = int(chances[step, 0] * len(at))
        reach = drawing.spacing * min(0.5, 0.1 + temperature) * np.sqrt(-np.log(1.0 - chances[step, 1]))
        turn = 2 * np.pi * chances[step, 2]
        x, y = at[vertex, 0], at[vertex, 1]
        new_x, new_y = x + reach * np.cos(turn), y + reach * np.sin(turn)
        if new_x < 0.0 or new_x > drawing.width or new_y < 0.0 or new_y > drawing.height:
            continue
        before = vertex_cost(drawing, vertex)
        at[vertex, 0], at[vertex, 1] = new_x, new_y
        if not crosses(drawing, vertex):
            worse = vertex_cost(drawing, vertex) - before
            if not worse > 0.0 or chances[step, 3] < np.exp(-worse / temperature):
                continue
        at[vertex, 0], at[vertex, 1] = x, y
