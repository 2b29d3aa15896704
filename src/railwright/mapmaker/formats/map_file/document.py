"""What a ``.map`` file says, line by line, and what can be wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from railwright.errors import DataError

MAX_BYTES = 1_048_576
"""The web version refuses a larger file."""

CENTER, ZOOM = "map-center", "map-zoom"
LONGEST_ROUTE, LONG_TICKETS, SHORT_TICKETS = (
    "points-for-longest-route",
    "long-ticket-min-points",
    "short-tickets-points",
)
OPTIONAL = (LONGEST_ROUTE, LONG_TICKETS, SHORT_TICKETS)
SMALLEST_ZOOM, LARGEST_ZOOM = 3, 10


@dataclass(frozen=True, slots=True)
class MapCity:
    """A city line."""

    line: int
    name: str
    """Its identity, and its name in the web version's first language."""
    english: str
    """The second name, or none."""
    latitude: float
    longitude: float
    numbers: tuple[str, str] = ("", "")
    """The coordinates as they are written."""


@dataclass(frozen=True, slots=True)
class MapRoute:
    """A route line."""

    line: int
    city: str
    """The city that it stands under."""
    target: str
    length: int
    tracks: int


@dataclass(frozen=True, slots=True)
class MapProperty:
    """A valid property line."""

    line: int
    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MapComment:
    """A comment line that is not empty, without its mark."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class MapProblem:
    """Something that is wrong with a file."""

    kind: str
    """As the web version calls it (map-format.md, section 4), or ``strict.`` and the number of a rule of section 6."""
    line: int
    """From 1; 0 for the file as a whole."""
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message} [{self.kind}]" if self.line else f"{self.message} [{self.kind}]"


@dataclass(slots=True)
class MapDocument:
    """A whole file as it was read."""

    cities: list[MapCity] = field(default_factory=list)
    """Every city line, repeated names included."""
    routes: list[MapRoute] = field(default_factory=list)
    properties: list[MapProperty] = field(default_factory=list)
    comments: list[MapComment] = field(default_factory=list)
    problems: list[MapProblem] = field(default_factory=list)
    """The errors that the web version reports; it loads nothing if there is one."""

    def value(self, name: str, default: tuple[float, ...]) -> tuple[float, ...]:
        """A property's last value."""
        return next((p.values for p in reversed(self.properties) if p.name == name), default)


class MapFileError(DataError):
    """A ``.map`` file that cannot be used."""

    kind = "map file"
