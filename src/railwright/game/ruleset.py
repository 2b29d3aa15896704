"""A ruleset: the numbers and flags of a game's rules. No rule depends on which board is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from railwright.errors import Problem, RulesetError, UnknownNameError
from railwright.game.board import MAX_LENGTH, Board
from railwright.game.city_order import too_tangled
from railwright.game.json_reader import JsonReader, brief

RULESET_FORMAT = "railwright-ruleset/1"
ANY_DECK = "*"
"""Key of the dealing for ticket decks that the ruleset does not name."""

MAX_SEATS = 5
MAX_OFFER = 7
"""Most tickets offered at once (europe, mega_1912: two long and five short)."""

FACE_UP_PLACES = 5
MAX_STATIONS = 3
TIEBREAKS = ("tickets", "stations", "longest_path")
OPENING_RETURNS = ("bottom", "box", "shuffle")
SWEEP_POOLS = ("all", "deck")
TICKET_WAYS = ("any", "shortest")
SCALES = (1, 2, 10, 100)
"""Possible scales: points are whole multiples of 1/scale."""


@dataclass(frozen=True, slots=True)
class Draw:
    """How many tickets are drawn, and from which decks."""

    short: int = 0
    long: int = 0
    any: int = 0
    """Tickets drawn from either deck: the seat announces how many of them are long."""

    def to_dict(self) -> dict[str, int]:
        """The file format: only the counts that are not zero."""
        parts = {"long": self.long, "short": self.short, "any": self.any}
        return {name: count for name, count in parts.items() if count}


@dataclass(frozen=True, slots=True)
class Dealing:
    """The rules that depend on the ticket deck: how tickets are dealt and which bonuses are awarded."""

    deal: Draw = Draw(short=3)
    keep: int = 2
    draw: Draw = Draw(short=3)
    draw_keep: int = 1
    longest_path: int = 10
    globetrotter: int = 0
    passengers: bool = True
    """Whether the board's passengers are used."""

    def to_dict(self) -> dict[str, Any]:
        """The file format."""
        return {
            "deal": self.deal.to_dict(), "keep": self.keep, "draw": self.draw.to_dict(), "draw_keep": self.draw_keep,
            "longest_path": self.longest_path, "globetrotter": self.globetrotter, "passengers": self.passengers,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of a game as data."""

    name: str
    title: str
    decks: Mapping[str, Dealing]
    route_points: Mapping[int, float]
    """Points for a track of each length."""
    seats: tuple[int, int] = (2, MAX_SEATS)
    trains: int = 45
    cards_per_color: int = 12
    locomotives: int = 14
    opening_cards: int = 4
    face_up: int = 5
    sweep_at: int = 3
    """Number of face-up locomotives at which the row is replaced; 0 for never."""
    sweep_pool: str = "all"
    """Where the other cards needed for a replacement are counted: deck, discards and row ("all") or the deck alone."""
    single_track_seats: int = 3
    """Up to this many seats, only one of several parallel tracks can be claimed."""
    end_trains: int = 2
    """The last round begins when a seat ends its turn with this many trains or fewer."""
    ferries: bool = False
    """Whether ferries require their locomotives; otherwise they are ordinary tracks."""
    tunnel_cards: int = 0
    """Cards turned over at a tunnel; with 0, tunnels are ordinary tracks."""
    stations: int = 0
    station_points: int = 0
    """Points for each station that was not built."""
    passenger_points: tuple[int, int] = (0, 0)
    """Points for the most and the second most passengers of a colour."""
    merge_tickets: bool = False
    """Whether long and short tickets form one deck."""
    ticket_ways: str = "any"
    """What completes a ticket: any path between its places, or only the board's shortest path."""
    opening_returns: str = "bottom"
    """Where opening tickets that are not kept go: under the deck ("bottom"), into the box, or shuffled back into the
    deck after all seats have chosen."""
    tiebreaks: tuple[str, ...] = field(default=("tickets", "longest_path"))

    def dealing(self, deck: str) -> Dealing:
        """The rules for one ticket deck."""
        if deck in self.decks:
            return self.decks[deck]
        if ANY_DECK in self.decks:
            return self.decks[ANY_DECK]
        known = ", ".join(self.decks)
        raise UnknownNameError(f"the ruleset {self.name!r} has no ticket deck {deck!r}; it has {known}")

    @property
    def scale(self) -> int:
        """The compiled rules count points in units of 1/scale, so that half points are whole numbers."""
        return next(s for s in SCALES if all(_is_whole(points * s) for points in self.route_points.values()))

    def with_points_per_space(self, points: float) -> Ruleset:
        """The same rules with ``points`` for every space (Witter and Lyford's proposal)."""
        table = {length: round(points * length, 2) for length in range(1, MAX_LENGTH + 1)}
        return replace(self, name=f"{self.name}-{points:g}-per-space", route_points=table)

    def to_dict(self) -> dict[str, Any]:
        """The ruleset in its file format."""
        plain = (
            "name", "title", "trains", "cards_per_color", "locomotives", "opening_cards", "face_up", "sweep_at",
            "sweep_pool", "single_track_seats", "end_trains", "ferries", "tunnel_cards", "stations", "station_points",
            "merge_tickets", "opening_returns",
        )  # fmt: skip
        data: dict[str, Any] = {"format": RULESET_FORMAT} | {key: getattr(self, key) for key in plain}
        data["seats"] = list(self.seats)
        data["route_points"] = {str(length): points for length, points in self.route_points.items()}
        if self.ticket_ways != "any":
            data["ticket_ways"] = self.ticket_ways
        if any(self.passenger_points):
            data["passenger_points"] = list(self.passenger_points)
        data["tiebreaks"] = list(self.tiebreaks)
        data["decks"] = {name: dealing.to_dict() for name, dealing in self.decks.items()}
        return data

    @staticmethod
    def from_dict(data: Any, name: str = "") -> Ruleset:
        """Read a ruleset from its file format; RulesetError lists every problem found."""
        reader = JsonReader()
        ruleset = _read_ruleset(reader, data)
        if reader.problems:
            raise RulesetError(reader.problems, name)
        return ruleset


_WHOLE_NUMBERS = {
    "trains": (1, 100), "cards_per_color": (1, 40), "locomotives": (0, 40), "opening_cards": (0, 20),
    "face_up": (0, FACE_UP_PLACES), "sweep_at": (0, FACE_UP_PLACES), "single_track_seats": (0, MAX_SEATS),
    "end_trains": (0, 99), "tunnel_cards": (0, 3), "stations": (0, MAX_STATIONS), "station_points": (0, 100),
}  # fmt: skip


def _read_ruleset(reader: JsonReader, data: Any) -> Ruleset:
    other = (
        "title",
        "seats",
        "sweep_pool",
        "ferries",
        "passenger_points",
        "merge_tickets",
        "opening_returns",
        "ticket_ways",
        "tiebreaks",
    )
    top = reader.object(data, "", needs=("format", "name", "route_points", "decks"), allows=(*other, *_WHOLE_NUMBERS))
    if top.get("format", RULESET_FORMAT) != RULESET_FORMAT:
        reader.complain("format", f"this program reads {RULESET_FORMAT!r}, not {brief(top['format'])}")
        return Ruleset("", "", {}, {})
    name = reader.text(top.get("name", ""), "name")
    numbers = {key: reader.whole(top[key], key, low, high) for key, (low, high) in _WHOLE_NUMBERS.items() if key in top}
    flags: dict[str, bool] = {key: reader.flag(top[key], key) for key in ("ferries", "merge_tickets") if key in top}
    words = {
        "sweep_pool": reader.choice(top.get("sweep_pool", "all"), "sweep_pool", SWEEP_POOLS),
        "opening_returns": reader.choice(top.get("opening_returns", "bottom"), "opening_returns", OPENING_RETURNS),
        "ticket_ways": reader.choice(top.get("ticket_ways", "any"), "ticket_ways", TICKET_WAYS),
    }
    if words["ticket_ways"] == "shortest" and top.get("stations", 0):
        reader.complain("ticket_ways", "must be 'any' if there are stations, as borrowed tracks can be on any path")
    tiebreaks = [
        reader.choice(word, f"tiebreaks[{i}]", TIEBREAKS)
        for i, word in enumerate(reader.list(top.get("tiebreaks", ["tickets", "longest_path"]), "tiebreaks"))
    ]
    if len(set(tiebreaks)) < len(tiebreaks):
        reader.complain("tiebreaks", "a tie-break is listed twice")
    merged = flags.get("merge_tickets", False)
    decks = {
        str(deck): _read_dealing(reader, value, f"decks.{deck}", merged)
        for deck, value in reader.object(top.get("decks", {}), "decks").items()
    }
    if not decks:
        reader.complain("decks", f"needs at least one deck; {ANY_DECK!r} stands for any deck")
    seats = _read_whole_pair(reader, top.get("seats", [2, MAX_SEATS]), "seats", 2, MAX_SEATS)
    if seats[0] > seats[1]:
        reader.complain("seats", "must be the fewest and the most seats in this order, for example [2, 5]")
    fields: dict[str, Any] = {**words, **numbers, **flags}
    return Ruleset(
        name=name,
        title=reader.text(top.get("title", name or "ruleset"), "title"),
        decks=decks,
        route_points=_read_points(reader, top.get("route_points", {})),
        seats=seats,
        passenger_points=_read_whole_pair(reader, top.get("passenger_points", [0, 0]), "passenger_points", 0, 100),
        tiebreaks=tuple(tiebreaks),
        **fields,
    )


def _read_whole_pair(reader: JsonReader, value: Any, place: str, low: int, high: int) -> tuple[int, int]:
    pair = reader.list(value, place)
    if len(pair) != 2:
        reader.complain(place, "must be a list of two whole numbers")
        return (low, high)
    return (reader.whole(pair[0], f"{place}[0]", low, high), reader.whole(pair[1], f"{place}[1]", low, high))


_LENGTH_KEYS = tuple(str(length) for length in range(1, MAX_LENGTH + 1))


def _is_whole(number: float) -> bool:
    return abs(number - round(number)) < 1e-6


def _read_points(reader: JsonReader, value: Any) -> dict[int, float]:
    table = reader.object(value, "route_points")
    if "per_space" in table:
        each = reader.number(table["per_space"], "route_points.per_space", 0, 100)
        table = {str(length): round(each * length, 2) for length in range(1, MAX_LENGTH + 1)}
        if not _is_whole(each * SCALES[-1]):
            reader.complain("route_points.per_space", "can have at most two decimal places")
    points: dict[int, float] = {}
    for key, raw in table.items():
        place = f"route_points.{key}"
        if key not in _LENGTH_KEYS:
            reader.complain(place, f"the key must be a length from 1 to {MAX_LENGTH}")
            continue
        number = reader.number(raw, place, 0, 1000)
        if not _is_whole(number * SCALES[-1]):
            reader.complain(place, "points can have at most two decimal places")
        points[int(key)] = int(number) if number == int(number) else round(number, 2)
    if not points:
        reader.complain("route_points", 'needs points by length, for example {"1": 1, "2": 2}, or {"per_space": 4.5}')
    return points


def _read_draw(reader: JsonReader, value: Any, place: str, merged: bool) -> Draw:
    fields = reader.object(value, place, allows=("short", "long", "any"))
    counts = {key: reader.whole(fields.get(key, 0), f"{place}.{key}", 0, MAX_OFFER) for key in ("short", "long", "any")}
    draw = Draw(**counts)
    if not 1 <= draw.short + draw.long + draw.any <= MAX_OFFER or (draw.any and (draw.short or draw.long)):
        example = '{"short": 3, "long": 1} or {"any": 4}'
        reader.complain(place, f"must be 1 to {MAX_OFFER} tickets, for example {example}")
    if merged and (draw.long or draw.any):
        reader.complain(place, 'with "merge_tickets" all tickets are in one deck: use "short" only')
    return draw


def _read_dealing(reader: JsonReader, value: Any, place: str, merged: bool) -> Dealing:
    fields = reader.object(
        value, place, needs=("deal", "keep", "draw"), allows=("draw_keep", "longest_path", "globetrotter", "passengers")
    )
    return Dealing(
        deal=_read_draw(reader, fields.get("deal", {"short": 3}), f"{place}.deal", merged),
        keep=reader.whole(fields.get("keep", 2), f"{place}.keep", 1, MAX_OFFER),
        draw=_read_draw(reader, fields.get("draw", {"short": 3}), f"{place}.draw", merged),
        draw_keep=reader.whole(fields.get("draw_keep", 1), f"{place}.draw_keep", 1, MAX_OFFER),
        longest_path=reader.whole(fields.get("longest_path", 0), f"{place}.longest_path", 0, 100),
        globetrotter=reader.whole(fields.get("globetrotter", 0), f"{place}.globetrotter", 0, 100),
        passengers=reader.flag(fields.get("passengers", True), f"{place}.passengers"),
    )


def misfits(board: Board, ruleset: Ruleset) -> list[Problem]:
    """The reasons why a board cannot be played with a ruleset; empty if it can."""
    problems: list[Problem] = []
    if tangle := too_tangled(board.width):
        problems.append(Problem("tracks", tangle))
    for i, track in enumerate(board.tracks):
        if track.length not in ruleset.route_points:
            lengths = ", ".join(str(length) for length in sorted(ruleset.route_points))
            message = (
                f"length {track.length} has no points in the ruleset {ruleset.name!r}, which has points for {lengths}"
            )
            problems.append(Problem(f"tracks[{i}].length", message))
    for deck in board.decks:
        if deck not in ruleset.decks and ANY_DECK not in ruleset.decks:
            problems.append(Problem("decks", f"the ruleset {ruleset.name!r} has no rules for the deck {deck!r}"))
            continue
        dealing = ruleset.dealing(deck)
        for long, wanted in ((True, dealing.deal.long), (False, dealing.deal.short)):
            if wanted and not any(deck in t.decks and (ruleset.merge_tickets or t.long == long) for t in board.tickets):
                kind = "long" if long else "short"
                problems.append(
                    Problem("tickets", f"the deck {deck!r} has no {kind} tickets, but {wanted} are dealt to each seat")
                )
    cards = 8 * ruleset.cards_per_color + ruleset.locomotives
    if cards < ruleset.seats[1] * ruleset.opening_cards:
        problems.append(
            Problem("", f"{cards} cards are too few to deal {ruleset.opening_cards} to {ruleset.seats[1]} seats")
        )
    return problems
