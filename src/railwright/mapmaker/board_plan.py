"""A plan: the cities and routes of a future board, without colours and tickets."""

from __future__ import annotations

from dataclasses import dataclass

from railwright.game.board import City


@dataclass(frozen=True, slots=True)
class PlannedRoute:
    """A pair of cities that will have one or two tracks."""

    cities: tuple[int, int]
    """Numbers of its cities, smaller first."""
    length: int
    """Number of train spaces of each of its tracks."""
    tracks: int = 1
    line: tuple[tuple[float, float], ...] = ()
    """Latitudes and longitudes along the railway that it represents, from its first city to its second."""
    kind: str = "normal"
    """The kind of its tracks, as on a board."""
    locomotives: int = 0
    """The number of locomotives that each of its tracks requires as a ferry."""


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """The map of a future board. Routes must be unique pairs of cities; nothing else is checked yet."""

    name: str
    title: str
    cities: tuple[City, ...]
    routes: tuple[PlannedRoute, ...]
    source: str = ""
    """Source and licence of the data."""

    @property
    def spaces(self) -> int:
        """Number of train spaces on all tracks."""
        return sum(route.length * route.tracks for route in self.routes)
