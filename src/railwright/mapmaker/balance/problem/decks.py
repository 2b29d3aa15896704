"""Statistics of ticket decks, for any board and for the official ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean, pstdev

from railwright.game.board import Board, Ticket
from railwright.mapmaker.distances import board_distances
from railwright.maps.load import load_board

OFFICIAL_BOARDS = ("usa", "europe", "germany")


@dataclass(frozen=True, slots=True)
class DeckShape:
    """A deck of tickets in numbers. Lengths are those of shortest paths, in spaces."""

    tickets: int
    long_tickets: int
    mean_length: float
    length_spread: float
    """Standard deviation of the lengths."""
    least_length: int
    most_length: int
    most_at_city: int
    """Largest number of tickets that end at the same place."""

    @staticmethod
    def of(tickets: Sequence[Ticket], lengths: Sequence[int]) -> DeckShape:
        """The shape of a deck whose shortest paths have these lengths."""
        at_city = Counter(place for ticket in tickets for place in ticket.places)
        return DeckShape(
            len(tickets), sum(ticket.long for ticket in tickets), fmean(lengths), pstdev(lengths), min(lengths),
            max(lengths), max(at_city.values()),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Prices:
    """Values of the tickets of a deck, and their excess over the spaces of the shortest paths."""

    board: str
    deck: str
    values: tuple[int, ...]
    excesses: tuple[int, ...]


def prices(board: Board, deck: str) -> Prices:
    """The prices of a deck."""
    tickets = board.deck(deck)
    values = tuple(ticket.points for ticket in tickets)
    lengths = ticket_path_lengths(board, tickets)
    return Prices(board.name, deck, values, tuple(v - length for v, length in zip(values, lengths, strict=True)))


def ticket_path_lengths(board: Board, tickets: Sequence[Ticket]) -> list[int]:
    """The spaces of each ticket's shortest path."""
    distances = board_distances(board)
    return [
        min(int(distances[a, b]) for a in board.places[start] for b in board.places[end])
        for start, end in (ticket.places for ticket in tickets)
    ]


@cache
def official_prices() -> tuple[Prices, ...]:
    """The prices of all official decks."""
    boards = [load_board(name) for name in OFFICIAL_BOARDS]
    return tuple(prices(board, deck) for board in boards for deck in board.decks)
