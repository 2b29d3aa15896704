"""The options of a board from railways, with their defaults."""

from __future__ import annotations

from dataclasses import dataclass

from railwright.mapmaker.classic_size import CLASSIC_DOUBLES, CLASSIC_EDGES, CLASSIC_SEGMENTS, CLASSIC_STATIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class OsmOptions:
    """The requested properties of a board from a railway extract. Its size is by default that of the usa board."""

    stations: int = CLASSIC_STATIONS
    edges: int = CLASSIC_EDGES
    segments: int = CLASSIC_SEGMENTS
    """Number of spaces, on both tracks of double routes."""
    doubles: int | None = None
    """Number of double routes; by default in the same proportion to the edges as on the usa board."""
    exponent: float = 2.0
    """Weight of even spacing against importance in the choice of stations; 2 as published."""
    spacing: float = 0.5
    """Minimum distance between stations, relative to the even spacing: by default slightly more than the median 0.47
    of the published maps."""
    least_angle: float = 15.0
    """Smallest angle between two edges at a city, in degrees."""
    kinds: tuple[str, ...] = ("rail",)
    """Values of ``railway`` that form the network; add ``narrow_gauge`` where main lines have a narrow gauge."""
    tickets: int | None = None
    """Number of tickets; by default as many as suit the board."""

    def doubles_of(self, edges: int) -> int:
        """Number of double routes for a number of edges."""
        return round(CLASSIC_DOUBLES * edges / CLASSIC_EDGES) if self.doubles is None else min(self.doubles, edges)

    @property
    def mean_length(self) -> float:
        """Mean number of spaces of a track."""
        return self.segments / (self.edges + self.doubles_of(self.edges))


DEFAULTS = OsmOptions()
