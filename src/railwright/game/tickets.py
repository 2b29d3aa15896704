"""The ticket decks: shuffling, offering and keeping tickets."""

from __future__ import annotations

from typing import Any

from numba import int64, types, void

from railwright.compiled.bits import BIT
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.chance import begin_secret_chance, chance_below
from railwright.game.log import KEPT, LOG, OFFER, RENEWED, tell, tell_values
from railwright.game.rulebook import BOOK_TYPE, RETURN_AND_SHUFFLE, RETURN_TO_BOTTOM, Rulebook
from railwright.game.ruleset import MAX_OFFER
from railwright.game.state import LONG, NONE, SHORT, STATE_TYPE, TICKET_WORDS, State, Table


@kernel(signature=int64(BOOK_TYPE, int64), inline=True)
def ring_start(book: Rulebook, kind: int) -> int:
    """The index in ``ticket_order`` where the ring of a deck begins."""
    return 0 if kind == LONG else book.long_tickets


@kernel(signature=int64(BOOK_TYPE, int64), inline=True)
def ring_size(book: Rulebook, kind: int) -> int:
    """The number of tickets of a kind (LONG or SHORT) in the game."""
    return book.long_tickets if kind == LONG else book.tickets - book.long_tickets


@kernel(signature=int64(BOOK_TYPE, STATE_TYPE, int64, int64), inline=True)
def ring_place(book: Rulebook, state: State, kind: int, depth: int) -> int:
    """The index in ``ticket_order`` of the ticket that has ``depth`` others above it in its deck."""
    place = state.ticket_top[kind] + depth
    size = ring_size(book, kind)
    return ring_start(book, kind) + (place - size if place >= size else place)


@kernel(signature=void(BOOK_TYPE, STATE_TYPE, int64, int64))
def shuffle_top(book: Rulebook, state: State, kind: int, count: int) -> None:
    """Shuffle the top ``count`` tickets of one deck."""
    for i in range(count - 1, 0, -1):
        here = ring_place(book, state, kind, i)
        there = ring_place(book, state, kind, chance_below(state.rng, i + 1))
        ticket = state.ticket_order[here]
        state.ticket_order[here] = state.ticket_order[there]
        state.ticket_order[there] = ticket


@kernel(signature=void(BOOK_TYPE, STATE_TYPE, int64))
def shuffle_tickets(book: Rulebook, state: State, kind: int) -> None:
    """Shuffle one ticket deck."""
    shuffle_top(book, state, kind, state.table.ticket_deck[kind])


@kernel
def renew_chance(book: Rulebook, state: State, key: Any, log: Any) -> None:
    """Give the random generator a new key and shuffle the ticket decks.

    Tickets that were returned to the bottom of a deck stay there, because the seats that returned them know it.
    """
    begin_secret_chance(state.rng, key)
    for kind in (LONG, SHORT):
        unknown = ZERO + state.table.ticket_deck[kind]
        while unknown > 0 and _is_returned(state, state.ticket_order[ring_place(book, state, kind, unknown - 1)]):
            unknown -= 1
        shuffle_top(book, state, kind, unknown)
    tell(log, RENEWED, 0, 0, 0, 0)


@kernel
def _is_returned(state: State, ticket: int) -> bool:
    """Whether some seat knows that this ticket lies at the bottom of a deck."""
    returned = ZERO
    for seat in range(state.table.seats):
        returned |= state.private[seat].returned[ticket >> 6] & BIT[ticket & 63]
    return returned != 0


@kernel
def fill_ticket_decks(book: Rulebook, state: State) -> None:
    """Put all tickets into their decks and shuffle them."""
    for ticket in range(book.tickets):
        state.ticket_order[ticket] = ticket
    for kind in (LONG, SHORT):
        state.ticket_top[kind] = 0
        state.table.ticket_deck[kind] = ring_size(book, kind)
        shuffle_tickets(book, state, kind)


