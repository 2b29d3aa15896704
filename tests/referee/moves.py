"""Moves, and the pure functions that list them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any, TypeAlias

from .board import LOCOMOTIVE

Move: TypeAlias = tuple[Any, ...]
"""("row", place) ("deck",) ("tickets", number_of_long) ("keep", (i, j, ...)) ("claim", (city, city, n))
("pay", color or None, number of that color, number of locomotives) ("decline",) ("station", city)
("passenger", color) ("pass",)"""


def payments(hand: Counter[str], price: int, colors: Iterable[str], locomotives: int = 0) -> set[Move]:
    """Every way to pay with one of the colours and locomotives, at least so many of them locomotives."""
    ways: set[Move] = set()
    wild = hand[LOCOMOTIVE]
    if price <= wild:
        ways.add(("pay", None, 0, price))
    for color in colors:
        for number in range(1, min(hand[color], price) + 1):
            if locomotives <= price - number <= wild:
                ways.add(("pay", color, number, price - number))
    return ways


def can_pay(price: int, *, cards: int, wild: int, locomotives: int = 0) -> bool:
    """Is there any way to pay with cards of one colour and locomotives? Quicker than to list them all."""
    return wild >= price or (wild >= locomotives and cards >= price - wild)


def cards_of(payment: Move) -> Counter[str]:
    """The cards of a payment; no zeros."""
    _, color, number, locomotives = payment
    cards: Counter[str] = Counter()
    if number:
        cards[color] = number
    if locomotives:
        cards[LOCOMOTIVE] = locomotives
    return cards


def tunnel_extra(payment: Move, revealed: list[str]) -> int:
    """How many more cards the turned-over ones ask for: locomotives, and the colour that was laid down."""
    color = payment[1]
    return sum(card in (LOCOMOTIVE, color) for card in revealed)


def keeps(offered: int, at_least: int) -> set[Move]:
    """Every choice of tickets to keep (gap G6: all, if fewer are offered than must be kept)."""
    least = min(at_least, offered)
    return {("keep", chosen) for number in range(least, offered + 1) for chosen in combinations(range(offered), number)}
