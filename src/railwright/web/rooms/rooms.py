"""All games of the server: those that somebody looks at or plays are in memory, the others only on disk."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from railwright.errors import DamageError, FileError
from railwright.game.chance import new_secret
from railwright.game.record import Library, Record
from railwright.game.version import ENGINE_VERSION
from railwright.maps.load import LIBRARY
from railwright.players.registry import HUMAN
from railwright.store.digest import state_digest
from railwright.store.games import COMPUTER, GameStore, StoredGame, now
from railwright.store.keeping import USUAL, Keeping
from railwright.table.game_history import GameHistory
from railwright.table.replaying import replay_course
from railwright.table.seats import Seats
from railwright.web.access.allowed_players import check_players
from railwright.web.access.limits import Limits
from railwright.web.access.refusals import (
    LostGameError,
    NotKeptError,
    NotOfferedError,
    OtherEngineError,
    RefusalError,
    UnknownGameError,
)
from railwright.web.jobs.kept import Kept
from railwright.web.jobs.pools import Pools
from railwright.web.rooms.bots import Patience
from railwright.web.rooms.busy import BusyRooms
from railwright.web.rooms.keys import NO_KEY, fingerprint, new_key
from railwright.web.rooms.news import News
from railwright.web.rooms.quota import check_quota
from railwright.web.rooms.readiness import Readiness
from railwright.web.rooms.room import Room, awaited
from railwright.web.rooms.setups import SharedSetups

MOST_IDLE = 100
"""Rooms in memory that nobody listens to and in which no computer is to act. The rest of these are only on disk."""

LOG = logging.getLogger("railwright.web")


@dataclass(frozen=True, slots=True)
class Opened:
    """A room that was made for a new game, and what holds its seats: each has a key, an invitation, or neither."""

    room: Room
    keys: tuple[str | None, ...]
    invitations: tuple[str | None, ...]


class Rooms:
    """Finds rooms by name, makes new ones, and lets their computers play."""

    def __init__(
        self,
        store: GameStore,
        pools: Pools,
        *,
        patience: Patience | None = None,
        keeping: Keeping = USUAL,
        limits: Limits | None = None,
    ) -> None:
        self.store = store
        self.pools = pools
        self.keeping = keeping
        self.setups = SharedSetups()
        self.readiness = Readiness(pools)
        self.patience = patience or Patience()
        self._news = News()
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._known: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """Also those that were put away but that a request still holds: a game must never have two rooms."""
        self._busy = BusyRooms(self._known, limits or Limits())
        self._opening: Kept[Room] = Kept(0)
        """Rooms that are being opened."""
        self._resuming: asyncio.Task[None] | None = None

    async def create(
        self, record: Record, options: Mapping[str, Any], *, invited: Container[int] = (), owner: str = ""
    ) -> Opened:  # fmt: skip
        """A new room for a game. People in the seats ``invited`` come later; nobody holds the seat of a computer."""
        check_quota(self.store, self.keeping, owner)
        await self._busy.make_place(owner)
        people = [number for number, seat in enumerate(record.seats) if seat["player"] == HUMAN]
        seats = range(len(record.seats))
        keys = tuple(new_key() if seat in people and seat not in invited else None for seat in seats)
        invitations = tuple(new_key() if seat in people and seat in invited else None for seat in seats)
        history = await replay_course(record)
        head = {**record.to_dict(LIBRARY), "actions": [], "table": dict(options)}
        stored = StoredGame(
            id=new_key(),
            created=now(),
            head=head,
            keys=_fingerprints(keys),
            invitations=_fingerprints(invitations),
            awaited=awaited(history.game, record.seats),
            actions=record.actions,
            engine=ENGINE_VERSION,
            digest=state_digest(history.game),
            owner=owner,
        )
        try:
            await asyncio.wrap_future(self.store.create(stored))
        except FileError as error:
            LOG.error("a game could not be kept: %s", error)
            raise NotKeptError("the game could not be kept on disk, so it was not begun; try again") from error
        return Opened(self._take_in(self._room(stored, record, history)), keys, invitations)

    def __contains__(self, name: object) -> bool:
        """Whether somebody needs a game now: it is in memory, or about to be."""
        return name in self._known or (isinstance(name, str) and self._opening.is_asked(name))

    def known(self, name: str) -> Room | None:
        """A room that is in memory."""
        return self._known.get(name)

    async def find(self, name: str) -> Room:
        """A room by its name."""
        room = self._known.get(name)
        if room is None:
            return await self._opening.get(name, partial(self._open, name))
        if name not in self._rooms:
            self._rooms[name] = room
            self._put_away()
        else:
            self._rooms.move_to_end(name)
        room.thinkers.go_on()
        return room

    async def _open(self, name: str) -> Room:
        """A room for a game that is only on disk."""
        stored = self._stored(name)
        try:
            record = _record(stored, self.setups)
            room = self._room(stored, record, await replay_course(record))
        except Exception as error:  # what it says may tell of hidden cards
            LOG.error("game %s cannot be played again (%s)", name[:6], type(error).__name__)
            raise _other_engine(stored) from None
        self._check_engine(stored, room)
        _check_offered(room)
        await self._note_use(stored)
        return self._take_in(room)

    async def _note_use(self, stored: StoredGame) -> None:
        """Keep a game from being removed because nobody used it for long; refuse one that was just removed."""
        noted = self.store.note_use(stored)
        if noted is None:
            return
        try:
            await asyncio.wrap_future(noted)
        except FileError:  # it is gone, or the disk does not take this: then it is only forgotten sooner
            self._stored(stored.id)

    def _stored(self, name: str) -> StoredGame:
        try:
            stored = self.store.find(name)
        except DamageError as error:
            LOG.error("game %s is damaged: %s", name[:6], error)
            raise LostGameError("the data of this game are damaged; it can be had only from a backup") from None
        if stored is None:
            raise UnknownGameError("there is no such game")
        return stored

    def _check_engine(self, stored: StoredGame, room: Room) -> None:
        """Refuse a game that does not come out here as it was played."""
        digest = state_digest(room.history.game)
        if stored.digest and digest != stored.digest:
            LOG.error("game %s comes out differently from how it was played", stored.id[:6])
            raise _other_engine(stored)
        if stored.engine != ENGINE_VERSION or not stored.digest:
            self.store.note_engine(stored.id, engine=ENGINE_VERSION, digest=digest)

    def resume(self) -> None:
        """Go on with all games in which a computer is to act, after a restart. It does not keep anybody waiting."""
        self._resuming = asyncio.create_task(self._resume(), name="resuming games")

    async def _resume(self) -> None:
        for name in self.store.awaiting(COMPUTER):
            await asyncio.sleep(0)
            try:
                await self.find(name)
            except RefusalError:
                continue  # the log has it
            except Exception as error:  # whatever is wrong with one game, the others go on
                LOG.error("game %s cannot be gone on with: %s", name[:6], error)

    async def close(self) -> None:
        """Stop all computers."""
        if self._resuming is not None:
            self._resuming.cancel()
        for room in list(self._known.values()):
            await room.thinkers.stop()
        self._rooms.clear()
        await self.readiness.close()

    def _room(self, stored: StoredGame, record: Record, history: GameHistory) -> Room:
        patience = _patience(stored.head.get("table", {}), self.patience)
        return Room(
            stored, Seats.of(record.seats), history, self.store, pools=self.pools, readiness=self.readiness,
            patience=patience, news=self._news, may_think=self._busy.may_think,
        )  # fmt: skip

    def _take_in(self, room: Room) -> Room:
        self._rooms[room.id] = self._known[room.id] = room
        room.thinkers.wake()
        self._put_away()
        return room

    def _put_away(self) -> None:
        """Forget rooms that nobody needs, those that nobody has asked for longest first."""
        idle = [name for name, room in self._rooms.items() if room.is_idle]
        for name in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self._rooms[name]


def played_on(record: Record) -> Record:
    """A game that somebody may have seen before: if people play on, everything that is still to come is new."""
    return record.renewed(new_secret()) if any(seat["player"] == HUMAN for seat in record.seats) else record


def _fingerprints(keys: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(NO_KEY if key is None else fingerprint(key) for key in keys)


def _other_engine(stored: StoredGame) -> OtherEngineError:
    by = f"version {stored.engine} of the engine" if stored.engine else "an earlier version"
    return OtherEngineError(
        f"this game was played by {by} and does not come out the same here, with version {ENGINE_VERSION}; it is kept "
        "as it is, but cannot be shown"
    )


def _check_offered(room: Room) -> None:
    """Refuse a game that would go on with players that cannot be had here. A backup can name any."""
    if room.is_over:
        return
    try:
        check_players(room.seats.players)
    except RefusalError as error:
        LOG.error("game %s has a player that cannot be had here: %s", room.id[:6], error)
        raise NotOfferedError(f"this game cannot go on, but is kept as it is: {error}") from None


def _record(stored: StoredGame, library: Library) -> Record:
    """What is stored of a game; its actions are not yet tried."""
    head = {key: value for key, value in stored.head.items() if key != "table"}
    record = Record.from_dict({**head, "actions": [], "result": None}, library)
    return replace(record, actions=tuple(stored.actions))


def _patience(table: Mapping[str, Any], usual: Patience) -> Patience:
    grace = table.get("grace_seconds")
    return usual if grace is None else replace(usual, grace_seconds=float(grace))
