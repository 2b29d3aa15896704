"""The fields of an observation, version 1: their names, sizes, scales and meanings.

This list alone defines the position of each number. The compiled code reads its offsets and scales from a
record made of it (``layout.py``), and the table in docs/learning.md is printed from it.

Seats are relative to the observing seat: 0 is the seat itself, 1 the next one clockwise. Counts are divided by the
field's ``divisor``, so that most numbers lie between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from railwright.game.colors import CARD_KINDS, PASSENGER_COLORS
from railwright.game.ruleset import MAX_OFFER
from railwright.game.setup import Setup
from railwright.game.state import STAGES, TUNNEL_CARDS

VERSION = "v1"

FIELD_NAMES = (
    "tracks_owned", "tracks_closed", "track_paid", "hand", "face_up", "tickets", "tickets_offered", "tickets_returned",
    "tickets_boxed", "trains", "points", "hand_sizes", "short_tickets", "long_tickets", "shown", "discards",
    "deck_size", "ticket_decks", "boxed_counts", "offered_counts", "stage", "opening", "last_round", "turn", "passes",
    "deciding", "stations_left", "stations", "city", "passengers_waiting", "passengers_taken", "laid_color",
    "laid_cards", "laid_locomotives", "extra", "revealed", "ticket_spaces", "ticket_cards", "ticket_reachable",
    "ticket_completed", "path_tracks", "offered_path_tracks", "turns_left", "events",
)  # fmt: skip
"""All fields that an observation can have, in their order."""

(
    TRACKS_OWNED, TRACKS_CLOSED, TRACK_PAID, HAND, FACE_UP, TICKETS, TICKETS_OFFERED, TICKETS_RETURNED,
    TICKETS_BOXED, TRAINS, POINTS, HAND_SIZES, SHORT_TICKETS, LONG_TICKETS, SHOWN, DISCARDS,
    DECK_SIZE, TICKET_DECKS, BOXED_COUNTS, OFFERED_COUNTS, STAGE, OPENING, LAST_ROUND, TURN, PASSES,
    DECIDING, STATIONS_LEFT, STATIONS, CITY, PASSENGERS_WAITING, PASSENGERS_TAKEN, LAID_COLOR,
    LAID_CARDS, LAID_LOCOMOTIVES, EXTRA, REVEALED, TICKET_SPACES, TICKET_CARDS, TICKET_REACHABLE,
    TICKET_COMPLETED, PATH_TRACKS, OFFERED_PATH_TRACKS, TURNS_LEFT, EVENTS,
) = range(len(FIELD_NAMES))  # fmt: skip

POINTS_UNIT = 100
HAND_UNIT = 30
TICKETS_UNIT = 10
TURNS_UNIT = 50
"""Turns of one seat."""
SPACES_UNIT = 20
"""Spaces of a long ticket's path."""
TAKEN_UNIT = 10
LENGTH_UNIT = 8

EVENT_KINDS = (
    "take a face-up card", "draw from the deck", "draw tickets", "keep tickets", "claim a track", "pay for a tunnel",
    "decline a tunnel", "build a station", "take a passenger", "pass",
)  # fmt: skip
"""The kinds of public events, in the order of their numbers."""


@dataclass(frozen=True, slots=True)
class ObservationField:
    """Some consecutive numbers of an observation."""

    name: str
    axes: tuple[str, ...]
    """What its axes count, such as ``("seats", "tracks")``; empty for a single number."""
    shape: tuple[int, ...]
    divisor: float
    """The unit: a count is divided by it. 1 for fields of zeros and ones."""
    values: str
    """What the numbers are, in words."""
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


def raw_fields(setup: Setup, seats: int) -> list[ObservationField]:
    """The fields of every observation on a setup. Rules that the setup does not have take no room."""
    return list(_raw_fields(setup, seats))


