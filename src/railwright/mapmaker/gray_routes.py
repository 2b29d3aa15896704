"""Chooses how many routes of a plan are gray: the same share as on the usa board, mostly short ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from railwright.game.colors import COLORS
from railwright.mapmaker.board_plan import PlannedRoute
from railwright.maps.load import load_board

LONG = 5
"""Routes of this length or more form one group, because the usa board has few of each."""

UNEVEN = 8.0
"""Cost if tracks or spaces cannot be divided evenly among the colours: more than the cost of one extra gray route."""

FEW = 6
"""Up to this many coloured tracks, an even division among eight colours is not attempted."""

Shape = tuple[int, int]
"""Length and number of tracks of a route."""


@dataclass(frozen=True, slots=True)
class ColorShares:
    """The coloured share of a board; the rest is gray."""

    tracks: float
    spaces: float
    by_length: Mapping[int, float]
    """Coloured share of the tracks of each length; LONG stands for this length and more."""

    def of_length(self, length: int) -> float:
        """The coloured share of the tracks of this length."""
        return self.by_length[min(length, LONG)]


@cache
def usa_shares() -> ColorShares:
    """The shares on the usa board: 56 of 100 tracks and 216 of 309 spaces are coloured, but no track of length 1."""
    tracks = load_board("usa").tracks
    colored = [track for track in tracks if track.color != "gray"]
    total, part = (Counter(min(track.length, LONG) for track in group) for group in (tracks, colored))
    spaces = sum(track.length for track in colored) / sum(track.length for track in tracks)
    return ColorShares(len(colored) / len(tracks), spaces, {n: part[n] / total[n] for n in sorted(total)})


def colored_routes(routes: tuple[PlannedRoute, ...], shares: ColorShares) -> dict[Shape, int]:
    """Number of routes of each shape to be coloured.

    An exact optimum, by dynamic programming over the lengths: the choice closest to the shares, both overall (tracks
    and spaces) and for each length, such that tracks and spaces divide evenly among the colours.
    """
    shapes = Counter((route.length, route.tracks) for route in routes)
    tracks = sum(route.tracks for route in routes)
    spaces = sum(route.tracks * route.length for route in routes)
    cost = np.full((tracks + 1, spaces + 1), np.inf)
    cost[0, 0] = 0.0
    steps: list[tuple[list[_Option], NDArray[np.int64]]] = []
    for length in sorted({length for length, _ in shapes}):
        options = _options(length, {shape: n for shape, n in shapes.items() if shape[0] == length}, shares)
        cost, chosen = _extend(cost, options)
        steps.append((options, chosen))
    cost = cost + _misses(tracks, spaces, shares)
    t, s = (int(i) for i in np.unravel_index(int(cost.argmin()), cost.shape))
    colored: dict[Shape, int] = {}
    for options, chosen in reversed(steps):
        option = options[int(chosen[t, s])]
        colored |= option.routes
        t, s = t - option.tracks, s - option.spaces
    return colored


@dataclass(frozen=True, slots=True)
class _Option:
    """Numbers of coloured routes for each shape of one length."""

    routes: dict[Shape, int]
    tracks: int
    spaces: int
    cost: float


def _options(length: int, shapes: dict[Shape, int], shares: ColorShares) -> list[_Option]:
    """For each possible number of coloured tracks of a length, the fairest mix of single and double routes."""
    names = sorted(shapes)
    total = sum(shapes[shape] * shape[1] for shape in names)
    wanted = shares.of_length(length)
    best: dict[int, _Option] = {}
    for numbers in product(*(range(shapes[shape] + 1) for shape in names)):
        tracks = sum(number * shape[1] for number, shape in zip(numbers, names, strict=True))
        unfair = sum(abs(n - shapes[shape] * wanted) for n, shape in zip(numbers, names, strict=True)) / total
        option = _Option(
            dict(zip(names, numbers, strict=True)),
            tracks,
            tracks * length,
            (tracks - total * wanted) ** 2 / total + unfair,
        )
        if tracks not in best or option.cost < best[tracks].cost:
            best[tracks] = option
    return [best[tracks] for tracks in sorted(best)]


def _extend(cost: NDArray[np.float64], options: list[_Option]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Extend the table of least costs (by tracks and spaces) by one more length; also returns the chosen options."""
    extended = np.full_like(cost, np.inf)
    chosen = np.zeros(cost.shape, np.int64)
    for i, option in enumerate(options):
        current = extended[option.tracks :, option.spaces :]
        offered = cost[: cost.shape[0] - option.tracks, : cost.shape[1] - option.spaces] + option.cost
        better = offered < current
        current[better] = offered[better]
        chosen[option.tracks :, option.spaces :][better] = i
    return extended, chosen


def _misses(tracks: int, spaces: int, shares: ColorShares) -> NDArray[np.float64]:
    """Cost of each total number of coloured tracks (rows) and spaces (columns)."""
    colors = len(COLORS)
    even = UNEVEN if tracks * shares.tracks > FEW else 0.0
    t, s = np.arange(tracks + 1)[:, None], np.arange(spaces + 1)[None, :]
    uneven = even * ((t % colors > 0).astype(float) + (s % colors > 0))
    missed = (t - tracks * shares.tracks) ** 2 / tracks + (s - spaces * shares.spaces) ** 2 / spaces
    return np.asarray(missed + uneven)
