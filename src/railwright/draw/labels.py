"""Places the names of cities so that they avoid each other, other cities' dots and, where possible, tracks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.draw.projection import Points
from railwright.draw.sizes import LINE_HEIGHT, PAWN_RADIUS
from railwright.draw.text import broken, shortened, text_width
from railwright.draw.train_spaces import TrackPlace

Boxes = NDArray[np.float64]
"""One row (left, top, right, bottom) per box."""

DIRECTIONS = 16
RINGS = ((2.0, 0.0), (7.0, 2.0), (13.0, 4.5), (21.0, 8.0), (34.0, 15.0), (58.0, 35.0), (95.0, 70.0), (140.0, 110.0))
"""Distance between dot and name, and its cost."""
FIRST_FAR_RING = 4
"""From this ring on, a leader line connects the dot with the name."""
BEST_PLACES, OTHER_PLACES = 40, 6
"""The search considers this many of a name's best places, and one in this many of the others."""
BROKEN_COST = 1.5
"""Cost of a name on two lines."""
SIDE_COSTS = (0.0, 0.4, 1.2, 0.6, 0.8, 0.9, 1.4, 0.8, 0.3, 0.6, 1.2, 0.4, 0.4, 0.4, 1.0, 0.3)
"""Cost of each direction, by sixteenths of a turn, clockwise from the right, where readers expect a name first."""
EDGE_COST, MIDDLE_COST = 2.4, 10.0
"""Cost of covering one of the eight edge samples of a train space, and of covering its middle, where the mark is."""
LONELY = 7.0
NEAR_COST = 4.0
"""Cost of a name nearer than ``LONELY`` to the dot of another city."""
MISLEADING_COST = 14.0
"""Cost of a name as near to the dot of another city as to its own."""
NEVER = 1000.0
"""Cost of a name on another name or on another city's dot."""
SWEEPS = 30
COLD_SWEEPS = 8
"""Number of final sweeps at temperature 0, which take only the best place."""
HEAT = 3.0
"""Initial temperature of the annealing, in units of cost; it falls to 0."""
PADDING = 1.5


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a city and where it is written."""

    lines: tuple[str, ...]
    x: float
    """Left edge of its box."""
    y: float
    """Top edge of its box."""
    width: float
    height: float
    size: float
    """Text size."""
    align: str
    """Alignment of the lines: start, middle or end."""
    pawns: float
    """Height of the row of waiting passengers below the lines; 0 for none."""
    far: bool
    """Whether a leader line connects the dot with the name."""


@dataclass(frozen=True, slots=True)
class Name:
    """The name to be written at a city."""

    text: str
    size: float
    radius: float
    """Radius of the city's dot."""
    pawns: int = 0
    """Number of passengers to reserve room for."""


@dataclass(frozen=True, slots=True)
class _Places:
    """Candidate places of a name."""

    boxes: Boxes
    costs: NDArray[np.float64]
    lines: tuple[tuple[str, ...], ...]
    sides: NDArray[np.float64]
    far: NDArray[np.bool_]


def place_labels(names: Sequence[Name], points: Points, tracks: Sequence[TrackPlace]) -> list[Label]:
    """Place the label of every city."""
    radii = np.array([name.radius for name in names])
    samples = _space_samples(tracks)
    places = [_places(name, i, points, radii, samples) for i, name in enumerate(names)]
    chosen = _choose(places)
    return [_label(name, options, int(k)) for name, options, k in zip(names, places, chosen, strict=True)]


def _space_samples(tracks: Sequence[TrackPlace]) -> Points:
    """Nine sample points of every train space: all centres first, then the edges."""
    corners = np.array([space.corners() for track in tracks for space in track.spaces])
    sides = (corners + np.roll(corners, 1, axis=1)) / 2
    return np.concatenate([corners.mean(axis=1), corners.reshape(-1, 2), sides.reshape(-1, 2)])


