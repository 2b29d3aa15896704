"""Games that are played again from their actions, in parts, so that nobody else waits for a long one."""

from __future__ import annotations

import asyncio

from railwright.game.record import Record
from railwright.table.game_history import GameHistory

MOST_ACTIONS = 4_000
"""Of a game at the table. Random games have about 350."""

ACTIONS_AT_ONCE = 25
"""That are played without letting others act in between: two milliseconds."""


async def replay_course(record: Record) -> GameHistory:
    """The history of a record up to its last action."""
    history = GameHistory.of(record, 0)
    for number, action in enumerate(record.actions):
        history.play(action)
        if number % ACTIONS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return history
