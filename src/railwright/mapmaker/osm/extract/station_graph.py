"""Stations and the railways between them: what extraction gives and what the choice of stations and edges needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Line = NDArray[np.float64]
"""One row (latitude, longitude) for each point along a railway."""


@dataclass(frozen=True, slots=True)
class Station:
    """A station of the real network: all tracks near it are one place."""

    name: str
    latitude: float
    longitude: float
    rails: int
    """Tracks that lie beside each other in it (or end there)."""


@dataclass(frozen=True, slots=True)
class Link:
    """A railway between two places with no place between them."""

    places: tuple[int, int]
    """Numbers of stations, or, from ``len(stations)`` on, of junctions."""
    meters: float
    line: Line
    """From its first place to its second, both included."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What of the input is not in the graph, for a plain statement to the user."""

    rails_of_other_use: int
    """Ways of trams, subways, yards, sidings, and the like."""
    nameless_stations: int
    stations_off_rails: int
    """Stations with no railway near them."""
    stations_elsewhere: int
    """Stations of other parts of the network than the largest."""
    merged_stations: int
    """Stations that are part of another one of the same name or at the same place."""
    other_parts: int
    """Parts of the network that are not connected to the largest one."""
    other_parts_km: float
    stations_of_other_use: int = 0
    """Stations of subways, trams and the like, and such as are closed or not built yet."""
    repeated_names: int = 0
    """Stations of the largest part that have the name of another, with more rails, that lies elsewhere."""
    closed_gaps: int = 0
    """Ends of tracks that were joined with a track right beside or behind them; nothing is lost by these."""


@dataclass(frozen=True, slots=True)
class StationGraph:
    """The largest connected part of a railway network, with stations and junctions as places."""

    stations: tuple[Station, ...]
    junctions: NDArray[np.float64]
    """One row (latitude, longitude) for each."""
    links: tuple[Link, ...]
    left_out: LeftOut
