"""A board: cities, tracks and tickets. Boards are immutable, and checked when they are created from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from railwright.drawable import Drawable
from railwright.errors import BoardError
from railwright.game.city_order import order_cities, too_tangled
from railwright.game.colors import COLOR_TEXTS, TRACK_COLORS
from railwright.game.json_reader import JsonReader, brief
from railwright.say import Said, say
from railwright.words import count

BOARD_FORMAT = "railwright-board/1"
KINDS = ("normal", "tunnel", "ferry")
"""The kinds of tracks."""

MAX_CITIES = 64
MAX_TRACKS = 192
MAX_DECKS = 8
MAX_TICKETS = 128
"""Most tickets in one deck."""
MAX_LENGTH = 9
MAX_PARALLEL = 3
MAX_PASSENGERS = 7
"""Most passengers at one place: the compiled state has three bits for each colour."""


@dataclass(frozen=True, slots=True)
class City:
    """A place on the board where tracks end."""

    name: str
    """The name as printed on the board."""
    latitude: float
    """Latitude in degrees, north positive."""
    longitude: float
    """Longitude in degrees, east positive."""
    country: str = ""
    """The country it belongs to, if any. A ticket to the country can be completed at any of its cities."""


@dataclass(frozen=True, slots=True)
class Track:
    """One line of train spaces between two cities."""

    cities: tuple[str, str]
    """The names of the cities at its ends."""
    number: int
    """Its number among the parallel tracks of the same pair of cities: 1, 2 or 3."""
    length: int
    """The number of spaces."""
    color: str
    """The colour of the cards that pay for it; ``gray`` for any one colour."""
    kind: str = "normal"
    """The kind of track: ``normal``, ``tunnel`` or ``ferry``."""
    locomotives: int = 0
    """The number of locomotives that a ferry requires."""

    @property
    def name(self) -> str:
        """The name in data and files, such as ``Denver - Kansas City (2)``; in sentences it is `Board.track_names`."""
        return f"{self.cities[0]} - {self.cities[1]}" + (f" ({self.number})" if self.number > 1 else "")


@dataclass(frozen=True, slots=True)
class Ticket:
    """A pair of places (cities or countries) to connect."""

    places: tuple[str, str]
    """The names of the cities or countries to connect."""
    points: int
    """Points won if it is completed, and lost if not."""
    long: bool = False
    """Whether it is a long ticket, where rules distinguish long and short ones."""
    decks: tuple[str, ...] = ()
    """The ticket decks of the board that it belongs to."""

    @property
    def name(self) -> str:
        """The name for messages, such as ``Denver - El Paso (4)``."""
        return str(self.text)

    @property
    def text(self) -> Said:
        """The name for sentences of any language."""
        return ticket_text(*self.places, self.points)


@dataclass(frozen=True)
class Board(Drawable):
    """Everything printed on a board and its tickets.

    >>> import railwright
    >>> board = railwright.load_board("usa")
    >>> board.tracks[0].name, board.tracks[0].length
    ('Atlanta - Charleston', 2)
    >>> board
    <Board usa: 36 cities, 100 tracks, 73 tickets>
    >>> railwright.Board.from_dict(board.to_dict()) == board
    True
    """

    name: str
    title: str
    ruleset: str | Mapping[str, Any]
    """The rules it is made for: the name of a built-in ruleset, or a complete ruleset as an object."""
    decks: tuple[str, ...]
    """The names of its ticket decks; the first is the default."""
    cities: tuple[City, ...]
    tracks: tuple[Track, ...]
    tickets: tuple[Ticket, ...]
    passengers: Mapping[str, int]
    """The number of passengers at each place at the start of the game."""
    source: str = ""
    """Source and licence of its data, to be shown with the board."""

    def __repr__(self) -> str:
        return f"<Board {self.name}: {self._sizes()}>"

    def __str__(self) -> str:
        decks = ", ".join(f"{deck} ({len(self.deck(deck))})" for deck in self.decks)
        rules = self.ruleset if isinstance(self.ruleset, str) else self.ruleset.get("name", "its own")
        lines = [f"{self.title} ({self.name})", self._sizes(), f"rules: {rules}", f"ticket decks: {decks}"]
        return "\n".join(lines)

    def _sizes(self) -> str:
        parts = ((self.cities, "city"), (self.tracks, "track"), (self.tickets, "ticket"))
        return ", ".join(count(len(things), noun) for things, noun in parts)

    @cached_property
    def city_index(self) -> dict[str, int]:
        """The number of each city."""
        return {city.name: i for i, city in enumerate(self.cities)}

    @cached_property
    def track_names(self) -> tuple[str, ...]:
        """The name of each track in sentences, such as ``Denver - Kansas City, orange``."""
        return tuple(map(str, self.track_texts))

    @cached_property
    def track_texts(self) -> tuple[Said, ...]:
        """The names of the tracks in sentences of any language.

        Parallel tracks are distinguished by their colours, and by numbers if these are equal.
        """
        twins: dict[frozenset[str], list[Track]] = {}
        for track in self.tracks:
            twins.setdefault(frozenset(track.cities), []).append(track)
        return tuple(_name_among(track, twins[frozenset(track.cities)]) for track in self.tracks)

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """The city numbers for every place that a ticket can name: one for a city, several for a country."""
        numbers: dict[str, tuple[int, ...]] = {city.name: (i,) for i, city in enumerate(self.cities)}
        for i, city in enumerate(self.cities):
            if city.country:
                numbers[city.country] = (*numbers.get(city.country, ()), i)
        return numbers

    @property
    def city_order(self) -> list[int]:
        """The order in which the search for the longest path processes the cities."""
        return list(order_cities(_neighbours(self.cities, self.tracks))[0])

    @property
    def width(self) -> int:
        """How tangled the tracks are: the width of the city order."""
        return order_cities(_neighbours(self.cities, self.tracks))[1]

    def deck(self, name: str) -> tuple[Ticket, ...]:
        """The tickets of one deck: long ones first, otherwise in the order of the file."""
        chosen = [ticket for ticket in self.tickets if name in ticket.decks]
        return tuple(sorted(chosen, key=lambda ticket: not ticket.long))

    def to_dict(self) -> dict[str, Any]:
        """The board in its file format."""
        data: dict[str, Any] = {
            "format": BOARD_FORMAT, "name": self.name, "title": self.title, "ruleset": self.ruleset,
            "decks": list(self.decks),
            "cities": [_without_defaults(city, "country") for city in self.cities],
            "tracks": [
                {"cities": list(t.cities), "length": t.length, "color": t.color}
                | ({"kind": t.kind} if t.kind != "normal" else {})
                | ({"locomotives": t.locomotives} if t.locomotives else {})
                for t in self.tracks
            ],
            "tickets": [
                {"cities": list(t.places), "points": t.points}
                | ({"long": True} if t.long else {})
                | {"decks": list(t.decks)}
                for t in self.tickets
            ],
        }  # fmt: skip
        if self.passengers:
            data["passengers"] = dict(self.passengers)
        if self.source:
            data["source"] = self.source
        return data

    @staticmethod
    def from_dict(data: Any, name: str = "") -> Board:
        """Read a board from its file format; BoardError lists every problem found."""
        reader = JsonReader()
        board = _read_board(reader, data)
        if reader.problems:
            raise BoardError(reader.problems, name)
        return board


def _without_defaults(city: City, *optional: str) -> dict[str, Any]:
    data = {"name": city.name, "latitude": city.latitude, "longitude": city.longitude, "country": city.country}
    return {key: value for key, value in data.items() if value or key not in optional}


def _read_board(reader: JsonReader, data: Any) -> Board:
    needs = ("format", "name", "cities", "tracks", "tickets")
    top = reader.object(data, "", needs=needs, allows=("title", "ruleset", "decks", "passengers", "source"))
    if top.get("format", BOARD_FORMAT) != BOARD_FORMAT:
        reader.complain("format", f"this program reads {BOARD_FORMAT!r}, not {brief(top['format'])}")
        return Board("", "", "usa", (), (), (), (), {})
    name = reader.text(top.get("name", ""), "name")
    ruleset = top.get("ruleset", "usa")
    if not isinstance(ruleset, str | Mapping):
        reader.complain("ruleset", "must be the name of a ruleset or a complete ruleset")
    cities = _read_cities(reader, top.get("cities", []))
    tracks = _read_tracks(reader, top.get("tracks", []), {city.name for city in cities})
    decks = tuple(reader.text(d, f"decks[{i}]") for i, d in enumerate(reader.list(top.get("decks", ["base"]), "decks")))
    if len(set(decks)) < len(decks):
        reader.complain("decks", "a deck is listed twice")
    if not decks:
        reader.complain("decks", 'a board needs at least one ticket deck, for example ["base"]')
    if len(decks) > MAX_DECKS:
        reader.complain("decks", f"a board has at most {MAX_DECKS} ticket decks, not {len(decks)}")
    places = {city.name for city in cities} | {city.country for city in cities if city.country}
    tickets = _read_tickets(reader, top.get("tickets", []), places, decks)
    passengers = reader.object(top.get("passengers", {}), "passengers")
    country_of = {city.name: city.country for city in cities}
    for place, waiting in passengers.items():
        if place not in places:
            reader.complain(f"passengers.{place}", f"unknown place {place!r}")
        elif country_of.get(place):
            country = country_of[place]
            message = f"{place!r} belongs to {country!r}, whose cities share passengers: name the country instead"
            reader.complain(f"passengers.{place}", message)
        reader.whole(waiting, f"passengers.{place}", 1, MAX_PASSENGERS)
    if not reader.problems:
        _check_connected(reader, cities, tracks)
        tangle = too_tangled(order_cities(_neighbours(cities, tracks))[1])
        if tangle:
            reader.complain("tracks", tangle)
    title = reader.text(top.get("title", name or "board"), "title")
    source = reader.text(top["source"], "source") if "source" in top else ""
    return Board(name, title, ruleset, decks, cities, tracks, tickets, passengers, source)


def _read_cities(reader: JsonReader, value: Any) -> tuple[City, ...]:
    cities: list[City] = []
    first_place: dict[str, str] = {}
    for i, item in enumerate(reader.list(value, "cities")):
        place = f"cities[{i}]"
        fields = reader.object(item, place, needs=("name", "latitude", "longitude"), allows=("country",))
        name = reader.text(fields.get("name", ""), f"{place}.name")
        if name and name in first_place:
            reader.complain(place, f"duplicate city: {name!r} is already defined at {first_place[name]}")
            continue
        first_place[name] = place
        latitude = reader.number(fields.get("latitude", 0), f"{place}.latitude", -90, 90)
        longitude = reader.number(fields.get("longitude", 0), f"{place}.longitude", -180, 180)
        country = reader.text(fields["country"], f"{place}.country") if "country" in fields else ""
        cities.append(City(name, latitude, longitude, country))
    for city in cities:
        if city.country in first_place:
            reader.complain(
                first_place[city.country], f"{city.country!r} is the name of a city and of a country; rename one"
            )
    if not 2 <= len(cities) <= MAX_CITIES:
        reader.complain("cities", f"a board has 2 to {MAX_CITIES} cities, not {len(cities)}")
    return tuple(cities)


def ticket_text(start: str, end: str, points: int) -> Said:
    """A ticket in short, such as ``Denver - El Paso (4)``."""
    return say("{start} - {end} ({points})", start=start, end=end, points=points)


def _name_among(track: Track, parallel: Sequence[Track]) -> Said:
    """The name of one of these parallel tracks."""
    start, end = track.cities
    color = COLOR_TEXTS[track.color]
    alike = [other for other in parallel if other.color == track.color]
    if len(parallel) == 1:
        return say("{start} - {end}", start=start, end=end)
    if len(alike) == 1:
        return say("{start} - {end}, {color}", start=start, end=end, color=color)
    number = alike.index(track) + 1
    return say("{start} - {end}, {color} ({number})", start=start, end=end, color=color, number=number)


def _read_tracks(reader: JsonReader, value: Any, names: set[str]) -> tuple[Track, ...]:
    tracks: list[Track] = []
    colors_of: dict[frozenset[str], list[tuple[str, str]]] = {}
    for i, item in enumerate(reader.list(value, "tracks")):
        place = f"tracks[{i}]"
        fields = reader.object(item, place, needs=("cities", "length", "color"), allows=("kind", "locomotives"))
        pair = _read_pair(reader, fields.get("cities"), f"{place}.cities", names, "city")
        length = reader.whole(fields.get("length", 1), f"{place}.length", 1, MAX_LENGTH)
        color = reader.choice(fields.get("color", "gray"), f"{place}.color", TRACK_COLORS)
        kind = reader.choice(fields.get("kind", "normal"), f"{place}.kind", KINDS)
        locomotives = reader.whole(fields.get("locomotives", 0), f"{place}.locomotives", 0, length)
        if locomotives and kind != "ferry":
            reader.complain(f"{place}.locomotives", 'only a track of kind "ferry" can require locomotives')
        if pair is None:
            continue
        parallel = colors_of.setdefault(frozenset(pair), [])
        same = [where for other, where in parallel if other == color != "gray"]
        if same:
            reader.complain(place, f"duplicate track: {pair[0]} - {pair[1]} in {color} is already defined at {same[0]}")
        parallel.append((color, place))
        if len(parallel) > MAX_PARALLEL:
            reader.complain(place, f"{pair[0]} - {pair[1]} has more than {MAX_PARALLEL} parallel tracks")
        tracks.append(Track(pair, len(parallel), length, color, kind, locomotives))
    if not 1 <= len(tracks) <= MAX_TRACKS:
        reader.complain("tracks", f"a board has 1 to {MAX_TRACKS} tracks, not {len(tracks)}")
    return tuple(tracks)


def _read_tickets(reader: JsonReader, value: Any, places: set[str], decks: tuple[str, ...]) -> tuple[Ticket, ...]:
    tickets: list[Ticket] = []
    first_place: dict[tuple[frozenset[str], str], str] = {}
    items = reader.list(value, "tickets")
    if len(items) > MAX_DECKS * MAX_TICKETS:
        reader.complain("tickets", f"a board has at most {MAX_DECKS * MAX_TICKETS} tickets, not {len(items)}")
        return ()
    for i, item in enumerate(items):
        place = f"tickets[{i}]"
        fields = reader.object(item, place, needs=("cities", "points"), allows=("long", "decks"))
        pair = _read_pair(reader, fields.get("cities"), f"{place}.cities", places, "city or country")
        points = reader.whole(fields.get("points", 1), f"{place}.points", 1, 100)
        long = reader.flag(fields.get("long", False), f"{place}.long")
        ticket_decks = reader.list(fields.get("decks", decks[:1]), f"{place}.decks")
        if decks and not ticket_decks:
            reader.complain(f"{place}.decks", "a ticket must belong to at least one deck")
        for name in dict.fromkeys(str(name) for name in ticket_decks):
            if name not in decks:
                reader.complain(f"{place}.decks", f"unknown deck {name!r}; the board's decks are {', '.join(decks)}")
            elif pair is not None:
                earlier = first_place.setdefault((frozenset(pair), name), place)
                if earlier != place:
                    reader.complain(
                        place,
                        f"duplicate ticket: {pair[0]} - {pair[1]} in deck {name!r} is already defined at {earlier}",
                    )
        if pair is not None:
            tickets.append(Ticket(pair, points, long, tuple(dict.fromkeys(str(name) for name in ticket_decks))))
    for deck in decks:
        size = sum(deck in ticket.decks for ticket in tickets)
        if not 1 <= size <= MAX_TICKETS:
            reader.complain("tickets", f"the deck {deck!r} has {size} tickets; a deck has 1 to {MAX_TICKETS}")
    return tuple(tickets)


def _read_pair(reader: JsonReader, value: Any, place: str, names: set[str], what: str) -> tuple[str, str] | None:
    pair = reader.list(value, place)
    if len(pair) != 2 or not all(isinstance(name, str) for name in pair):
        reader.complain(place, "must be a list of two names")
        return None
    unknown = [name for name in pair if name not in names]
    for name in unknown:
        reader.complain(place, f"unknown {what} {name!r}")
    if pair[0] == pair[1]:
        reader.complain(place, f"both ends are {pair[0]!r}")
        return None
    return None if unknown else (pair[0], pair[1])


def _check_connected(reader: JsonReader, cities: tuple[City, ...], tracks: tuple[Track, ...]) -> None:
    neighbours: dict[str, set[str]] = {city.name: set() for city in cities}
    for track in tracks:
        a, b = track.cities
        neighbours[a].add(b)
        neighbours[b].add(a)
    reached = {cities[0].name}
    waiting = [cities[0].name]
    while waiting:
        for name in neighbours[waiting.pop()] - reached:
            reached.add(name)
            waiting.append(name)
    for i, city in enumerate(cities):
        if not neighbours[city.name]:
            reader.complain(f"cities[{i}]", f"no track ends at {city.name!r}")
        elif city.name not in reached:
            reader.complain(f"cities[{i}]", f"disconnected: no tracks lead from {cities[0].name!r} to {city.name!r}")


def _neighbours(cities: tuple[City, ...], tracks: tuple[Track, ...]) -> tuple[int, ...]:
    """The neighbours of each city, as bits."""
    index = {city.name: i for i, city in enumerate(cities)}
    neighbours = [0] * len(cities)
    for track in tracks:
        a, b = index[track.cities[0]], index[track.cities[1]]
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a
    return tuple(neighbours)
