"""Ticket values that follow shortest paths: their spaces, or slightly more or less, as in official decks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from railwright.mapmaker.balance.problem.design import OUT, Design, DesignCanvas

EXCHANGES = 0.6
"""Probability that a change replaces one ticket by another, which keeps their number."""
TOGGLES = 0.2
"""Probability that a change only adds or removes a ticket; otherwise the value of a ticket changes."""


@dataclass(frozen=True, slots=True)
class PathPrices:
    """The choices for tickets: any candidate may be in the game, worth its shortest path plus an allowed excess."""

    canvas: DesignCanvas
    excess: tuple[int, ...]
    """Allowed differences between a ticket's value and the spaces of its shortest path."""
    expected: float
    """Expected number of tickets in a random design."""

    @property
    def usual(self) -> int:
        """The excess of a ticket that enters the game: 0 if that is allowed."""
        return min(self.excess, key=abs)

    def random(self, lengths: tuple[int, ...], rng: Random) -> tuple[int, ...]:
        """Random tickets, each worth its shortest path plus the usual excess."""
        share = self.expected / max(len(self.canvas.tickets), 1)
        path_lengths = self.canvas.path_lengths.spaces(lengths)
        return tuple(max(way + self.usual, 1) if rng.random() < share else OUT for way in path_lengths)

    def hold(self, lengths: tuple[int, ...], values: Sequence[int]) -> bool:
        """Whether all ticket values are allowed."""
        path_lengths = self.canvas.path_lengths.spaces(lengths)
        return all(value == OUT or value - way in self.excess for value, way in zip(values, path_lengths, strict=True))

    def follow(self, design: Design, lengths: tuple[int, ...]) -> tuple[int, ...]:
        """Ticket values after a change of route lengths, with the same excess as before."""
        before, after = self.canvas.path_lengths.spaces(design.lengths), self.canvas.path_lengths.spaces(lengths)
        return tuple(
            OUT if value == OUT else max(value - old + new, 1)
            for value, old, new in zip(design.values, before, after, strict=True)
        )

    def change(self, design: Design, rng: Random) -> tuple[int, ...] | None:
        """Replace a ticket, add or remove one, or change the value of one; None if that was not possible."""
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
        """Whether only one of the two is a long ticket; long tickets are replaced by long ones only."""
        return self.canvas.tickets[one].long != self.canvas.tickets[other].long

    def _toggle(self, design: Design, values: list[int], number: int) -> None:
        values[number] = self._price(design, number, self.usual) if values[number] == OUT else OUT

    def _price(self, design: Design, number: int, excess: int) -> int:
        return max(self.canvas.path_lengths.spaces(design.lengths)[number] + excess, 1)
