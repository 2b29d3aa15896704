"""A plan: the cities and routes of a board to be, before it has colours and tickets."""

from __future__ import annotations

from dataclasses import dataclass

from railwright.game.board import City


@dataclass(frozen=True, slots=True)
class PlannedRoute:
    """A pair of cities that will have one or two tracks."""

    cities: tuple[int, int]
    """Numbers of its cities, the smaller first."""
    length: int
    """Train spaces of each of its tracks."""
    tracks: int = 1
    line: tuple[tuple[float, float], ...] = ()
    """Latitude and longitude along the railway that it stands for, from its first city to its second."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a board will look like. Nothing but the pairs of cities needs to be unique or connected."""

    name: str
    title: str
    cities: tuple[City, ...]
    routes: tuple[PlannedRoute, ...]
    source: str = ""
    """Where its data come from and under which licence."""

    @property
    def spaces(self) -> int:
        """Train spaces on all tracks."""
        return sum(route.length * route.tracks for route in self.routes)
