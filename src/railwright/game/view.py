"""What one seat sees of a game: the public table and the seat's own cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.compiled.bits import members
from railwright.compiled.rng import new_source
from railwright.drawable import Drawable
from railwright.errors import OptionError
from railwright.game.colors import CARDS
from railwright.game.json_reader import brief
from railwright.game.printing import hand_words, setup_name, table_text, ticket_names, to_decide
from railwright.game.sampling import sample_into
from railwright.game.setup import Setup
from railwright.game.state import NONE, PRIVATE, STAGES, TABLE, States, empty_state


def check_seat(seat: object, seats: int) -> None:
    """Refuse a number that is no seat of a game."""
    if not isinstance(seat, int | np.integer) or isinstance(seat, bool) or not 0 <= seat < seats:
        raise OptionError(f"the game has seats 0 to {seats - 1}, not {brief(seat)}")


class View(Drawable):
    """What one seat sees of a game, as plain Python values for players written in Python.

    >>> import railwright
    >>> view = railwright.new_game("usa", seats=2, seed=1).view(0)
    >>> view.stage, sum(view.hand.values()), len(view.offer)
    ('keep', 4, 3)
    >>> view
    <View of seat 0: usa/base, 2 seats: seat 0, keep>

    Its text (``print(view)``) and its picture in a notebook show the seat's own cards and tickets, and nothing that is
    hidden from the seat.
    """

    def __init__(self, setup: Setup, states: States, seat: int) -> None:
        self.setup = setup
        """The setup of the game, with ``setup.board``, ``setup.ruleset`` and ``setup.tickets``."""
        self.seat = seat
        """The seat whose view it is."""
        self._tables = np.zeros(1, TABLE)
        self._tables[0] = states[0]["table"]
        self._privates = np.zeros(1, PRIVATE)
        self._privates[0] = states[0]["private"][seat]

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}: {setup_name(self.setup)}, {self.seats} seats: {to_decide(self.table)}>"

    def __str__(self) -> str:
        lines = [
            table_text(self.setup, self.table),
            f"seat {self.seat} holds: {hand_words(self.hand)}",
            f"its tickets: {ticket_names(self.setup, self.tickets)}",
        ]
        if self.offer:
            lines.append(f"offered to it: {ticket_names(self.setup, self.offer)}")
        return "\n".join(lines)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.setup is other.setup and self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def _content(self) -> tuple[int, bytes, bytes]:
        return self.seat, self._tables.tobytes(), self._privates.tobytes()

    @property
    def table(self) -> Any:
        """What everyone sees, as a record of numbers."""
        return self._tables[0]

    @property
    def mine(self) -> Any:
        """What this seat alone sees, as a record of numbers."""
        return self._privates[0]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(self.table.seats)

    @property
    def stage(self) -> str:
        """The name of the current stage: what is to be decided."""
        return STAGES[self.table.stage]

    @property
    def hand(self) -> dict[str, int]:
        """The number of cards of each colour in the seat's hand."""
        return {name: int(count) for name, count in zip(CARDS, self.mine.hand, strict=True) if count}

    @property
    def row(self) -> list[str | None]:
        """The face-up cards; None for an empty place."""
        return [None if card == NONE else CARDS[card] for card in self.table.face_up]

    @property
    def tickets(self) -> list[int]:
        """The numbers of the tickets that the seat holds (``setup.tickets``)."""
        return members(self.mine.tickets)

    @property
    def offer(self) -> list[int]:
        """The numbers of the tickets that are offered to the seat."""
        return [int(ticket) for ticket in self.mine.offer if ticket != NONE]

    def tracks(self, seat: int) -> list[int]:
        """The numbers of the tracks that a seat owns (``setup.board.tracks``)."""
        return members(self.table.own[self._checked(seat)])

    def shown(self, seat: int) -> dict[str, int]:
        """The cards that a seat is known to hold: taken face up and not yet spent."""
        return {
            name: int(count) for name, count in zip(CARDS, self.table.shown[self._checked(seat)], strict=True) if count
        }

    def _checked(self, seat: int) -> int:
        check_seat(seat, self.seats)
        return seat

    def sample(self, rng: np.random.Generator) -> States:
        """A random complete state that looks the same from this seat, for ``Game.from_states(setup, state)``."""
        states = empty_state()
        source = new_source(int(rng.integers(1 << 63)))
        sample_into(self.setup.rulebook, self._tables, self._privates, self.seat, states, source)
        return states
