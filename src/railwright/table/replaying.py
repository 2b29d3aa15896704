"""Replays games in slices, so that a long one does not block the event loop."""

from __future__ import annotations

import asyncio

from railwright.game.record import Record
from railwright.table.game_history import GameHistory

MOST_ACTIONS = 4_000
"""Most actions of a game at the table. Random games have about 350."""

ACTIONS_AT_ONCE = 25
"""Actions replayed between two yields to the event loop: about two milliseconds."""


async def replay_history(record: Record) -> GameHistory:
    """Replay a whole record into a history."""
    history = GameHistory.of(record, 0)
    for number, action in enumerate(record.actions):
        history.play(action)
        if number % ACTIONS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return history
