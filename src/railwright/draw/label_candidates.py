"""The places where a name could be written, and what each of them costs.

Names slide around the dot of their city in small steps, close to it and further away. A train space is a rectangle at
any angle, and whether a name covers it is decided exactly, by the separating axes of the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.draw.projection import Points
from railwright.draw.sizes import LINE_HEIGHT, PAWN_RADIUS
from railwright.draw.text import breaks, text_width
from railwright.draw.train_spaces import Space, TrackPlace

Boxes = NDArray[np.float64]
"""One row (left, top, right, bottom) per box."""
Numbers = NDArray[np.float64]

RINGS = (
    (2.5, 0.0), (4.5, 0.8), (7.0, 2.0), (10.0, 3.4), (13.0, 5.0), (17.0, 7.0), (21.0, 9.0), (27.0, 13.0), (34.0, 18.0),
    (44.0, 27.0), (58.0, 40.0), (75.0, 58.0), (95.0, 80.0), (118.0, 105.0), (145.0, 140.0), (180.0, 190.0),
)  # fmt: skip
"""Distances between dot and name, and their costs."""
FIRST_FAR_RING = 7
"""From this ring on, a leader line connects the dot with the name."""
STEP, STEP_GROWTH = 4.0, 0.08
"""Distance between two places along the nearest ring, and how much it grows with the distance from the dot."""
ENOUGH = 60
"""Farther rings are tried only if fewer than this many places of a name are free."""
LINE_COSTS = (0.0, 0.0, 1.5, 6.0, 9.0, 12.0)
"""Cost of a name by its number of lines."""
SIDE_COSTS = (0.0, 0.4, 1.2, 0.6, 0.8, 0.9, 1.4, 0.8, 0.3, 0.6, 1.2, 0.4, 0.4, 0.4, 1.0, 0.3)
"""Cost of each direction, by sixteenths of a turn, clockwise from the right, where readers expect a name first."""
COVERING_COST, DEPTH_COST = 600.0, 12.0
"""Cost of covering a train space, and of each unit by which the name lies over its edge."""
CLEARANCE, TOUCHING_COST = 2.0, 2.5
"""Distance that a name should keep from train spaces, and the cost of touching one."""
LONELY, NEAR_COST = 7.0, 4.0
"""Cost of a name nearer than ``LONELY`` to the dot of another city."""
MISLEADING_COST = 14.0
"""Cost of a name as near to the dot of another city as to its own."""
LEADER_COST, PASSING_COST = 14.0, 45.0
"""Cost of a leader line across a train space, and past the dot of another city, to which it would seem to lead."""
PASSING = 10.0
"""A leader line this close to the dot of another city passes it."""
NEVER = 3000.0
"""Cost of a name on another name or on another city's dot."""
PADDING = 1.5
"""Least distance of a name from other names and from the dots of other cities."""
WORD_GAP = 6.0
"""Least distance of two names side by side, so that they are not read as one."""


