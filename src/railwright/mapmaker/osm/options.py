"""The options of a board from railways, with their defaults."""

from __future__ import annotations

import re
from dataclasses import dataclass

from railwright.errors import OptionError
from railwright.mapmaker.classic_size import CLASSIC_DOUBLES, CLASSIC_EDGES, CLASSIC_SEGMENTS, CLASSIC_STATIONS

METHODS = ("towns", "published")
"""How stations are chosen: by the towns that they serve, or by rails and neighbours, as in the paper."""
CITY_KINDS = ("subway", "tram", "light_rail", "monorail")
"""Values of ``railway`` for railways inside a city."""
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,8})*")
"""A language as in tags such as ``name:de``, ``name:zh-Hant`` or ``name:sr-Latn``."""


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
    method: str = "towns"
    """How stations are chosen: one of ``METHODS``. All options below are for ``towns`` only."""
    language: str | None = None
    """Language of the names, as in tags such as ``name:de``; by default that of the place."""
    include: tuple[str, ...] = ()
    """Names of towns or stations that must be on the board."""
    exclude: tuple[str, ...] = ()
    """Names of towns or stations that must not be on the board."""
    several_per_town: bool = False
    """Whether a town may have several stations on the board."""

    @property
    def by_towns(self) -> bool:
        """Whether stations are chosen by the towns that they serve."""
        return self.method == "towns"

    @property
    def is_within_a_city(self) -> bool:
        """Whether only railways inside a city are asked for, such as subways and trams."""
        return set(self.kinds) <= set(CITY_KINDS)

    def check_words(self) -> None:
        """Raise OptionError for an unknown method or language, or for options that the method does not have."""
        if self.method not in METHODS:
            raise OptionError(f"method: {self.method!r} is unknown; it must be {' or '.join(METHODS)}")
        if self.language is not None and not LANGUAGE.fullmatch(self.language):
            raise OptionError(f"language: {self.language!r} is not a language code such as de, fr or sr-Latn")
        given = {
            "language": self.language, "include": self.include, "exclude": self.exclude,
            "several-per-town": self.several_per_town,
        }  # fmt: skip
        for name, value in given.items():
            if value and not self.by_towns:
                raise OptionError(f"{name}: is not possible with the published method, which knows no towns")

    def doubles_of(self, edges: int) -> int:
        """Number of double routes for a number of edges."""
        return round(CLASSIC_DOUBLES * edges / CLASSIC_EDGES) if self.doubles is None else min(self.doubles, edges)

    @property
    def mean_length(self) -> float:
        """Mean number of spaces of a track."""
        return self.segments / (self.edges + self.doubles_of(self.edges))


DEFAULTS = OsmOptions()
