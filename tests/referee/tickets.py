"""The ticket decks: what is known about where each ticket lies."""

from __future__ import annotations

from collections import Counter

from .board import Ticket
from .events import demand


class TicketDeck:
    """Tickets in unknown order, and below them those that were put back, in known order."""

    def __init__(self, tickets: list[Ticket]) -> None:
        self.shuffled: Counter[Ticket] = Counter(tickets)
        self.bottom: list[Ticket] = []

    def __len__(self) -> int:
        return self.shuffled.total() + len(self.bottom)

    def draw(self, ticket: Ticket) -> None:
        """This ticket came off the top; raise a Dispute if it cannot have lain there."""
        if self.shuffled.total():
            demand(self.shuffled[ticket] > 0, f"ticket {ticket} is not in the upper part of its deck")
            self.shuffled[ticket] -= 1
        else:
            top = self.bottom[0] if self.bottom else None
            demand(ticket == top, f"expected ticket {top} on top of the deck, got {ticket}")
            self.bottom.pop(0)

    def put_under(self, ticket: Ticket) -> None:
        """Under the deck, below everything else."""
        self.bottom.append(ticket)

    def shuffle_in(self, tickets: list[Ticket]) -> None:
        """Add tickets and shuffle: no order is known any more."""
        self.shuffled.update(self.bottom)
        self.shuffled.update(tickets)
        self.bottom = []


class TicketPiles:
    """The long and the short deck, and opening tickets that are set aside to be shuffled back."""

    def __init__(self, long_tickets: list[Ticket], short_tickets: list[Ticket]) -> None:
        self.long = TicketDeck(long_tickets)
        self.short = TicketDeck(short_tickets)
        self._aside: list[tuple[Ticket, bool]] = []

    def mixes(self, number: int) -> list[tuple[int, int]]:
        """(long, short) numbers that can be announced: those that draw as many tickets as possible."""
        total = min(number, len(self.long) + len(self.short))
        if total == 0:
            return []
        possible = [(n, total - n) for n in range(total + 1)]
        return [mix for mix in possible if mix[0] <= len(self.long) and mix[1] <= len(self.short)]

    def fixed(self, wanted: dict[str, int]) -> tuple[int, int]:
        """(long, short) numbers of a fixed deal: what is left, if that is less (gap G6)."""
        return min(wanted.get("long", 0), len(self.long)), min(wanted.get("short", 0), len(self.short))

    def draw(self, tickets: list[Ticket], number_of_long: int) -> list[tuple[Ticket, bool]]:
        """Take an offer from the decks, long tickets first. Each ticket comes with: is it a long one?"""
        offer = [(ticket, place < number_of_long) for place, ticket in enumerate(tickets)]
        for ticket, is_long in offer:
            (self.long if is_long else self.short).draw(ticket)
        return offer

    def give_back(self, offer: list[tuple[Ticket, bool]], how: str) -> None:
        """Tickets not kept go under their decks, into the box, or aside until the decks are shuffled."""
        if how == "shuffle":
            self._aside.extend(offer)
        elif how == "bottom":
            for ticket, is_long in offer:
                (self.long if is_long else self.short).put_under(ticket)

    def opening_done(self) -> None:
        """Every seat has chosen: tickets that were set aside are shuffled back into their decks."""
        if self._aside:
            self.long.shuffle_in([ticket for ticket, is_long in self._aside if is_long])
            self.short.shuffle_in([ticket for ticket, is_long in self._aside if not is_long])
            self._aside = []
