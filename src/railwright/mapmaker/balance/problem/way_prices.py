"""Tickets that are worth what their shortest ways have in spaces, or a little more or less, as in official decks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from railwright.mapmaker.balance.problem.design import OUT, Canvas, Design

EXCHANGES = 0.6
"""How often a change takes one ticket out of the game and another one into it, so that their number stays."""
TOGGLES = 0.2
"""How often it does only one of both; otherwise what a ticket is worth changes."""


@dataclass(frozen=True, slots=True)
class WayPrices:
    """The choices for tickets: any may be in the game, and is worth its way and a little more or less."""

    canvas: Canvas
    excess: tuple[int, ...]
    """What a ticket may be worth more than its way has spaces."""
    expected: float
    """How many tickets a random design has, about."""

    @property
    def usual(self) -> int:
        """The excess of a ticket that comes into the game: none, if that may be."""
        return min(self.excess, key=abs)

    def random(self, lengths: tuple[int, ...], rng: Random) -> tuple[int, ...]:
        """Some tickets, each worth its way."""
        share = self.expected / max(len(self.canvas.tickets), 1)
        ways = self.canvas.ways.spaces(lengths)
        return tuple(max(way + self.usual, 1) if rng.random() < share else OUT for way in ways)

    def hold(self, lengths: tuple[int, ...], values: Sequence[int]) -> bool:
        """Whether tickets are worth what they may."""
        ways = self.canvas.ways.spaces(lengths)
        return all(value == OUT or value - way in self.excess for value, way in zip(values, ways, strict=True))

    def follow(self, design: Design, lengths: tuple[int, ...]) -> tuple[int, ...]:
        """What tickets are worth when routes get other lengths: as much more than their ways as before."""
        before, after = self.canvas.ways.spaces(design.lengths), self.canvas.ways.spaces(lengths)
        return tuple(
            OUT if value == OUT else max(value - old + new, 1)
            for value, old, new in zip(design.values, before, after, strict=True)
        )

    def change(self, design: Design, rng: Random) -> tuple[int, ...] | None:
        """Exchange two tickets, or take one out or in, or change what one is worth; None if that was not possible."""
        values = list(design.values)
        one, kind = rng.randrange(len(values)), rng.random()
        if kind < EXCHANGES:
            other = rng.randrange(len(values))
            if (values[one] == OUT) == (values[other] == OUT) or self._differ(one, other):
                return None
            self._toggle(design, values, one)
            self._toggle(design, values, other)
        elif kind < EXCHANGES + TOGGLES:
            self._toggle(design, values, one)
        elif values[one] == OUT:
            return None
        else:
            values[one] = self._price(design, one, rng.choice(self.excess))
        return tuple(values)

    def _differ(self, one: int, other: int) -> bool:
        """Long tickets are exchanged for long ones only."""
        return self.canvas.tickets[one].long != self.canvas.tickets[other].long

    def _toggle(self, design: Design, values: list[int], number: int) -> None:
        values[number] = self._price(design, number, self.usual) if values[number] == OUT else OUT

    def _price(self, design: Design, number: int, excess: int) -> int:
        return max(self.canvas.ways.spaces(design.lengths)[number] + excess, 1)
