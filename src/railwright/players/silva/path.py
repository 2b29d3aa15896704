"""Claims the most valuable route on the paths of its tickets: the Path Agent of de Mesentier Silva et al. (2017).

- tickets: it keeps all it is offered, and never draws more
- each turn it finds the paths with the fewest routes for its open tickets. The value of a route on them is its points
  plus twice those of the ticket; it claims the most valuable route it can pay for, with the colour it holds most of
- when no such route is left it claims any route: as coded, the cheapest first (published: the most valuable)
- otherwise it draws from the deck (published: a face-up card for the most valuable route first)

It never spends its last train: a route must be shorter than the number of its trains.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int16, int64, types

from railwright.compiled.bits import lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import DECK
from railwright.game.board import MAX_CITIES
from railwright.game.colors import LOCOMOTIVE
from railwright.game.network import connect_own, is_completed
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import (
    AT_KEEP,
    AT_SECOND_CARD,
    AT_TURN,
    NONE,
    PRIVATE_TYPE,
    TABLE_TYPE,
    TICKET_WORDS,
    PrivateState,
    Table,
)
from railwright.players.kit.choices import is_legal
from railwright.players.kit.interface import compiled
from railwright.players.silva.claims import (
    CLAIM_ORDER,
    PUBLISHED,
    VARIANT,
    VARIANT_OPTION,
    any_move,
    claim,
    face_up,
    preferred_kind,
    settle,
    track_to_claim,
)
from railwright.players.silva.joint_graph import fill_neighbours, find_fewest, is_own_route, open_track

_TICKET_WEIGHT = 2
"""Weight of a ticket's points relative to a route's."""

# columns of the candidates
_BEST, _BEST_KEY, _PAYABLE, _PAYABLE_KEY = range(4)


@kernel(signature=types.void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, int64, int64, int64[::1]))
def _consider(
    book: Rulebook, table: Table, mine: PrivateState, track: int, value: int, a: int, b: int, found: Any
) -> None:  # fmt: skip
    """Record a candidate if it is the best, or the best affordable one. Ties: the lower first city, then second."""
    if book.length[track] >= table.trains[table.seat]:
        return
    key = value * MAX_CITIES * MAX_CITIES - MAX_CITIES * a - b
    if found[_BEST] == NONE or key > found[_BEST_KEY]:
        found[_BEST], found[_BEST_KEY] = track, key
    if found[_PAYABLE] == NONE or key > found[_PAYABLE_KEY]:
        kind = preferred_kind(book, table, mine, track, CLAIM_ORDER)
        if track_to_claim(book, table, mine, track, kind) != NONE:
            found[_PAYABLE], found[_PAYABLE_KEY] = track, key


@kernel(signature=types.void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64[::1]))
def _consider_tickets(book: Rulebook, table: Table, mine: PrivateState, found: Any) -> None:
    """Consider every route on the paths of the open tickets."""
    seat = ZERO + table.seat
    near, path, parent = np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64)
    fill_neighbours(book, table, seat, ZERO, near)
    connect_own(book, table.own[seat], parent)
    for word in range(TICKET_WORDS):
        held = mine.tickets[word]
        while held != 0:
            ticket = 64 * word + lowest_bit(held)
            held &= held - 1
            if is_completed(book, table.own[seat], parent, ticket):
                continue
            cities = find_fewest(near, ZERO + book.ticket_from[ticket], ZERO + book.ticket_to[ticket], path)
            for i in range(cities - 1):
                if not is_own_route(book, table, seat, path[i], path[i + 1]):
                    track = open_track(book, table, seat, path[i], path[i + 1])
                    value = book.route_points[book.length[track]] + _TICKET_WEIGHT * book.ticket_points[ticket]
                    _consider(book, table, mine, track, value, path[i], path[i + 1], found)


@kernel(signature=types.void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64[::1]))
def _consider_all(book: Rulebook, table: Table, mine: PrivateState, variant: int, found: Any) -> None:
    """Consider every open track: as coded, the cheapest first (published: the most valuable first)."""
    for word in range(book.track_words):
        tracks = table.open[table.seat, word]
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            points = ZERO + book.route_points[book.length[track]]
            value = points if variant == PUBLISHED else -points
            _consider(book, table, mine, track, value, ZERO + book.city_a[track], ZERO + book.city_b[track], found)


@kernel(signature=int64(TABLE_TYPE, int16[::1], int64, int64, int64[::1], types.uint64[::1]))
def _draw(table: Table, legal: Any, count: int, kind: int, memory: Any, source: Any) -> int:
    """Draw from the deck (published: first a face-up card of a kind); if it is empty, a locomotive or anything."""
    has_deck = is_legal(legal, count, ZERO + DECK)
    action = NONE
    if memory[VARIANT] == PUBLISHED and kind != NONE:
        action = face_up(table, legal, count, kind)
    if action == NONE and not has_deck:
        action = face_up(table, legal, count, ZERO + LOCOMOTIVE)
    if action == NONE:
        action = ZERO + DECK if has_deck else any_move(legal, count, memory, source)
    return action


@compiled(name="path", memory=1, options=(VARIANT_OPTION,))
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Claims the most valuable routes on the paths of its first tickets."""
    if table.stage == AT_KEEP:
        return ZERO + legal[count - 1]
    if table.stage != AT_TURN and table.stage != AT_SECOND_CARD:
        return settle(table, mine, legal, count, memory)
    if table.stage == AT_SECOND_CARD and memory[VARIANT] != PUBLISHED:
        return _draw(table, legal, count, ZERO + NONE, memory, source)
    found = np.empty(4, np.int64)
    found[_BEST] = found[_PAYABLE] = NONE
    _consider_tickets(book, table, mine, found)
    if found[_BEST] == NONE:
        _consider_all(book, table, mine, memory[VARIANT], found)
    if table.stage == AT_TURN and found[_PAYABLE] != NONE:
        kind = preferred_kind(book, table, mine, found[_PAYABLE], CLAIM_ORDER)
        return claim(book, table, mine, found[_PAYABLE], kind, memory)
    kind = NONE if found[_BEST] == NONE else preferred_kind(book, table, mine, found[_BEST], CLAIM_ORDER)
    return _draw(table, legal, count, kind, memory, source)
