"""Games that the referee plays with itself, to test it: chance is drawn at random instead of being told."""

from __future__ import annotations

import copy
import random
from typing import Any

from .board import PASSENGER_COLORS, Ticket
from .cards import Take
from .events import CHANCE, Event, plain
from .moves import Move
from .referee import Referee
from .tickets import TicketDeck

Step = tuple[Move, list[Event], "list[str] | None"]


class SelfPlay(Referee):
    """Writes the events itself. `setup` and `steps` tell the game to another referee."""

    def __init__(self, board: dict[str, Any], ruleset: dict[str, Any], deck: str, seats: int, seed: int) -> None:
        super().__init__(board, ruleset, deck, seats)
        self.random = random.Random(seed)
        self.written: list[Event] = []
        self.placed: dict[str, list[str]] = self._random_passengers()
        self._turned: list[str] | None = None
        self.open([], self.placed)
        self.setup = self.written
        self.steps: list[Step] = []

    def move(self, move: Move) -> None:
        """Play a move and write down what it caused."""
        self.written, self._turned = [], None
        self.play(move, [])
        self.steps.append((move, self.written, self._turned))

    def _random_passengers(self) -> dict[str, list[str]]:
        bag = [color for color in PASSENGER_COLORS for _ in range(10)]
        self.random.shuffle(bag)
        return {place: [bag.pop() for _ in range(n)] for place, n in self._board.passengers.items()}

    def _expect(self, kind: str, **fields: Any) -> Event:
        event = {"event": kind, **fields}
        for name, value in fields.items():
            if value is CHANCE:
                event[name] = self._chance(kind)
        told: Event = plain(event)
        self.written.append(told)
        return copy.deepcopy(told)

    def _chance(self, kind: str) -> Any:
        if kind == "offer":
            number_of_long, number_of_short = self._offer_size
            return self._tickets_off(self.piles.long, number_of_long) + self._tickets_off(
                self.piles.short, number_of_short
            )
        assert self.cards.pending is not None
        cards = self._cards_off(self.cards.pending)
        if kind == "row":
            return [card if card is not None else (cards.pop(0) if cards else None) for card in self.row]
        return cards[0] if kind == "draw" else cards

    def _tickets_off(self, deck: TicketDeck, number: int) -> list[Ticket]:
        top = sorted(deck.shuffled.elements())
        self.random.shuffle(top)
        return (top + deck.bottom)[:number]

    def _cards_off(self, take: Take) -> list[str]:
        deck = list(self.cards.deck.elements())
        if not take.reshuffled:
            return self.random.sample(deck, take.first)
        old = list(take.old_deck.elements())
        self.random.shuffle(old)
        return old + self.random.sample(deck, take.second)

    def _turned_over(self, revealed: list[str] | None) -> list[str] | None:
        self._turned = self._cards_off(self._take)
        return super()._turned_over(self._turned)
