"""All games of the server: those that somebody looks at or plays are in memory, the others only on disk."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from railwright.errors import FileError, RailwrightError
from railwright.game.record import RECORD_FORMAT, Library, Record
from railwright.maps.load import LIBRARY
from railwright.players.registry import HUMAN
from railwright.store.games import COMPUTER, GameStore, StoredGame, now
from railwright.web.keys import NO_KEY, fingerprint, new_key
from railwright.web.readiness import Readiness
from railwright.web.refusals import NotKeptError, TooManyError, UnknownGameError
from railwright.web.room import Room, awaited
from railwright.web.setups import SharedSetups
from railwright.web.thinking import Patience
from railwright.web.threads import Threads

MOST_IDLE = 100
"""Rooms in memory that nobody listens to and in which no computer is to act. The rest of these are only on disk."""

MOST_BUSY = 2_000
"""Rooms with listeners or thinking computers, before no new games are begun."""

LOG = logging.getLogger("railwright.web")


@dataclass(frozen=True, slots=True)
class Opened:
    """A room that was made for a new game, and what holds its seats: each has a key, an invitation, or neither."""

    room: Room
    keys: tuple[str | None, ...]
    invitations: tuple[str | None, ...]


class Rooms:
    """Finds rooms by name, makes new ones, and lets their computers play."""

    def __init__(self, store: GameStore, *, patience: Patience | None = None) -> None:
        self.store = store
        self.setups = SharedSetups()
        self.readiness = Readiness()
        self.patience = patience or Patience()
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._known: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """Also those that were put away but that a request still holds: a game must never have two rooms."""
        self._threads = Threads(max(2, os.cpu_count() or 1), name="railwright-thinker")
        self._resuming: asyncio.Task[None] | None = None

    async def create(
        self, record: Record, options: Mapping[str, Any], *, invited: Container[int] = ()
    ) -> Opened:  # fmt: skip
        """A new room for a game. People in the seats ``invited`` come later; nobody holds the seat of a computer."""
        if len(self._known) > MOST_BUSY:
            raise TooManyError("too many games are being played here; try again later")
        people = [number for number, seat in enumerate(record.seats) if seat["player"] == HUMAN]
        seats = range(len(record.seats))
        keys = tuple(new_key() if seat in people and seat not in invited else None for seat in seats)
        invitations = tuple(new_key() if seat in people and seat in invited else None for seat in seats)
        head = {**record.to_dict(LIBRARY), "actions": [], "table": dict(options)}
        stored = StoredGame(
            id=new_key(),
            created=now(),
            head=head,
            keys=_fingerprints(keys),
            invitations=_fingerprints(invitations),
            awaited=awaited(record.replay(), record.seats),
            actions=record.actions,
        )
        try:
            await asyncio.wrap_future(self.store.create(stored))
        except FileError as error:
            LOG.error("a game could not be kept: %s", error)
            raise NotKeptError("the game could not be kept on disk, so it was not begun; try again") from error
        return Opened(self._open(stored, record), keys, invitations)

    def find(self, name: str) -> Room:
        """A room by its name."""
        room = self._known.get(name)
        if room is not None:
            if name not in self._rooms:
                self._rooms[name] = room
                self._put_away()
            else:
                self._rooms.move_to_end(name)
            return room
        stored = self.store.find(name)
        if stored is None:
            raise UnknownGameError("there is no such game")
        try:
            return self._open(stored, _record(stored, self.setups))
        except RailwrightError as error:  # what it says may tell of hidden cards
            LOG.error("game %s cannot be read (%s)", name[:6], type(error).__name__)
            raise FileError(f"game {name[:6]} cannot be read") from None

    def resume(self) -> None:
        """Go on with all games in which a computer is to act, after a restart. It does not keep anybody waiting."""
        self._resuming = asyncio.create_task(self._resume(), name="resuming games")

    async def _resume(self) -> None:
        for name in self.store.awaiting(COMPUTER):
            try:
                self.find(name)
            except RailwrightError as error:
                LOG.warning("a game cannot be gone on with: %s", error)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop all computers."""
        if self._resuming is not None:
            self._resuming.cancel()
        for room in list(self._known.values()):
            await room.thinkers.stop()
        self._rooms.clear()
        await self.readiness.close()
        self._threads.close()

    def _open(self, stored: StoredGame, record: Record) -> Room:
        patience = _patience(stored.head.get("table", {}), self.patience)
        room = Room(stored, record, self.store, threads=self._threads, readiness=self.readiness, patience=patience)
        self._rooms[room.id] = self._known[room.id] = room
        room.thinkers.wake()
        self._put_away()
        return room

    def _put_away(self) -> None:
        """Forget rooms that nobody needs, those that nobody has asked for longest first."""
        idle = [name for name, room in self._rooms.items() if room.is_idle]
        for name in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self._rooms[name]


def _fingerprints(keys: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(NO_KEY if key is None else fingerprint(key) for key in keys)


def _record(stored: StoredGame, library: Library) -> Record:
    head = {key: value for key, value in stored.head.items() if key != "table"}
    return Record.from_dict({**head, "format": RECORD_FORMAT, "actions": list(stored.actions), "result": None}, library)


def _patience(table: Mapping[str, Any], usual: Patience) -> Patience:
    grace = table.get("grace_seconds")
    return usual if grace is None else replace(usual, grace_seconds=float(grace))