def _raw_fields(setup: Setup, seats: int) -> Iterator[ObservationField]:
    rules = setup.ruleset
    sizes = _axis_sizes(setup, seats)

    def field(name: str, axes: str, divisor: float, values: str, meaning: str) -> ObservationField:
        parts = tuple(axes.split())
        return ObservationField(name, parts, tuple(sizes[part] for part in parts), divisor, values, meaning)

    cards, dealt = rules.cards_per_color, 8 * rules.cards_per_color + rules.locomotives
    tickets = len(setup.tickets)
    has_long = has_long_tickets(setup)
    yield field("tracks_owned", "seats tracks", 1, "0 or 1", "whether the seat owns the track")
    yield field("tracks_closed", "tracks", 1, "0 or 1", "nobody owns the track, but this seat may not claim it")
    yield field("track_paid", "tracks", 1, "0 or 1", "the track that is being paid for")
    yield field("hand", "cards", cards, f"cards / {cards}", "own cards of each kind")
    yield field("face_up", "places cards+empty", 1, "0 or 1", "the kind of each face-up card; the last one for no card")
    yield field("tickets", "tickets", 1, "0 or 1", "own tickets")
    meaning = "the ticket at each place of the offer to this seat, as actions number the places"
    yield field("tickets_offered", "offer tickets", 1, "0 or 1", meaning)
    yield field("tickets_returned", "tickets", 1, "0 or 1", "returned by this seat and not drawn by anybody since")
    if rules.opening_returns != "bottom":
        yield field("tickets_boxed", "tickets", 1, "0 or 1", "opening tickets that this seat put back into the box")
    yield field("trains", "seats", rules.trains, f"trains / {rules.trains}", "trains left")
    yield field("points", "seats", POINTS_UNIT, f"points / {POINTS_UNIT}", "points for tracks so far")
    yield field("hand_sizes", "seats", HAND_UNIT, f"cards / {HAND_UNIT}", "number of cards in the hand")
    held = f"tickets / {TICKETS_UNIT}"
    yield field("short_tickets", "seats", TICKETS_UNIT, held, "number of short tickets, or of all if none are long")
    if has_long:
        yield field("long_tickets", "seats", TICKETS_UNIT, held, "number of long tickets")
    yield field("shown", "seats cards", cards, f"cards / {cards}", "cards that everybody knows to be in the hand")
    yield field("discards", "cards", cards, f"cards / {cards}", "discarded cards of each kind")
    yield field("deck_size", "", dealt, f"cards / {dealt}", "cards in the deck")
    yield field("ticket_decks", "decks", tickets, f"tickets / {tickets}", "tickets in the short and the long deck")
    if rules.opening_returns != "bottom":
        meaning = "short and long opening tickets that all seats put back into the box"
        yield field("boxed_counts", "decks", tickets, f"tickets / {tickets}", meaning)
    meaning = "short and long tickets offered to the deciding seat"
    yield field("offered_counts", "decks", MAX_OFFER, f"tickets / {MAX_OFFER}", meaning)
    yield field("stage", "stages", 1, "0 or 1", f"what is to be decided: {', '.join(STAGES)}")
    yield field("opening", "", 1, "0 or 1", "whether the opening tickets are being chosen")
    yield field("last_round", "", seats, f"turns / {seats}", "turns left in the last round; 0 before it")
    yield field(
        "turn", "", TURNS_UNIT * seats, f"turns / {TURNS_UNIT * seats}", "turns finished, of all seats together"
    )
    yield field("passes", "", seats, f"seats / {seats}", "seats that have passed in a row")
    yield field("deciding", "seats", 1, "0 or 1", "the seat that decides")
    if rules.stations:
        yield field("stations_left", "seats", rules.stations, f"stations / {rules.stations}", "stations left")
        yield field("stations", "seats cities", 1, "0 or 1", "whether the seat has a station in the city")
    if rules.stations or setup.pays_passengers:
        yield field("city", "cities", 1, "0 or 1", "where a station is being paid for or a passenger taken")
    if setup.pays_passengers:
        most = max(setup.board.passengers.values())
        meaning = "passengers that wait at each place, by colour; places in the order of their first cities"
        yield field("passengers_waiting", "places-with-passengers passengers", most, f"passengers / {most}", meaning)
        taken = f"passengers / {TAKEN_UNIT}"
        yield field("passengers_taken", "seats passengers", TAKEN_UNIT, taken, "passengers of each colour taken")
    if has_tunnels(setup):
        yield field("laid_color", "cards", 1, "0 or 1", "at a tunnel: the colour of the cards laid down")
        yield field("laid_cards", "", LENGTH_UNIT, f"cards / {LENGTH_UNIT}", "at a tunnel: cards of that colour")
        laid = "at a tunnel: locomotives laid down"
        yield field("laid_locomotives", "", LENGTH_UNIT, f"cards / {LENGTH_UNIT}", laid)
        yield field("extra", "", TUNNEL_CARDS, f"cards / {TUNNEL_CARDS}", "at a tunnel: extra cards to be paid")
        turned = "at a tunnel: the cards turned over, by kind"
        yield field("revealed", "cards", TUNNEL_CARDS, f"cards / {TUNNEL_CARDS}", turned)


