"""Changes of a game on their way to the disk, and who acts next in a stored game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

from railwright.errors import FileError
from railwright.game.game import Game
from railwright.players.registry import HUMAN
from railwright.say import say
from railwright.store.games import COMPUTER, NOBODY, PERSON
from railwright.web.access.refusals import NotKeptError

LOG = logging.getLogger("railwright.web")

_Result = TypeVar("_Result")


async def to_the_end(change: Coroutine[Any, Any, _Result]) -> _Result:
    """Make a change. Once started it is completed, even if the caller is cancelled."""
    return await asyncio.shield(asyncio.ensure_future(change))


async def on_disk(change: Future[None]) -> None:
    """Wait until a change is on disk."""
    try:
        await asyncio.wrap_future(change)
    except FileError as error:
        LOG.error("a change could not be stored: %s", error)
        raise NotKeptError(say("this could not be stored, so nothing has changed; try again")) from error


def awaited(game: Game, players: Sequence[Mapping[str, Any]]) -> str:
    """Whom a game waits for."""
    if game.is_over:
        return NOBODY
    return PERSON if players[game.seat]["player"] == HUMAN else COMPUTER
