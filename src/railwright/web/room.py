"""One game on the server: takes actions one at a time, keeps each on disk before anybody sees it, tells listeners."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from railwright.errors import IllegalActionError
from railwright.game.record import Record
from railwright.store.games import GameStore, StoredGame
from railwright.table.course import Course
from railwright.table.seats import Seats
from railwright.table.undo import CannotUndoError, last_choice
from railwright.web.keys import seat_of
from railwright.web.refusals import NotNowError, NotYoursError, StaleError
from railwright.web.seen import Seen, game_seen

Listener = Callable[[], None]
"""Told that something has changed; it must not wait."""


class Room:
    """A game, who holds its seats, and who listens. All of it belongs to one event loop."""

    def __init__(self, stored: StoredGame, record: Record, store: GameStore) -> None:
        self.id = stored.id
        self.head = stored.head
        self.version = stored.version
        self.seats = Seats.of(record.seats)
        self.course = Course(record.setup, seats=len(record.seats), seed=record.seed, actions=record.actions)
        self.notices: list[Mapping[str, Any]] = []
        """What people at the table should know of its computer players."""
        self.listeners: set[Listener] = set()
        self._keys = stored.keys
        self._store = store
        self._lock = asyncio.Lock()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.course.game.is_over

    def seat_of(self, key: str | None) -> int | None:
        """The seat that a key holds; None for somebody who only watches."""
        if key is None:
            return None
        seat = seat_of(key, self._keys)
        if seat is None:
            raise NotYoursError("this key holds no seat of this game")
        return seat

    def seen(self, viewer: int | None, *, since: int = -1) -> Seen:
        """The game for one seat."""
        found = game_seen(self.course, self.seats, viewer, since=since)
        return {"game": self.id, "version": self.version, **found, "notices": list(self.notices)}

    async def act(self, seat: int, action: int, *, version: int | None) -> None:
        """Carry out an action of a seat. Once begun it is finished, also if nobody waits for it any more."""
        await asyncio.shield(asyncio.ensure_future(self._act(seat, action, version)))

    async def undo(self, seat: int, *, version: int | None) -> None:
        """Take back the last choice of a seat."""
        await asyncio.shield(asyncio.ensure_future(self._undo(seat, version)))

    async def _act(self, seat: int, action: int, version: int | None) -> None:
        async with self._lock:
            self._check(version)
            game = self.course.game
            if game.is_over:
                raise NotNowError("the game is over")
            if game.seat != seat:
                raise NotNowError(f"it is not this seat's turn: {self.seats.names[game.seat]} is to decide")
            after = self.course.copy()
            try:
                after.play(action)
            except IllegalActionError as error:
                raise NotNowError(str(error)) from error
            while not after.game.is_over and after.game.seat == seat and after.forced is not None:
                after.play(after.forced)  # a person need not be asked for the only way to pay
            await self._keep(after, kept=len(self.course.steps))
        self.tell()

    async def _undo(self, seat: int, version: int | None) -> None:
        async with self._lock:
            self._check(version)
            try:
                length = last_choice(self.course.steps, seat, self.seats.names)
            except CannotUndoError as error:
                raise NotNowError(str(error)) from error
            after = self.course.copy()
            after.rewind(length)
            await self._keep(after, kept=length)
        self.tell()

    def _check(self, version: int | None) -> None:
        if version is not None and version != self.version:
            raise StaleError(f"the game is at version {self.version}, not {version}: look again")

    async def _keep(self, after: Course, *, kept: int) -> None:
        """Go on to what the game is after a change, once that is on disk: nobody sees it before."""
        game = after.game
        change = self._store.change(
            self.id, version=self.version + 1, kept=kept, actions=game.actions[kept:], is_over=game.is_over
        )
        await asyncio.wrap_future(change)
        self.course = after
        self.version += 1

    def tell(self) -> None:
        """Tell all listeners that they should look again."""
        for listener in list(self.listeners):
            listener()

    def notice(self, seat: int, text: str) -> None:
        """Let everybody know something about a computer player."""
        self.notices.append({"seat": seat, "text": text})
        self.tell()
