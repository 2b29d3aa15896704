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

    @property
    def text(self) -> str:
        """The line as text, such as ``Anna: 87 points, 12 trains``."""
        counts = [(self.points, "point"), (self.trains, "train")]
        facts = ", ".join(count(n, what) for n, what in counts if n is not None)
        return f"{self.name}: {facts}" if facts else self.name


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that lies on the board; seats are numbered from 0."""

    owners: Mapping[int, int] = field(default_factory=dict)
    """The seat that claimed each track, by track number."""
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
    seats: Sequence[SeatLine] = ()
    """Lines of the legend, by seat."""

    def seat_name(self, seat: int) -> str:
        """The seat's name in the legend, or such as ``seat 1`` if it has none."""
        return self.seats[seat].name if 0 <= seat < len(self.seats) else f"seat {seat + 1}"
