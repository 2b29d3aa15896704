"""Chooses the number of spaces of each edge, and which edges are double (paper, section 3.4)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LONGEST = 6
"""Maximum number of spaces of an edge (criterion Q.6)."""
LONGEST_DOUBLE = 4
"""Maximum length of a double: in the web version, the second track of a longer one is lost (docs/map-format.md)."""
LOOSEST_FIT = 0.135
"""Maximum coefficient of variation of the size of spaces to reach the requested total: the published median."""
FIT_SLACK = 1.1
"""If even free rounding exceeds that, its best variation times this factor is the maximum."""
USUAL_LENGTH = 3.1
"""Mean length of a track on the usa board: 309 spaces on 100 tracks."""
SCALES = 241
"""Number of space sizes considered, from one where the longest edge has one space to one where it needs twelve."""
MENDABLE = 0.1
"""Number of spaces per edge by which free rounding may miss the total; an exact search corrects that."""
UNITS = np.geomspace(0.8, 1.25, 19)
"""Space sizes tried, relative to the size that the total suggests."""

Floats = NDArray[np.float64]
Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Properties:
    """Length in spaces and number of tracks for each edge."""

    lengths: tuple[int, ...]
    tracks: tuple[int, ...]

    @property
    def spaces(self) -> int:
        """Number of spaces on all tracks."""
        return sum(n * tracks for n, tracks in zip(self.lengths, self.tracks, strict=True))

    @property
    def doubles(self) -> int:
        """Number of edges with two tracks."""
        return sum(tracks > 1 for tracks in self.tracks)


def traffic(count: int, pairs: Pairs, length: Floats) -> NDArray[np.int64]:
    """For each edge, the number of shortest paths between two cities that use it (edge betweenness)."""
    adjacency: list[list[tuple[int, float, int]]] = [[] for _ in range(count)]
    for edge, (a, b) in enumerate(pairs):
        adjacency[a].append((b, float(length[edge]), edge))
        adjacency[b].append((a, float(length[edge]), edge))
    passed = np.zeros(len(pairs), dtype=np.int64)
    for start in range(count):
        order, arrival = _shortest_paths(adjacency, start)
        behind = dict.fromkeys(order, 1)
        for city in reversed(order[1:]):
            before, edge = arrival[city]
            behind[before] += behind[city]
            passed[edge] += behind[city]
    return passed // 2  # each pair was met from both ends


def _shortest_paths(
    adjacency: list[list[tuple[int, float, int]]], start: int
) -> tuple[list[int], dict[int, tuple[int, int]]]:
    """Cities by distance, and the predecessor and edge of each (Dijkstra). Ties go to the path found first."""
    far = {start: 0.0}
    arrival: dict[int, tuple[int, int]] = {}
    order: list[int] = []
    waiting = [(0.0, start)]
    while waiting:
        so_far, city = heapq.heappop(waiting)
        if so_far > far[city] or city in order:
            continue
        order.append(city)
        for other, more, edge in adjacency[city]:
            if so_far + more < far.get(other, np.inf):
                far[other] = so_far + more
                arrival[other] = (city, edge)
                heapq.heappush(waiting, (so_far + more, other))
    return order, arrival


def variation(length: Floats, spaces: Sequence[int]) -> float:
    """The coefficient of variation of map length per space, over the edges."""
    size = length / np.asarray(spaces, dtype=np.float64)
    return float(size.std() / size.mean())


def share_spaces(length: Floats, tracks: Sequence[int], total: int) -> tuple[int, ...] | None:
    """Numbers of spaces that add up to exactly ``total`` over all tracks and differ least in size on the map.

    The result is exact for each space size tried, by dynamic programming over the edges. None if no lengths from 1 to 6
    (4 for doubles) have that sum.
    """
    weights = np.asarray(tracks, dtype=np.int64)
    most = np.where(weights > 1, LONGEST_DOUBLE, LONGEST)
    if not weights.sum() <= total <= (weights * most).sum():
        return None
    best: tuple[float, tuple[int, ...]] | None = None
    for factor in UNITS:
        unit = float((length * weights).sum()) / total * factor
        spaces = _cheapest_sum(length / unit, weights, most, total)
        if spaces is not None:
            fit = variation(length, spaces)
            if best is None or fit < best[0]:
                best = fit, spaces
    return best[1] if best is not None else None


def _cheapest_sum(
    ideal: Floats, weights: NDArray[np.int64], most: NDArray[np.int64], total: int
) -> tuple[int, ...] | None:
    """Integers close to the ideal values (least squares of relative errors) with a weighted sum of ``total``."""
    cost = np.full(total + 1, np.inf)
    cost[0] = 0.0
    taken = np.zeros((len(ideal), total + 1), dtype=np.int64)
    for edge, (target, weight, top) in enumerate(zip(ideal, weights, most, strict=True)):
        extended = np.full(total + 1, np.inf)
        for spaces in range(1, min(int(top), total // int(weight)) + 1):
            step = spaces * int(weight)
            trial = cost[: total + 1 - step] + (target / spaces - 1.0) ** 2
            better = trial < extended[step:]
            extended[step:][better] = trial[better]
            taken[edge, step:][better] = spaces
        cost = extended
    if not np.isfinite(cost[total]):
        return None
    lengths: list[int] = []
    left = total
    for edge in range(len(ideal) - 1, -1, -1):
        lengths.append(int(taken[edge, left]))
        left -= lengths[-1] * int(weights[edge])
    return tuple(reversed(lengths))


@dataclass(frozen=True, slots=True)
class _Scale:
    """The result of one space size when every length is rounded freely."""

    fit: float
    tracks: tuple[int, ...]
    total: int

    @property
    def doubles(self) -> int:
        return sum(self.tracks) - len(self.tracks)


def choose_properties(
    count: int, pairs: Pairs, length: Floats, *, segments: int, doubles: int, most_doubles: int
) -> Properties:
    """Choose lengths and doubles with the requested total, or as close to it as spaces of about equal size allow.

    ``length`` is the straight length of each edge on the map. Boards with few edges come close to the total only with
    longer edges and more doubles than requested (up to ``most_doubles``), as the published boards do; but spaces keep
    about the same size.
    """
    busy = traffic(count, pairs, length)
    busiest = sorted(range(len(pairs)), key=lambda edge: (-int(busy[edge]), edge))
    units = np.geomspace(float(length.max()) / LONGEST / 2, float(length.max()) * 2, SCALES)
    scales = [
        scale for unit in units for scale in _scales(length, busiest, float(unit), segments, (doubles, most_doubles))
    ]
    if segments > USUAL_LENGTH * (len(pairs) + doubles):
        loosest = max(LOOSEST_FIT, FIT_SLACK * min(scale.fit for scale in scales))
        scales = [scale for scale in scales if scale.fit <= loosest]
    reaching = [scale for scale in scales if abs(scale.total - segments) <= max(1, len(pairs) * MENDABLE)]
    for scale in sorted(reaching, key=lambda scale: (abs(scale.doubles - doubles), scale.fit)):
        lengths = share_spaces(length, scale.tracks, segments)
        if lengths is not None:
            return Properties(lengths, scale.tracks)
    scale = min(scales, key=lambda scale: (abs(scale.total - segments), scale.fit))
    lengths = share_spaces(length, scale.tracks, scale.total)
    assert lengths is not None  # free rounding reached this total
    return Properties(lengths, scale.tracks)


def _scales(
    length: Floats, busiest: Sequence[int], unit: float, segments: int, doubles: tuple[int, int]
) -> list[_Scale]:
    """Two options for a space size: with the requested doubles, and with the number that best meets the total.

    ``doubles`` are the requested and the maximum number.
    """
    wanted, most = doubles
    steps = np.arange(1, LONGEST + 1)
    spaces = 1 + ((length[:, None] / unit / steps - 1.0) ** 2).argmin(axis=1)
    fit = variation(length, [int(n) for n in spaces])
    short = [edge for edge in busiest if spaces[edge] <= LONGEST_DOUBLE][:most]
    totals = int(spaces.sum()) + np.concatenate([[0], np.cumsum(spaces[short])]).astype(np.int64)
    scales = []
    for number in dict.fromkeys((min(wanted, len(short)), int(np.abs(totals - segments).argmin()))):
        double = set(short[:number])
        tracks = tuple(2 if edge in double else 1 for edge in range(len(length)))
        scales.append(_Scale(fit, tracks, int(totals[number])))
    return scales
