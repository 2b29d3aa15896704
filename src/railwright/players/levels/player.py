"""A planner that overlooks some tracks: it follows its plan as well as it can on the part of the board that it knows.

Which tracks it overlooks is random in each game. When it holds many cards and finds nothing to do with them, it
looks at the whole board.
"""

from __future__ import annotations

from typing import Any

from numba import uint64, void

from railwright.compiled.bits import BIT
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import below
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import NONE, TRACK_WORDS, PrivateState, Table
from railwright.players.kit.interface import compiled
from railwright.players.levels.memory import KEPT_WORDS, MEMORY, MEMORY_TYPE, MEMORY_WORDS, OPTIONS, LevelMemory
from railwright.players.planner.following import follow_plan

MANY_CARDS = 18
"""Cards in hand from which it looks at the whole board."""


@kernel(signature=void(BOOK_TYPE, MEMORY_TYPE, uint64[::1]))
def _look(book: Rulebook, memory: LevelMemory, source: Any) -> None:
    """Draw the tracks that it thinks of in this game."""
    memory.has_looked = 1
    for word in range(TRACK_WORDS):
        memory.known[word] = 0
    for track in range(book.tracks):
        if below(source, 100) >= memory.overlooked:
            memory.known[track >> 6] |= BIT[track & 63]


@compiled(name="level", memory=MEMORY_WORDS - len(OPTIONS), options=OPTIONS, lasting=KEPT_WORDS)
def player(book: Rulebook, table: Table, mine: PrivateState, legal: Any, count: int, memory: Any, source: Any) -> int:
    """Plans for its tickets with the tracks that it knows."""
    own = memory[:MEMORY_WORDS].view(MEMORY)[0]
    own.planner.style = own.style
    if own.has_looked == 0:
        _look(book, own, source)
    seat = ZERO + table.seat
    own.table = table
    if table.hand_size[seat] < MANY_CARDS:
        for word in range(TRACK_WORDS):
            own.table.open[seat, word] &= own.known[word]
    action = follow_plan(book, own.table, mine, seat, own.planner, own.scratch)
    return action if action != NONE else ZERO + legal[below(source, count)]