def planner_fields(setup: Setup) -> list[ObservationField]:
    """The planner's numbers: what is missing for each ticket that the seat holds or is offered."""
    tickets, tracks = (len(setup.tickets),), (len(setup.board.tracks),)
    spaces, cards = f"spaces / {SPACES_UNIT}", f"cards / {SPACES_UNIT}"
    turns = f"turns / {TURNS_UNIT}"
    return [
        ObservationField(
            "ticket_spaces", ("tickets",), tickets, SPACES_UNIT, spaces,
            "spaces missing on the cheapest path, own tracks being free; 0 if there is no path",
        ),
        ObservationField(
            "ticket_cards", ("tickets",), tickets, SPACES_UNIT, cards,
            "cards missing for that path, if the whole hand is spent on it",
        ),
        ObservationField(
            "ticket_reachable", ("tickets",), tickets, 1, "0 or 1", "there is a path, and the trains are enough for it"
        ),
        ObservationField("ticket_completed", ("tickets",), tickets, 1, "0 or 1", "own tracks complete the ticket"),
        ObservationField(
            "path_tracks", ("tracks",), tracks, 1, "0 or 1", "missing tracks on the cheapest paths of own tickets"
        ),
        ObservationField(
            "offered_path_tracks", ("tracks",), tracks, 1, "0 or 1", "the same for the tickets offered to this seat"
        ),
        ObservationField(
            "turns_left", (), (), 100 * TURNS_UNIT, turns, "estimate of the turns left for each seat (kit/game_length)"
        ),
    ]  # fmt: skip


def history_fields(setup: Setup, seats: int, events: int) -> list[ObservationField]:
    """The last public events, the latest first."""
    cities = len(setup.board.cities)
    size = event_size(seats, cities)
    kinds = ", ".join(EVENT_KINDS)
    meaning = (
        f"the latest first, all 0 before the first: seat ({seats}), kind ({len(EVENT_KINDS)}: {kinds}), colour of "
        f"cards or passenger ({CARD_KINDS}), number of cards or tickets / {TICKETS_UNIT}, locomotives or long tickets "
        f"among them / {TICKETS_UNIT}, city or both ends of the track ({cities})"
    )
    return [ObservationField("events", ("events", "features"), (events, size), 1, "0 or 1, counts", meaning)]


def event_size(seats: int, cities: int) -> int:
    """How many numbers describe one event."""
    return seats + len(EVENT_KINDS) + CARD_KINDS + 2 + cities


def has_long_tickets(setup: Setup) -> bool:
    """Whether there is a deck of long tickets."""
    return bool(setup.rulebook[0]["long_tickets"])


def has_tunnels(setup: Setup) -> bool:
    """Whether the setup has tunnels that may cost extra cards."""
    return bool(setup.rulebook[0]["tunnel"].any())


def largest_offer(setup: Setup) -> int:
    """The most tickets that are offered at once."""
    draws = (setup.dealing.deal, setup.dealing.draw)
    return min(len(setup.tickets), max(draw.short + draw.long + draw.any for draw in draws))


def _axis_sizes(setup: Setup, seats: int) -> dict[str, int]:
    """The length of each axis."""
    return {
        "seats": seats, "tracks": len(setup.board.tracks), "cities": len(setup.board.cities),
        "tickets": len(setup.tickets), "cards": CARD_KINDS, "cards+empty": CARD_KINDS + 1,
        "offer": largest_offer(setup), "places": setup.ruleset.face_up, "stages": len(STAGES), "decks": 2,
        "places-with-passengers": int((setup.rulebook[0]["passengers"] > 0).sum()),
        "passengers": len(PASSENGER_COLORS),
    }  # fmt: skip
