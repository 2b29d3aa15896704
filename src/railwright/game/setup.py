"""A board, a ruleset and a ticket deck, put together for play and compiled into one record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any

import numba
import numpy as np
from numpy.typing import NDArray

from railwright.compiled.bits import BIT
from railwright.compiled.layout import Ints, dtype_of
from railwright.errors import BoardError, UnknownNameError
from railwright.game.board import MAX_CITIES, MAX_LENGTH, MAX_PARALLEL, MAX_TICKETS, MAX_TRACKS, Board, Ticket
from railwright.game.colors import CARD_KINDS, COLORS, GRAY, LOCOMOTIVE, TRACK_COLORS
from railwright.game.ruleset import OPENING_RETURNS, TIEBREAKS, Dealing, Ruleset, misfits
from railwright.game.state import NONE, TRACK_WORDS
from railwright.game.ticket_ways import shortest_way

LENGTHS = MAX_LENGTH + 1
RETURN_TO_BOTTOM, RETURN_TO_BOX, RETURN_AND_SHUFFLE = range(len(OPENING_RETURNS))


class Rulebook:
    """What compiled code knows of a setup. Points are in units of one over ``scale``."""

    # the board
    cities: Annotated[int, np.int16]
    """How many cities the board has."""
    tracks: Annotated[int, np.int16]
    """How many tracks the board has."""
    track_words: Annotated[int, np.int16]
    """How many words of a track set are in use."""
    city_a: Annotated[Ints, np.int8, MAX_TRACKS]
    """The number of the city at one end of each track."""
    city_b: Annotated[Ints, np.int8, MAX_TRACKS]
    """The number of the city at the other end."""
    length: Annotated[Ints, np.int8, MAX_TRACKS]
    """Spaces of each track."""
    color: Annotated[Ints, np.int8, MAX_TRACKS]
    """The colour's number, GRAY for any."""
    needs: Annotated[Ints, np.int8, MAX_TRACKS]
    """Locomotives that must be among the payment."""
    tunnel: Annotated[Ints, np.int8, MAX_TRACKS]
    """1 for a track that is a tunnel."""
    twins: Annotated[Ints, np.int16, MAX_TRACKS, MAX_PARALLEL - 1]
    """The parallel tracks of each track, NONE where there is none."""
    all_tracks: Annotated[Ints, np.int64, TRACK_WORDS]
    """All tracks of the board, as bits."""
    colored: Annotated[Ints, np.int64, len(COLORS), LENGTHS, TRACK_WORDS]
    """The tracks of a colour that are at most so long."""
    gray: Annotated[Ints, np.int64, LENGTHS, TRACK_WORDS]
    """The gray tracks that are at most so long, as bits."""
    needing: Annotated[Ints, np.int64, LENGTHS, TRACK_WORDS]
    """The tracks that need at most so many locomotives."""
    at_city: Annotated[Ints, np.int64, MAX_CITIES, TRACK_WORDS]
    """The tracks that end in each city."""
    city_rank: Annotated[Ints, np.int8, MAX_CITIES]
    """The place of each city in the order in which the longest path takes them."""
    place: Annotated[Ints, np.int8, MAX_CITIES]
    """The city whose passengers a city shares: the first of its country, or itself."""
    passengers: Annotated[Ints, np.int8, MAX_CITIES]
    """How many passengers are placed at each place."""
    passenger_total: Annotated[int, np.int16]
    """How many passengers there are in all."""
    # the tickets, long ones first
    tickets: Annotated[int, np.int16]
    """How many tickets the deck has."""
    long_tickets: Annotated[int, np.int16]
    """How many of them are long: those with the lowest numbers."""
    ticket_from: Annotated[Ints, np.int64, MAX_TICKETS]
    """The cities that meet the first place of a ticket, as bits."""
    ticket_to: Annotated[Ints, np.int64, MAX_TICKETS]
    """The cities that meet the second place of a ticket, as bits."""
    ticket_points: Annotated[Ints, np.int32, MAX_TICKETS]
    """Points of each ticket."""
    ticket_way: Annotated[Ints, np.int64, MAX_TICKETS, TRACK_WORDS]
    """The tracks of the way that completes a ticket, as bits, one of parallel ones; nothing if any way does."""
    shortest_ways: Annotated[int, np.int8]
    """1 if only its shortest way completes a ticket."""
    # the rules
    scale: Annotated[int, np.int16]
    """Points are counted in units of one over this."""
    route_points: Annotated[Ints, np.int32, LENGTHS]
    """Points for a track of each length."""
    trains: Annotated[int, np.int8]
    """Trains of each seat when the game begins."""
    cards: Annotated[Ints, np.int8, CARD_KINDS]
    """How many cards of each kind there are."""
    opening_cards: Annotated[int, np.int8]
    """Cards that are dealt to each seat."""
    face_up: Annotated[int, np.int8]
    """How many cards lie face up."""
    sweep_at: Annotated[int, np.int8]
    """So many face-up locomotives have the row replaced; 0 for never."""
    sweep_deck_only: Annotated[int, np.int8]
    """1 if a replacement needs three cards other than locomotives in the deck alone."""
    single_track_seats: Annotated[int, np.int8]
    """With at most so many seats, only one of several parallel tracks can be claimed."""
    end_trains: Annotated[int, np.int8]
    """A seat that ends its turn with so few trains sets off the last round."""
    tunnel_cards: Annotated[int, np.int8]
    """Cards turned over at a tunnel."""
    stations: Annotated[int, np.int8]
    """Stations of each seat when the game begins."""
    station_points: Annotated[int, np.int32]
    """Points for each station that was not built."""
    passenger_points: Annotated[Ints, np.int32, 2]
    """For most and second most passengers of a colour."""
    opening_returns: Annotated[int, np.int8]
    """Where opening tickets go that are not kept: 0 under the deck, 1 into the box, 2 shuffled in."""
    tiebreaks: Annotated[Ints, np.int8, len(TIEBREAKS)]
    """Numbers into TIEBREAKS, NONE for the rest."""
    deal: Annotated[Ints, np.int8, 2]
    """Short and long opening tickets; both 0 if the seat announces the mix."""
    deal_any: Annotated[int, np.int8]
    """If not 0, so many opening tickets, of which the seat announces how many are long."""
    keep: Annotated[int, np.int8]
    """How many opening tickets must be kept at least."""
    draw: Annotated[Ints, np.int8, 2]
    """Short and long tickets that are drawn; both 0 if the seat announces the mix."""
    draw_any: Annotated[int, np.int8]
    """If not 0, so many tickets are drawn, of which the seat announces how many are long."""
    draw_keep: Annotated[int, np.int8]
    """How many drawn tickets must be kept at least."""
    longest_path: Annotated[int, np.int32]
    """The bonus for the longest path."""
    globetrotter: Annotated[int, np.int32]
    """The bonus for most completed tickets."""


