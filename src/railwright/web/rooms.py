"""All games of the server: those that somebody looks at or plays are in memory, the others only on disk."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from railwright.errors import RailwrightError
from railwright.game.record import RECORD_FORMAT, Record
from railwright.maps.load import LIBRARY
from railwright.store.games import GameStore, StoredGame, now
from railwright.web.keys import fingerprint, new_key
from railwright.web.refusals import UnknownGameError
from railwright.web.room import Room
from railwright.web.thinking import Patience, Thinkers

MOST_ROOMS = 500
"""In memory. Those that nobody has asked for longest go first."""

LOG = logging.getLogger("railwright.web")


class Rooms:
    """Finds rooms by name, makes new ones, and lets their computers play."""

    def __init__(self, store: GameStore, *, patience: Patience | None = None) -> None:
        self.store = store
        self._patience = patience or Patience()
        self._rooms: OrderedDict[str, tuple[Room, Thinkers]] = OrderedDict()
        self._threads = asyncio.Semaphore(max(2, os.cpu_count() or 1))

    async def create(self, record: Record, options: Mapping[str, Any]) -> tuple[Room, list[str]]:
        """A new room for a game, and the keys of its seats."""
        keys = [new_key() for _ in record.seats]
        head = {**record.to_dict(LIBRARY), "actions": [], "table": dict(options)}
        stored = StoredGame(
            id=new_key(),
            created=now(),
            head=head,
            keys=tuple(map(fingerprint, keys)),
            is_over=record.replay().is_over,
            actions=record.actions,
        )
        await asyncio.wrap_future(self.store.create(stored))
        return self._open(stored, record), keys

    def find(self, name: str) -> Room:
        """A room by its name."""
        if name in self._rooms:
            self._rooms.move_to_end(name)
            return self._rooms[name][0]
        stored = self.store.find(name)
        if stored is None:
            raise UnknownGameError("there is no such game")
        return self._open(stored, _record(stored))

    def hurry(self, name: str) -> None:
        """Nobody wants to take anything back in this game."""
        if name in self._rooms:
            self._rooms[name][1].hurry()

    def resume(self) -> int:
        """Go on with all games in which a computer is to act, after a restart. Returns how many games are not over."""
        names = self.store.unfinished()
        for name in names:
            try:
                self.find(name)
            except RailwrightError as error:
                LOG.warning("game %s cannot be gone on with: %s", name[:6], error)
        return len(names)

    async def close(self) -> None:
        """Stop all computers."""
        for _, thinkers in list(self._rooms.values()):
            await thinkers.stop()
        self._rooms.clear()

    def _open(self, stored: StoredGame, record: Record) -> Room:
        room = Room(stored, record, self.store)
        patience = _patience(stored.head.get("table", {}), self._patience)
        thinkers = Thinkers(room, threads=self._threads, patience=patience)
        self._rooms[room.id] = room, thinkers
        room.listeners.add(thinkers.wake)
        thinkers.wake()
        self._shrink()
        return room

    def _shrink(self) -> None:
        """Forget rooms that nobody listens to and in which no computer is thinking."""
        for name, (room, thinkers) in list(self._rooms.items()):
            if len(self._rooms) <= MOST_ROOMS:
                return
            if room.listeners == {thinkers.wake} and not thinkers.is_thinking:
                del self._rooms[name]


def _record(stored: StoredGame) -> Record:
    head = {key: value for key, value in stored.head.items() if key != "table"}
    return Record.from_dict({**head, "format": RECORD_FORMAT, "actions": list(stored.actions), "result": None}, LIBRARY)


def _patience(table: Mapping[str, Any], usual: Patience) -> Patience:
    grace = table.get("grace_seconds")
    return usual if grace is None else Patience(usual.answer_seconds, float(grace))
