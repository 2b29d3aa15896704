"""The packaged list of the world's towns; its source and licence are in SOURCES.md."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files

from railwright.mapmaker.osm.places.town import Town

CREDIT = "places: GeoNames, CC BY 4.0, geonames.org"
"""The attribution that the licence of the list requires."""
LANGUAGE = "en"
"""The list has the English names of towns that have one."""


@cache
def all_towns(language: str | None = None) -> tuple[Town, ...]:
    """All towns of the list, which has those of at least 15,000 people. The result is cached.

    Their names are final if they are in the requested language, and else only used if stations have no other.
    """
    text = gzip.decompress((files(__package__) / "towns.tsv.gz").read_bytes()).decode()
    towns = []
    for line in text.splitlines():
        name, latitude, longitude, population, others = line.split("\t")
        other_names = tuple(others.split("|")) if others else ()
        is_named = language == LANGUAGE
        towns.append(Town(name, float(latitude), float(longitude), int(population), other_names, is_named))
    return tuple(towns)
