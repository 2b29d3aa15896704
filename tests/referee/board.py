"""A board and a ruleset, read from their JSON objects."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

COLORS = ("pink", "white", "blue", "yellow", "orange", "black", "red", "green")
LOCOMOTIVE = "locomotive"
GRAY = "gray"
PASSENGER_COLORS = ("red", "green", "yellow", "black", "blue", "white")
PASSENGERS_PER_COLOR = 10

Ticket = tuple[str, str, int]
TrackName = tuple[str, str, int]


@dataclass(frozen=True)
class Track:
    """One physical track; the number in its name tells parallel tracks apart."""

    name: TrackName
    first: str
    second: str
    length: int
    color: str
    tunnel: bool
    locomotives: int

    @cached_property
    def colors(self) -> tuple[str, ...]:
        """The colours that can pay for it."""
        return COLORS if self.color == GRAY else (self.color,)


class Rules:
    """The numbers of a ruleset and of the dealing of one ticket deck, with the defaults filled in."""

    def __init__(self, ruleset: dict[str, Any], deck: str) -> None:
        decks = ruleset["decks"]
        dealing: dict[str, Any] = decks[deck] if deck in decks else decks["*"]
        self.seats: tuple[int, int] = (ruleset["seats"][0], ruleset["seats"][1])
        self.trains: int = ruleset["trains"]
        self.cards_per_color: int = ruleset["cards_per_color"]
        self.locomotives: int = ruleset["locomotives"]
        self.opening_cards: int = ruleset["opening_cards"]
        self.face_up: int = ruleset["face_up"]
        self.sweep_at: int = ruleset["sweep_at"]
        self.sweep_pool: str = ruleset["sweep_pool"]
        self.single_track_seats: int = ruleset["single_track_seats"]
        self.end_trains: int = ruleset["end_trains"]
        self._route_points: dict[str, int | float] = ruleset["route_points"]
        self.ferries: bool = ruleset.get("ferries", False)
        self.tunnel_cards: int = ruleset.get("tunnel_cards", 0)
        self.stations: int = ruleset.get("stations", 0)
        self.station_points: int = ruleset.get("station_points", 0)
        self.merge_tickets: bool = ruleset.get("merge_tickets", False)
        self.ticket_ways: str = ruleset.get("ticket_ways", "any")
        self.opening_returns: str = ruleset["opening_returns"]
        self.tiebreaks: list[str] = ruleset["tiebreaks"]
        self.deal: dict[str, int] = dealing["deal"]
        self.keep: int = dealing["keep"]
        self.draw: dict[str, int] = dealing["draw"]
        self.draw_keep: int = dealing["draw_keep"]
        self.longest_path: int = dealing.get("longest_path", 0)
        self.globetrotter: int = dealing.get("globetrotter", 0)
        points = ruleset.get("passenger_points") if dealing.get("passengers", True) else None
        self.passenger_points: list[int] = list(points or [])

    def route_points(self, length: int) -> int | float:
        """What a track of this length scores."""
        if "per_space" in self._route_points:
            return self._route_points["per_space"] * length
        return self._route_points[str(length)]


class Board:
    """Cities, tracks and the tickets of one deck; ferries and tunnels only if the rules have them."""

    def __init__(self, board: dict[str, Any], rules: Rules, deck: str) -> None:
        self.cities: list[str] = [city["name"] for city in board["cities"]]
        self.country: dict[str, str] = {c["name"]: c["country"] for c in board["cities"] if c.get("country")}
        self.tracks: dict[TrackName, Track] = {}
        routes: dict[frozenset[str], list[TrackName]] = {}
        for entry in board["tracks"]:
            first, second = entry["cities"]
            route = routes.setdefault(frozenset((first, second)), [])
            name = (first, second, len(route) + 1)
            route.append(name)
            tunnel = entry.get("kind") == "tunnel" and rules.tunnel_cards > 0
            locomotives = entry.get("locomotives", 0) if rules.ferries else 0
            self.tracks[name] = Track(name, first, second, entry["length"], entry["color"], tunnel, locomotives)
        prices: dict[tuple[int, str, int], list[Track]] = {}
        for track in self.tracks.values():
            prices.setdefault((track.length, track.color, track.locomotives), []).append(track)
        self.of_one_price = prices
        self.parallel: dict[TrackName, list[TrackName]] = {name: route for route in routes.values() for name in route}
        self.long_tickets: list[Ticket] = []
        self.short_tickets: list[Ticket] = []
        for entry in board["tickets"]:
            if deck in entry["decks"]:
                ticket = (entry["cities"][0], entry["cities"][1], entry["points"])
                is_long = entry.get("long", False) and not rules.merge_tickets
                (self.long_tickets if is_long else self.short_tickets).append(ticket)
        placed: dict[str, int] = board.get("passengers") or {}
        self._places: dict[str, list[str]] = {}
        self.passengers = {place: n for place, n in placed.items() if n} if rules.passenger_points else {}

    def cities_of(self, place: str) -> list[str]:
        """The cities that a place of a ticket stands for: itself, or every terminal of a country."""
        if place not in self._places:
            self._places[place] = [c for c in self.cities if c == place or self.country.get(c) == place]
        return self._places[place]

    def passenger_place(self, city: str) -> str:
        """Where the passengers of a city wait: terminals share those of their country."""
        return city if city in self.passengers else self.country.get(city, city)
