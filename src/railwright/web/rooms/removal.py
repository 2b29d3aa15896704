"""Removes unused games and boards in small batches, so that no move waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Container

from railwright.errors import RailwrightError
from railwright.store.games import COMPUTER, NOBODY, PERSON, GameStore, now
from railwright.store.retention import DAY, Retention
from railwright.web.rooms.uploaded_boards import UploadedBoards

LOG = logging.getLogger("railwright.web")

PAUSE_SECONDS = 3_600.0
"""Time between two clean-ups."""

BATCH = 5
"""Games removed in one commit: with the largest boards this takes some hundredths of a second."""

BATCH_SECONDS = 0.05
"""Time between two commits, so that moves come first."""


async def remove_old_games(store: GameStore, retention: Retention, *, spare: Container[str]) -> int:
    """Remove games past their retention period, except those to ``spare``. Returns how many."""
    count = 0
    unfinished = retention.unfinished_days
    kinds = ((NOBODY, retention.finished_days), (PERSON, unfinished), (COMPUTER, unfinished))
    for awaited, days in kinds:
        before = now() - days * DAY
        place = (-1.0, 0)
        while days and (found := store.unused_games(awaited, before=before, after=place, most=BATCH)):
            place = found[-1][:2]
            names = [name for _, _, name in found if name not in spare]
            await asyncio.wrap_future(store.remove_games(names, before=before))
            count += len(names)
            await asyncio.sleep(BATCH_SECONDS)
    return count


async def keep_removing(
    store: GameStore, retention: Retention, boards: UploadedBoards, *, spare: Container[str]
) -> None:  # fmt: skip
    """Remove old games and boards periodically, as long as the server runs."""
    while True:
        try:
            count = await remove_old_games(store, retention, spare=spare)
            if count:
                LOG.info("%s unused games were removed", count)
            await boards.remove_unused()
        except RailwrightError as error:
            LOG.error("old games and boards could not be removed: %s", error)
        await asyncio.sleep(PAUSE_SECONDS)
