"""The planner's cards: which it needs, draws and pays with."""

from __future__ import annotations

from typing import Any

from numba import int64, void

from railwright.compiled.bits import lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import DECK, DECLINE, PASS, PAY, PAY_STEP
from railwright.game.colors import CARD_KINDS, COLORS, GRAY, LOCOMOTIVE
from railwright.game.payment import is_paying_station, price
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.ruleset import FACE_UP_PLACES
from railwright.game.state import NONE, PRIVATE_TYPE, TABLE_TYPE, TRACK_WORDS, PrivateState, Table
from railwright.players.planner.memory import PLANNER_TYPE, SCRATCH_TYPE, Planner, Scratch
from railwright.players.planner.plan import most_of_a_color, price_of
from railwright.players.planner.style import STYLE_TYPE, PlayingStyle

PER_LOCOMOTIVE = 1000
PER_NEEDED_CARD = 100
"""Penalties for spending a locomotive, and a card that the plan needs."""
UNAFFORDABLE = 1_000_000
"""A penalty above that of any payment."""

_COLORS = len(COLORS)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, STYLE_TYPE))
def _best_target(book: Rulebook, table: Table, mine: PrivateState, seat: int, style: PlayingStyle) -> int:
    """The cheapest track, for a seat without a plan; NONE if there is none that it may claim."""
    best, lowest = NONE, ZERO
    most = most_of_a_color(mine)
    for word in range(book.track_words):
        tracks = table.open[seat, word]
        while tracks != 0:
            track = 64 * word + lowest_bit(tracks)
            tracks &= tracks - 1
            if book.length[track] <= table.trains[seat]:
                price = price_of(book, table, mine, most, track, style)
                if best == NONE or price < lowest:
                    best, lowest = track, price
    return best


@kernel(signature=void(BOOK_TYPE, int64, int64, int64[::1]))
def _add_needs(book: Rulebook, track: int, gray_ones: int, needs: Any) -> None:
    """Add the cards for a track if it is gray (1) or coloured (0). Gray tracks use the colour with most to spare."""
    color = ZERO + book.color[track]
    if (color == GRAY) != (gray_ones == 1):
        return
    needs[LOCOMOTIVE] += book.needs[track]
    if color == GRAY:
        color = ZERO
        for kind in range(1, _COLORS):
            if needs[kind] < needs[color]:
                color = kind
    needs[color] += book.length[track] - book.needs[track]


@kernel(signature=void(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLANNER_TYPE, SCRATCH_TYPE))
def count_needs(
    book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner, scratch: Scratch
) -> None:  # fmt: skip
    """Fill in the needs of the plan's missing tracks; if there are none, of the best track on the board.

    A track that is being paid for is not counted.
    """
    needs = scratch.needs[:]
    for kind in range(CARD_KINDS):
        needs[kind] = -mine.hand[kind]
    missing = ZERO
    for gray_ones in range(2):
        for word in range(TRACK_WORDS):
            tracks = planner.plan.tracks[word] & ~table.own[seat, word]
            missing |= tracks
            while tracks != 0:
                track = 64 * word + lowest_bit(tracks)
                tracks &= tracks - 1
                if track != table.track:
                    _add_needs(book, track, gray_ones, needs)
    if missing == 0:
        track = _best_target(book, table, mine, seat, planner.style)
        if track != NONE:
            _add_needs(book, track, ZERO + (book.color[track] == GRAY), needs)


@kernel(signature=int64(TABLE_TYPE, int64))
def draw_unseen(table: Table, is_first: int) -> int:
    """Draw from the deck, otherwise any face-up card; PASS if there is no card."""
    if table.deck_size + table.discard_size > 0:
        return DECK
    for place in range(FACE_UP_PLACES):
        if table.face_up[place] != NONE and (is_first == 1 or table.face_up[place] != LOCOMOTIVE):
            return place
    return PASS


@kernel(signature=int64(TABLE_TYPE, int64[::1], int64))
def draw_needed(table: Table, needs: Any, is_first: int) -> int:
    """Draw the face-up card of the colour needed most, otherwise from the deck; PASS if there is no card.

    A face-up locomotive costs the second card, so it is taken only if a ferry needs it or if only one card is missing.
    """
    best, most, total, wild = NONE, ZERO, ZERO, NONE
    for color in range(_COLORS):
        total += max(ZERO, needs[color])
    for place in range(FACE_UP_PLACES):
        card = table.face_up[place]
        if card == LOCOMOTIVE:
            wild = place
        elif card != NONE and needs[card] > most:
            best, most = place, needs[card]
    if is_first == 1 and wild != NONE and (total == 1 or needs[LOCOMOTIVE] > 0):
        return wild
    return best if best != NONE else draw_unseen(table, is_first)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64[::1]))
def pay(book: Rulebook, table: Table, mine: PrivateState, needs: Any) -> int:
    """Pay with few locomotives, and with the colour needed least elsewhere."""
    cost, wild_needs, color = price(book, table), ZERO, ZERO + GRAY
    if not is_paying_station(table):
        wild_needs, color = ZERO + book.needs[table.track], ZERO + book.color[table.track]
    best, lowest = PAY + PAY_STEP * LOCOMOTIVE + cost, ZERO + UNAFFORDABLE
    for kind in range(_COLORS):
        wild = max(wild_needs, cost - mine.hand[kind])
        if (color != GRAY and kind != color) or wild > mine.hand[LOCOMOTIVE] or wild >= cost:
            continue
        cards = cost - wild
        spent = PER_LOCOMOTIVE * wild + PER_NEEDED_CARD * max(ZERO, needs[kind] + cards) - (mine.hand[kind] - cards)
        if spent < lowest:
            best, lowest = PAY + PAY_STEP * kind + wild, spent
    return best


@kernel(signature=int64(TABLE_TYPE, PRIVATE_TYPE))
def answer_tunnel(table: Table, mine: PrivateState) -> int:
    """Pay the extra cost of a tunnel with few locomotives; decline if it cannot be paid."""
    extra = ZERO + table.extra
    wild = extra if table.laid_color == LOCOMOTIVE else max(ZERO, extra - mine.hand[table.laid_color])
    if wild > mine.hand[LOCOMOTIVE]:
        return DECLINE
    return PAY + PAY_STEP * (LOCOMOTIVE if wild == extra else ZERO + table.laid_color) + wild
