"""One game on the server. Actions are applied one at a time, and each is on disk before anybody sees it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from railwright.errors import FileError, IllegalActionError
from railwright.game.game import Game
from railwright.players.registry import HUMAN
from railwright.store.digest import state_digest
from railwright.store.game_tables import PEOPLE
from railwright.store.games import COMPUTER, NOBODY, PERSON, GameStore, StoredGame
from railwright.store.rows import read_list
from railwright.table.game_history import GameHistory
from railwright.table.replaying import MOST_ACTIONS
from railwright.table.seats import Seats
from railwright.table.snapshot import Snapshot, game_snapshot, table_snapshot
from railwright.table.stand_ins import MOST_STAND_INS, StandIns
from railwright.table.undo import CannotUndoError, last_choice
from railwright.web.access.offered_policies import OfferedPolicies
from railwright.web.access.refusals import NotKeptError, NotNowError, NotYoursError, StaleError, TakenError
from railwright.web.jobs.answer_cache import AnswerCache
from railwright.web.jobs.patience import Patience
from railwright.web.jobs.server_pools import ServerPools
from railwright.web.rooms.absence import AbsenceRules, AbsenceTimer
from railwright.web.rooms.bots import Bots
from railwright.web.rooms.news import NewsTexts
from railwright.web.rooms.presence import Presence
from railwright.web.rooms.readiness import Readiness
from railwright.web.rooms.seat_keys import NO_KEY, fingerprint, key_for_guest, matches, seat_of
from railwright.web.work import answers
from railwright.web.work.portable import pack_game

Listener = Callable[[int], None]
"""Called when a game has changed, with the number of steps that are unchanged. It must not block."""

LASTING_OPTIONS = ("grace_seconds", "absent")
"""Options of a table that a rematch takes over."""

LOG = logging.getLogger("railwright.web")


class Room:
    """A game, the keys of its seats, and its listeners. Everything runs in one event loop."""

    def __init__(
        self, stored: StoredGame, seats: Seats, history: GameHistory, store: GameStore, *, pools: ServerPools,
        readiness: Readiness, policies: OfferedPolicies, patience: Patience, news: NewsTexts,
        may_think: Callable[[Room], bool], people: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self.id = stored.id
        self.version = stored.version
        self.seats = seats
        self.history = history
        self.owner = stored.owner or stored.id
        """Owner charged for the computer players: the creator of the game, or else the game itself."""
        self.notices: list[Mapping[str, Any]] = [{"seat": None, "text": text} for text in _past(history.game)]
        """Messages to the people at the table, about the origin of the game and its computer players."""
        self.listeners: set[Listener] = set()
        self._options = stored.head.get("table") or {}
        """Options of the table, as stored."""
        self.stand_ins = StandIns.read(read_list(people.get("stand_ins", "[]")), seats=history.game.seats)
        """Computer players in the seats of absent people."""
        self.rematch: str | None = people.get("rematch") or None
        """Name of the game that these people play next, if one of them has begun it."""
        self.absence = AbsenceTimer(self, AbsenceRules.of(self._options))
        self.presence = Presence(announce=lambda: self.tell(len(self.history.steps)), changed=self.absence.update)
        """The people who are connected."""
        self.bots = Bots(
            self, pool=pools.thinking, readiness=readiness, policies=policies, patience=patience, may_think=may_think
        )
        """The computer players."""
        self._patience = patience
        self._keys = stored.keys
        self._invitations = stored.invitations or (NO_KEY,) * history.game.seats
        self._store = store
        self._lock = asyncio.Lock()
        self._pools = pools
        self._table: tuple[int, Snapshot] | None = None
        self._news = news
        self._heads: tuple[Any, dict[int | None, str]] = None, {}
        self._ends: AnswerCache[Snapshot] = AnswerCache(1)
        self._end: Snapshot | None = None
        """What everybody sees when the game is over, once it is computed."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.history.game.is_over

    @property
    def is_idle(self) -> bool:
        """Whether the room has no listeners and no computer player is about to act."""
        return not self.listeners and not self.bots.is_thinking and not self._lock.locked()

    @property
    def is_unattended(self) -> bool:
        """Whether only computer players take part and nobody is watching."""
        return not self.listeners and not self.seats.people

    def seat_of(self, key: str | None) -> int | None:
        """The seat that a key holds; None for a spectator, who has no key."""
        if key is None:
            return None
        seat = seat_of(key, self._keys)
        if seat is None:
            raise NotYoursError("this key does not hold a seat in this game")
        return seat

    def seat_name(self, seat: int) -> str:
        """Name of a seat, unique on the server."""
        return f"{self.id}/{seat}"

    @property
    def players(self) -> tuple[Mapping[str, Any], ...]:
        """The players who have the seats now: of an absent person, the computer player that stands in."""
        return self._players_with(self.stand_ins)

    def _players_with(self, stand_ins: StandIns) -> tuple[Mapping[str, Any], ...]:
        found = []
        for seat, player in enumerate(self.seats.players):
            name = stand_ins.player_in(seat)
            found.append(player if name is None else {**player, "player": name})
        return tuple(found)

    @property
    def credentials(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Fingerprints of the keys and of the invitations."""
        return self._keys, self._invitations

    @property
    def lasting_options(self) -> dict[str, Any]:
        """Options of the table that hold for a rematch, too."""
        return {name: value for name, value in self._options.items() if name in LASTING_OPTIONS}

    @property
    def recorded_players(self) -> tuple[Mapping[str, Any], ...]:
        """The players as a record has them: with those who stood in, from which action to which."""
        found = []
        for seat, player in enumerate(self.seats.players):
            periods = self.stand_ins.in_record(seat, length=len(self.history.game.actions))
            found.append({**player, "stand_ins": periods} if periods else player)
        return tuple(found)

    def is_computer(self, seat: int) -> bool:
        """Whether a computer player has a seat now."""
        return seat not in self.seats.people or self.stand_ins.player_in(seat) is not None

    @property
    def hosts(self) -> list[int]:
        """Seats of whoever began the game: those that got keys. If there are none, everybody is a host."""
        both = zip(self._invitations, self._keys, strict=True)
        own = [seat for seat, (invitation, key) in enumerate(both) if key != NO_KEY and invitation == NO_KEY]
        return own or list(self.seats.people)

    @property
    def absent_and_awaited(self) -> int | None:
        """The seat of an absent person for whom somebody else at the table waits; None if there is none."""
        present = self.presence.now.seats
        if self.is_over or not present:
            return None
        seat = self.history.game.seat
        return None if self.is_computer(seat) or seat in present else seat

    @property
    def invited(self) -> list[int]:
        """Seats whose invitations have not been used yet."""
        both = zip(self._invitations, self._keys, strict=True)
        return [seat for seat, (invitation, key) in enumerate(both) if invitation != NO_KEY and key == NO_KEY]

    async def prepare(self) -> None:
        """Compute what takes long before anybody looks: the final scores, when the game is over."""
        if self.is_over and self._end is None:
            self._end = await self._ends.get("end", self._find_end)

    async def _find_end(self) -> Snapshot:
        text = await self._pools.answers.run(
            answers.answer, answers.end, pack_game(self.history.game), owner=self.owner, limit=self._patience.answer
        )
        found: Snapshot = json.loads(text)
        return found

    def snapshot(self, viewer: int | None, *, since: int = -1) -> Snapshot:
        """The game as one seat sees it, with the steps from ``since`` on. The room must be prepared."""
        since = min(since, len(self.history.steps))
        found = game_snapshot(
            self.history, self.seats, viewer, since=since, table=self._table_snapshot(), end=self._end
        )
        if viewer is not None and found["undo"] == "":
            found["undo"] = self._why_no_undo(last_choice(self.history.steps, viewer, self.seats.names), viewer)
        return {
            "game": self.id, "version": self.version, "since": since, **found,
            "notices": list(self.notices), "invited": self.invited,
            "rematch": self.rematch, "hosts": self.hosts, "stand_ins": self.stand_ins.to_list(),
            "absent": {"player": self.absence.rules.player, "seconds": self.absence.rules.seconds},
            "present": list(self.presence.now.seats), "watchers": self.presence.now.watchers,
        }  # fmt: skip

    async def look(self, viewer: int | None, *, since: int = -1) -> str:
        """The game as one seat sees it, as JSON text. Looking again costs next to nothing."""
        await self.prepare()
        return await self.seen_text(viewer, since=since)

    async def seen_text(self, viewer: int | None, *, since: int = -1) -> str:
        """The current state of the game as JSON text, narrated in slices. The room must be prepared."""
        history, head = self.history, self._head_text(viewer)
        since = min(since, len(history.steps))
        news = await self._news.text(self.id, history, self.seats, viewer, since=since)
        return f'{{"since": {since}, "news": {news}, {head[1:]}'

    def _head_text(self, viewer: int | None) -> str:
        """The game as one seat sees it, without the steps, cached until something changes."""
        state = self.version, len(self.notices), tuple(self.invited), self.presence.now, self.stand_ins, self.rematch
        if self._heads[0] != state:
            self._heads = state, {}
        heads = self._heads[1]
        if viewer not in heads:
            whole = self.snapshot(viewer, since=len(self.history.steps))
            kept = {name: value for name, value in whole.items() if name not in ("since", "news")}
            heads[viewer] = json.dumps(kept, ensure_ascii=False)
        return heads[viewer]

    def _table_snapshot(self) -> Snapshot:
        """The public part of the game, computed once for all viewers."""
        if self._table is None or self._table[0] != self.version:
            self._table = self.version, table_snapshot(self.history.game)
        return self._table[1]

    async def act(self, seat: int, action: int, *, version: int, is_computer: bool = False) -> None:
        """Take an action for a seat. Once started it is completed, even if the caller is cancelled."""
        await asyncio.shield(asyncio.ensure_future(self._act(seat, action, version, is_computer)))

    async def undo(self, seat: int, *, version: int) -> None:
        """Undo the last choice of a seat."""
        await asyncio.shield(asyncio.ensure_future(self._undo(seat, version)))

    async def take(self, seat: int, invitation: str, *, secret: str) -> str:
        """Exchange the invitation to a seat for its key."""
        return await asyncio.shield(asyncio.ensure_future(self._take(seat, invitation, secret)))

    async def stand_in(self, seat: int, player: str, *, by: int | None = None) -> None:
        """Let a computer player take the seat of an absent person. ``by`` is the seat of the host who asks for it."""
        await asyncio.shield(asyncio.ensure_future(self._stand_in(seat, player, by)))

    async def welcome_back(self, seats: Iterable[int]) -> None:
        """Give people who are here the seats that computer players have taken for them."""
        await asyncio.shield(asyncio.ensure_future(self._welcome_back(tuple(seats))))

    async def begin_rematch(self, create: Callable[[], Awaitable[Room]]) -> str:
        """The name of the game after this one. The first who asks begins it, and everybody is told."""
        return await asyncio.shield(asyncio.ensure_future(self._begin_rematch(create)))

    async def _begin_rematch(self, create: Callable[[], Awaitable[Room]]) -> str:
        async with self._lock:
            if not self.is_over:
                raise NotNowError("a rematch is possible only when the game is over")
            if self.rematch is None:
                following = (await create()).id
                await self._keep_people(self.stand_ins, following)
            return str(self.rematch)

    async def _stand_in(self, seat: int, player: str, by: int | None) -> None:
        async with self._lock:
            if by is not None and by not in self.hosts:
                raise NotYoursError("only whoever began the game can let a computer play for somebody")
            if seat not in self.seats.people:
                raise NotNowError("this is not the seat of a person")
            name = self.seats.names[seat]
            if self.is_over:
                raise NotNowError("the game is over")
            if self.stand_ins.player_in(seat) is not None:
                raise NotNowError(f"a computer already plays for {name}")
            if seat in self.presence.now.seats:
                raise NotNowError(f"{name} is here")
            if len(self.stand_ins.periods) >= MOST_STAND_INS:
                raise NotNowError(f"computers have taken seats {MOST_STAND_INS} times in this game, which is the limit")
            at = len(self.history.steps)
            await self._keep_people(self.stand_ins.taken(seat, player, at=at), self.rematch)

    async def _welcome_back(self, seats: Sequence[int]) -> None:
        if not any(self.stand_ins.player_in(seat) for seat in seats):
            return
        async with self._lock:
            await self._give_back(seats)

    async def _give_back(self, seats: Sequence[int]) -> None:
        back = [seat for seat in seats if self.stand_ins.player_in(seat)]
        after = self.stand_ins
        for seat in back:
            after = after.given_back(seat, at=len(self.history.steps))
        if back:
            await self._keep_people(after, self.rematch)
            for seat in back:
                self.bots.forget(seat)

    async def _keep_people(self, stand_ins: StandIns, rematch: str | None) -> None:
        """Switch to other stand-ins, or to a rematch, once they are on disk."""
        whom = awaited(self.history.game, self._players_with(stand_ins))
        text = json.dumps(stand_ins.to_list())
        await _on_disk(self._store.keep_row(PEOPLE, self.id, awaited=whom, stand_ins=text, rematch=rematch or ""))
        self.stand_ins, self.rematch = stand_ins, rematch
        self.tell(len(self.history.steps))

    async def _take(self, seat: int, invitation: str, secret: str) -> str:
        async with self._lock:
            if seat >= len(self._invitations) or not matches(invitation, self._invitations[seat]):
                raise NotYoursError("this is not an invitation to this seat")
            key = key_for_guest(invitation, secret)
            if self._keys[seat] == NO_KEY:
                given = (*self._keys[:seat], fingerprint(key), *self._keys[seat + 1 :])
                await _on_disk(self._store.give_seat(self.id, keys=self._keys, given=given))
                self._keys = given
                self.tell(len(self.history.steps))
            elif not matches(key, self._keys[seat]):
                raise TakenError("this seat is already taken: an invitation works only once")
            return key

    async def _act(self, seat: int, action: int, version: int, is_computer: bool) -> None:
        async with self._lock:
            self._check(version)
            if is_computer and not self.is_computer(seat):
                raise NotNowError(f"{self.seats.names[seat]} is back")
            if not is_computer:
                await self._give_back([seat])
            game = self.history.game
            if game.is_over:
                raise NotNowError("the game is over")
            if len(game.actions) >= MOST_ACTIONS:
                raise NotNowError(f"the game has reached the limit of {MOST_ACTIONS} actions")
            if game.seat != seat:
                raise NotNowError(f"it is not your turn: {self.seats.names[game.seat]} has to decide")
            after = self.history.copy()
            try:
                after.play(action)
            except IllegalActionError as error:
                raise NotNowError(str(error)) from error
            while not after.game.is_over and after.game.seat == seat and after.forced is not None:
                after.play(after.forced)  # nobody needs to be asked when there is only one way to pay
            kept = len(self.history.steps)
            await self._keep(after, kept=kept)
            self.tell(kept)

    async def _undo(self, seat: int, version: int) -> None:
        async with self._lock:
            self._check(version)
            try:
                length = last_choice(self.history.steps, seat, self.seats.names)
            except CannotUndoError as error:
                raise NotNowError(str(error)) from error
            if why := self._why_no_undo(length, seat):
                raise NotNowError(why)
            after = self.history.copy()
            await asyncio.to_thread(after.rewind, length)  # a long game takes some hundredths of a second
            await self._keep(after, kept=length)
            self.tell(length)

    def _why_no_undo(self, length: int, seat: int) -> str:
        """Why a seat cannot go back to the first ``length`` actions; empty if it can."""
        return "A computer played for you then." if length < self.stand_ins.last_end(seat) else ""

    def _check(self, version: int) -> None:
        if version != self.version:
            raise StaleError(f"the game is at version {self.version}, not {version}; get the current state first")

    async def _keep(self, after: GameHistory, *, kept: int) -> None:
        """Switch to a changed history once the change is on disk: nobody sees it before."""
        game = after.game
        change = self._store.change(
            self.id,
            version=self.version + 1,
            kept=kept,
            actions=game.actions[kept:],
            awaited=awaited(game, self.players),
            digest=state_digest(game),
        )
        await _on_disk(change)
        self.history = after
        self.version += 1

    def tell(self, kept: int) -> None:
        """Notify the computer players and all listeners of a change."""
        self.absence.update()
        self.bots.wake()
        for listener in list(self.listeners):
            listener(kept)

    def notice(self, seat: int, text: str) -> None:
        """Show everybody a message about a computer player."""
        self.notices.append({"seat": seat, "text": text})
        self.tell(len(self.history.steps))


def _past(game: Game) -> list[str]:
    """The message shown in a game that continues another one."""
    if not game.renewals:
        return []
    return [
        f"This game continues from move {game.renewals[-1].start} of another game. All cards and tickets drawn from "
        "here on are new. Whoever saw the other game may know what each seat held, or had put back, at that move."
    ]


async def _on_disk(change: Future[None]) -> None:
    """Wait until a change is on disk."""
    try:
        await asyncio.wrap_future(change)
    except FileError as error:
        LOG.error("a change of a game could not be stored: %s", error)
        raise NotKeptError("this could not be stored, so nothing has changed; try again") from error


def awaited(game: Game, players: Sequence[Mapping[str, Any]]) -> str:
    """Whom a game waits for."""
    if game.is_over:
        return NOBODY
    return PERSON if players[game.seat]["player"] == HUMAN else COMPUTER
