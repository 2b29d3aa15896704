"""A board, a ruleset and a ticket deck, combined into a playable setup."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from numpy.typing import NDArray

from railwright.drawable import Drawable
from railwright.errors import BoardError, UnknownNameError
from railwright.game.board import Board, Ticket
from railwright.game.rulebook import write_rulebook
from railwright.game.ruleset import Dealing, Ruleset, misfits


class Setup(Drawable):
    """Everything needed to start a game: a board, a ruleset and a ticket deck that fit together.

    >>> import railwright
    >>> setup = railwright.load_setup("europe")
    >>> setup.tickets[0].places, setup.tickets[0].points
    (('Athina', 'Edinburgh'), 21)
    >>> setup
    <Setup board europe, rules europe, tickets base>
    """

    def __init__(self, board: Board, ruleset: Ruleset, deck: str | None = None) -> None:
        self.board = board
        self.ruleset = ruleset
        self.deck = board.decks[0] if deck is None else deck
        if self.deck not in board.decks:
            raise UnknownNameError(
                f"the board {board.name!r} has no ticket deck {deck!r}; it has {', '.join(board.decks)}"
            )
        problems = misfits(board, ruleset)
        if problems:
            raise BoardError(problems, board.name)
        self.tickets: tuple[Ticket, ...] = board.deck(self.deck)
        """The tickets of the deck, in the order of their numbers."""
        self.dealing: Dealing = ruleset.dealing(self.deck)

    def __repr__(self) -> str:
        return f"<Setup board {self.board.name}, rules {self.ruleset.name}, tickets {self.deck}>"

    @cached_property
    def rulebook(self) -> NDArray[Any]:
        """The setup for compiled code: an array of one RULEBOOK record."""
        return write_rulebook(self.board, self.ruleset, self.tickets, self.dealing, passengers=self.pays_passengers)

    @cached_property
    def track_index(self) -> Mapping[tuple[str, str, int], int]:
        """Track numbers by the two cities, in either order, and the number among parallel tracks."""
        index: dict[tuple[str, str, int], int] = {}
        for i, track in enumerate(self.board.tracks):
            a, b = track.cities
            index[a, b, track.number] = index[b, a, track.number] = i
        return index

    @property
    def names(self) -> dict[str, str]:
        """The names of board, ruleset and ticket deck, for JSON."""
        return {"board": self.board.name, "ruleset": self.ruleset.name, "tickets": self.deck}

    @property
    def pays_passengers(self) -> bool:
        """Whether this setup uses passengers."""
        return bool(self.board.passengers) and self.dealing.passengers and any(self.ruleset.passenger_points)
