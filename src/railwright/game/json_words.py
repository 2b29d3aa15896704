"""Passengers, tracks, tickets and payments as JSON, as in records and stories."""

from __future__ import annotations

from typing import Any

from railwright.game.colors import CARDS, LOCOMOTIVE, PASSENGER_COLORS
from railwright.game.setup import Setup
from railwright.game.state import PASSENGER_BITS, PASSENGER_MASK


def passenger_words(packed: int) -> list[str]:
    """The colours of the passengers at one place, unpacked from the number in the state."""
    counts = [packed >> (PASSENGER_BITS * color) & PASSENGER_MASK for color in range(len(PASSENGER_COLORS))]
    return [name for name, count in zip(PASSENGER_COLORS, counts, strict=True) for _ in range(count)]


def track_words(setup: Setup, track: int) -> list[Any]:
    """A track as ``[city, city, n]``."""
    entry = setup.board.tracks[track]
    return [*entry.cities, entry.number]


def ticket_words(setup: Setup, ticket: int) -> list[Any]:
    """A ticket as ``[place, place, points]``."""
    entry = setup.tickets[ticket]
    return [*entry.places, entry.points]


def pay_words(color: int, cards: int, locomotives: int) -> dict[str, int]:
    """A payment as an object from card to number of cards."""
    words = {CARDS[color]: cards} if cards and color != LOCOMOTIVE else {}
    return words | ({"locomotive": locomotives} if locomotives else {})
