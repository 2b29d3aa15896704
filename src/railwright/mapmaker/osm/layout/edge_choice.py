"""Which candidates become edges of the board: short, straight, spread out, and none across another (paper, 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.game.board import City
from railwright.mapmaker import geometry
from railwright.mapmaker.osm.layout.candidates import Candidate

BEND_WEIGHT = 4.0
"""A railway that strays by a quarter of its edge's length counts as twice as long."""
WIDE_ANGLE = 90.0
"""Neighbouring edges at this angle or more do not disturb each other."""
CLEARANCE = 0.15
"""No edge comes nearer than this part of the even spacing to a third city: its dot and a track need about as much."""
SHORT_CLEARANCE = 0.25
"""In crowds, where edges are short, this part of the edge's own length is enough: the drawing moves cities apart."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidates and what must be known to choose among them; sets of candidates are bits of a whole number."""

    count: int
    """Of cities."""
    pairs: tuple[tuple[int, int], ...]
    cost: Floats
    """The score of each but for its angles: length times a factor for its bend (and one for a city that is near)."""
    angle: Floats
    """The smaller of the angles on both maps, in degrees, for every two that share a city; else 360."""
    rivals: tuple[int, ...]
    """For each the set of those that cannot be chosen together with it."""
    usable: int
    """The set of those that pass by all other cities at a distance."""

    def apart(self, chosen: int) -> list[int]:
        """The cities that these edges do not join to the largest part (of equal parts, that of the first city)."""
        part = self.part_of(chosen)
        main = max(sorted(set(part)), key=part.count)
        return [city for city, number in enumerate(part) if number != main]

    def part_of(self, chosen: int) -> list[int]:
        """For each city the number of its part: that of the part's first city."""
        part = list(range(self.count))
        for edge in members(chosen):
            a, b = self.pairs[edge]
            while part[a] != a:
                a = part[a]
            while part[b] != b:
                b = part[b]
            if a < b:
                part[b] = a
            else:
                part[a] = b
        for city in range(self.count):  # smaller numbers are settled before larger ones
            part[city] = part[part[city]]
        return part


def members(chosen: int) -> list[int]:
    """The numbers in a set, in order."""
    found = []
    while chosen:
        lowest = chosen & -chosen
        found.append(lowest.bit_length() - 1)
        chosen ^= lowest
    return found


def compare(
    cities: Sequence[City], candidates: Sequence[Candidate], *, least_angle: float, clearance: float = 1.0
) -> Choice:
    """Which candidates cross, are too near or at too small an angle on any map; and the cost of each.

    ``clearance`` is the part of the usual distance from other cities that edges must keep; those that keep less than
    all of it cost up to twice as much.
    """
    pairs = np.array([candidate.cities for candidate in candidates], dtype=np.int64).reshape(-1, 2)
    usable = np.ones(len(pairs), dtype=np.bool_)
    nearness = np.zeros(len(pairs))
    rival = geometry.crossings(geometry.plain_degrees(cities), pairs)
    angle = np.full((len(pairs), len(pairs)), 360.0)
    maps = geometry.drawn_and_mercator(cities)
    for points in maps:
        length = geometry.edge_lengths(points, pairs)
        room = np.minimum(CLEARANCE * geometry.even_spacing(points), SHORT_CLEARANCE * length)
        gap = geometry.clearances(points, pairs)
        usable &= (gap > clearance * room) & (length > 0.0)
        nearness = np.maximum(nearness, 1.0 - gap / np.maximum(room, np.finfo(float).tiny))
        rival |= geometry.crossings(points, pairs)
        angle = np.minimum(angle, geometry.angles(points, pairs))
    rival |= angle < least_angle
    np.fill_diagonal(rival, False)
    bend = np.array([candidate.bend for candidate in candidates])
    length = geometry.edge_lengths(maps[0], pairs) / (geometry.even_spacing(maps[0]) or 1.0)
    return Choice(
        count=len(cities),
        pairs=tuple((int(a), int(b)) for a, b in pairs),
        cost=np.asarray(length * (1.0 + BEND_WEIGHT * bend) * (1.0 + nearness)),
        angle=angle,
        rivals=tuple(_as_set(row) for row in rival),
        usable=_as_set(usable),
    )


def _as_set(flags: NDArray[np.bool_]) -> int:
    return sum(1 << int(i) for i in np.flatnonzero(flags))


def angle_factor(angle: Floats) -> Floats:
    """The third multiplier of a score, from 1 (nothing is near) to 2 (on top of a chosen neighbour)."""
    return np.asarray(2.0 - np.minimum(angle, WIDE_ANGLE) / WIDE_ANGLE)


def choose_greedily(choice: Choice, target: int, allowed: int, chosen: int = 0) -> int:
    """Add the candidate with the lowest score, again and again, until the target is reached or none fits any more."""
    free = np.zeros(len(choice.pairs), dtype=np.bool_)
    free[members(allowed & choice.usable & ~chosen)] = True
    nearest = np.full(len(choice.pairs), 360.0)
    for edge in members(chosen):
        _settle(choice, edge, free, nearest)
    left = target - chosen.bit_count()
    while left > 0 and free.any():
        score = np.where(free, choice.cost * angle_factor(nearest), np.inf)
        edge = int(score.argmin())
        chosen |= 1 << edge
        _settle(choice, edge, free, nearest)
        left -= 1
    return chosen


def _settle(choice: Choice, edge: int, free: NDArray[np.bool_], nearest: Floats) -> None:
    """What a chosen edge means for the others."""
    free[edge] = False
    free[members(choice.rivals[edge])] = False
    np.minimum(nearest, choice.angle[edge], out=nearest)
