"""One game on the server. Actions are applied one at a time, and each is on disk before anybody sees it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from railwright.errors import FileError, IllegalActionError
from railwright.game.game import Game
from railwright.players.registry import HUMAN
from railwright.store.digest import state_digest
from railwright.store.games import COMPUTER, NOBODY, PERSON, GameStore, StoredGame
from railwright.table.game_history import GameHistory
from railwright.table.replaying import MOST_ACTIONS
from railwright.table.seats import Seats
from railwright.table.snapshot import Snapshot, game_snapshot, table_snapshot
from railwright.table.undo import CannotUndoError, last_choice
from railwright.web.access.offered_policies import OfferedPolicies
from railwright.web.access.refusals import NotKeptError, NotNowError, NotYoursError, StaleError, TakenError
from railwright.web.jobs.answer_cache import AnswerCache
from railwright.web.jobs.server_pools import ServerPools
from railwright.web.rooms.bots import Bots, Patience
from railwright.web.rooms.news import NewsTexts
from railwright.web.rooms.readiness import Readiness
from railwright.web.rooms.seat_keys import NO_KEY, fingerprint, key_for_guest, matches, seat_of
from railwright.web.work import answers
from railwright.web.work.portable import pack_game

Listener = Callable[[int], None]
"""Called when a game has changed, with the number of steps that are unchanged. It must not block."""

LOG = logging.getLogger("railwright.web")


class Room:
    """A game, the keys of its seats, and its listeners. Everything runs in one event loop."""

    def __init__(
        self, stored: StoredGame, seats: Seats, history: GameHistory, store: GameStore, *, pools: ServerPools,
        readiness: Readiness, policies: OfferedPolicies, patience: Patience, news: NewsTexts,
        may_think: Callable[[Room], bool],
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
        self.bots = Bots(
            self, pool=pools.thinking, readiness=readiness, policies=policies, patience=patience, may_think=may_think
        )
        """The computer players."""
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
    def invited(self) -> list[int]:
        """Seats whose invitations have not been used yet."""
        both = zip(self._invitations, self._keys, strict=True)
        return [seat for seat, (invitation, key) in enumerate(both) if invitation != NO_KEY and key == NO_KEY]

    async def prepare(self) -> None:
        """Compute what takes long before anybody looks: the final scores, when the game is over."""
        if self.is_over and self._end is None:
            self._end = await self._ends.get("end", self._find_end)

    async def _find_end(self) -> Snapshot:
        found: Snapshot = json.loads(
            await self._pools.answers.run(
                answers.answer, answers.end, pack_game(self.history.game), owner=self.owner, seconds=answers.SECONDS
            )
        )
        return found

    def snapshot(self, viewer: int | None, *, since: int = -1) -> Snapshot:
        """The game as one seat sees it, with the steps from ``since`` on. The room must be prepared."""
        since = min(since, len(self.history.steps))
        found = game_snapshot(
            self.history, self.seats, viewer, since=since, table=self._table_snapshot(), end=self._end
        )
        return {
            "game": self.id, "version": self.version, "since": since, **found,
            "notices": list(self.notices), "invited": self.invited,
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
        state = self.version, len(self.notices), tuple(self.invited)
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

    async def act(self, seat: int, action: int, *, version: int) -> None:
        """Take an action for a seat. Once started it is completed, even if the caller is cancelled."""
        await asyncio.shield(asyncio.ensure_future(self._act(seat, action, version)))

    async def undo(self, seat: int, *, version: int) -> None:
        """Undo the last choice of a seat."""
        await asyncio.shield(asyncio.ensure_future(self._undo(seat, version)))

    async def take(self, seat: int, invitation: str, *, secret: str) -> str:
        """Exchange the invitation to a seat for its key."""
        return await asyncio.shield(asyncio.ensure_future(self._take(seat, invitation, secret)))

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

    async def _act(self, seat: int, action: int, version: int) -> None:
        async with self._lock:
            self._check(version)
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
            after = self.history.copy()
            await asyncio.to_thread(after.rewind, length)  # a long game takes some hundredths of a second
            await self._keep(after, kept=length)
            self.tell(length)

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
            awaited=awaited(game, self.seats.players),
            digest=state_digest(game),
        )
        await _on_disk(change)
        self.history = after
        self.version += 1

    def tell(self, kept: int) -> None:
        """Notify the computer players and all listeners of a change."""
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
