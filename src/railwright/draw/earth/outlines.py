"""Reads the bundled outlines of countries and lakes; their source is given in SOURCES.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray

CREDIT = "Land and water: Natural Earth (public domain)"
"""Credit line for the source of the outlines."""

Line = NDArray[np.float64]
"""One row (longitude, latitude) per point, in degrees; longitudes do not jump at the date line."""


@dataclass(frozen=True, slots=True)
class Area:
    """A piece of land or a lake."""

    country: str
    """Name of the country; empty for a lake."""
    rings: tuple[tuple[int, ...], ...]
    """The outer ring, then the holes, as arc numbers; ``~i`` is arc ``i`` reversed."""
    west: float
    south: float
    east: float
    north: float


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """All areas as a topology of arcs: two countries with a common border share its arcs."""

    arcs: tuple[Line, ...]
    areas: tuple[Area, ...]
    uses: NDArray[np.int64]
    """Number of areas that use each arc: one for a coast, two for a border."""


@cache
def read_outlines() -> Outlines:
    """Read the outlines of the whole Earth except Antarctica. The result is cached."""
    with as_file(files(__package__) / "outlines.npz") as path, np.load(path, allow_pickle=False) as data:
        parts = {name: data[name] for name in data.files}
    arcs = _arcs(parts)
    rings = _split(parts["ring_arcs"], parts["ring_sizes"])
    names = [*parts["names"].tolist(), ""]
    areas, first = [], 0
    for size, country in zip(parts["polygon_sizes"].tolist(), parts["polygon_countries"].tolist(), strict=True):
        own = tuple(tuple(ring.tolist()) for ring in rings[first : first + size])
        points = ring_line(arcs, own[0])
        west, south = points.min(axis=0).tolist()
        east, north = points.max(axis=0).tolist()
        areas.append(Area(names[country], own, west, south, east, north))
        first += size
    every = parts["ring_arcs"]
    uses = np.bincount(np.where(every < 0, ~every, every), minlength=len(arcs))
    return Outlines(arcs, tuple(areas), uses)


def ring_line(arcs: Mapping[int, Line] | Sequence[Line], ring: tuple[int, ...]) -> Line:
    """The points of a ring of arcs."""
    return np.concatenate([arcs[arc] if arc >= 0 else arcs[~arc][::-1] for arc in ring])


def _arcs(parts: dict[str, NDArray[np.int64]]) -> tuple[Line, ...]:
    """Decode the arcs, which are stored as integers: a starting point, then steps."""
    sizes = parts["arc_sizes"].astype(np.int64)
    steps = np.column_stack([parts["steps_x"], parts["steps_y"]]).astype(np.int64)
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    moves = np.zeros((int(sizes.sum()), 2), dtype=np.int64)
    inside = np.ones(len(moves), dtype=bool)
    inside[first] = False
    moves[inside] = steps
    total = np.cumsum(moves, axis=0)
    total += np.repeat(parts["arc_starts"] - total[first], sizes, axis=0)
    return tuple(_split(np.asarray(total * float(parts["quantum"]), dtype=np.float64), sizes))


def _split(values: NDArray[np.float64], sizes: NDArray[np.int64]) -> list[NDArray[np.float64]]:
    return np.split(values, np.cumsum(sizes)[:-1])
