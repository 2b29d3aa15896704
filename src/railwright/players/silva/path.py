"""Claims the most valuable route on the paths of its tickets: the Path Agent of de Mesentier Silva et al. (2017).

- tickets: it keeps all it is offered, and never draws more
- each turn it finds the paths with the fewest routes for its open tickets. The value of a route on them is its points
  plus twice those of the ticket; it claims the most valuable route it can pay for, with the colour it holds most of
- when no such route is left it claims any route: as coded, the cheapest first (published: the most valuable)
- otherwise it draws from the deck (published: a face-up card for the most valuable route first)

It never spends its last train: a route must be shorter than the number of its trains.
"""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
from numba import int16, int64, types

from railwright.compiled.bits import lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.layout import dtype_of, words_before, words_of
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
    SHARED_TYPE,
    VARIANT_OPTION,
    SharedMemory,
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


class Candidates:
    """The best route so far, and the best one that can be paid for; NONE if there is none."""

    best: Annotated[int, np.int64]
    best_key: Annotated[int, np.int64]
    payable: Annotated[int, np.int64]
    payable_key: Annotated[int, np.int64]


class PathMemory:
    """The memory of a player: what it keeps between decisions, then scratch space."""

    shared: SharedMemory
    """The end of what is kept between decisions."""
    candidates: Candidates


CANDIDATES_TYPE = numba.from_dtype(dtype_of(Candidates))
MEMORY = dtype_of(PathMemory)
MEMORY_WORDS = words_of(MEMORY)
_OPTIONS = (VARIANT_OPTION,)
_LASTING_WORDS = words_before(MEMORY, "candidates") - len(_OPTIONS)


@kernel(signature=types.void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, int64, int64, int64, CANDIDATES_TYPE))
def _consider(
    book: Rulebook, table: Table, mine: PrivateState, track: int, value: int, a: int, b: int, found: Candidates
) -> None:  # fmt: skip
    """Record a candidate if it is the best, or the best affordable one. Ties: the lower first city, then second."""
    if book.length[track] >= table.trains[table.seat]:
        return
    key = value * MAX_CITIES * MAX_CITIES - MAX_CITIES * a - b
    if found.best == NONE or key > found.best_key:
        found.best, found.best_key = track, key
    if found.payable == NONE or key > found.payable_key:
        kind = preferred_kind(book, table, mine, track, CLAIM_ORDER)
        if track_to_claim(book, table, mine, track, kind) != NONE:
            found.payable, found.payable_key = track, key


@kernel(signature=types.void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, CANDIDATES_TYPE))
def _consider_tickets(book: Rulebook, table: Table, mine: PrivateState, found: Candidates) -> None:
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


@kernel(signature=types.void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, CANDIDATES_TYPE))
def _consider_all(book: Rulebook, table: Table, mine: PrivateState, variant: int, found: Candidates) -> None:
    """Consider every open track: as coded, the cheapest first (published: the most valuable first)."""
    for word in range(book.track_words):
        tracks = table.open[table.seat, word]
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            points = ZERO + book.route_points[book.length[track]]
            value = points if variant == PUBLISHED else -points
            _consider(book, table, mine, track, value, ZERO + book.city_a[track], ZERO + book.city_b[track], found)


@kernel(signature=int64(TABLE_TYPE, int16[::1], int64, int64, SHARED_TYPE, types.uint64[::1]))
def _draw(table: Table, legal: Any, count: int, kind: int, shared: SharedMemory, source: Any) -> int:
    """Draw from the deck (published: first a face-up card of a kind); if it is empty, a locomotive or anything."""
    has_deck = is_legal(legal, count, ZERO + DECK)
    action = NONE
    if shared.variant == PUBLISHED and kind != NONE:
        action = face_up(table, legal, count, kind)
    if action == NONE and not has_deck:
        action = face_up(table, legal, count, ZERO + LOCOMOTIVE)
    if action == NONE:
        action = ZERO + DECK if has_deck else any_move(legal, count, shared, source)
    return action


@compiled(name="path", memory=MEMORY_WORDS - len(_OPTIONS), options=_OPTIONS, lasting=_LASTING_WORDS)
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Claims the most valuable routes on the paths of its first tickets."""
    if table.stage == AT_KEEP:
        return ZERO + legal[count - 1]
    own = memory[:MEMORY_WORDS].view(MEMORY)[0]
    shared, found = own.shared, own.candidates
    if table.stage != AT_TURN and table.stage != AT_SECOND_CARD:
        return settle(table, mine, legal, count, shared)
    if table.stage == AT_SECOND_CARD and shared.variant != PUBLISHED:
        return _draw(table, legal, count, ZERO + NONE, shared, source)
    found.best = found.payable = NONE
    _consider_tickets(book, table, mine, found)
    if found.best == NONE:
        _consider_all(book, table, mine, shared.variant, found)
    if table.stage == AT_TURN and found.payable != NONE:
        kind = preferred_kind(book, table, mine, found.payable, CLAIM_ORDER)
        return claim(book, table, mine, found.payable, kind, shared)
    kind = NONE if found.best == NONE else preferred_kind(book, table, mine, found.best, CLAIM_ORDER)
    return _draw(table, legal, count, kind, shared, source)
