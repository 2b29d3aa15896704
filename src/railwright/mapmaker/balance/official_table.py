"""The numbers behind the official style as a table, for the documentation and for reports."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, pstdev

from railwright.mapmaker.balance.paper_tables import PaperTable
from railwright.mapmaker.balance.problem.decks import Prices, official_prices


def prices_table() -> PaperTable:
    """Points of the tickets in the official decks, and their excess over the spaces of the shortest path."""
    headings = ("board", "deck", "tickets", "points", "mean", "SD", "excess: mean", "SD", "tickets by excess")
    return PaperTable("Tickets of the official decks", headings, tuple(map(_row, official_prices())))


def _row(deck: Prices) -> tuple[str, ...]:
    often = ", ".join(f"{excess:+d}: {count}" for excess, count in sorted(Counter(deck.excesses).items()))
    return (
        deck.board, deck.deck, str(len(deck.values)), f"{min(deck.values)}-{max(deck.values)}",
        f"{fmean(deck.values):.2f}", f"{pstdev(deck.values):.2f}", f"{fmean(deck.excesses):.2f}",
        f"{pstdev(deck.excesses):.2f}", often.replace("+0", "0"),
    )  # fmt: skip
