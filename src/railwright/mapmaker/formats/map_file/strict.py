"""Checks a ``.map`` file against the strict profile (docs/map-format.md, section 6) and lists every violation.

A file that passes loads in the web version, shows all its tracks, and lets five players join.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from railwright.game.board import City
from railwright.mapmaker.distances import UNREACHABLE, all_distances
from railwright.mapmaker.formats.map_file.contents import (
    CENTER,
    LONG_TICKETS,
    MAX_BYTES,
    SHORT_TICKETS,
    ZOOM,
    MapCity,
    MapDocument,
    MapProblem,
    MapRoute,
)
from railwright.mapmaker.formats.map_file.reader import BYTE_ORDER_MARK, read_map
from railwright.mapmaker.formats.map_file.ticket_ranges import (
    DEFAULT_LONG,
    DEFAULT_SHORT,
    TicketRanges,
    possible_tickets,
    shortfall,
)
from railwright.mapmaker.geometry import MERCATOR_LATITUDE, crossings, mercator

LONGEST = 6
LONGEST_COLORED = 4
"""Maximum length of a coloured track. In the web version, longer ones are gray, and only one of two can be claimed."""
MOST_TRACKS = 2
DECIMALS = 6
MIN_COLORED = 16
"""Minimum number of spaces on coloured routes: twice the eight colours (the description says "well above 8")."""


_PLAIN = re.compile(rf"-?[0-9]+(\.[0-9]{{1,{DECIMALS}}})?")


def check_strict(text: str) -> list[MapProblem]:
    """All problems of a file: the web version's own errors or, if there are none, all violations of the profile."""
    document = read_map(text)
    if document.problems:
        return document.problems
    found = [*_text_faults(text), *_order_faults(document), *_property_faults(document)]
    found += [*_city_faults(document), *_route_faults(document), *_game_faults(document)]
    return sorted(found, key=lambda problem: (problem.line, problem.kind))


def _text_faults(text: str) -> Iterator[MapProblem]:
    if text.startswith(BYTE_ORDER_MARK):
        yield MapProblem("strict.1", 1, "the file begins with a byte order mark")
    if "\r" in text:
        yield MapProblem("strict.1", text[: text.index("\r")].count("\n") + 1, "the file has carriage returns")
    if len(text.encode()) > MAX_BYTES:
        yield MapProblem("strict.1", 0, f"the file is larger than {MAX_BYTES} bytes")


def _order_faults(document: MapDocument) -> Iterator[MapProblem]:
    first = min((city.line for city in document.cities), default=0)
    for item in document.properties:
        if item.line > first:
            yield MapProblem("strict.1", item.line, f"the property {item.name} must come before all cities")


def _property_faults(document: MapDocument) -> Iterator[MapProblem]:
    for name in (CENTER, ZOOM):
        for item in [item for item in document.properties if item.name == name][1:]:
            yield MapProblem("strict.2", item.line, f"{name} is repeated")
    if document.cities:
        latitude, longitude = document.value(CENTER, (0.0, 0.0))
        latitudes, longitudes = [c.latitude for c in document.cities], [c.longitude for c in document.cities]
        if not (min(latitudes) <= latitude <= max(latitudes) and min(longitudes) <= longitude <= max(longitudes)):
            yield MapProblem("strict.2", 0, f"{CENTER} lies outside the area of the cities")


def _city_faults(document: MapDocument) -> Iterator[MapProblem]:
    if not document.cities:
        yield MapProblem("strict.3", 0, "there are no cities")
    first: dict[str, MapCity] = {}
    for city in document.cities:
        if not city.name:
            yield MapProblem("strict.3", city.line, "a city has no name")
        same = first.setdefault(city.name.casefold(), city)
        if same is not city:
            yield MapProblem("strict.3", city.line, f"duplicate city: {city.name!r} is also in line {same.line}")
        if abs(city.latitude) > MERCATOR_LATITUDE or abs(city.longitude) > 180:
            yield MapProblem("strict.3", city.line, f"{city.name!r} lies outside the world map")
        if not all(_PLAIN.fullmatch(number) for number in city.numbers):
            written = "; ".join(city.numbers)
            yield MapProblem("strict.3", city.line, f"{written!r}: write plain numbers with up to {DECIMALS} decimals")


def _route_faults(document: MapDocument) -> Iterator[MapProblem]:
    first: dict[frozenset[str], MapRoute] = {}
    for route in document.routes:
        name = f"{route.city} - {route.target}"
        if route.city == route.target:
            yield MapProblem("strict.4", route.line, f"loop: {route.city!r} has a route to itself")
            continue
        same = first.setdefault(frozenset((route.city, route.target)), route)
        if same is not route:
            yield MapProblem("strict.4", route.line, f"duplicate route: {name} is also in line {same.line}")
        if not 1 <= route.length <= LONGEST:
            yield MapProblem("strict.4", route.line, f"length: {name} has {route.length}; it must be 1 to {LONGEST}")
        if route.tracks > MOST_TRACKS:
            yield MapProblem("strict.4", route.line, f"{name} has {route.tracks} tracks; it must have 1 or 2")
        elif route.tracks == MOST_TRACKS and route.length > LONGEST_COLORED:
            limit = f"a route longer than {LONGEST_COLORED} can have only one track"
            yield MapProblem("strict.4", route.line, f"gray double: {name} has two tracks, but {limit}")


def _game_faults(document: MapDocument) -> Iterator[MapProblem]:
    """Violations of the whole map: it must be connected and planar, and have enough tickets."""
    cities = list({city.name: city for city in document.cities}.values())
    index = {city.name: i for i, city in enumerate(cities)}
    lengths = {(index[r.city], index[r.target]): r.length for r in document.routes if r.city != r.target}
    if not lengths:
        yield MapProblem("strict.5", 0, "there are no routes")
        return
    routes = [(a, b, max(1, length)) for (a, b), length in lengths.items()]
    distances = all_distances(len(cities), routes)
    ends = {city for pair in lengths for city in pair}
    for i, city in enumerate(cities):
        if i not in ends:
            yield MapProblem("strict.5", city.line, f"no route ends in {city.name!r}")
        elif distances[min(ends), i] >= UNREACHABLE:
            yield MapProblem("strict.5", city.line, f"no routes connect {cities[min(ends)].name!r} to {city.name!r}")
    names = [f"{cities[a].name} - {cities[b].name}" for a, b in lengths]
    places = [City(city.name, city.latitude, city.longitude) for city in cities]
    if np.isfinite([(city.latitude, city.longitude) for city in places]).all():
        for i, j in np.argwhere(np.triu(crossings(mercator(places), np.array(list(lengths), np.int64)))):
            yield MapProblem("strict.6", 0, f"{names[i]} and {names[j]} cross or touch")
    low, high = document.value(SHORT_TICKETS, DEFAULT_SHORT)
    ranges = TicketRanges(int(document.value(LONG_TICKETS, (DEFAULT_LONG,))[0]), (int(low), int(high)))
    for missing in shortfall(possible_tickets(len(cities), routes), ranges):
        yield MapProblem("strict.7", 0, missing)
    colored = sum(route.length * route.tracks for route in document.routes if 1 <= route.length <= LONGEST_COLORED)
    if colored < MIN_COLORED:
        yield MapProblem(
            "strict.8",
            0,
            f"only {colored} spaces on routes of length 1 to {LONGEST_COLORED}, which get colours; "
            f"at least {MIN_COLORED} are needed",
        )
