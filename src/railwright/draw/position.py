"""The pieces on a board at one moment of a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from railwright.words import count


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat's line in the legend."""

    name: str
    points: float | None = None
    trains: int | None = None
    """Number of trains left."""

    for_tracks: float | None = None
    """At the end of a game: how many of the points are for tracks."""

    @property
    def text(self) -> str:
        """The line as text, such as ``Anna: 87 points, 12 trains``, or ``Bob: 109 points (85 for tracks)``."""
        points = [] if self.points is None else [count(self.points, "point")]
        if points and self.for_tracks is not None:
            points = [f"{points[0]} ({self.for_tracks:,} for tracks)"]
        facts = ", ".join(points + ([] if self.trains is None else [count(self.trains, "train")]))
        return f"{self.name}: {facts}" if facts else self.name


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that lies on the board; seats are numbered from 0."""

    owners: Mapping[int, int] = field(default_factory=dict)
    """The seat that claimed each track, by track number."""
    closed: Collection[int] = ()
    """Free tracks that nobody can claim any more, since a parallel one is claimed."""
    stations: Mapping[int, int] = field(default_factory=dict)
    """The seat that has a station in each city, by city number."""
    passengers: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """Colours of the passengers waiting in each city, by city number."""
    highlight_tracks: Collection[int] = ()
    highlight_cities: Collection[int] = ()
    title: str | None = None
    """Title to show instead of the board's own."""
    captions: Sequence[str] = ()
    """Lines of text below the map."""
    route_points: Mapping[int, float] | None = None
    """Points of a track by its length; None for those of the rules that the board is made for."""
    seats: Sequence[SeatLine] = ()
    """Lines of the legend, by seat."""

    def seat_name(self, seat: int) -> str:
        """The seat's name in the legend, or such as ``seat 1`` if it has none."""
        return self.seats[seat].name if 0 <= seat < len(self.seats) else f"seat {seat + 1}"
