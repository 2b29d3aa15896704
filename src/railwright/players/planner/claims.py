"""Chooses a track to claim."""

from __future__ import annotations

from numba import int64

from railwright.compiled.bits import BIT, lowest_bit
from railwright.compiled.kernel import ZERO, kernel
from railwright.game.actions import CLAIM
from railwright.game.board import MAX_LENGTH
from railwright.game.colors import COLORS, LOCOMOTIVE
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, PRIVATE_TYPE, TABLE_TYPE, PrivateState, Table
from railwright.players.planner.memory import PLANNER_TYPE, Planner
from railwright.players.planner.plan import cards_missing, gain_of, most_of_a_color

ON_PLAN, ANYWHERE, AT_ANY_PRICE = range(3)
"""Which tracks to claim: those of the plan; any, with as few locomotives as the style allows; any affordable one."""

PLANNED_FIRST = 100_000
"""Bonus for claiming a planned track, larger than the value of any track."""
POSITIVE = 1000
"""Added to the value of every claim, so that it is above 0."""
PER_SPACE, PER_LOCOMOTIVE = 10, 10
"""Of claims that gain about the same, the longer one and the one that takes fewer locomotives are better."""

_COLORS = len(COLORS)


@kernel(signature=int64(BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int64, PLANNER_TYPE, int64))
def best_claim(book: Rulebook, table: Table, mine: PrivateState, seat: int, planner: Planner, where: int) -> int:
    """Claim the best affordable track that is ON_PLAN, ANYWHERE or AT_ANY_PRICE; NONE if there is none.

    Unless AT_ANY_PRICE, no more locomotives are spent beyond those a ferry requires than the style allows. After a
    tunnel that cost too much, no other is tried until a card has been drawn or the last round has begun: with hardly
    any cards left, tunnels would reveal the same cards forever.
    """
    best, highest = NONE, ZERO
    style, plan = planner.style, planner.plan
    wild_limit = MAX_LENGTH if where == AT_ANY_PRICE else style.locomotives
    no_tunnels = plan.refused == 1 and table.last_round == 0
    most, wild_held = most_of_a_color(mine), ZERO + mine.hand[LOCOMOTIVE]
    limit = min(ZERO + table.trains[seat], MAX_LENGTH)
    for word in range(book.track_words):
        tracks = book.gray[min(limit, most + wild_held), word]
        for color in range(_COLORS):
            tracks |= book.colored[color, min(limit, mine.hand[color] + wild_held), word]
        tracks &= table.open[seat, word]
        if where == ON_PLAN:
            tracks &= plan.tracks[word]
        while tracks != 0:
            bit = lowest_bit(tracks)
            track = 64 * word + bit
            tracks &= tracks - 1
            wild = cards_missing(book, mine, most, track)
            if wild > wild_held or wild > wild_limit + book.needs[track] or (no_tunnels and book.tunnel[track]):
                continue
            value = POSITIVE + gain_of(book, table, track, style)
            value += PER_SPACE * book.length[track] - PER_LOCOMOTIVE * wild
            if plan.tracks[word] & BIT[bit] != 0:
                value += PLANNED_FIRST
            if value > highest:
                best, highest = CLAIM + track, value
    return best
