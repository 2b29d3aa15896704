"""Reads the towns and villages of an OpenStreetMap file: nodes tagged ``place``, with their names and populations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from railwright.errors import FileError
from railwright.mapmaker.osm.extract.osm_file import tagged_nodes
from railwright.mapmaker.osm.extract.station_names import place_name
from railwright.mapmaker.osm.extract.tags import Tags

USUAL_POPULATION = {"city": 100_000, "town": 10_000, "village": 1_000}
"""Values of ``place`` for places that a station can serve, and their population if it is not given."""
LARGEST_POPULATION = 60_000_000
"""No town on Earth is larger; larger numbers are mistakes."""
DIGITS_IN_GROUPS = re.compile(r"\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+(?!\d)|\d+")
NAME_KEYS = ("name", "alt_name", "int_name", "short_name", "official_name")


@dataclass(frozen=True, slots=True)
class PlaceObject:
    """A town or village as it is in the file."""

    name: str
    """The name to print."""
    latitude: float
    longitude: float
    population: int
    is_counted: bool
    """Whether the file gives the population; otherwise it is the usual one of such places."""
    other_names: tuple[str, ...]
    """Its names in other languages."""


def read_places(path: Path, *, language: str | None = None) -> tuple[PlaceObject, ...]:
    """Read all places that a station can serve, sorted by name."""
    places = []
    try:
        for node in tagged_nodes(path, "place"):
            tags = dict(node.tags)
            name = place_name(tags, language) if tags["place"] in USUAL_POPULATION else ""
            if name and node.location.valid():
                counted = population_of(tags.get("population", ""))
                people = counted or USUAL_POPULATION[tags["place"]]
                others = _other_names(tags, name)
                places.append(PlaceObject(name, node.location.lat, node.location.lon, people, counted > 0, others))
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: is damaged (it has text that is not UTF-8); download it again") from error
    return tuple(sorted(places, key=lambda place: (place.name, place.latitude, place.longitude)))


def population_of(text: str) -> int:
    """The first number of a text such as ``12 000 (2011)``; 0 if there is none or if it is impossible."""
    found = DIGITS_IN_GROUPS.search(text)
    digits = re.sub(r"\D", "", found[0]) if found else ""
    if not digits.isascii() or not 0 < len(digits) <= len(str(LARGEST_POPULATION)):
        return 0
    return int(digits) if int(digits) <= LARGEST_POPULATION else 0


def _other_names(tags: Tags, name: str) -> tuple[str, ...]:
    keys = [key for key in tags if key in NAME_KEYS or key.startswith("name:")]
    names = {part.strip() for key in keys for part in tags[key].split(";")}
    return tuple(sorted(names - {name, ""}))
