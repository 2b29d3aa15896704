"""The train cards: deck, discards and the face-up row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from .board import COLORS, LOCOMOTIVE, Rules
from .events import CHANCE, Dispute, Event, demand

SWEEP_NEEDS = 3
"""A row is replaced only while so many cards that are not locomotives exist (gap G3)."""


@dataclass
class Take:
    """Cards taken from the deck but not yet named: some of the old deck, then some after a reshuffle."""

    first: int
    second: int = 0
    old_deck: Counter[str] = field(default_factory=Counter)
    reshuffled: bool = False

    @property
    def size(self) -> int:
        return self.first + self.second


class CardTable:
    """All train cards that are in nobody's hand. `expect` reads the next event."""

    def __init__(self, rules: Rules, expect: Callable[..., Event]) -> None:
        self._rules = rules
        self._expect = expect
        self.deck: Counter[str] = Counter(dict.fromkeys(COLORS, rules.cards_per_color))
        self.deck[LOCOMOTIVE] = rules.locomotives
        self.discards: Counter[str] = Counter()
        self.row: list[str | None] = [None] * rules.face_up
        self.pending: Take | None = None

    def can_draw(self) -> bool:
        """Is there a card to be had from the deck, after a reshuffle if need be?"""
        return self.deck.total() + self.discards.total() > 0

    def take(self, number: int) -> Take:
        """Take cards off the deck, as many as there are; a reshuffle is told if the deck does not suffice."""
        take = Take(first=min(number, self.deck.total()))
        if take.first < number and self.discards:
            self._expect("reshuffle", cards=dict(self.discards))
            take.old_deck = self.deck
            take.reshuffled = True
            self.deck, self.discards = self.discards, Counter()
            take.second = min(number - take.first, self.deck.total())
        self.pending = take
        return take

    def name(self, take: Take, cards: list[str]) -> None:
        """Say which cards were taken: each must have been in the deck at that moment."""
        self.pending = None
        demand(len(cards) == take.size, f"expected {take.size} cards off the deck, got {cards}")
        if take.reshuffled:
            early, cards = cards[: take.first], cards[take.first :]
            left = {card: number for card, number in take.old_deck.items() if number}
            demand(Counter(early) == Counter(left), f"the deck still held {left}, got {early} from it")
        for card in cards:
            if self.deck[card] <= 0:
                raise Dispute(f"no {card} is left in the deck, got one; deck: {dict(self.deck)}")
            self.deck[card] -= 1

    def draw(self, seat: int) -> str:
        """A card from the top of the deck."""
        take = self.take(1)
        event = self._expect("draw", seat=seat, source="deck", card=CHANCE)
        self.name(take, [event["card"]])
        return str(event["card"])

    def pick(self, seat: int, place: int) -> str:
        """A card from the row, which is refilled at once."""
        card = self.row[place]
        if card is None:
            raise Dispute(f"place {place} of the row is empty")
        self._expect("draw", seat=seat, source="row", place=place, card=card)
        self.row[place] = None
        self.fill_row()
        return card

    def discard(self, cards: Counter[str]) -> None:
        """Lay cards on the discards."""
        self.discards.update({card: number for card, number in cards.items() if number})

    def refill_after_discard(self) -> None:
        """Gap G5: empty places are refilled as soon as there are discards."""
        if None in self.row and self.can_draw():
            self.fill_row()

    def fill_row(self) -> None:
        """Fill the empty places from left to right; replace the row while it has too many locomotives."""
        self._turn_up()
        while self._must_sweep():
            self._expect("replace", cards=list(self.row))
            self.discard(Counter(card for card in self.row if card is not None))
            self.row = [None] * self._rules.face_up
            self._turn_up()

    def _turn_up(self) -> None:
        empty = [place for place, card in enumerate(self.row) if card is None]
        take = self.take(len(empty))
        filled = empty[: take.size]
        told: list[str | None] = self._expect("row", cards=CHANCE)["cards"]
        demand(len(told) == len(self.row), f"expected a row of {len(self.row)}, got {told}")
        for place, card in enumerate(told):
            if place in filled:
                demand(card is not None, f"place {place} could be refilled, got {told}")
            else:
                demand(card == self.row[place], f"place {place} of the row is {self.row[place]}, got {told}")
        self.name(take, [card for place, card in enumerate(told) if place in filled and card is not None])
        self.row = told

    def _must_sweep(self) -> bool:
        if not self._rules.sweep_at or self.row.count(LOCOMOTIVE) < self._rules.sweep_at:
            return False
        pool = self.deck.total() - self.deck[LOCOMOTIVE]
        if self._rules.sweep_pool == "all":
            pool += self.discards.total() - self.discards[LOCOMOTIVE]
            pool += sum(card not in (None, LOCOMOTIVE) for card in self.row)
        return pool >= SWEEP_NEEDS
