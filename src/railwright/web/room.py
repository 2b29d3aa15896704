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
            kept = len(self.course.steps)
            try:
                self.course.play(action)
            except IllegalActionError as error:
                raise NotNowError(str(error)) from error
            self._follow_force(seat)
            await self._keep(kept, back_to=kept)
        self.tell()

    def _follow_force(self, seat: int) -> None:
        """Take what a person need not be asked for, such as the only way to pay."""
        while not self.is_over and self.course.game.seat == seat and self.course.forced is not None:
            self.course.play(self.course.forced)

    async def _undo(self, seat: int, version: int | None) -> None:
        async with self._lock:
            self._check(version)
            try:
                length = last_choice(self.course.steps, seat, self.seats.names)
            except CannotUndoError as error:
                raise NotNowError(str(error)) from error
            before = self.course.game.actions
            self.course.rewind(length)
            await self._keep(length, back_to=len(before), undone=before[length:])
        self.tell()

    def _check(self, version: int | None) -> None:
        if version is not None and version != self.version:
            raise StaleError(f"the game is at version {self.version}, not {version}: look again")

    async def _keep(self, kept: int, *, back_to: int, undone: list[int] | None = None) -> None:
        """Write what has changed since the first ``kept`` actions. If that fails, nothing has happened."""
        game = self.course.game
        change = self._store.change(
            self.id, version=self.version + 1, kept=kept, actions=game.actions[kept:], is_over=game.is_over
        )
        try:
            await asyncio.wrap_future(change)
        except Exception:
            self.course.rewind(min(back_to, len(game.actions)))
            for action in undone or ():
                self.course.play(action)
            raise
        self.version += 1

    def tell(self) -> None:
        """Tell all listeners that they should look again."""
        for listener in list(self.listeners):
            listener()

    def notice(self, seat: int, text: str) -> None:
        """Let everybody know something about a computer player."""
        self.notices.append({"seat": seat, "text": text})
        self.tell()
