"""The rulebook: a setup as one record, which is all that compiled rules know of board and rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Annotated, Any

import numba
import numpy as np
from numpy.typing import NDArray

from railwright.compiled.bits import BIT
from railwright.compiled.layout import Ints, dtype_of
from railwright.game.board import MAX_CITIES, MAX_LENGTH, MAX_PARALLEL, MAX_TICKETS, MAX_TRACKS, Board, Ticket
from railwright.game.colors import CARD_KINDS, COLORS, GRAY, LOCOMOTIVE, TRACK_COLORS
from railwright.game.ruleset import OPENING_RETURNS, TIEBREAKS, Dealing, Ruleset
from railwright.game.state import NONE, TRACK_WORDS
from railwright.game.ticket_paths import shortest_path

LENGTHS = MAX_LENGTH + 1
RETURN_TO_BOTTOM, RETURN_TO_BOX, RETURN_AND_SHUFFLE = range(len(OPENING_RETURNS))


class Rulebook:
    """A setup as a record for compiled code. Points are in units of 1/``scale``."""

    # the board
    cities: Annotated[int, np.int16]
    """Number of cities on the board."""
    tracks: Annotated[int, np.int16]
    """Number of tracks on the board."""
    track_words: Annotated[int, np.int16]
    """Number of words of a track set that are in use."""
    city_a: Annotated[Ints, np.int8, MAX_TRACKS]
    """The number of the city at one end of each track."""
    city_b: Annotated[Ints, np.int8, MAX_TRACKS]
    """The number of the city at the other end of each track."""
    length: Annotated[Ints, np.int8, MAX_TRACKS]
    """Number of spaces of each track."""
    color: Annotated[Ints, np.int8, MAX_TRACKS]
    """The colour number of each track; GRAY for any colour."""
    needs: Annotated[Ints, np.int8, MAX_TRACKS]
    """Number of locomotives that the payment for each track must include."""
    tunnel: Annotated[Ints, np.int8, MAX_TRACKS]
    """1 for each track that is a tunnel."""
    twins: Annotated[Ints, np.int16, MAX_TRACKS, MAX_PARALLEL - 1]
    """The tracks parallel to each track; NONE for the rest."""
    all_tracks: Annotated[Ints, np.int64, TRACK_WORDS]
    """All tracks of the board, as bits."""
    colored: Annotated[Ints, np.int64, len(COLORS), LENGTHS, TRACK_WORDS]
    """The tracks of each colour up to each length, as bits."""
    gray: Annotated[Ints, np.int64, LENGTHS, TRACK_WORDS]
    """The gray tracks up to each length, as bits."""
    needing: Annotated[Ints, np.int64, LENGTHS, TRACK_WORDS]
    """The tracks that require at most this number of locomotives, as bits."""
    at_city: Annotated[Ints, np.int64, MAX_CITIES, TRACK_WORDS]
    """The tracks that end in each city, as bits."""
    city_rank: Annotated[Ints, np.int8, MAX_CITIES]
    """The position of each city in the order used for the longest path."""
    place: Annotated[Ints, np.int8, MAX_CITIES]
    """The city that holds the passengers of each city: the first city of its country, or itself."""
    passengers: Annotated[Ints, np.int8, MAX_CITIES]
    """Number of passengers at each place at the start of the game."""
    passenger_total: Annotated[int, np.int16]
    """Total number of passengers."""
    # the tickets, long ones first
    tickets: Annotated[int, np.int16]
    """Number of tickets in the deck."""
    long_tickets: Annotated[int, np.int16]
    """Number of long tickets, which have the lowest numbers."""
    ticket_from: Annotated[Ints, np.int64, MAX_TICKETS]
    """The cities that count as the first place of each ticket, as bits."""
    ticket_to: Annotated[Ints, np.int64, MAX_TICKETS]
    """The cities that count as the second place of each ticket, as bits."""
    ticket_points: Annotated[Ints, np.int32, MAX_TICKETS]
    """Points of each ticket."""
    ticket_path: Annotated[Ints, np.int64, MAX_TICKETS, TRACK_WORDS]
    """The tracks of the shortest path that completes each ticket, as bits, one of parallel ones; empty if any path
    completes it."""
    shortest_paths: Annotated[int, np.int8]
    """1 if only the shortest path completes a ticket."""
    # the rules
    scale: Annotated[int, np.int16]
    """Points are counted in units of 1/scale."""
    route_points: Annotated[Ints, np.int32, LENGTHS]
    """Points for a track of each length."""
    trains: Annotated[int, np.int8]
    """Number of trains of each seat at the start of the game."""
    cards: Annotated[Ints, np.int8, CARD_KINDS]
    """Number of cards of each kind in the game."""
    opening_cards: Annotated[int, np.int8]
    """Number of cards dealt to each seat at the start."""
    face_up: Annotated[int, np.int8]
    """Number of face-up cards."""
    sweep_at: Annotated[int, np.int8]
    """Number of face-up locomotives at which the row is replaced; 0 for never."""
    sweep_deck_only: Annotated[int, np.int8]
    """1 if only the deck counts for the other cards that a replacement needs."""
    single_track_seats: Annotated[int, np.int8]
    """Up to this many seats, only one of several parallel tracks can be claimed."""
    end_trains: Annotated[int, np.int8]
    """The last round begins when a seat ends its turn with this many trains or fewer."""
    tunnel_cards: Annotated[int, np.int8]
    """Number of cards turned over at a tunnel."""
    stations: Annotated[int, np.int8]
    """Number of stations of each seat at the start of the game."""
    station_points: Annotated[int, np.int32]
    """Points for each station that was not built."""
    passenger_points: Annotated[Ints, np.int32, 2]
    """Points for the most and the second most passengers of a colour."""
    opening_returns: Annotated[int, np.int8]
    """Where opening tickets that are not kept go: 0 under the deck, 1 into the box, 2 shuffled into the deck."""
    tiebreaks: Annotated[Ints, np.int8, len(TIEBREAKS)]
    """The tie-breaks in order, as indexes into TIEBREAKS; NONE for the rest."""
    deal: Annotated[Ints, np.int8, 2]
    """Number of short and long opening tickets; both 0 if the seat announces the mix."""
    deal_any: Annotated[int, np.int8]
    """Number of opening tickets if the seat announces how many are long, otherwise 0."""
    keep: Annotated[int, np.int8]
    """Minimum number of opening tickets to keep."""
    draw: Annotated[Ints, np.int8, 2]
    """Number of short and long tickets drawn later; both 0 if the seat announces the mix."""
    draw_any: Annotated[int, np.int8]
    """Number of tickets drawn later if the seat announces how many are long, otherwise 0."""
    draw_keep: Annotated[int, np.int8]
    """Minimum number of drawn tickets to keep."""
    longest_path: Annotated[int, np.int32]
    """The bonus for the longest path."""
    globetrotter: Annotated[int, np.int32]
    """The bonus for the most completed tickets."""


RULEBOOK = dtype_of(Rulebook)
BOOK_TYPE = numba.from_dtype(RULEBOOK)
BOOKS_TYPE: Any = numba.types.Array(BOOK_TYPE, 1, "C", readonly=True)
"""Python passes records to compiled code as arrays."""


def write_rulebook(
    board: Board, ruleset: Ruleset, tickets: Sequence[Ticket], dealing: Dealing, *, passengers: bool
) -> NDArray[Any]:
    """The rulebook of a setup: an array of one RULEBOOK record, read-only."""
    records = np.zeros(1, RULEBOOK)
    book = records[0]
    _write_tracks(book, board, ruleset)
    _write_tickets(book, board, ruleset, tickets)
    _write_passengers(book, board, are_used=passengers)
    _write_rules(book, ruleset, dealing)
    records.setflags(write=False)
    return records


def _write_tracks(book: Any, board: Board, ruleset: Ruleset) -> None:
    """Write the tracks, with few accesses to fields of the record, because each of them is slow."""
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
    for tracks in parallel.values():
        for i in tracks:
            twins[i, : len(tracks) - 1] = [j for j in tracks if j != i]


def _write_tickets(book: Any, board: Board, ruleset: Ruleset, tickets: Sequence[Ticket]) -> None:
    book.tickets = len(tickets)
    book.shortest_paths = ruleset.ticket_ways == "shortest"
    book.long_tickets = 0 if ruleset.merge_tickets else sum(ticket.long for ticket in tickets)
    for i, ticket in enumerate(tickets):
        for ends, place in ((book.ticket_from, ticket.places[0]), (book.ticket_to, ticket.places[1])):
            for city in board.places[place]:
                ends[i] |= BIT[city]
        book.ticket_points[i] = ticket.points * ruleset.scale
        if ruleset.ticket_ways == "shortest":
            for track in shortest_path(board, *(board.places[place] for place in ticket.places)):
                book.ticket_path[i, track >> 6] |= BIT[track & 63]


def _write_passengers(book: Any, board: Board, *, are_used: bool) -> None:
    for i, entry in enumerate(board.cities):
        book.place[i] = board.places[entry.country][0] if entry.country else i
    if are_used:
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
