"""From a ``.map`` file to a board that can be played. What the file gets wrong is mended, and each mend is stated."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from railwright.errors import BoardError, Problem
from railwright.game.board import MAX_CITIES, MAX_PARALLEL, Board, City
from railwright.game.ruleset import Ruleset
from railwright.mapmaker.complete import assemble, complete
from railwright.mapmaker.distances import UNREACHABLE, plan_distances
from railwright.mapmaker.formats.map_file.document import MAX_BYTES, MapCity, MapDocument, MapFileError, MapRoute
from railwright.mapmaker.formats.map_file.extra import Extra, read_extra
from railwright.mapmaker.formats.map_file.reader import read_map
from railwright.mapmaker.formats.map_file.strict import check_strict
from railwright.mapmaker.plan import Plan, PlannedRoute
from railwright.maps.load import load_ruleset, read_text, ruleset_names
from railwright.words import count

Pair = tuple[int, int]
DEFAULT_RULESET = "usa"

MOST_CITIES = 4 * MAX_CITIES
"""In a file. Those that no route connects with the others are left out; to find them takes the cube of their number."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A board from a file."""

    board: Board
    mends: tuple[str, ...]
    """What was changed to make it playable."""
    completed: tuple[str, ...]
    """What the file does not tell and was made: colours, tickets, or both."""


def import_map(path: str | Path, *, seed: int, ruleset: str | None = None, strict: bool = False) -> Imported:
    """The board of a .map file, for the rules that it names or usa unless told. See ``import_text``.

    ``railwright.import_map("fourland.map", seed=1).board`` is a board to play.
    """
    file = Path(path)
    return import_text(read_text(file, MAX_BYTES), file.stem, seed=seed, ruleset=ruleset, strict=strict)


def import_text(
    text: str, title: str, *, seed: int, ruleset: str | None = None, strict: bool = False
) -> Imported:  # fmt: skip
    """The board of a file's text; ``title`` is used if the text has none.

    Raises MapFileError with the errors that the web version reports, or, if strict, with all violations of the strict
    profile; BoardError for what no mend makes a board, such as too many cities.
    """
    plan, extra, mends, rules = _read(text, title, ruleset=ruleset, strict=strict)
    return _finish(plan, extra, mends, rules, seed)


def map_plan(path: Path) -> Plan:
    """The mended cities and routes of a file, for who needs neither colours nor tickets."""
    return _read(read_text(path, MAX_BYTES), path.stem, ruleset=None, strict=False)[0]


def _read(text: str, title: str, *, ruleset: str | None, strict: bool) -> tuple[Plan, Extra, list[str], Ruleset]:
    """What a file tells: its plan, what stands in its comments, what was mended, and the rules it is for."""
    document = read_map(text)
    problems = check_strict(text) if strict else document.problems
    if problems:
        lines = [Problem(f"line {p.line}" if p.line else "", f"{p.message} [{p.kind}]") for p in problems]
        raise MapFileError(lines, title)
    if len(document.cities) > MOST_CITIES:
        raise BoardError([Problem("", f"a map of {len(document.cities)} cities is too large for a board")], title)
    mending = _Mending()
    names = mending.name_cities(document)
    extra = read_extra(document.comments, names)
    mending.mends += extra.doubts
    rules = load_ruleset(ruleset or _known_ruleset(extra, mending))
    return mending.plan(document, names, extra, rules, title), extra, mending.mends, rules


def _known_ruleset(extra: Extra, mending: _Mending) -> str:
    named = extra.words.get("ruleset", DEFAULT_RULESET)
    if named in ruleset_names():
        return named
    mending.mends.append(f"there is no ruleset {named[:60]!r}; {DEFAULT_RULESET} is used")
    return DEFAULT_RULESET


