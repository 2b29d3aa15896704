"""Random samples of what one seat cannot see of a game.

``sample_state`` deals a complete state that is consistent with a seat's view: other hands keep the cards that the
public history proves, and everything else that the seat cannot see is dealt at random.

A player with perfect memory could infer more in two respects. A seat remembers that the tickets it returned lie at the
bottom of their deck, but not their order; and it draws no conclusions from what others do or do not do. So in a sample
for a waiting seat, the deciding seat may be unable to pay for the track it has chosen. Samples for the deciding seat
can always be played on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.compiled.bits import BIT, count_bits, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import below, seeded
from railwright.game.board import MAX_TICKETS
from railwright.game.chance import begin_chance
from railwright.game.colors import CARD_KINDS, LOCOMOTIVE
from railwright.game.rulebook import Rulebook
from railwright.game.ruleset import FACE_UP_PLACES, MAX_OFFER
from railwright.game.state import LONG, NONE, SHORT, TICKET_WORDS, TUNNEL_CARDS, PrivateState, State, Table
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
def sample_into(books: Any, tables: Any, seats: Any, seat: int, states: Any, source: Any) -> None:
    """The same for arrays of one element each, for a caller outside compiled code."""
    sample_state(books[0], tables[0], seats[0], seat, states[0], source)
