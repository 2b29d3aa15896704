"""Turns a ``.map`` file into a playable board. Errors in the file are repaired, and each repair is reported."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from railwright.errors import BoardError, Problem
from railwright.game.board import MAX_CITIES, MAX_PARALLEL, Board, City
from railwright.game.ruleset import Ruleset
from railwright.mapmaker.board_plan import BoardPlan, PlannedRoute
from railwright.mapmaker.complete import assemble, complete
from railwright.mapmaker.distances import UNREACHABLE, plan_distances
from railwright.mapmaker.formats.map_file.contents import (
    MAX_BYTES,
    MapCity,
    MapDocument,
    MapFileError,
    MapRoute,
    quoted,
)
from railwright.mapmaker.formats.map_file.extra import Extra, read_extra
from railwright.mapmaker.formats.map_file.reader import read_map
from railwright.mapmaker.formats.map_file.strict import check_strict
from railwright.maps.load import load_ruleset, read_text, ruleset_names
from railwright.words import count

Pair = tuple[int, int]
DEFAULT_RULESET = "usa"

MOST_CITIES = 4 * MAX_CITIES
"""Maximum number of cities in a file. Unconnected cities are dropped, but finding them takes cubic time."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A board from a file."""

    board: Board
    repairs: tuple[str, ...]
    """Repairs that made it playable."""
    completed: tuple[str, ...]
    """What was missing from the file and was generated: colours, tickets, or both."""


def import_map(path: str | Path, *, seed: int, ruleset: str | None = None, strict: bool = False) -> Imported:
    """Import a .map file, by default with the ruleset that it names, or else usa. See ``import_text``.

    ``import_map("fourland.map", seed=1).board`` is a playable board.
    """
    file = Path(path)
    return import_text(read_text(file, MAX_BYTES), file.stem, seed=seed, ruleset=ruleset, strict=strict)


def import_text(
    text: str, title: str, *, seed: int, ruleset: str | None = None, strict: bool = False
) -> Imported:  # fmt: skip
    """Import the text of a .map file; ``title`` is used if the text has none.

    Raises MapFileError with the errors that the web version reports, or, if ``strict``, with all violations of the
    strict profile. Raises BoardError for a file that cannot be repaired, such as one with too many cities.
    """
    plan, extra, repairs, rules = _read(text, title, ruleset=ruleset, strict=strict)
    return _finish(plan, extra, repairs, rules, seed)


def map_plan(path: Path) -> BoardPlan:
    """The repaired cities and routes of a file, without colours and tickets."""
    return _read(read_text(path, MAX_BYTES), path.stem, ruleset=None, strict=False)[0]


def _read(text: str, title: str, *, ruleset: str | None, strict: bool) -> tuple[BoardPlan, Extra, list[str], Ruleset]:
    """Read a file: its plan, the data in its comments, the repairs made, and its ruleset."""
    document = read_map(text)
    problems = check_strict(text) if strict else document.problems
    if problems:
        lines = [Problem(f"line {p.line}" if p.line else "", f"{p.message} [{p.kind}]") for p in problems]
        raise MapFileError(lines, title)
    if len(document.cities) > MOST_CITIES:
        message = f"the map has {len(document.cities)} cities; at most {MOST_CITIES} can be imported"
        raise BoardError([Problem("", message)], title)
    repairer = _Repairer()
    names = repairer.name_cities(document)
    extra = read_extra(document.comments, names)
    repairer.repairs += extra.warnings
    rules = load_ruleset(ruleset or _known_ruleset(extra, repairer))
    return repairer.plan(document, names, extra, rules, title), extra, repairer.repairs, rules


def _known_ruleset(extra: Extra, repairer: _Repairer) -> str:
    named = extra.words.get("ruleset", DEFAULT_RULESET)
    if named in ruleset_names():
        return named
    repairer.repairs.append(f"there is no ruleset {named[:60]!r}; {DEFAULT_RULESET} is used")
    return DEFAULT_RULESET