@dataclass(slots=True)
class _Mending:
    """Reads a plan out of a file and keeps what had to be mended."""

    mends: list[str] = field(default_factory=list)

    def name_cities(self, document: MapDocument) -> dict[str, str]:
        """What we call each city of the file: by its English name if it has one that is free."""
        found: dict[str, str] = {}
        own = {city.name for city in document.cities}
        for city in document.cities:
            if city.name in found:
                self.mends.append(f"line {city.line}: the city {city.name!r} comes again; its later place counts")
                continue
            wanted = city.english or city.name
            name = _printable(wanted)
            if not name or name in found.values() or (name != city.name and name in own):
                name = _free_name(_printable(city.name) or "City", {*found.values(), *own} - {city.name})
            if name != wanted:
                self.mends.append(f"line {city.line}: the city {wanted[:80]!r} is called {name!r}")
            found[city.name] = name
        return found

    def plan(self, document: MapDocument, names: dict[str, str], extra: Extra, rules: Ruleset, title: str) -> Plan:
        """The cities and routes of the file, those that no board can have left out or mended."""
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
        return self._largest_part(Plan(name, shown, cities, tuple(ordered), source))

    def _city(self, city: MapCity, name: str) -> City:
        latitude = min(90.0, max(-90.0, city.latitude))
        longitude = math.remainder(city.longitude, 360.0) if math.isfinite(city.longitude) else 0.0
        if abs(city.longitude) <= 180:
            longitude = city.longitude
        if (latitude, longitude) != (city.latitude, city.longitude):
            self.mends.append(
                f"line {city.line}: {name!r} was outside of the world, and is put at {latitude:g} {longitude:g}"
            )
        return City(name, latitude, longitude)

    def _add_route(self, routes: dict[Pair, PlannedRoute], route: MapRoute, pair: Pair, rules: Ruleset) -> None:
        name = f"line {route.line}: {route.city} - {route.target}"
        if pair[0] == pair[1]:
            self.mends.append(f"{name} is left out: it leads back to its own city")
            return
        if pair in routes or pair[::-1] in routes:
            self.mends.append(f"{name} is left out: it is given twice")
            return
        length = _nearest_length(route.length, rules)
        if length != route.length:
            self.mends.append(f"{name} has length {length}, not {route.length}")
        tracks = min(route.tracks, MAX_PARALLEL)
        if tracks != route.tracks:
            self.mends.append(f"{name} has {count(tracks, 'track')}, not {route.tracks}")
        routes[pair] = PlannedRoute(pair, length, tracks)

    def _in_order(self, routes: dict[Pair, PlannedRoute], names: list[str], extra: Extra) -> list[PlannedRoute]:
        """The routes in the order of the colour lines and with their numbers of tracks, if these fit the routes."""
        named = {(names[a], names[b]): route for (a, b), route in routes.items()}
        found: list[PlannedRoute] = []
        for (a, b), colors in extra.colors.items():
            route = named.get((a, b)) or named.get((b, a))
            if route is None or not route.tracks <= len(colors) <= MAX_PARALLEL:
                break
            found.append(replace(route, cities=(names.index(a), names.index(b)), tracks=len(colors)))
        if len(found) == len(routes) == len(extra.colors):
            return found
        if extra.colors:
            self.mends.append("the colour lines do not fit the routes; colours are chosen anew")
            extra.colors.clear()
        return list(routes.values())

    def _largest_part(self, plan: Plan) -> Plan:
        """The plan without the cities that no routes connect to most others."""
        reachable = plan_distances(plan) < UNREACHABLE
        if not plan.cities or reachable.all():
            return plan
        kept = reachable[int(reachable.sum(axis=1).argmax())]
        number = {old: new for new, old in enumerate(i for i, stays in enumerate(kept) if stays)}
        for city, stays in zip(plan.cities, kept, strict=True):
            if not stays:
                self.mends.append(f"{city.name!r} is left out: no routes lead there from most other cities")
        routes = tuple(
            replace(route, cities=(number[route.cities[0]], number[route.cities[1]]))
            for route in plan.routes
            if kept[route.cities[0]]
        )
        return replace(plan, cities=tuple(plan.cities[i] for i in number), routes=routes)


def _finish(plan: Plan, extra: Extra, mends: list[str], rules: Ruleset, seed: int) -> Imported:
    """The board, with what the file tells of colours and tickets, and what it does not tell made."""
    names = [city.name for city in plan.cities]
    told = [extra.colors[names[route.cities[0]], names[route.cities[1]]] for route in plan.routes if extra.colors]
    tickets = [ticket for ticket in extra.tickets if set(ticket.places) <= set(names)]
    missing = [word for word, known in (("colours", told), ("tickets", tickets)) if not known]
    try:
        if not missing:
            return Imported(assemble(plan, told, tickets, ruleset=rules.name, decks=extra.decks), tuple(mends), ())
        made = complete(_sorted_pairs(plan), seed=seed, ruleset=rules.name)
        decks = extra.decks if tickets else made.decks
        colors = told or _colors_of(made, plan)
        board = assemble(plan, colors, tickets or made.tickets, ruleset=rules.name, decks=decks)
    except BoardError as error:
        if len(missing) == 2:
            raise
        mends.append(f"the colour and ticket lines make no board ({error.problems[0]}); both are made anew")
        extra.colors.clear()
        extra.tickets.clear()
        return _finish(plan, extra, mends, rules, seed)
    return Imported(board, tuple(mends), tuple(missing))


def _sorted_pairs(plan: Plan) -> Plan:
    """The plan as plans are: with the smaller city of each route first."""
    routes = (replace(route, cities=(min(route.cities), max(route.cities))) for route in plan.routes)
    return replace(plan, routes=tuple(routes))


def _colors_of(board: Board, plan: Plan) -> list[list[str]]:
    colors = iter(track.color for track in board.tracks)
    return [[next(colors) for _ in range(route.tracks)] for route in plan.routes]


def _nearest_length(length: int, rules: Ruleset) -> int:
    """A length that the rules have points for: the next shorter one, or the shortest."""
    return max((known for known in rules.route_points if known <= length), default=min(rules.route_points))


def _printable(text: str) -> str:
    """A text as boards take it: on one line, without control characters, not too long."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:200].strip()


def _free_name(name: str, taken: Iterable[str]) -> str:
    known = set(taken)
    if name not in known:
        return name
    return next(f"{name} ({i})" for i in range(2, len(known) + 3) if f"{name} ({i})" not in known)