@kernel(signature=[int64(BOOK_TYPE, STATE_TYPE, int64, int64, log) for log in (types.none, LOG)])
def offer_tickets(book: Rulebook, state: State, short: int, long: int, log: Any) -> int:
    """Offer tickets to the deciding seat, long ones first, as many as the decks have; returns how many."""
    table = state.table
    mine = state.private[table.seat]
    shown = 0
    for kind in (LONG, SHORT):
        count = min(long if kind == LONG else short, table.ticket_deck[kind])
        for _ in range(count):
            ticket = state.ticket_order[ring_place(book, state, kind, 0)]
            top = state.ticket_top[kind] + 1
            state.ticket_top[kind] = 0 if top == ring_size(book, kind) else top
            table.ticket_deck[kind] -= 1
            mine.offer[shown] = ticket
            shown += 1
            for seat in range(table.seats):
                state.private[seat].returned[ticket >> 6] &= ~BIT[ticket & 63]
        table.offered[kind] = count
    tell(log, OFFER, table.seat, 0, 0, 0)
    tell_values(log, mine.offer)
    return shown


@kernel
def keep_tickets(book: Rulebook, state: State, kept: int, log: Any) -> None:
    """Keep the offered tickets whose bits are set; the others are returned as the rules say."""
    table = state.table
    mine = state.private[table.seat]
    tell(log, KEPT, table.seat, kept, 0, 0)
    tell_values(log, mine.offer)
    for i in range(table.offered[SHORT] + table.offered[LONG]):
        ticket = mine.offer[i]
        mine.offer[i] = NONE
        word, bit = ticket >> 6, BIT[ticket & 63]
        kind = LONG if ticket < book.long_tickets else SHORT
        if kept >> i & 1:
            mine.tickets[word] |= bit
            table.tickets[table.seat, kind] += 1
        elif table.opening and book.opening_returns != RETURN_TO_BOTTOM:
            mine.boxed[word] |= bit
            state.box[word] |= bit
            table.boxed[kind] += 1
        else:
            mine.returned[word] |= bit
            state.ticket_order[ring_place(book, state, kind, table.ticket_deck[kind])] = ticket
            table.ticket_deck[kind] += 1
    table.offered[SHORT] = 0
    table.offered[LONG] = 0


@kernel
def close_opening(book: Rulebook, state: State) -> None:
    """After all seats have chosen their opening tickets, shuffle the boxed ones into the decks if the rules say so."""
    if book.opening_returns != RETURN_AND_SHUFFLE:
        return
    table = state.table
    for ticket in range(book.tickets):
        if state.box[ticket >> 6] & BIT[ticket & 63] != 0:
            kind = LONG if ticket < book.long_tickets else SHORT
            state.ticket_order[ring_place(book, state, kind, table.ticket_deck[kind])] = ticket
            table.ticket_deck[kind] += 1
            table.boxed[kind] -= 1
    for word in range(TICKET_WORDS):
        state.box[word] = 0
        for seat in range(table.seats):
            state.private[seat].boxed[word] = 0
    shuffle_tickets(book, state, LONG)
    shuffle_tickets(book, state, SHORT)


@kernel
def list_mixes(table: Table, count: int, out: Any, n: int, first: int) -> int:
    """Write the actions that announce how many of ``count`` tickets are drawn from the long deck."""
    short, long = table.ticket_deck[SHORT], table.ticket_deck[LONG]
    drawn = min(count, short + long)
    if drawn > 0:
        for from_long in range(max(0, drawn - short), min(drawn, long) + 1):
            out[n] = first + from_long
            n += 1
    return n


@kernel
def list_keeps(offered: int, least: int, out: Any, n: int, first: int) -> int:
    """Write the actions that keep at least ``least`` of the offered tickets."""
    for kept in range(1, 1 << offered):
        count = 0
        for i in range(MAX_OFFER):
            count += kept >> i & 1
        if count >= least:
            out[n] = first + kept
            n += 1
    return n
