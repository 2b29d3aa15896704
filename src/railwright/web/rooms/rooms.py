"""All games of the server: those in use are in memory, the others only on disk."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from railwright.errors import DamageError, FileError
from railwright.game.chance import new_secret
from railwright.game.record import Record
from railwright.game.version import ENGINE_VERSION
from railwright.maps.load import LIBRARY
from railwright.players.registry import HUMAN
from railwright.say import say
from railwright.store.digest import state_digest
from railwright.store.game_tables import WEBHOOKS
from railwright.store.games import COMPUTER, PERSON, USE_SECONDS, GameStore, StoredGame, now
from railwright.store.own_games import OwnGame, adding
from railwright.store.retention import USUAL, Retention
from railwright.table.game_history import GameHistory
from railwright.table.replaying import replay_history
from railwright.table.seats import Seats
from railwright.web.access.allowed_players import check_players
from railwright.web.access.limits import Limits
from railwright.web.access.offered_policies import NO_POLICIES, OfferedPolicies
from railwright.web.access.refusals import (
    LostGameError,
    NotKeptError,
    NotOfferedError,
    OtherEngineError,
    RefusalError,
    UnknownGameError,
)
from railwright.web.jobs.answer_cache import AnswerCache
from railwright.web.jobs.patience import Patience
from railwright.web.jobs.server_pools import ServerPools
from railwright.web.rooms.busy import BusyRooms
from railwright.web.rooms.news import NewsTexts
from railwright.web.rooms.own_games import own_game
from railwright.web.rooms.quota import check_quota
from railwright.web.rooms.readiness import Readiness
from railwright.web.rooms.room import Room
from railwright.web.rooms.seat_keys import NO_KEY, fingerprint, new_key
from railwright.web.rooms.setups import SharedSetups
from railwright.web.rooms.storing import awaited
from railwright.web.rooms.webhooks import WebhookCaller
from railwright.web.work.stored_record import record_of

_Thing = TypeVar("_Thing")

MOST_IDLE = 100
"""Most rooms kept in memory that have no listeners and wait for no computer player."""

LOST = say("the data of this game is damaged; only a backup can restore it")

LOG = logging.getLogger("railwright.web")


@dataclass(frozen=True, slots=True)
class Opened:
    """The room of a new game. Each seat has a key, an invitation, or neither."""

    room: Room
    keys: tuple[str | None, ...]
    invitations: tuple[str | None, ...]


class Rooms:
    """Finds rooms by name, creates new ones, and resumes their computer players."""

    def __init__(
        self,
        store: GameStore,
        pools: ServerPools,
        *,
        patience: Patience | None = None,
        retention: Retention = USUAL,
        limits: Limits | None = None,
        policies: OfferedPolicies = NO_POLICIES,
        caller: WebhookCaller | None = None,
    ) -> None:
        self.store = store
        self.pools = pools
        self.retention = retention
        self.setups = SharedSetups()
        self.policies = policies
        self.readiness = Readiness(pools)
        self.patience = patience or Patience()
        self._news = NewsTexts()
        self._caller = caller
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._known: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """Includes evicted rooms that a request still holds: a game must never have two rooms."""
        self._busy = BusyRooms(self._known, limits or Limits())
        self._opening: AnswerCache[Room] = AnswerCache(0)
        """Rooms being opened."""
        self._resuming: asyncio.Task[None] | None = None

    async def create(
        self, record: Record, options: Mapping[str, Any], *, invited: Container[int] = (), owner: str = "",
        person: str = "", is_brought: bool = False,
    ) -> Opened:  # fmt: skip
        """Create a room for a game.

        Args:
            record: The game so far.
            options: Options of the table.
            invited: Seats that get invitations; those of other people get keys.
            owner: Fingerprint of the address that asks.
            person: Fingerprint of the person who asks, who takes the first seat with a key; empty if unknown.
            is_brought: Whether the record was uploaded.
        """
        check_quota(self.store, self.retention, owner)
        await self._busy.make_place(owner)
        people = [number for number, seat in enumerate(record.seats) if seat["player"] == HUMAN]
        seats = range(len(record.seats))
        keys = tuple(new_key() if seat in people and seat not in invited else None for seat in seats)
        invitations = tuple(new_key() if seat in people and seat in invited else None for seat in seats)
        own_seat = next((seat for seat in seats if keys[seat] is not None), None)
        own = None
        if person and own_seat is not None:
            own = own_game(person, own_seat, record, Seats.of(record.seats), is_brought=is_brought)
        room = await self._create(record, options, _fingerprints(keys), _fingerprints(invitations), owner, own)
        return Opened(room, keys, invitations)

    async def create_rematch(self, room: Room, *, owner: str) -> Room:
        """Create a game of the same players after a finished one, with the seats moved on by one.

        The key of a seat there is that of the next seat here: everybody comes along without a new link.
        """
        check_quota(self.store, self.retention, owner)
        await self._busy.make_place(owner)
        record = Record(room.history.game.setup, _moved_on(room.seats.players), new_secret())
        keys, invitations = room.attendance.credentials
        return await self._create(record, room.lasting_options, _moved_on(keys), _moved_on(invitations), owner)

    async def _create(
        self, record: Record, options: Mapping[str, Any], keys: tuple[str, ...], invitations: tuple[str, ...],
        owner: str, own: OwnGame | None = None,
    ) -> Room:  # fmt: skip
        history = await replay_history(record)
        head = {**record.to_dict(LIBRARY), "actions": [], "table": dict(options)}
        stored = StoredGame(
            id=new_key(),
            created=now(),
            head=head,
            keys=keys,
            invitations=invitations,
            awaited=awaited(history.game, record.seats),
            actions=record.actions,
            engine=ENGINE_VERSION,
            digest=state_digest(history.game),
            owner=owner,
        )
        try:
            also = None if own is None else adding(stored.id, own)
            await asyncio.wrap_future(self.store.create(stored, also=also))
        except FileError as error:
            LOG.error("a game could not be stored: %s", error)
            raise NotKeptError(say("the game could not be stored, so it was not started; try again")) from error
        return self._take_in(self._room(stored, record, history))

    def __contains__(self, name: object) -> bool:
        """Whether a game is in use: in memory, or about to be."""
        return name in self._known or (isinstance(name, str) and self._opening.is_asked(name))

    @property
    def open_count(self) -> int:
        """Number of rooms in memory."""
        return len(self._known)

    def known(self, name: str) -> Room | None:
        """Return a room that is in memory."""
        return self._known.get(name)

    async def find(self, name: str) -> Room:
        """Return a room by its name, opening it if necessary."""
        room = self._known.get(name)
        if room is None:
            return await self._opening.get(name, partial(self._open, name))
        if name not in self._rooms:
            self._rooms[name] = room
            self._put_away()
        else:
            self._rooms.move_to_end(name)
        room.bots.go_on()
        return room

    async def _open(self, name: str) -> Room:
        """Open a room for a game that is only on disk."""
        stored = self._stored(name)
        try:
            record = record_of(stored, self.setups)
            room = self._room(stored, record, await replay_history(record))
        except DamageError as error:
            LOG.error("game %s is damaged: %s", name[:6], error)
            raise LostGameError(LOST) from None
        except Exception as error:  # the message may reveal hidden cards
            LOG.error("game %s cannot be replayed (%s)", name[:6], type(error).__name__)
            raise _other_engine(stored) from None
        self._check_engine(stored, room)
        _check_offered(room, self.policies)
        await self._note_use(stored)
        return self._take_in(room)

    async def _note_use(self, stored: StoredGame) -> None:
        """Record that a game is used, so that it is not removed as unused; refuse one that was just removed."""
        change = self.store.note_use(stored)
        if change is None:
            return
        try:
            await asyncio.wrap_future(change)
        except FileError:  # the game was removed, or the disk is full: then it may be removed early
            self._stored(stored.id)

    def _stored(self, name: str) -> StoredGame:
        try:
            stored = self.store.find(name)
        except DamageError as error:
            LOG.error("game %s is damaged: %s", name[:6], error)
            raise LostGameError(LOST) from None
        if stored is None:
            raise UnknownGameError(say("there is no such game"))
        return stored

    def _check_engine(self, stored: StoredGame, room: Room) -> None:
        """Refuse a game that replays differently from how it was played."""
        digest = state_digest(room.history.game)
        if stored.digest and digest != stored.digest:
            LOG.error("game %s replays differently from how it was played", stored.id[:6])
            raise _other_engine(stored)
        if stored.engine != ENGINE_VERSION or not stored.digest:
            self.store.note_engine(stored.id, engine=ENGINE_VERSION, digest=digest)

    def resume(self) -> None:
        """Resume all games that wait for a computer player or a webhook, in the background, after a restart."""
        self._resuming = asyncio.create_task(self._resume(), name="resuming games")

    async def _resume(self) -> None:
        for name in [*self.store.awaiting(COMPUTER), *self._with_webhooks()]:
            await asyncio.sleep(0)
            try:
                await self.find(name)
            except RefusalError:
                continue  # already logged
            except Exception as error:  # one broken game must not stop the others
                LOG.error("game %s cannot be resumed: %s", name[:6], error)

    def _with_webhooks(self) -> list[str]:
        """Games that were used shortly before, whose last turn may not have been announced."""
        if self._caller is None:
            return []
        return self.store.games_with(WEBHOOKS, awaited=PERSON, used_since=now() - USE_SECONDS)

    async def close(self) -> None:
        """Stop all computer players."""
        if self._resuming is not None:
            self._resuming.cancel()
        for room in list(self._known.values()):
            room.attendance.stop()
            await room.bots.stop()
        self._rooms.clear()
        await self.readiness.close()

    def _room(self, stored: StoredGame, record: Record, history: GameHistory) -> Room:
        patience = _patience(stored.head.get("table", {}), self.patience)
        return Room(
            stored, Seats.of(record.seats), history, self.store, pools=self.pools, readiness=self.readiness,
            policies=self.policies, patience=patience, news=self._news, may_think=self._busy.may_think,
            caller=self._caller,
        )  # fmt: skip

    def _take_in(self, room: Room) -> Room:
        self._rooms[room.id] = self._known[room.id] = room
        room.bots.wake()
        room.attendance.update_observers()
        self._put_away()
        return room

    def _put_away(self) -> None:
        """Evict idle rooms from memory, least recently used first."""
        idle = [name for name, room in self._rooms.items() if room.is_idle]
        for name in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self._rooms[name]


def played_on(record: Record) -> Record:
    """Prepare a record to be continued. If people play, all future draws are renewed, since they may know the old."""
    return record.renewed(new_secret()) if any(seat["player"] == HUMAN for seat in record.seats) else record


def _moved_on(seats: tuple[_Thing, ...]) -> tuple[_Thing, ...]:
    """Rotate by one seat: the last one becomes the first."""
    return (*seats[-1:], *seats[:-1])


def _fingerprints(keys: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(NO_KEY if key is None else fingerprint(key) for key in keys)


def _other_engine(stored: StoredGame) -> OtherEngineError:
    if not stored.engine:
        return OtherEngineError(
            say(
                "this game was played with an earlier version of the engine and replays differently with version "
                "{current}; it is kept unchanged, but cannot be shown",
                current=str(ENGINE_VERSION),
            )
        )
    return OtherEngineError(
        say(
            "this game was played with version {engine} of the engine and replays differently with version {current}; "
            "it is kept unchanged, but cannot be shown",
            engine=str(stored.engine), current=str(ENGINE_VERSION),
        )
    )  # fmt: skip


def _check_offered(room: Room, policies: OfferedPolicies) -> None:
    """Refuse an unfinished game with players that are not allowed here.

    A backup can name any player, and a policy may have been offered only before the server was restarted.
    """
    if room.is_over:
        return
    try:
        check_players([*room.attendance.players, {"player": room.attendance.absence_rules.player}], policies)
        policies.check_setup(room.seats.players, room.history.game.setup)
    except RefusalError as error:
        LOG.error("game %s has a player that is not allowed here: %s", room.id[:6], error)
        raise NotOfferedError(
            say("this game cannot continue, but is kept unchanged: {reason}", reason=error.text)
        ) from None  # fmt: skip


def _patience(table: Mapping[str, Any], usual: Patience) -> Patience:
    grace = table.get("grace_seconds")
    return usual if grace is None else replace(usual, grace_seconds=float(grace))