@dataclass(frozen=True, slots=True)
class Name:
    """The name to be written at a city."""

    text: str
    size: float
    radius: float
    """Radius of the city's dot."""
    pawns: int = 0
    """Number of passengers to reserve room for."""


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Candidate places of a name, the cheapest first."""

    boxes: Boxes
    costs: Numbers
    lines: tuple[tuple[str, ...], ...]
    """The ways to break the name into lines."""
    broken: NDArray[np.int64]
    """Which of these each place uses."""
    sides: Numbers
    """Where each place is: 1 for right of the city, -1 for left of it."""
    far: NDArray[np.bool_]
    """Whether the place needs a leader line."""


@dataclass(frozen=True, slots=True, eq=False)
class Obstacles:
    """The train spaces and cities that names must not cover."""

    middles: Points
    along: Points
    """Unit vectors along the spaces."""
    halves: Points
    """Half of the length and width of each space."""
    reaches: Points
    """Half of the width and height of the box around each space."""
    cities: Points
    radii: Numbers

    @staticmethod
    def of(tracks: Sequence[TrackPlace], cities: Points, radii: Numbers) -> Obstacles:
        """The obstacles of a board."""
        spaces: list[Space] = [space for track in tracks for space in track.spaces]
        turns = np.radians([space.angle for space in spaces])
        along = np.column_stack([np.cos(turns), np.sin(turns)])
        halves = np.array([(space.length, space.width) for space in spaces]) / 2
        reaches = np.abs(along) * halves[:, :1] + np.abs(along[:, ::-1]) * halves[:, 1:]
        return Obstacles(np.array([(s.x, s.y) for s in spaces]), along, halves, reaches, cities, radii)

    def near(self, low: Points, high: Points) -> Obstacles:
        """The same with only the spaces that come near a window."""
        margin = self.reaches + CLEARANCE
        kept = ((self.middles + margin > low) & (self.middles - margin < high)).all(axis=1)
        return Obstacles(
            self.middles[kept], self.along[kept], self.halves[kept], self.reaches[kept], self.cities, self.radii
        )

    def depths(self, boxes: Boxes) -> Numbers:
        """How deep each box lies over each space; negative values are a lower bound of the distance between them."""
        half_x, half_y = ((boxes[:, k + 2] - boxes[:, k])[:, None] / 2 for k in range(2))
        away_x = np.abs(offset_x := self.middles[:, 0] - (boxes[:, 0] + boxes[:, 2])[:, None] / 2)
        away_y = np.abs(offset_y := self.middles[:, 1] - (boxes[:, 1] + boxes[:, 3])[:, None] / 2)
        depth = np.minimum(half_x + self.reaches[:, 0] - away_x, half_y + self.reaches[:, 1] - away_y)
        cos, sin = self.along.T
        for (u, v), half in (((cos, sin), self.halves[:, 0]), ((-sin, cos), self.halves[:, 1])):
            reach = half_x * np.abs(u) + half_y * np.abs(v) + half
            np.minimum(depth, reach - np.abs(offset_x * u + offset_y * v), out=depth)
        return np.asarray(depth)

    def passed(self, city: int, stops: Points) -> NDArray[np.int64]:
        """How many other cities each line from a city to some points passes."""
        start = self.cities[city]
        along = stops - start
        length = np.maximum((along**2).sum(axis=1), 1e-9)[:, None]
        away = self.cities - start
        share = np.clip(along @ away.T / length, 0.0, 1.0)
        distance = np.hypot(*(away[:, k] - share * along[:, k, None] for k in range(2)))
        distance[:, city] = np.inf
        return np.asarray((distance < self.radii + PASSING).sum(axis=1))

    def crossed(self, start: Points, stops: Points) -> NDArray[np.int64]:
        """How many spaces lie under each line from a point to others, by samples."""
        cos, sin = self.along.T
        inside = np.zeros((len(stops), len(self.middles)), dtype=np.bool_)
        for share in np.linspace(0.2, 1.0, 9):
            x, y = ((start + (stops - start) * share)[:, k, None] - self.middles[:, k] for k in range(2))
            inside |= (np.abs(x * cos + y * sin) < self.halves[:, 0]) & (np.abs(y * cos - x * sin) < self.halves[:, 1])
        return np.asarray(inside.sum(axis=1))


def find_places(name: Name, city: int, obstacles: Obstacles, *, everywhere: bool = False) -> Places:
    """The places of a city's name with their costs: the nearest that cover nothing, or all of them."""
    lines = breaks(name.text)
    halves = [np.array(label_size(way, name)) / 2 for way in lines]
    at = obstacles.cities[city]
    boxes, costs, broken, sides, far = [], [], [], [], []
    free = 0
    for ring, (distance, ring_cost) in enumerate(RINGS):
        reach = np.max(halves, axis=0) * 2 + name.radius + distance
        near = obstacles.near(at - reach, at + reach)
        for way, half in enumerate(halves):
            offsets = _around(half, name.radius + distance)
            box = np.hstack([at + offsets - half, at + offsets + half])
            direction = offsets / (half + name.radius + distance)
            cost = ring_cost + _side_costs(direction) + LINE_COSTS[min(len(lines[way]), len(LINE_COSTS) - 1)]
            cost += _covering_costs(box, near) + _costs_near_cities(box, city, obstacles)
            good = cost < COVERING_COST
            if ring >= FIRST_FAR_RING:
                cost[good] += _leader_costs(np.clip(at, box[good, :2], box[good, 2:]), city, near)
            free += int(good.sum())
            boxes.append(box)
            costs.append(cost)
            broken.append(np.full(len(box), way))
            sides.append(direction[:, 0])
            far.append(np.full(len(box), ring >= FIRST_FAR_RING))
        if free >= ENOUGH and not everywhere:
            break
    cost = np.concatenate(costs)
    order = np.argsort(cost, kind="stable")
    return Places(
        np.concatenate(boxes)[order], cost[order], lines, np.concatenate(broken)[order], np.concatenate(sides)[order],
        np.concatenate(far)[order],
    )  # fmt: skip


