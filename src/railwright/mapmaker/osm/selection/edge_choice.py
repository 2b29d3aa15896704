"""Selects edges of the board from the candidates: short, straight, spread out, without crossings (paper, 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.compiled.bit_sets import elements
from railwright.game.board import City
from railwright.mapmaker import geometry
from railwright.mapmaker.osm.selection.candidate_edges import Candidate

BEND_WEIGHT = 4.0
"""Weight of the bend: a railway that deviates by a quarter of its edge's length counts as twice as long."""
WIDE_ANGLE = 90.0
"""Angle from which neighbouring edges do not affect each other's score."""
CLEARANCE = 0.15
"""Minimum distance of an edge from a third city, relative to the even spacing: about a dot and a track."""
SHORT_CLEARANCE = 0.25
"""Sufficient distance relative to the edge's own length, for short edges: the drawing moves crowded cities apart."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class EdgeConflicts:
    """The candidates with their costs and conflicts. Sets of candidates are the bits of an integer."""

    count: int
    """Number of cities."""
    pairs: tuple[tuple[int, int], ...]
    """The two cities of each candidate."""
    cost: Floats
    """Score of each candidate without its angles: length times factors for its bend and for a city close to it."""
    angle: Floats
    """For every two candidates that share a city, the smaller of their angles on both maps, in degrees; else 360."""
    rivals: tuple[int, ...]
    """For each candidate, the set of candidates that cannot be chosen together with it."""
    usable: int
    """The set of candidates that keep their distance from all other cities."""

    def apart(self, chosen: int) -> list[int]:
        """Cities outside the largest connected component of these edges (the first of equally large ones)."""
        part = self.part_of(chosen)
        main = max(sorted(set(part)), key=part.count)
        return [city for city, number in enumerate(part) if number != main]

    def part_of(self, chosen: int) -> list[int]:
        """For each city, the number of its connected component: that of the component's first city."""
        part = list(range(self.count))
        for edge in elements(chosen):
            a, b = self.pairs[edge]
            while part[a] != a:
                a = part[a]
            while part[b] != b:
                b = part[b]
            if a < b:
                part[b] = a
            else:
                part[a] = b
        for city in range(self.count):  # smaller numbers are final before larger ones
            part[city] = part[part[city]]
        return part


def find_conflicts(
    cities: Sequence[City], candidates: Sequence[Candidate], *, least_angle: float, clearance: float = 1.0
) -> EdgeConflicts:
    """Find candidates that conflict (by crossing or by too small an angle) on any map, and the cost of each.

    ``clearance`` scales the usual minimum distance of edges from other cities; edges that keep less than the full
    distance cost up to twice as much.
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
    return EdgeConflicts(
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
    """The angle factor of a score, from 1 (no chosen edge nearby) to 2 (on top of a chosen edge)."""
    return np.asarray(2.0 - np.minimum(angle, WIDE_ANGLE) / WIDE_ANGLE)


def choose_greedily(conflicts: EdgeConflicts, target: int, allowed: int, chosen: int = 0) -> int:
    """Repeatedly add the candidate with the lowest score until the target is reached or no candidate fits."""
    free = np.zeros(len(conflicts.pairs), dtype=np.bool_)
    free[elements(allowed & conflicts.usable & ~chosen)] = True
    nearest = np.full(len(conflicts.pairs), 360.0)
    for edge in elements(chosen):
        _settle(conflicts, edge, free, nearest)
    left = target - chosen.bit_count()
    while left > 0 and free.any():
        score = np.where(free, conflicts.cost * angle_factor(nearest), np.inf)
        edge = int(score.argmin())
        chosen |= 1 << edge
        _settle(conflicts, edge, free, nearest)
        left -= 1
    return chosen


def _settle(conflicts: EdgeConflicts, edge: int, free: NDArray[np.bool_], nearest: Floats) -> None:
    """Update the other candidates after an edge is chosen."""
    free[edge] = False
    free[elements(conflicts.rivals[edge])] = False
    np.minimum(nearest, conflicts.angle[edge], out=nearest)