RULEBOOK = dtype_of(Rulebook)
BOOK_TYPE = numba.from_dtype(RULEBOOK)


class Setup:
    """A game that can be played: which board, by which rules, with which tickets.

    >>> import railwright
    >>> setup = railwright.load_setup("europe")
    >>> setup.tickets[0].places, setup.tickets[0].points
    (('Athina', 'Edinburgh'), 21)
    """

    def __init__(self, board: Board, ruleset: Ruleset, deck: str | None = None) -> None:
        self.board = board
        self.ruleset = ruleset
        self.deck = board.decks[0] if deck is None else deck
        if self.deck not in board.decks:
            raise UnknownNameError(
                f"the board {board.name!r} has no ticket deck {deck!r}; it has {', '.join(board.decks)}"
            )
        problems = misfits(board, ruleset)
        if problems:
            raise BoardError(problems, board.name)
        self.tickets: tuple[Ticket, ...] = board.deck(self.deck)
        """The tickets of the game by number."""
        self.dealing: Dealing = ruleset.dealing(self.deck)

    @cached_property
    def rulebook(self) -> NDArray[Any]:
        """The setup as an array of one RULEBOOK record, for compiled code."""
        records = np.zeros(1, RULEBOOK)
        book = records[0]
        _write_tracks(book, self.board, self.ruleset)
        _write_tickets(book, self)
        _write_rules(book, self.ruleset, self.dealing)
        records.setflags(write=False)
        return records

    @cached_property
    def track_index(self) -> Mapping[tuple[str, str, int], int]:
        """The number of each track by its two cities and its number among parallel ones, in either direction."""
        index: dict[tuple[str, str, int], int] = {}
        for i, track in enumerate(self.board.tracks):
            a, b = track.cities
            index[a, b, track.number] = index[b, a, track.number] = i
        return index

    @property
    def names(self) -> dict[str, str]:
        """What is played, for machines: the names of board, rules and ticket deck."""
        return {"board": self.board.name, "ruleset": self.ruleset.name, "tickets": self.deck}

    @property
    def pays_passengers(self) -> bool:
        """Whether passengers take part in this game."""
        return bool(self.board.passengers) and self.dealing.passengers and any(self.ruleset.passenger_points)


