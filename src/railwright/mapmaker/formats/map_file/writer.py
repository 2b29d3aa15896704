"""Writes a board as a ``.map`` file that meets the strict profile as far as possible, and reports what is lost."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from railwright.errors import BoardError, Problem
from railwright.game.board import Board, City, Track
from railwright.mapmaker.distances import UNREACHABLE, all_distances
from railwright.mapmaker.formats.map_file.contents import (
    CENTER,
    LARGEST_ZOOM,
    LONG_TICKETS,
    MAX_BYTES,
    SHORT_TICKETS,
    SMALLEST_ZOOM,
    ZOOM,
)
from railwright.mapmaker.formats.map_file.extra import extra_lines
from railwright.mapmaker.formats.map_file.reader import COMMENT_MARKS
from railwright.mapmaker.formats.map_file.strict import DECIMALS, LONGEST, LONGEST_COLORED, MOST_TRACKS, check_strict
from railwright.mapmaker.formats.map_file.ticket_ranges import choose_ranges, possible_tickets
from railwright.mapmaker.geometry import MERCATOR_LATITUDE, Flags, crossings, edge_lengths, mercator

WINDOW = (1000, 700)
"""Size of the window, in pixels, in which the opening view should show all cities (docs/map-format.md, 6.2)."""
TILE = 256
"""Width of the whole world at zoom 0, in pixels."""


@dataclass(frozen=True, slots=True)
class Written:
    """The text of a file, and messages about what it could not keep of the board."""

    text: str
    losses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _MapRoute:
    cities: tuple[int, int]
    """Cities of the board, in the order of the route's first track."""
    length: int
    tracks: int


def write_map(board: Board) -> Written:
    """Write a board as a file for the web version, with colours and tickets in comment lines for Railwright."""
    fitting = _StrictFitting(board)
    cities = fitting.cities()
    routes = fitting.plane(fitting.routes(), cities)
    tickets = possible_tickets(len(cities), [(*route.cities, route.length) for route in routes])
    ranges = choose_ranges(tickets)
    center, zoom = opening_view(cities)
    names = {old.name: new.name for old, new in zip(board.cities, cities, strict=True)}
    lines = [
        *extra_lines(board, names, fitting.tracks(routes)),
        f"{CENTER}: {_degrees(center[0])} {_degrees(center[1])}",
        f"{ZOOM}: {zoom}",
        f"{LONG_TICKETS}: {ranges.long}",
        f"{SHORT_TICKETS}: {ranges.short[0]}-{ranges.short[1]}",
        "",
    ]
    for i, city in enumerate(cities):
        lines.append(f"{city.name}; {_degrees(city.latitude)}; {_degrees(city.longitude)}")
        lines += [
            f"{'|' * route.tracks} {cities[route.cities[1]].name}; {route.length}"
            for route in routes
            if route.cities[0] == i
        ]
    text = "\n".join([*lines, ""])
    if len(text.encode()) > MAX_BYTES:
        raise BoardError([Problem("", f"its .map file would be larger than {MAX_BYTES} bytes")], board.name)
    left = [f"{problem.message} (rule {problem.kind.removeprefix('strict.')})" for problem in check_strict(text)]
    return Written(text, (*fitting.losses, *left))


def opening_view(cities: Iterable[City]) -> tuple[tuple[float, float], int]:
    """The centre of all cities, and the largest zoom that shows them all (docs/map-format.md, 6.2)."""
    places = list(cities)
    latitudes, longitudes = [city.latitude for city in places], [city.longitude for city in places]
    points = mercator(
        [City("", latitude, longitude) for latitude in _ends(latitudes) for longitude in _ends(longitudes)]
    )
    width, height = np.ptp(points, axis=0) / (2 * math.pi) * TILE
    fits = [
        zoom for zoom in range(SMALLEST_ZOOM, LARGEST_ZOOM + 1)
        if width * 2**zoom <= WINDOW[0] and height * 2**zoom <= WINDOW[1]
    ]  # fmt: skip
    return (sum(_ends(latitudes)) / 2, sum(_ends(longitudes)) / 2), max(fits, default=SMALLEST_ZOOM)


def _ends(numbers: list[float]) -> tuple[float, float]:
    return min(numbers), max(numbers)


