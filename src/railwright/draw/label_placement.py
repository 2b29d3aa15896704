"""Chooses the places of city names, avoiding train spaces, each other and the dots of other cities where possible.

There is one search for all drawings, on screens and on paper: `label_candidates` finds the places of each name and what
they cost, and the names then choose theirs together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

from railwright.draw.label_candidates import (
    COVERING_COST,
    NEVER,
    PADDING,
    WORD_GAP,
    Boxes,
    Name,
    Obstacles,
    Places,
    find_places,
    pawn_row,
)
from railwright.draw.projection import Points
from railwright.draw.train_spaces import TrackPlace

BEST_PLACES, OTHER_PLACES = 60, 12
"""The annealing considers this many of a name's best places, and one in this many of the others."""
SWEEPS = 30
COLD_SWEEPS = 8
"""Number of final sweeps at temperature 0, which take only the best place."""
HEAT = 3.0
"""Initial temperature of the annealing, in units of cost; it falls to 0."""
FINE_SWEEPS = 3
"""Number of sweeps over all places of each name, after the annealing."""
BESIDE = 0.3
"""How far to one side a place must be for the name to begin or end there; otherwise it is centred."""


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

    def leader(self, x: float, y: float, radius: float) -> list[tuple[float, float]]:
        """The leader line from the edge of the city's dot to the nearest point of the name."""
        near_x = min(max(x, self.x), self.x + self.width)
        near_y = min(max(y, self.y), self.y + self.height)
        share = radius / max(hypot(near_x - x, near_y - y), radius)
        return [(x + share * (near_x - x), y + share * (near_y - y)), (near_x, near_y)]


def place_labels(names: Sequence[Name], points: Points, tracks: Sequence[TrackPlace]) -> list[Label]:
    """Place the label of every city."""
    obstacles = Obstacles.of(tracks, points, np.array([name.radius for name in names]))
    places = [find_places(name, i, obstacles) for i, name in enumerate(names)]
    chosen = _choose(places)
    crowded = _crowded(places, chosen)
    if len(crowded):
        for i in crowded:
            places[i] = find_places(names[i], i, obstacles, everywhere=True)
        chosen = _choose(places)
    return [_label(name, options, int(k)) for name, options, k in zip(names, places, chosen, strict=True)]


def _crowded(places: Sequence[Places], chosen: NDArray[np.int64]) -> NDArray[np.int64]:
    """The names that cover something, and those that could make way for them."""
    boxes = np.array([options.boxes[k] for options, k in zip(places, chosen, strict=True)])
    near = _neighbours([options.boxes for options in places])
    bad = [
        i
        for i, (options, k) in enumerate(zip(places, chosen, strict=True))
        if options.costs[k] >= COVERING_COST or _clashes(boxes[i : i + 1], boxes[near[i]])[0]
    ]
    return np.unique(np.concatenate([np.array(bad, dtype=np.int64), *(near[i] for i in bad)]))


def _choose(places: Sequence[Places]) -> NDArray[np.int64]:
    """Choose one place for each name by simulated annealing with a fixed seed, then improve it name by name."""
    chance = np.random.default_rng(1)
    kept = [_sample(len(options.costs)) for options in places]
    costs = [options.costs[some] for options, some in zip(places, kept, strict=True)]
    options = [each.boxes[some] for each, some in zip(places, kept, strict=True)]
    near = _neighbours(options)
    chosen = np.zeros(len(places), dtype=np.int64)
    boxes = np.array([each[0] for each in options])
    best, best_cost = chosen.copy(), np.inf
    for sweep in range(SWEEPS):
        heat = HEAT * max(0.0, 1 - sweep / (SWEEPS - COLD_SWEEPS)) ** 2
        for i in chance.permutation(len(places)):
            cost = costs[i] + NEVER * _clashes(options[i], boxes[near[i]])
            noisy = cost + heat * chance.gumbel(size=len(cost)) if heat else cost
            chosen[i] = int(noisy.argmin())
            boxes[i] = options[i][chosen[i]]
        if heat == 0:
            total = sum(float(cost[k]) for cost, k in zip(costs, chosen, strict=True))
            total += NEVER * sum(float(_clashes(boxes[i : i + 1], boxes[others])[0]) for i, others in enumerate(near))
            if total < best_cost:
                best, best_cost = chosen.copy(), total
    return _refined(places, np.array([some[k] for some, k in zip(kept, best, strict=True)]))


def _sample(count: int) -> NDArray[np.int64]:
    """Numbers of the places that the annealing considers."""
    every = np.arange(count)
    return np.concatenate([every[:BEST_PLACES], every[BEST_PLACES::OTHER_PLACES]])


def _refined(places: Sequence[Places], chosen: NDArray[np.int64]) -> NDArray[np.int64]:
    """Move each name to the best of all its places, given those of the others."""
    boxes = np.array([options.boxes[k] for options, k in zip(places, chosen, strict=True)])
    near = _neighbours([options.boxes for options in places])
    for _ in range(FINE_SWEEPS):
        for i, options in enumerate(places):
            chosen[i] = int((options.costs + NEVER * _clashes(options.boxes, boxes[near[i]])).argmin())
            boxes[i] = options.boxes[chosen[i]]
    return chosen


def _neighbours(options: Sequence[Boxes]) -> list[NDArray[np.int64]]:
    """For each name, the other names that could overlap it."""
    low = np.array([boxes[:, :2].min(axis=0) for boxes in options]) - WORD_GAP
    high = np.array([boxes[:, 2:].max(axis=0) for boxes in options]) + WORD_GAP
    meets = np.asarray(((low[:, None] < high[None]) & (low[None] < high[:, None])).all(axis=2))
    np.fill_diagonal(meets, False)
    return [np.flatnonzero(row) for row in meets]


def _clashes(own: Boxes, others: Boxes) -> NDArray[np.int64]:
    """Number of other names that each of a name's places would overlap."""
    left, top, right, bottom = (own[:, k, None] for k in range(4))
    overlapping = (left < others[:, 2] + WORD_GAP) & (others[:, 0] < right + WORD_GAP)
    return np.asarray((overlapping & (top < others[:, 3] + PADDING) & (others[:, 1] < bottom + PADDING)).sum(axis=1))


def _label(name: Name, options: Places, k: int) -> Label:
    left, top, right, bottom = (float(edge) for edge in options.boxes[k])
    side = float(options.sides[k])
    align = "start" if side > BESIDE else "end" if side < -BESIDE else "middle"
    pawns = pawn_row() if name.pawns else 0.0
    lines = options.lines[int(options.broken[k])]
    return Label(lines, left, top, right - left, bottom - top, name.size, align, pawns, bool(options.far[k]))
