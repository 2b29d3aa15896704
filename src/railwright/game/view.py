"""What one seat sees of a game, and random samples of the hidden rest.

A view is the public table and the seat's own cards. ``sample`` deals a complete state that is consistent with it: other
hands keep the cards that the public history proves, and everything else that the seat cannot see is dealt at random.

A player with perfect memory could infer more in two respects. A seat remembers that the tickets it returned lie at the
bottom of their deck, but not their order; and it draws no conclusions from what others do or do not do. So in a sample
for a waiting seat, the deciding seat may be unable to pay for the track it has chosen. Samples for the deciding seat
can always be played on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.compiled.bits import BIT, count_bits, lowest_bit, members
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import below, new_source, seeded
from railwright.drawable import Drawable
from railwright.errors import OptionError
from railwright.game.board import MAX_TICKETS
from railwright.game.chance import begin_chance
from railwright.game.colors import CARD_KINDS, CARDS, LOCOMOTIVE
from railwright.game.json_reader import brief
from railwright.game.printing import hand_words, setup_name, table_text, ticket_names, to_decide
from railwright.game.rulebook import Rulebook
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER
from railwright.game.setup import Setup
from railwright.game.state import (
    LONG,
    NONE,
    PRIVATE,
    SHORT,
    STAGES,
    TABLE,
    TICKET_WORDS,
    TUNNEL_CARDS,
    PrivateState,
    State,
    States,
    Table,
    empty_state,
)
from railwright.game.tickets import ring_size, ring_start


@kernel
def sample_state(book: Rulebook, table: Table, mine: PrivateState, seat: int, state: State, source: Any) -> None:
    """Fill ``state`` with a random game that looks the same from ``seat``."""
    state.table = table
    for word in range(TICKET_WORDS):
        state.box[word] = mine.boxed[word]
    for other in range(table.seats):
        theirs = state.private[other]
        for word in range(TICKET_WORDS):
            theirs.tickets[word] = mine.tickets[word] if other == seat else 0
            theirs.returned[word] = mine.returned[word] if other == seat else 0
            theirs.boxed[word] = mine.boxed[word] if other == seat else 0
        for i in range(MAX_OFFER):
            theirs.offer[i] = mine.offer[i] if other == seat else NONE
        for kind in range(CARD_KINDS):
            theirs.hand[kind] = mine.hand[kind] if other == seat else table.shown[other, kind]
    _sample_cards(book, table, mine, seat, state, source)
    pool = np.empty(MAX_TICKETS, np.int64)
    _sample_tickets(book, table, mine, seat, LONG, pool, state, source)
    _sample_tickets(book, table, mine, seat, SHORT, pool, state, source)
    word = seeded(np.uint64(below(source, 1 << 31)) << np.uint64(31) ^ np.uint64(below(source, 1 << 31)))
    begin_chance(state.rng, word)


@kernel
def _sample_cards(book: Rulebook, table: Table, mine: PrivateState, seat: int, state: State, source: Any) -> None:
    """Deal the cards that the seat cannot see to the other hands and the deck."""
    left = 0
    for kind in range(CARD_KINDS):
        unseen = book.cards[kind] - table.discards[kind] - mine.hand[kind]
        for place in range(FACE_UP_PLACES):
            unseen -= table.face_up[place] == kind
        for i in range(TUNNEL_CARDS):
            unseen -= table.revealed[i] == kind
        for other in range(table.seats):
            if other != seat:
                unseen -= table.shown[other, kind]
        if kind == table.laid_color:
            unseen -= table.laid_cards
        if kind == LOCOMOTIVE:
            unseen -= table.laid_locomotives
        state.deck[kind] = unseen
        left += unseen
    for other in range(table.seats):
        if other == seat:
            continue
        unknown = table.hand_size[other]
        for kind in range(CARD_KINDS):
            unknown -= table.shown[other, kind]
        for _ in range(unknown):
            rank = below(source, left)
            kind = 0
            while rank >= state.deck[kind]:
                rank -= state.deck[kind]
                kind += 1
            state.deck[kind] -= 1
            state.private[other].hand[kind] += 1
            left -= 1


@kernel
def _sample_tickets(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, kind: int, pool: Any, state: State, source: Any
) -> None:
    """Deal the tickets of one kind that the seat cannot see to the other seats, the box and the deck."""
    first = ring_start(book, kind)
    size = 0
    for ticket in range(first, first + ring_size(book, kind)):
        word, bit = ticket >> 6, BIT[ticket & 63]
        seen = (mine.tickets[word] | mine.returned[word] | mine.boxed[word]) & bit != 0
        for i in range(MAX_OFFER):
            seen |= mine.offer[i] == ticket
        if not seen:
            pool[size] = ticket
            size += 1
    for i in range(size - 1, 0, -1):
        j = below(source, i + 1)
        pool[i], pool[j] = pool[j], pool[i]
    for other in range(table.seats):
        if other == seat:
            continue
        for _ in range(table.tickets[other, kind]):
            size -= 1
            state.private[other].tickets[pool[size] >> 6] |= BIT[pool[size] & 63]
    if table.seat != seat:
        begin = table.offered[LONG] if kind == SHORT else 0
        for i in range(table.offered[kind]):
            size -= 1
            state.private[table.seat].offer[begin + i] = pool[size]
    known_boxed = 0
    known_below = 0
    for word in range(TICKET_WORDS):
        of_kind = _kind_mask(book, kind, word)
        known_boxed += count_bits(mine.boxed[word] & of_kind)
        known_below += count_bits(mine.returned[word] & of_kind)
    for _ in range(table.boxed[kind] - known_boxed):
        size -= 1
        state.box[pool[size] >> 6] |= BIT[pool[size] & 63]
    state.ticket_top[kind] = 0
    for i in range(table.ticket_deck[kind] - known_below):
        size -= 1
        state.ticket_order[first + i] = pool[size]
    place = first + table.ticket_deck[kind] - known_below
    for word in range(TICKET_WORDS):
        rest = mine.returned[word] & _kind_mask(book, kind, word)
        while rest != 0:
            state.ticket_order[place] = 64 * word + lowest_bit(rest)
            place += 1
            rest &= rest - 1


@kernel
def _kind_mask(book: Rulebook, kind: int, word: int) -> int:
    """The bits of a word that are tickets of one kind."""
    mask = ZERO
    for i in range(64):
        if (64 * word + i < book.long_tickets) == (kind == LONG):
            mask |= BIT[i]
    return mask


@kernel
def _sample_into(books: Any, tables: Any, seats: Any, seat: int, states: Any, source: Any) -> None:
    sample_state(books[0], tables[0], seats[0], seat, states[0], source)


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
        _sample_into(self.setup.rulebook, self._tables, self._privates, self.seat, states, source)
        return states
