"""A decision of the network: it compares the planner's choice with all others."""

from __future__ import annotations

from typing import Any

from numba import int16, int64, uint64

from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import below
from railwright.game.rulebook import BOOK_TYPE, Rulebook
from railwright.game.state import (
    AT_TUNNEL,
    NONE,
    PRIVATE_TYPE,
    TABLE_TYPE,
    PrivateState,
    Table,
)
from railwright.players.express.choices import list_choices, write_choices
from railwright.players.express.memory import THOUGHT_TYPE, Thought
from railwright.players.express.neural_network import NETWORK_TYPE, NetworkRecord, score_choices
from railwright.players.express.position_features import write_position
from railwright.players.planner.cards import count_needs
from railwright.players.planner.following import follow_plan
from railwright.players.planner.memory import PLANNER_TYPE, SCRATCH_TYPE, Planner, Scratch


@kernel(
    signature=int64(
        BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], PLANNER_TYPE, SCRATCH_TYPE, THOUGHT_TYPE, uint64[::1],
    )
)  # fmt: skip
def prepare_thought(
    book: Rulebook, table: Table, mine: PrivateState, legal: Any, planner: Planner, scratch: Scratch, thought: Thought,
    source: Any,
) -> int:  # fmt: skip
    """Write down the decision of the deciding seat as the network sees it; returns the planner's choice.

    ``thought.count`` is 1 if there is nothing to compare. The planner alone answers tunnels.
    """
    seat = ZERO + table.seat
    favourite = follow_plan(book, table, mine, seat, planner, scratch)
    is_planned = ZERO + (favourite != NONE)
    if favourite == NONE:
        favourite = ZERO + legal[below(source, len(legal))]
    thought.actions[0], thought.count = favourite, 1
    if len(legal) == 1 or table.stage == AT_TUNNEL:
        return favourite
    list_choices(book, table, legal, favourite, planner.plan, thought)
    if thought.count > 1:
        count_needs(book, table, mine, seat, planner, scratch)
        write_position(book, table, mine, seat, planner, scratch, thought)
        write_choices(book, table, mine, seat, planner, scratch, is_planned, thought)
    return favourite


@kernel(
    signature=int64(
        BOOK_TYPE, TABLE_TYPE, PRIVATE_TYPE, int16[::1], PLANNER_TYPE, SCRATCH_TYPE, NETWORK_TYPE, THOUGHT_TYPE,
        uint64[::1],
    )
)  # fmt: skip
def think(
    book: Rulebook, table: Table, mine: PrivateState, legal: Any, planner: Planner, scratch: Scratch,
    network: NetworkRecord, thought: Thought, source: Any,
) -> int:  # fmt: skip
    """The network's choice for the deciding seat. ``thought.count`` is 1 if the network was not asked."""
    favourite = prepare_thought(book, table, mine, legal, planner, scratch, thought, source)
    return favourite if thought.count == 1 else thought.actions[score_choices(network, thought)]