def _places(name: Name, city: int, points: Points, radii: NDArray[np.float64], samples: Points) -> _Places:
    text = shortened(name.text)
    two = broken(text)
    variants: list[tuple[str, ...]] = [(text,), two] if two else [(text,)]
    turn = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    side = np.column_stack([np.cos(turn), np.sin(turn)])
    boxes, costs = [], []
    for variant in variants:
        half = np.array(_size(variant, name)) / 2
        for free, ring_cost in RINGS:
            middle = points[city] + side * (name.radius + free) + np.clip(1.4 * side, -1, 1) * half
            boxes.append(np.column_stack([middle - half, middle + half]))
            costs.append(ring_cost + np.array(SIDE_COSTS) + BROKEN_COST * (len(variant) - 1))
    box = np.concatenate(boxes)
    cost = np.concatenate(costs) + _cost_of_place(box, city, points, radii, samples)
    order = np.argsort(cost, kind="stable")
    kept = np.concatenate([order[:BEST_PLACES], order[BEST_PLACES::OTHER_PLACES]])
    ring = kept // DIRECTIONS % len(RINGS)
    lines = tuple(variants[k // (DIRECTIONS * len(RINGS))] for k in kept)
    return _Places(box[kept], cost[kept], lines, side[kept % DIRECTIONS, 0], ring >= FIRST_FAR_RING)


def _size(lines: tuple[str, ...], name: Name) -> tuple[float, float]:
    width = max(text_width(line, name.size) for line in lines)
    height = len(lines) * name.size * LINE_HEIGHT
    if name.pawns:
        width, height = max(width, name.pawns * 2.2 * PAWN_RADIUS), height + pawn_row()
    return width, height


def pawn_row() -> float:
    """Height of a row of waiting passengers."""
    return 2 * PAWN_RADIUS + 1


def _cost_of_place(
    boxes: Boxes, city: int, points: Points, radii: NDArray[np.float64], samples: Points
) -> NDArray[np.float64]:
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    kept = np.flatnonzero(((samples > low) & (samples < high)).all(axis=1))
    near, weights = samples[kept], np.where(kept < len(samples) // 9, MIDDLE_COST, EDGE_COST)
    left, top, right, bottom = (boxes[:, k, None] for k in range(4))
    inside = (near[:, 0] > left) & (near[:, 0] < right) & (near[:, 1] > top) & (near[:, 1] < bottom)
    gap_x = np.maximum(np.maximum(left - points[:, 0], points[:, 0] - right), 0.0)
    gap_y = np.maximum(np.maximum(top - points[:, 1], points[:, 1] - bottom), 0.0)
    distance = np.hypot(gap_x, gap_y) - radii
    own = distance[:, city].copy()
    distance[:, city] = np.inf
    nearest = distance.min(axis=1)
    cost = inside @ weights + NEVER * (distance < PADDING).sum(axis=1)
    cost = cost + MISLEADING_COST * (nearest <= own)
    return np.asarray(cost + NEAR_COST * np.clip(1 - nearest / LONELY, 0.0, 1.0))


def _choose(places: Sequence[_Places]) -> NDArray[np.int64]:
    """Choose one place for each name by simulated annealing with a fixed seed."""
    chance = np.random.default_rng(1)
    chosen = np.array([int(options.costs.argmin()) for options in places])
    boxes = np.array([options.boxes[k] for options, k in zip(places, chosen, strict=True)])
    near = _neighbours(places)
    best, best_cost = chosen.copy(), np.inf
    for sweep in range(SWEEPS):
        heat = HEAT * max(0.0, 1 - sweep / (SWEEPS - COLD_SWEEPS)) ** 2
        for i in chance.permutation(len(places)):
            costs = places[i].costs + NEVER * _clashes(places[i].boxes, boxes[near[i]])
            noisy = costs + heat * chance.gumbel(size=len(costs)) if heat else costs
            chosen[i] = int(noisy.argmin())
            boxes[i] = places[i].boxes[chosen[i]]
        if heat == 0:
            total = sum(float(options.costs[k]) for options, k in zip(places, chosen, strict=True))
            total += NEVER * sum(float(_clashes(boxes[i : i + 1], boxes[others])[0]) for i, others in enumerate(near))
            if total < best_cost:
                best, best_cost = chosen.copy(), total
    return best


def _neighbours(places: Sequence[_Places]) -> list[NDArray[np.int64]]:
    """For each name, the other names that could overlap it."""
    low = np.array([options.boxes[:, :2].min(axis=0) for options in places]) - PADDING
    high = np.array([options.boxes[:, 2:].max(axis=0) for options in places]) + PADDING
    meets = np.asarray(((low[:, None] < high[None]) & (low[None] < high[:, None])).all(axis=2))
    np.fill_diagonal(meets, False)
    return [np.flatnonzero(row) for row in meets]


def _clashes(own: Boxes, others: Boxes) -> NDArray[np.int64]:
    """Number of other names that each of a name's places would overlap."""
    left, top, right, bottom = (own[:, k, None] for k in range(4))
    beside = (left < others[:, 2] + PADDING) & (others[:, 0] < right + PADDING)
    return np.asarray((beside & (top < others[:, 3] + PADDING) & (others[:, 1] < bottom + PADDING)).sum(axis=1))


def _label(name: Name, options: _Places, k: int) -> Label:
    left, top, right, bottom = (float(edge) for edge in options.boxes[k])
    side = float(options.sides[k])
    align = "start" if side > 0.3 else "end" if side < -0.3 else "middle"
    pawns = pawn_row() if name.pawns else 0.0
    return Label(options.lines[k], left, top, right - left, bottom - top, name.size, align, pawns, bool(options.far[k]))