@dataclass(slots=True)
class _Repairer:
    """Reads a plan from a file and records the repairs."""

    repairs: list[str] = field(default_factory=list)

    def name_cities(self, document: MapDocument) -> dict[str, str]:
        """Our name for each city of the file: its English name, if there is one that is not taken."""
        chosen: dict[str, str] = {}
        original = {city.name for city in document.cities}
        for city in document.cities:
            if city.name in chosen:
                self.repairs.append(f"line {city.line}: the city {city.name!r} is repeated; its last position is used")
                continue
            wanted = city.english or city.name
            name = _printable(wanted)
            if not name or name in chosen.values() or (name != city.name and name in original):
                name = _free_name(_printable(city.name) or "City", {*chosen.values(), *original} - {city.name})
            if name != wanted:
                self.repairs.append(f"line {city.line}: the city {quoted(wanted)} is renamed to {name!r}")
            chosen[city.name] = name
        return chosen

    def plan(self, document: MapDocument, names: dict[str, str], extra: Extra, rules: Ruleset, title: str) -> BoardPlan:
        """The cities and routes of the file; those that a board cannot have are dropped or repaired."""
        last = {city.name: city for city in document.cities}
        cities = tuple(self._city(last[name], called) for name, called in names.items())
        index = {name: i for i, name in enumerate(names)}
        routes: dict[Pair, PlannedRoute] = {}
        for route in document.routes:
            self._add_route(routes, route, (index[route.city], index[route.target]), rules)
        ordered = self._in_order(routes, [city.name for city in cities], extra)
        words = {"title": title, "name": extra.words.get("title", title)} | extra.words
        name, shown = (_printable(words[word]) or "board" for word in ("name", "title"))
        source = _printable(words.get("source", ""))
        return self._largest_part(BoardPlan(name, shown, cities, tuple(ordered), source))

    def _city(self, city: MapCity, name: str) -> City:
        latitude = min(90.0, max(-90.0, city.latitude))
        longitude = math.remainder(city.longitude, 360.0) if math.isfinite(city.longitude) else 0.0
        if abs(city.longitude) <= 180:
            longitude = city.longitude
        if (latitude, longitude) != (city.latitude, city.longitude):
            self.repairs.append(
                f"line {city.line}: {name!r} has impossible coordinates and is moved to {latitude:g} {longitude:g}"
            )
        return City(name, latitude, longitude)

    def _add_route(self, routes: dict[Pair, PlannedRoute], route: MapRoute, pair: Pair, rules: Ruleset) -> None:
        name = f"line {route.line}: {route.city} - {route.target}"
        if pair[0] == pair[1]:
            self.repairs.append(f"{name} is left out: it connects a city with itself")
            return
        if pair in routes or pair[::-1] in routes:
            self.repairs.append(f"{name} is left out: it is a duplicate")
            return
        length = _nearest_length(route.length, rules)
        if length != route.length:
            self.repairs.append(f"{name} gets length {length} instead of {route.length}")
        tracks = min(route.tracks, MAX_PARALLEL)
        if tracks != route.tracks:
            self.repairs.append(f"{name} gets {count(tracks, 'track')} instead of {route.tracks}")
        routes[pair] = PlannedRoute(pair, length, tracks)

    def _in_order(self, routes: dict[Pair, PlannedRoute], names: list[str], extra: Extra) -> list[PlannedRoute]:
        """The routes in the order of the colour lines, with their numbers of tracks, if the lines match the routes."""
        named = {(names[a], names[b]): route for (a, b), route in routes.items()}
        ordered: list[PlannedRoute] = []
        for (a, b), colors in extra.colors.items():
            route = named.get((a, b)) or named.get((b, a))
            if route is None or not route.tracks <= len(colors) <= MAX_PARALLEL:
                break
            ordered.append(replace(route, cities=(names.index(a), names.index(b)), tracks=len(colors)))
        if len(ordered) == len(routes) == len(extra.colors):
            return ordered
        if extra.colors:
            self.repairs.append("the colour lines do not match the routes; new colours are chosen")
            extra.colors.clear()
        return list(routes.values())

    def _largest_part(self, plan: BoardPlan) -> BoardPlan:
        """The largest connected component of the plan."""
        reachable = plan_distances(plan) < UNREACHABLE
        if not plan.cities or reachable.all():
            return plan
        kept = reachable[int(reachable.sum(axis=1).argmax())]
        number = {old: new for new, old in enumerate(i for i, stays in enumerate(kept) if stays)}
        for city, stays in zip(plan.cities, kept, strict=True):
            if not stays:
                self.repairs.append(f"{city.name!r} is left out: no routes connect it to most other cities")
        routes = tuple(
            replace(route, cities=(number[route.cities[0]], number[route.cities[1]]))
            for route in plan.routes
            if kept[route.cities[0]]
        )
        return replace(plan, cities=tuple(plan.cities[i] for i in number), routes=routes)


def _finish(plan: BoardPlan, extra: Extra, repairs: list[str], rules: Ruleset, seed: int) -> Imported:
    """The board, with the file's colours and tickets; those it does not have are generated."""
    names = [city.name for city in plan.cities]
    told = [extra.colors[names[route.cities[0]], names[route.cities[1]]] for route in plan.routes if extra.colors]
    tickets = [ticket for ticket in extra.tickets if set(ticket.places) <= set(names)]
    missing = [word for word, known in (("colours", told), ("tickets", tickets)) if not known]
    try:
        if not missing:
            return Imported(assemble(plan, told, tickets, ruleset=rules.name, decks=extra.decks), tuple(repairs), ())
        made = complete(_sorted_pairs(plan), seed=seed, ruleset=rules.name)
        decks = extra.decks if tickets else made.decks
        colors = told or _colors_of(made, plan)
        board = assemble(plan, colors, tickets or made.tickets, ruleset=rules.name, decks=decks)
    except BoardError as error:
        if len(missing) == 2:
            raise
        repairs.append(f"the colour and ticket lines give no valid board ({error.problems[0]}); both are replaced")
        extra.colors.clear()
        extra.tickets.clear()
        return _finish(plan, extra, repairs, rules, seed)
    return Imported(board, tuple(repairs), tuple(missing))


def _sorted_pairs(plan: BoardPlan) -> BoardPlan:
    """The plan in its usual form, with the smaller city of each route first."""
    routes = (replace(route, cities=(min(route.cities), max(route.cities))) for route in plan.routes)
    return replace(plan, routes=tuple(routes))


def _colors_of(board: Board, plan: BoardPlan) -> list[list[str]]:
    colors = iter(track.color for track in board.tracks)
    return [[next(colors) for _ in range(route.tracks)] for route in plan.routes]


def _nearest_length(length: int, rules: Ruleset) -> int:
    """The longest length not above this one that the rules have points for, or else the shortest."""
    return max((known for known in rules.route_points if known <= length), default=min(rules.route_points))


def _printable(text: str) -> str:
    """A text as boards accept it: on one line, without control characters, not too long."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:200].strip()


def _free_name(name: str, taken: Iterable[str]) -> str:
    known = set(taken)
    if name not in known:
        return name
    return next(f"{name} ({i})" for i in range(2, len(known) + 3) if f"{name} ({i})" not in known)
