"""What lies on a board at one moment of a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from railwright.words import count


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What the legend says about a seat."""

    name: str
    points: float | None = None
    trains: int | None = None
    """Trains left."""

    @property
    def text(self) -> str:
        """Such as ``Anna: 87 points, 12 trains``."""
        counts = [(self.points, "point"), (self.trains, "train")]
        facts = ", ".join(count(n, what) for n, what in counts if n is not None)
        return f"{self.name}: {facts}" if facts else self.name


@dataclass(frozen=True, slots=True)
class Position:
    """Everything on the board that is not printed on it; seats count from 0."""

    owners: Mapping[int, int] = field(default_factory=dict)
    """The seat that claimed a track, by number of the track."""
    stations: Mapping[int, int] = field(default_factory=dict)
    """The seat that has a station in a city, by number of the city."""
    passengers: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """Colours of the passengers that wait in a city, by number of the city."""
    highlight_tracks: Collection[int] = ()
    highlight_cities: Collection[int] = ()
    title: str | None = None
    """Instead of the board's own title."""
    captions: Sequence[str] = ()
    """Lines of text below the map."""
    seats: Sequence[SeatLine] = ()
    """Lines of the legend, by seat."""

    def seat_name(self, seat: int) -> str:
        """The name in the legend, or ``seat 1``."""
        return self.seats[seat].name if 0 <= seat < len(self.seats) else f"seat {seat + 1}"
