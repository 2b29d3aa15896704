"""The station graph: the result of extraction, and the input for the selection of stations and edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Line = NDArray[np.float64]
"""One row (latitude, longitude) per point along a railway."""


@dataclass(frozen=True, slots=True)
class Station:
    """A station of the real network, including all tracks near it."""

    name: str
    latitude: float
    longitude: float
    rails: int
    """Number of parallel tracks that pass through it or end there."""


@dataclass(frozen=True, slots=True)
class RailLink:
    """A railway between two places (stations or junctions) with no place in between."""

    places: tuple[int, int]
    """Numbers of its two places: stations first, then junctions from ``len(stations)`` on."""
    meters: float
    line: Line
    """Geometry from its first place to its second, both included."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Counts of what was left out of the graph, for a report to the user."""

    rails_of_other_use: int
    """Number of ways of trams, subways, yards, spurs and the like."""
    nameless_stations: int
    """Number of stations without a name."""
    stations_off_rails: int
    """Number of stations with no railway nearby."""
    stations_elsewhere: int
    """Number of stations outside the chosen connected component."""
    merged_stations: int
    """Number of stations merged with another of the same name or at the same place."""
    other_parts: int
    """Number of connected components other than the chosen one."""
    other_parts_km: float
    """Total length of these components, in kilometres."""
    stations_of_other_use: int = 0
    """Number of stations of subways, trams and the like, and of stations closed or not yet built."""
    repeated_names: int = 0
    """Number of stations dropped because another one, with at least as many tracks, has the same name."""
    closed_gaps: int = 0
    """Number of track ends that were joined to a track nearby; nothing is lost by these."""


@dataclass(frozen=True, slots=True)
class StationGraph:
    """The largest connected component of a railway network, with stations and junctions as places."""

    stations: tuple[Station, ...]
    junctions: NDArray[np.float64]
    """One row (latitude, longitude) per junction."""
    links: tuple[RailLink, ...]
    left_out: LeftOut