@dataclass(slots=True)
class _StrictFitting:
    """Adapts a board to the strict profile and records what is lost."""

    board: Board
    losses: list[str] = field(default_factory=list)

    def cities(self) -> list[City]:
        """The cities with names and coordinates that are valid in a file."""
        adapted: list[City] = []
        taken: set[str] = set()
        for city in self.board.cities:
            name = _unique(_plain_name(city.name), taken)
            taken.add(name.casefold())
            if name != city.name:
                self.losses.append(f"the city {city.name!r} is renamed to {name!r}")
            latitude = min(MERCATOR_LATITUDE, max(-MERCATOR_LATITUDE, city.latitude))
            if latitude != city.latitude:
                self.losses.append(f"{name!r} is moved to latitude {latitude:g}, where the web version's map ends")
            adapted.append(City(name, latitude, city.longitude))
        countries = sorted({city.country for city in self.board.cities if city.country})
        if countries:
            self.losses.append(f"countries and tickets to them are not kept: {', '.join(countries)}")
        if self.board.passengers:
            self.losses.append("passengers are not kept")
        if not isinstance(self.board.ruleset, str):
            self.losses.append("the board's own rules are not kept")
        return adapted

    def routes(self) -> list[_MapRoute]:
        """The routes with lengths and numbers of tracks that are valid in a file."""
        by_pair: dict[tuple[int, int], _MapRoute] = {}
        index = self.board.city_index
        for kind, many in (("ferry", "ferries"), ("tunnel", "tunnels")):
            number = sum(track.kind == kind for track in self.board.tracks)
            if number:
                self.losses.append(f"{number} {many if number > 1 else kind} become ordinary tracks")
        for track in self.board.tracks:
            a, b = index[track.cities[0]], index[track.cities[1]]
            key = (min(a, b), max(a, b))
            known = by_pair.get(key, _MapRoute((a, b), track.length, 0))
            if track.length != known.length:
                self.losses.append(
                    f"{track.name} gets length {known.length} instead of {track.length}, like its parallel track"
                )
            by_pair[key] = replace(known, tracks=known.tracks + 1)
        return [self._fitting_route(route) for route in by_pair.values()]

    def _fitting_route(self, route: _MapRoute) -> _MapRoute:
        name = self._name(route)
        if route.length > LONGEST:
            self.losses.append(f"{name} gets length {LONGEST} instead of {route.length}")
            route = replace(route, length=LONGEST)
        most = MOST_TRACKS if route.length <= LONGEST_COLORED else 1
        if route.tracks > most:
            why = "" if most > 1 else f": the web version shows no second track longer than {LONGEST_COLORED}"
            self.losses.append(f"{name} keeps {most} of its {route.tracks} tracks{why}")
        return replace(route, tracks=min(most, route.tracks))

    def plane(self, routes: list[_MapRoute], cities: list[City]) -> list[_MapRoute]:
        """Remove crossing routes, the worst first, as long as the map stays connected."""
        points = mercator(cities)
        kept = list(routes)
        fixed: set[tuple[int, int]] = set()
        while True:
            pairs = np.array([route.cities for route in kept], np.int64)
            crossed: Flags = crossings(points, pairs)
            number, long = crossed.sum(axis=1), edge_lengths(points, pairs)
            order = sorted(range(len(kept)), key=lambda i: (-int(number[i]), -float(long[i]), i))
            worst = next((i for i in order if number[i] and kept[i].cities not in fixed), None)
            if worst is None:
                return kept
            rest = kept[:worst] + kept[worst + 1 :]
            if _connected(rest, len(cities)):
                other = self._name(kept[int(crossed[worst].argmax())])
                self.losses.append(
                    f"{self._name(kept[worst])} is left out: it crosses {other} on the web version's map"
                )
                kept = rest
            else:
                fixed.add(kept[worst].cities)

    def tracks(self, routes: list[_MapRoute]) -> list[Track]:
        """The board's tracks on these routes."""
        kept = {frozenset(self.board.cities[city].name for city in route.cities) for route in routes}
        return [track for track in self.board.tracks if frozenset(track.cities) in kept]

    def _name(self, route: _MapRoute) -> str:
        return " - ".join(self.board.cities[city].name for city in route.cities)


def _connected(routes: list[_MapRoute], cities: int) -> bool:
    return bool((all_distances(cities, ((*route.cities, route.length) for route in routes)) < UNREACHABLE).all())


def _plain_name(name: str) -> str:
    """The name in a form that is valid in a city line."""
    plain = " ".join(name.replace(";", ",").replace(":", " ").split())
    while plain.startswith(("|", *COMMENT_MARKS)):
        plain = plain[1:].strip()
    return plain or "City"


def _unique(name: str, taken: set[str]) -> str:
    if name.casefold() not in taken:
        return name
    return next(f"{name} ({i})" for i in range(2, len(taken) + 3) if f"{name} ({i})".casefold() not in taken)


def _degrees(number: float) -> str:
    return f"{number:.{DECIMALS}f}"
