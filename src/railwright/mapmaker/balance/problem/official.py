"""The style of the official boards in numbers, all measured on the boards that the program has.

Tracks and their colours follow all official boards, sizes the usa board. What tickets are worth follows all decks of
all official boards: nearly always what the shortest way has in spaces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from statistics import fmean, pstdev

from railwright.game.colors import COLORS, TRACK_COLORS
from railwright.mapmaker.balance.problem.decks import DeckShape, official_prices, way_lengths
from railwright.mapmaker.balance.problem.features import features
from railwright.mapmaker.balance.problem.range import Range
from railwright.maps.load import board_names, load_board

MODEL, MODEL_DECK = "usa", "base"
"""The board whose size counts, and its first deck."""


@dataclass(frozen=True, slots=True)
class Proportions:
    """Of a board of any size."""

    length: float
    """The mean over tracks."""
    tickets_per_city: float


@cache
def proportions() -> Proportions:
    """Those of the usa board."""
    board = load_board(MODEL)
    found = features(board, MODEL_DECK)
    return Proportions(length=found.length, tickets_per_city=found.tickets / len(board.cities))


@dataclass(frozen=True, slots=True)
class TrackRules:
    """What official boards have for each of their routes: the ranges over the boards."""

    tracks: Range
    spaces: Range
    gray_tracks: Range
    color_tracks: Range
    """Of one colour."""
    color_spaces: Range
    same_length_share: Range
    """Not for each route: the part of the tracks that have the most frequent length."""


@cache
def track_rules() -> TrackRules:
    """Over all official boards."""
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
    return DeckShape.of(tickets, way_lengths(board, tickets))


@dataclass(frozen=True, slots=True)
class PriceRules:
    """How points exceed shortest ways in official decks: the ranges over the decks."""

    excess: Range
    """Of a single ticket."""
    mean: Range
    """Of a deck's mean."""
    spread: Range
    """Of a deck's standard deviation."""
    exact_share: Range
    """Of the tickets that are worth exactly their way."""


@cache
def price_rules() -> PriceRules:
    """Over all decks of the official boards."""
    decks = [found.excesses for found in official_prices()]
    return PriceRules(
        excess=Range.over(excess for deck in decks for excess in deck),
        mean=Range.over(map(fmean, decks)),
        spread=Range.over(map(pstdev, decks)),
        exact_share=Range.over(deck.count(0) / len(deck) for deck in decks),
    )
