"""The style of the official boards in numbers, all measured on the boards that the program has.

Proportions are those of the usa board. What tickets are worth follows all decks of all official boards: nearly always
what the shortest way has in spaces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from statistics import fmean, pstdev

from railwright.game.colors import COLORS, TRACK_COLORS
from railwright.mapmaker.balance.decks import DeckShape, official_prices, way_lengths
from railwright.mapmaker.balance.features import features
from railwright.mapmaker.balance.range import Range
from railwright.maps.load import load_board

MODEL, MODEL_DECK = "usa", "base"
"""The board whose proportions count, and its first deck."""


@dataclass(frozen=True, slots=True)
class Proportions:
    """Of a board of any size."""

    double_share: float
    """Of the routes."""
    length: float
    """The mean over tracks."""
    gray_share: float
    """Of the tracks."""
    color_share: float
    """Of the tracks: of each of the eight colours, the mean."""
    color_space_share: float
    """The same of the spaces."""
    tickets_per_city: float


@cache
def proportions() -> Proportions:
    """Those of the usa board."""
    board = load_board(MODEL)
    found = features(board, MODEL_DECK)
    return Proportions(
        double_share=found.double_share,
        length=found.length,
        gray_share=found.track_share[TRACK_COLORS[-1]],
        color_share=fmean(found.track_share[color] for color in COLORS),
        color_space_share=fmean(found.space_share[color] for color in COLORS),
        tickets_per_city=found.tickets / len(board.cities),
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
