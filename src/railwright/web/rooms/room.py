"""One game on the server. Actions are applied one at a time, and each is on disk before anybody sees it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from railwright.errors import IllegalActionError
from railwright.game.game import Game
from railwright.say import Said, both, say
from railwright.store.digest import state_digest
from railwright.store.games import GameStore, StoredGame
from railwright.table.game_history import GameHistory
from railwright.table.replaying import MOST_ACTIONS
from railwright.table.seats import Seats
from railwright.table.snapshot import Snapshot, game_snapshot, table_snapshot
from railwright.table.stand_ins import TIME
from railwright.table.undo import CannotUndoError, last_choice
from railwright.web.access.offered_policies import OfferedPolicies
from railwright.web.access.refusals import NotNowError, StaleError
from railwright.web.jobs.answer_cache import AnswerCache
from railwright.web.jobs.patience import Patience
from railwright.web.jobs.server_pools import ServerPools
from railwright.web.rooms.attendance import Attendance
from railwright.web.rooms.bots import Bots
from railwright.web.rooms.news import NewsTexts
from railwright.web.rooms.readiness import Readiness
from railwright.web.rooms.storing import awaited, on_disk, to_the_end
from railwright.web.rooms.webhooks import WebhookCaller
from railwright.web.work import answers
from railwright.web.work.portable import pack_game

Listener = Callable[[int], None]
"""Called when a game has changed, with the number of steps that are unchanged. It must not block."""

LASTING_OPTIONS = ("grace_seconds", "absent", "clock")
"""Options of a table that a rematch takes over."""


class Room:
    """A game, its people and its listeners. Everything runs in one event loop."""

    def __init__(
        self, stored: StoredGame, seats: Seats, history: GameHistory, store: GameStore, *, pools: ServerPools,
        readiness: Readiness, policies: OfferedPolicies, patience: Patience, news: NewsTexts,
        may_think: Callable[[Room], bool], caller: WebhookCaller | None,
    ) -> None:  # fmt: skip
        self.id = stored.id
        self.version = stored.version
        self.seats = seats
        self.history = history
        self.owner = stored.owner or stored.id
        """Owner charged for the computer players: the creator of the game, or else the game itself."""
        self.notices: list[Mapping[str, Any]] = [{"seat": None, **both("text", text)} for text in _past(history.game)]
        """Messages to the people at the table, about the origin of the game and its computer players."""
        self.listeners: set[Listener] = set()
        self.options: Mapping[str, Any] = stored.head.get("table") or {}
        """Options of the table, as stored."""
        self.lock = asyncio.Lock()
        """Held while the game or its people change."""
        self.attendance = Attendance(self, stored, store, caller)
        """The people."""
        self.bots = Bots(
            self, pool=pools.thinking, readiness=readiness, policies=policies, patience=patience, may_think=may_think
        )
        """The computer players."""
        self._patience = patience
        self._store = store
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
        return not self.listeners and not self.bots.is_thinking and not self.lock.locked()

    @property
    def is_unattended(self) -> bool:
        """Whether only computer players take part and nobody is watching."""
        return not self.listeners and not self.seats.people

    def seat_name(self, seat: int) -> str:
        """Name of a seat, unique on the server."""
        return f"{self.id}/{seat}"

    @property
    def lasting_options(self) -> dict[str, Any]:
        """Options of the table that hold for a rematch, too."""
        return {name: value for name, value in self.options.items() if name in LASTING_OPTIONS}

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
            length = last_choice(self.history.steps, viewer, self.seats.names)
            found |= both("undo", self._why_no_undo(length, viewer))
        if viewer is not None and self._is_overdue(viewer):
            found["me"]["legal"] = []
        return {
            "game": self.id, "version": self.version, "since": since, "clock": self._clock_snapshot(), **found,
            "notices": list(self.notices), **self.attendance.snapshot(),
            "webhook": self.attendance.webhooks.state_of(viewer),
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
        clock = json.dumps(self._clock_snapshot())  # it differs from one moment to the next, so it is not in the head
        return f'{{"since": {since}, "news": {news}, "clock": {clock}, {head[1:]}'

    def _clock_snapshot(self) -> Snapshot | None:
        clock = self.attendance.clock
        return None if clock is None else clock.snapshot(self.seats.people)

    def _head_text(self, viewer: int | None) -> str:
        """The game as one seat sees it, without steps and clock, cached until something changes."""
        state = self.version, len(self.notices), self.attendance.snapshot(), self.attendance.webhooks.states
        if self._heads[0] != state:
            self._heads = state, {}
        heads = self._heads[1]
        if viewer not in heads:
            whole = self.snapshot(viewer, since=len(self.history.steps))
            kept = {name: value for name, value in whole.items() if name not in ("since", "news", "clock")}
            heads[viewer] = json.dumps(kept, ensure_ascii=False)
        return heads[viewer]

    def _table_snapshot(self) -> Snapshot:
        """The public part of the game, computed once for all viewers."""
        if self._table is None or self._table[0] != self.version:
            self._table = self.version, table_snapshot(self.history.game)
        return self._table[1]

    async def act(self, seat: int, action: int, *, version: int, is_computer: bool = False) -> None:
        """Take an action for a seat. Once started it is completed, even if the caller is cancelled."""
        await to_the_end(self._act(seat, action, version, is_computer))

    async def undo(self, seat: int, *, version: int) -> None:
        """Undo the last choice of a seat."""
        await to_the_end(self._undo(seat, version))

    async def _act(self, seat: int, action: int, version: int, is_computer: bool) -> None:
        async with self.lock:
            self._check(version)
            if is_computer and not self.attendance.is_computer(seat):
                raise NotNowError(say("{name} is back", name=self.seats.names[seat]))
            if not is_computer:
                await self.attendance.give_back([seat])
                if self._is_overdue(seat):
                    raise NotNowError(say("your time is up: a computer plays for you"))
            game = self.history.game
            if game.is_over:
                raise NotNowError(say("the game is over"))
            if len(game.actions) >= MOST_ACTIONS:
                raise NotNowError(say("the game has reached the limit of {most} actions", most=str(MOST_ACTIONS)))
            if game.seat != seat:
                raise NotNowError(
                    say("it is not your turn: {name} has to decide", name=self.seats.names[game.seat])
                )  # fmt: skip
            after = self.history.copy()
            try:
                after.play(action)
            except IllegalActionError as error:
                raise NotNowError(error.text) from error
            while not after.game.is_over and after.game.seat == seat and after.forced is not None:
                after.play(after.forced)  # nobody needs to be asked when there is only one way to pay
            kept = len(self.history.steps)
            await self._keep(after, kept=kept)
            self.tell(kept)

    async def _undo(self, seat: int, version: int) -> None:
        async with self.lock:
            self._check(version)
            try:
                length = last_choice(self.history.steps, seat, self.seats.names)
            except CannotUndoError as error:
                raise NotNowError(error.text) from error
            if why := self._why_no_undo(length, seat):
                raise NotNowError(why)
            after = self.history.copy()
            await asyncio.to_thread(after.rewind, length)  # a long game takes some hundredths of a second
            await self._keep(after, kept=length)
            self.tell(length)

    def _why_no_undo(self, length: int, seat: int) -> str | Said:
        """Why a seat cannot go back to the first ``length`` actions; empty if it can."""
        if self._is_overdue(seat):
            return say("Your time is up: a computer plays for you.")
        if length < self.attendance.stand_ins.last_end(seat):
            return say("A computer played for you then.")
        return ""

    def _is_overdue(self, seat: int) -> bool:
        """Whether a computer player has a seat because the time of its person is up."""
        return self.attendance.stand_ins.reason_in(seat) == TIME

    def _check(self, version: int) -> None:
        if version != self.version:
            raise StaleError(
                say(
                    "the game is at version {now}, not {version}; get the current state first",
                    now=str(self.version), version=str(version),
                )
            )  # fmt: skip

    async def _keep(self, after: GameHistory, *, kept: int) -> None:
        """Switch to a changed history once the change is on disk: nobody sees it before."""
        game = after.game
        change = self._store.change(
            self.id,
            version=self.version + 1,
            kept=kept,
            actions=game.actions[kept:],
            awaited=awaited(game, self.attendance.players),
            digest=state_digest(game),
        )
        await on_disk(change)
        self.history = after
        self.version += 1

    def tell(self, kept: int) -> None:
        """Notify the computer players and all listeners of a change."""
        self.attendance.update_observers()
        self.bots.wake()
        for listener in list(self.listeners):
            listener(kept)

    def tell_news(self) -> None:
        """Notify everybody of a change that is not a step of the game."""
        self.tell(len(self.history.steps))

    def notice(self, seat: int, text: Said) -> None:
        """Show everybody a message about a computer player."""
        self.notices.append({"seat": seat, **both("text", text)})
        self.tell_news()


def _past(game: Game) -> list[Said]:
    """The message shown in a game that continues another one."""
    if not game.renewals:
        return []
    return [
        say(
            "This game continues from move {move} of another game. All cards and tickets drawn from here on are new. "
            "People who saw the other game may know what each seat held, or had put back, at that move.",
            move=str(game.renewals[-1].start),
        )
    ]
