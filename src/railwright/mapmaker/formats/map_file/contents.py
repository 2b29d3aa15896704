"""The contents of a ``.map`` file, line by line, and its problems."""

from __future__ import annotations

from dataclasses import dataclass, field

from railwright.errors import DataError

MAX_BYTES = 1_048_576
"""Maximum size of a file that the web version accepts."""

CENTER, ZOOM = "map-center", "map-zoom"
LONGEST_ROUTE, LONG_TICKETS, SHORT_TICKETS = (
    "points-for-longest-route",
    "long-ticket-min-points",
    "short-tickets-points",
)
OPTIONAL = (LONGEST_ROUTE, LONG_TICKETS, SHORT_TICKETS)
SMALLEST_ZOOM, LARGEST_ZOOM = 3, 10

MOST_QUOTED = 80
"""Maximum number of letters of a file that a message quotes."""


def quoted(text: str) -> str:
    """A text from the file in quotation marks, for a message; only its beginning if it is long."""
    return repr(text[:MOST_QUOTED])


@dataclass(frozen=True, slots=True)
class MapCity:
    """A city line."""

    line: int
    name: str
    """Key of the city, and its name in the web version's first language."""
    english: str
    """The second name; empty if there is none."""
    latitude: float
    longitude: float
    numbers: tuple[str, str] = ("", "")
    """The coordinates as written in the file."""


@dataclass(frozen=True, slots=True)
class MapRoute:
    """A route line."""

    line: int
    city: str
    """The city whose line precedes it."""
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
    """A comment line that is not empty, without its comment mark."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class MapProblem:
    """A problem with a file."""

    kind: str
    """The web version's name for it (docs/map-format.md, 4), or ``strict.`` and the number of a rule in section 6."""
    line: int
    """Line number from 1; 0 for the file as a whole."""
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message} [{self.kind}]" if self.line else f"{self.message} [{self.kind}]"


@dataclass(slots=True)
class MapDocument:
    """The contents of a whole file."""

    cities: list[MapCity] = field(default_factory=list)
    """All city lines, including repeated names."""
    routes: list[MapRoute] = field(default_factory=list)
    properties: list[MapProperty] = field(default_factory=list)
    comments: list[MapComment] = field(default_factory=list)
    problems: list[MapProblem] = field(default_factory=list)
    """Errors that the web version reports; it rejects a file with any error."""

    def value(self, name: str, default: tuple[float, ...]) -> tuple[float, ...]:
        """The last value of a property."""
        return next((p.values for p in reversed(self.properties) if p.name == name), default)


class MapFileError(DataError):
    """A ``.map`` file that cannot be used."""

    kind = "map file"
