"""How many spaces each edge has, and which edges are double (paper, section 3.4)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LONGEST = 6
"""Spaces of an edge (criterion Q.6)."""
LONGEST_DOUBLE = 4
"""A longer double has a second track that nobody can claim in the web version (map-format.md, section 5)."""
LOOSEST_FIT = 0.135
"""For the asked total, spaces may vary this much in size (coefficient of variation): the published median."""
FIT_SLACK = 1.1
"""Where even free rounding cannot keep to that, the total may cost this factor."""
USUAL_LENGTH = 3.1
"""Mean length of a track on the usa board: 309 spaces on 100 tracks."""
SCALES = 241
"""Sizes of a space that are looked at, from one where the longest edge has one space to one where it needs twelve."""
MENDABLE = 0.1
"""Free rounding may miss the total by this many spaces for each edge; an exact search mends that."""
UNITS = np.geomspace(0.8, 1.25, 19)
"""Sizes of a space that are tried, in parts of what the total suggests."""

Floats = NDArray[np.float64]
Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Properties:
    """Length in spaces and number of tracks for each edge."""

    lengths: tuple[int, ...]
    tracks: tuple[int, ...]

    @property
    def spaces(self) -> int:
        """On all tracks."""
        return sum(n * tracks for n, tracks in zip(self.lengths, self.tracks, strict=True))

    @property
    def doubles(self) -> int:
        """Edges with two tracks."""
        return sum(tracks > 1 for tracks in self.tracks)


def traffic(count: int, pairs: Pairs, length: Floats) -> NDArray[np.int64]:
    """For each edge of how many shortest paths between two of the cities it is a part."""
    beside: list[list[tuple[int, float, int]]] = [[] for _ in range(count)]
    for edge, (a, b) in enumerate(pairs):
        beside[a].append((b, float(length[edge]), edge))
        beside[b].append((a, float(length[edge]), edge))
    passed = np.zeros(len(pairs), dtype=np.int64)
    for start in range(count):
        order, arrival = _shortest_paths(beside, start)
        behind = dict.fromkeys(order, 1)
        for city in reversed(order[1:]):
            before, edge = arrival[city]
            behind[before] += behind[city]
            passed[edge] += behind[city]
    return passed // 2  # each pair was met from both ends


def _shortest_paths(
    beside: list[list[tuple[int, float, int]]], start: int
) -> tuple[list[int], dict[int, tuple[int, int]]]:
    """Cities by distance, and for each the city and edge before it; of equal ways that over the smaller numbers."""
    far = {start: 0.0}
    arrival: dict[int, tuple[int, int]] = {}
    order: list[int] = []
    waiting = [(0.0, start)]
    while waiting:
        so_far, city = heapq.heappop(waiting)
        if so_far > far[city] or city in order:
            continue
        order.append(city)
        for other, more, edge in beside[city]:
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
    """Spaces for each edge that add up to exactly ``total`` over all tracks and differ least in size on the map.

    Exact for each size of a space that is tried: the cheapest way to every sum is built edge by edge. None if no
    lengths from 1 to 6 (4 for doubles) have that sum.
    """
    weights = np.asarray(tracks, dtype=np.int64)
    most = np.where(weights > 1, LONGEST_DOUBLE, LONGEST)
    if not weights.sum() <= total <= (weights * most).sum():
        return None
    best: tuple[float, tuple[int, ...]] | None = None
    for factor in UNITS:
        unit = float((length * weights).sum()) / total * factor
        found = _cheapest_sum(length / unit, weights, most, total)
        if found is not None:
            fit = variation(length, found)
            if best is None or fit < best[0]:
                best = fit, found
    return best[1] if best is not None else None


def _cheapest_sum(
    ideal: Floats, weights: NDArray[np.int64], most: NDArray[np.int64], total: int
) -> tuple[int, ...] | None:
    """Whole numbers near the ideal ones with a weighted sum of ``total``: least squares of the relative errors."""
    cost = np.full(total + 1, np.inf)
    cost[0] = 0.0
    taken = np.zeros((len(ideal), total + 1), dtype=np.int64)
    for edge, (wish, weight, top) in enumerate(zip(ideal, weights, most, strict=True)):
        following = np.full(total + 1, np.inf)
        for spaces in range(1, min(int(top), total // int(weight)) + 1):
            step = spaces * int(weight)
            trial = cost[: total + 1 - step] + (wish / spaces - 1.0) ** 2
            better = trial < following[step:]
            following[step:][better] = trial[better]
            taken[edge, step:][better] = spaces
        cost = following
    if not np.isfinite(cost[total]):
        return None
    found: list[int] = []
    left = total
    for edge in range(len(ideal) - 1, -1, -1):
        found.append(int(taken[edge, left]))
        left -= found[-1] * int(weights[edge])
    return tuple(reversed(found))


@dataclass(frozen=True, slots=True)
class _Scale:
    """One size of a space, and what comes of it when every length is rounded freely."""

    fit: float
    tracks: tuple[int, ...]
    total: int

    @property
    def doubles(self) -> int:
        return sum(self.tracks) - len(self.tracks)


def choose_properties(
    count: int, pairs: Pairs, length: Floats, *, segments: int, doubles: int, most_doubles: int
) -> Properties:
    """Lengths and doubles with the asked total, or as near to it as spaces of about equal size allow.

    ``length`` is that of the straight edges on the map. Boards with few edges come near the total only with longer
    edges and more doubles than asked, as the published ones do, ``most_doubles`` at most; but spaces keep about the
    same size.
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
    assert lengths is not None  # free rounding came to this total
    return Properties(lengths, scale.tracks)


def _scales(
    length: Floats, busiest: Sequence[int], unit: float, segments: int, doubles: tuple[int, int]
) -> list[_Scale]:
    """Two ways at this size of a space: with the asked doubles, and with those that come nearest to the asked total.

    ``doubles`` are those asked and the most that are possible.
    """
    wanted, most = doubles
    steps = np.arange(1, LONGEST + 1)
    spaces = 1 + ((length[:, None] / unit / steps - 1.0) ** 2).argmin(axis=1)
    fit = variation(length, [int(n) for n in spaces])
    short = [edge for edge in busiest if spaces[edge] <= LONGEST_DOUBLE][:most]
    totals = int(spaces.sum()) + np.concatenate([[0], np.cumsum(spaces[short])]).astype(np.int64)
    found = []
    for number in dict.fromkeys((min(wanted, len(short)), int(np.abs(totals - segments).argmin()))):
        double = set(short[:number])
        tracks = tuple(2 if edge in double else 1 for edge in range(len(length)))
        found.append(_Scale(fit, tracks, int(totals[number])))
    return found