def label_size(lines: tuple[str, ...], name: Name) -> tuple[float, float]:
    """Width and height of a label: its lines, and the passengers below them."""
    width = max(text_width(line, name.size) for line in lines)
    height = len(lines) * name.size * LINE_HEIGHT
    if name.pawns:
        width, height = max(width, name.pawns * 2.2 * PAWN_RADIUS), height + pawn_row()
    return width, height


def pawn_row() -> float:
    """Height of a row of waiting passengers."""
    return 2 * PAWN_RADIUS + 1


def _around(half: Points, distance: float) -> Points:
    """Centres of boxes of a size, relative to a point that is this far from all of them, in small steps.

    They lie on the outline of a larger box with round corners, and always include the middles of its sides.
    """
    step = STEP + STEP_GROWTH * distance
    across, down = (np.linspace(-1.0, 1.0, 2 * int(np.ceil(side / step)) + 1) * side for side in half)
    corners = max(1, int(np.ceil(distance * np.pi / 2 / step)) - 1)
    turn = np.pi / 2 * np.arange(1, corners + 1) / (corners + 1)
    arc = distance * np.column_stack([np.cos(turn), np.sin(turn)]) + half
    reach = half + distance
    return np.concatenate([
        *(np.column_stack([across, np.full(len(across), side)]) for side in (-reach[1], reach[1])),
        *(np.column_stack([np.full(len(down), side), down]) for side in (-reach[0], reach[0])),
        *(arc * (x, y) for x in (-1, 1) for y in (-1, 1)),
    ])  # fmt: skip


def _side_costs(direction: Points) -> Numbers:
    """The costs of directions, in which corners of the square around the city are diagonals."""
    sixteenths = np.arctan2(direction[:, 1], direction[:, 0]) * 8 / np.pi % 16
    return np.asarray(np.interp(sixteenths, np.arange(17), (*SIDE_COSTS, SIDE_COSTS[0])))


def _covering_costs(boxes: Boxes, spaces: Obstacles) -> Numbers:
    if not len(spaces.middles):
        return np.zeros(len(boxes))
    depths = spaces.depths(boxes)
    covering = np.where(depths > 0, COVERING_COST + DEPTH_COST * depths, 0.0)
    touching = TOUCHING_COST * np.clip(1 + depths / CLEARANCE, 0.0, 1.0)
    return np.asarray((covering + touching).sum(axis=1))


def _costs_near_cities(boxes: Boxes, city: int, obstacles: Obstacles) -> Numbers:
    left, top, right, bottom = (boxes[:, k, None] for k in range(4))
    x, y = obstacles.cities.T
    gap_x = np.maximum(np.maximum(left - x, x - right), 0.0)
    gap_y = np.maximum(np.maximum(top - y, y - bottom), 0.0)
    distance = np.hypot(gap_x, gap_y) - obstacles.radii
    own = distance[:, city].copy()
    distance[:, city] = np.inf
    nearest = distance.min(axis=1)
    cost = NEVER * (distance < PADDING).sum(axis=1) + MISLEADING_COST * (nearest <= own)
    return np.asarray(cost + NEAR_COST * np.clip(1 - nearest / LONELY, 0.0, 1.0))


def _leader_costs(stops: Points, city: int, obstacles: Obstacles) -> Numbers:
    """The costs of leader lines from a city to these points."""
    crossed = obstacles.crossed(obstacles.cities[city], stops)
    return np.asarray(LEADER_COST * crossed + PASSING_COST * obstacles.passed(city, stops))
