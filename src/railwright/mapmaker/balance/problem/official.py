"""The style of the official boards in numbers, all measured on the built-in boards.

Tracks and their colours follow all official boards, sizes the usa board. Ticket values follow all decks of all official
boards: nearly always the number of spaces of the shortest path.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from statistics import fmean, pstdev

from railwright.game.colors import COLORS, TRACK_COLORS
from railwright.mapmaker.balance.problem.decks import DeckShape, official_prices, ticket_path_lengths
from railwright.mapmaker.balance.problem.features import features
from railwright.mapmaker.balance.problem.range import Range
from railwright.maps.load import board_names, load_board

MODEL, MODEL_DECK = "usa", "base"
"""The board that sets the proportions, and its first deck."""


@dataclass(frozen=True, slots=True)
class BoardProportions:
    """Proportions for boards of any size."""

    length: float
    """Mean length of the tracks."""
    tickets_per_city: float


@cache
def proportions() -> BoardProportions:
    """The proportions of the usa board."""
    board = load_board(MODEL)
    found = features(board, MODEL_DECK)
    return BoardProportions(length=found.length, tickets_per_city=found.tickets / len(board.cities))


@dataclass(frozen=True, slots=True)
class TrackRules:
    """Tracks and spaces per route: ranges over the official boards."""

    tracks: Range
    spaces: Range
    gray_tracks: Range
    color_tracks: Range
    """Tracks of one colour."""
    color_spaces: Range
    """Spaces of one colour."""
    same_length_share: Range
    """Share of the tracks that have the most frequent length; not per route."""


@cache
def track_rules() -> TrackRules:
    """The ranges over all official boards."""
    boards = [features(board, board.decks[0]) for board in map(load_board, board_names())]
    gray = TRACK_COLORS[-1]
    per_route = [(found, found.tracks / found.routes, found.spaces / found.routes) for found in boards]
    return TrackRules(
        tracks=Range.over(tracks for _, tracks, _ in per_route),
        spaces=Range.over(spaces for _, _, spaces in per_route),
        gray_tracks=Range.over(tracks * found.track_share[gray] for found, tracks, _ in per_route),
        color_tracks=Range.over(
            tracks * found.track_share[color] for found, tracks, _ in per_route for color in COLORS
        ),
        color_spaces=Range.over(
            spaces * found.space_share[color] for found, _, spaces in per_route for color in COLORS
        ),
        same_length_share=Range.over(max(found.length_share.values()) for found in boards),
    )


@cache
def model_deck() -> DeckShape:
    """The shape of the usa board's first deck."""
    board = load_board(MODEL)
    tickets = board.deck(MODEL_DECK)
    return DeckShape.of(tickets, ticket_path_lengths(board, tickets))


@dataclass(frozen=True, slots=True)
class PriceRules:
    """Excess of ticket points over the spaces of the shortest path: ranges over the official decks."""

    excess: Range
    """Excess of a single ticket."""
    mean: Range
    """Mean excess in a deck."""
    spread: Range
    """Standard deviation of the excess in a deck."""
    exact_share: Range
    """Share of a deck's tickets that are worth exactly their shortest path."""


@cache
def price_rules() -> PriceRules:
    """The ranges over all official decks."""
    decks = [found.excesses for found in official_prices()]
    return PriceRules(
        excess=Range.over(excess for deck in decks for excess in deck),
        mean=Range.over(map(fmean, decks)),
        spread=Range.over(map(pstdev, decks)),
        exact_share=Range.over(deck.count(0) / len(deck) for deck in decks),
    )
