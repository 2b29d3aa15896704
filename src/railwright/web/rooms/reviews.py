"""Reviews of finished games, computed in the background and kept with the game."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from railwright.errors import DamageError, FileError, RailwrightError
from railwright.review.cutting import cut
from railwright.review.effort import USUAL
from railwright.say import Said, say
from railwright.store.game_tables import REVIEWS
from railwright.store.games import GameStore
from railwright.web.access.limits import Limits
from railwright.web.access.refusals import RefusalError, TooManyError
from railwright.web.jobs.job_pool import JobPool, loading
from railwright.web.jobs.patience import TimeLimit
from railwright.web.rooms.room import Room
from railwright.web.work import review_pieces
from railwright.web.work.portable import pack_game

LOG = logging.getLogger("railwright.web")

NONE, RUNNING, DONE, FAILED = "none", "running", "done", "failed"

MOST_FAILURES = 200
"""Most games for which the reason of a failed review is remembered."""


@dataclass(eq=False, slots=True)
class _Computation:
    """A review that is being computed."""

    owner: str
    pieces: list[tuple[int, int]]
    found: list[bytes] = field(default_factory=list)
    task: asyncio.Task[None] | None = None


@dataclass(frozen=True, slots=True)
class ReviewState:
    """The state of a game's review."""

    state: str
    done: int = 0
    pieces: int = 0
    message: str | Said = ""
    review: str | None = None
    """The review as JSON, once it is done."""


class Reviews:
    """The reviews of all games on the server. Everything runs in one event loop."""

    def __init__(self, store: GameStore, pool: JobPool, limits: Limits, limit: TimeLimit) -> None:
        self._store, self._pool, self._limits, self._limit = store, pool, limits, limit
        self.effort = USUAL
        """How much is computed for each review."""
        self._computing: dict[str, _Computation] = {}
        self._failures: dict[str, str | Said] = {}

    def look(self, room: Room) -> ReviewState:
        """The state of a game's review."""
        computing = self._computing.get(room.id)
        if computing is not None:
            return ReviewState(RUNNING, len(computing.found), len(computing.pieces))
        kept = self._kept(room.id)
        if kept is not None:
            return ReviewState(DONE, review=kept)
        if room.id in self._failures:
            return ReviewState(FAILED, message=self._failures[room.id])
        return ReviewState(NONE)

    def begin(self, room: Room, *, owner: str) -> None:
        """Begin the review of a finished game, unless it is there or under way."""
        if room.id in self._computing or self._kept(room.id) is not None:
            return
        owners = Counter(one.owner for one in self._computing.values())
        if owners[owner] >= self._limits.address_reviews:
            raise TooManyError(
                say("you already have the maximum number of reviews running; wait until one is done")
            )  # fmt: skip
        if len(self._computing) >= self._limits.all_busy_reviews:
            raise TooManyError(say("too many games are being reviewed at the moment; try again later"))
        self._failures.pop(room.id, None)
        computing = self._computing[room.id] = _Computation(owner, cut(len(room.history.game.actions)))
        computing.task = asyncio.create_task(self._compute(room, computing), name="reviewing a game")

    async def stop(self, room: Room) -> None:
        """Stop the review of a game, and the process that works on it."""
        computing = self._computing.get(room.id)
        if computing is not None and computing.task is not None:
            computing.task.cancel()
            with suppress(asyncio.CancelledError):
                await computing.task

    async def close(self) -> None:
        """Stop all reviews."""
        tasks = [one.task for one in self._computing.values() if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _compute(self, room: Room, computing: _Computation) -> None:
        packed = pack_game(room.history.game)
        players = tuple(dict(player) for player in room.seats.players)
        todo = iter(computing.pieces)

        async def work(todo: Iterator[tuple[int, int]]) -> None:
            for first, last in todo:
                computing.found.append(
                    await self._run(computing, review_pieces.review_piece, packed, players, first, last, self.effort)
                )

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self._pool.size):
                    group.create_task(work(todo))
            text = await self._run(computing, review_pieces.put_together, packed, players, computing.found, self.effort)
            await asyncio.wrap_future(self._store.keep_row(REVIEWS, room.id, review=text))
        except* RefusalError as errors:
            self._note_failure(room, _text_of(_first(errors)))
        except* FileError as errors:
            LOG.error("a review could not be stored: %s", _first(errors))
            self._note_failure(room, say("the review could not be stored"))
        except* Exception as errors:
            LOG.error("a review failed", exc_info=_first(errors))
            self._note_failure(room, say("the review failed; the server's log says why"))
        finally:
            del self._computing[room.id]

    async def _run(self, computing: _Computation, function: Any, *arguments: Any) -> Any:
        prepare = loading(review_pieces.CODE, review_pieces.__name__)
        return await self._pool.run(function, *arguments, owner=computing.owner, limit=self._limit, prepare=prepare)

    def _note_failure(self, room: Room, text: str | Said) -> None:
        while len(self._failures) >= MOST_FAILURES:
            self._failures.pop(next(iter(self._failures)))
        self._failures[room.id] = text

    def _kept(self, game: str) -> str | None:
        """The stored review of a game. A damaged one is recomputed on request."""
        try:
            rows = self._store.rows_of(REVIEWS, game)
        except DamageError as error:
            LOG.error("game %s: its review is damaged (%s)", game, error)
            return None
        return str(rows[0]["review"]) if rows else None


def _text_of(error: Exception) -> str | Said:
    return error.text if isinstance(error, RailwrightError) else str(error)


def _first(errors: BaseExceptionGroup[Any]) -> Exception:
    """One of the errors that a group of tasks has raised."""
    error: Any = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    found: Exception = error
    return found