def _write_tracks(book: Any, board: Board, ruleset: Ruleset) -> None:
    """Columns are written at once and sets through local names: each look at a field of a record takes long."""
    count = len(board.tracks)
    book.cities, book.tracks = len(board.cities), count
    book.track_words = (count + 63) // 64
    all_tracks, at_city, gray, colored, needing = book.all_tracks, book.at_city, book.gray, book.colored, book.needing
    index = board.city_index
    ends = [(index[a], index[b]) for a, b in (track.cities for track in board.tracks)]
    colors = [TRACK_COLORS.index(track.color) for track in board.tracks]
    needs = [track.locomotives if ruleset.ferries else 0 for track in board.tracks]
    for i, track in enumerate(board.tracks):
        word, bit = i >> 6, BIT[i & 63]
        all_tracks[word] |= bit
        for city in ends[i]:
            at_city[city, word] |= bit
        group = gray if colors[i] == GRAY else colored[colors[i]]
        group[track.length :, word] |= bit
        needing[needs[i] :, word] |= bit
    book.city_a[:count], book.city_b[:count] = [a for a, _ in ends], [b for _, b in ends]
    book.length[:count] = [track.length for track in board.tracks]
    book.color[:count], book.needs[:count] = colors, needs
    book.tunnel[:count] = [track.kind == "tunnel" and ruleset.tunnel_cards > 0 for track in board.tracks]
    book.city_rank[board.city_order] = range(len(board.cities))
    _write_twins(book.twins, ends)


def _write_twins(twins: Any, ends: Sequence[tuple[int, int]]) -> None:
    twins[:] = NONE
    parallel: dict[frozenset[int], list[int]] = defaultdict(list)
    for i, cities in enumerate(ends):
        parallel[frozenset(cities)].append(i)
    for own in parallel.values():
        for i in own:
            twins[i, : len(own) - 1] = [j for j in own if j != i]


def _write_tickets(book: Any, setup: Setup) -> None:
    board, scale = setup.board, setup.ruleset.scale
    book.tickets = len(setup.tickets)
    book.shortest_ways = setup.ruleset.ticket_ways == "shortest"
    book.long_tickets = 0 if setup.ruleset.merge_tickets else sum(ticket.long for ticket in setup.tickets)
    for i, ticket in enumerate(setup.tickets):
        for ends, place in ((book.ticket_from, ticket.places[0]), (book.ticket_to, ticket.places[1])):
            for city in board.places[place]:
                ends[i] |= BIT[city]
        book.ticket_points[i] = ticket.points * scale
        if setup.ruleset.ticket_ways == "shortest":
            for track in shortest_way(board, *(board.places[place] for place in ticket.places)):
                book.ticket_way[i, track >> 6] |= BIT[track & 63]
    for i, found in enumerate(board.cities):
        book.place[i] = board.places[found.country][0] if found.country else i
    if setup.pays_passengers:
        for place, count in board.passengers.items():
            book.passengers[board.places[place][0]] = count
        book.passenger_total = sum(board.passengers.values())


def _write_rules(book: Any, ruleset: Ruleset, dealing: Dealing) -> None:
    scale = ruleset.scale
    book.scale = scale
    for length, points in ruleset.route_points.items():
        book.route_points[length] = round(points * scale)
    for name in (
        "trains",
        "opening_cards",
        "face_up",
        "sweep_at",
        "single_track_seats",
        "end_trains",
        "tunnel_cards",
        "stations",
    ):
        setattr(book, name, getattr(ruleset, name))
    book.cards[:] = ruleset.cards_per_color
    book.cards[LOCOMOTIVE] = ruleset.locomotives
    book.sweep_deck_only = ruleset.sweep_pool == "deck"
    book.station_points = ruleset.station_points * scale
    book.passenger_points[:] = [points * scale for points in ruleset.passenger_points]
    book.opening_returns = OPENING_RETURNS.index(ruleset.opening_returns)
    book.tiebreaks[:] = NONE
    book.tiebreaks[: len(ruleset.tiebreaks)] = [TIEBREAKS.index(word) for word in ruleset.tiebreaks]
    book.deal[:] = dealing.deal.short, dealing.deal.long
    book.draw[:] = dealing.draw.short, dealing.draw.long
    book.deal_any, book.draw_any = dealing.deal.any, dealing.draw.any
    book.keep, book.draw_keep = dealing.keep, dealing.draw_keep
    book.longest_path, book.globetrotter = dealing.longest_path * scale, dealing.globetrotter * scale
