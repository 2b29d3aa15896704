"""Webhooks: addresses that people want to be called at their turn, kept with the game until it is over.

Only the holder of a seat sets the one of the seat, and nobody ever gets its address back: anyone who has it can write
into somebody's chat.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from railwright.errors import DamageError
from railwright.say import Said, say
from railwright.store.game_tables import WEBHOOKS
from railwright.store.games import GameStore
from railwright.table.safe_text import printable
from railwright.web.access.outside import Callee, CallError, Outside
from railwright.web.access.refusals import NotNowError, RefusalError
from railwright.web.rooms.storing import on_disk, to_the_end

if TYPE_CHECKING:
    from railwright.web.rooms.room import Room

ABSENT_SECONDS = 20.0
"""Seconds that a person must be away at their turn before being called: longer than it takes to reload the page."""

GAP_SECONDS = 30.0
"""Minimum time between the calls for two turns of a seat."""

MOST_FAILURES = 5
"""After so many failed calls in a row, a webhook is paused."""

MOST_CALLS = 32
"""Maximum number of simultaneous calls."""

OWNER_CALLS = 2
"""Maximum number of simultaneous calls for games that were created from one address."""

LONGEST_LINK = 300
"""Maximum length of the link to a game."""

NEVER = -1

NONE, ON, PAUSED = "none", "on", "paused"

LOG = logging.getLogger("railwright.web")


class WebhookCaller:
    """Calls the webhooks of all games."""

    def __init__(
        self, outside: Outside, *, absent_seconds: float = ABSENT_SECONDS, gap_seconds: float = GAP_SECONDS
    ) -> None:  # fmt: skip
        self._outside = outside
        self.absent_seconds = absent_seconds
        self.gap_seconds = gap_seconds
        self._all = asyncio.Semaphore(MOST_CALLS)
        self._of_owner: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def call(self, url: str, message: Mapping[str, Any], *, owner: str) -> None:
        """Send a message to a webhook; CallError says why that failed."""
        own = self._of_owner.setdefault(owner, asyncio.Semaphore(OWNER_CALLS))
        async with own, self._all:
            await self._outside.post(url, message)

    def close(self) -> None:
        """Begin no more calls."""
        self._outside.close()


@dataclass(frozen=True, slots=True)
class Webhook:
    """What is called at the turns of a seat."""

    seat: int
    url: str
    link: str
    """The game, as its person opens it."""
    called: int = NEVER
    """First step of the turn for which it was called last."""
    failures: int = 0
    """Failed calls in a row."""

    @property
    def is_paused(self) -> bool:
        """Whether it has failed too often."""
        return self.failures >= MOST_FAILURES


class Webhooks:
    """The webhooks of a room. Changes are on disk before they take effect."""

    def __init__(self, room: Room, store: GameStore, caller: WebhookCaller | None) -> None:
        self._room = room
        self._store = store
        self.caller = caller
        """What calls them; None if the server calls nobody."""
        self._kept = {} if caller is None else _read(room, store)

    def find(self, seat: int) -> Webhook | None:
        """The webhook of a seat."""
        return self._kept.get(seat)

    def state_of(self, seat: int | None) -> str | None:
        """What its own person learns about the webhook of a seat; None if there can be none."""
        if self.caller is None or seat is None:
            return None
        webhook = self.find(seat)
        return NONE if webhook is None else PAUSED if webhook.is_paused else ON

    @property
    def states(self) -> tuple[str | None, ...]:
        """The same for all seats."""
        return tuple(map(self.state_of, range(len(self._room.seats.players))))

    async def set(self, seat: int, url: str, link: str) -> None:
        """Call an address at the turns of a seat, in place of any other."""
        self._check_offered()
        try:
            Callee.read(url)
        except CallError as error:
            raise RefusalError(error.text) from None
        if not is_link(link, self._room.id):
            raise RefusalError(say("this is not the link to this game"))
        await to_the_end(self._set(Webhook(seat, url, link)))

    async def remove(self, seat: int) -> None:
        """Call nobody any more at the turns of a seat."""
        self._check_offered()
        await to_the_end(self._remove(seat))

    async def test(self, seat: int, message: Mapping[str, Any]) -> str | Said:
        """Call the webhook of a seat now. Returns what was wrong, or nothing; a success ends a pause."""
        self._check_offered()
        webhook = self.find(seat)
        if webhook is None:
            raise NotNowError(say("there is no webhook to test"))
        problem = await self._try(webhook, message)
        if not problem:
            await self._note(webhook, failures=0)
        return problem

    async def call(self, webhook: Webhook, message: Mapping[str, Any]) -> None:
        """Call a webhook for a turn, and count failures."""
        problem = await self._try(webhook, message)
        await self._note(webhook, failures=webhook.failures + 1 if problem else 0)
        if problem:
            LOG.warning("game %s: a webhook could not be called: %s", self._room.id[:6], problem)

    async def note_call(self, seat: int, turn: int) -> None:
        """Record that a turn is announced. The room must be locked."""
        await self._keep(replace(self._kept[seat], called=turn))

    async def forget(self) -> None:
        """Remove all of them, because the game is over."""
        async with self._room.lock:
            if self._kept:
                await on_disk(self._store.remove_rows(WEBHOOKS, self._room.id))
                self._kept.clear()

    @property
    def are_any(self) -> bool:
        """Whether any seat has one."""
        return bool(self._kept)

    async def _try(self, webhook: Webhook, message: Mapping[str, Any]) -> str | Said:
        assert self.caller is not None
        try:
            await self.caller.call(webhook.url, message, owner=self._room.owner)
        except CallError as error:
            return error.text
        return ""

    async def _note(self, webhook: Webhook, *, failures: int) -> None:
        """Record how calls went, unless the webhook has been replaced meanwhile."""
        async with self._room.lock:
            now = self.find(webhook.seat)
            if now is not None and now.url == webhook.url and now.failures != failures:
                await self._keep(replace(now, failures=failures))

    def _check_offered(self) -> None:
        if self.caller is None:
            raise NotNowError(say("this server calls no webhooks"))

    async def _set(self, webhook: Webhook) -> None:
        async with self._room.lock:
            if self._room.is_over:
                raise NotNowError(say("the game is over"))
            await self._keep(webhook)
        self._room.attendance.update_observers()

    async def _remove(self, seat: int) -> None:
        async with self._room.lock:
            await on_disk(self._store.remove_rows(WEBHOOKS, self._room.id, seat=seat))
            self._kept.pop(seat, None)
        self._room.attendance.update_observers()

    async def _keep(self, webhook: Webhook) -> None:
        await on_disk(self._store.keep_row(WEBHOOKS, self._room.id, **asdict(webhook)))
        self._kept[webhook.seat] = webhook


def is_link(text: str, game: str) -> bool:
    """Whether a text is a link to a game as the page makes it, without any key."""
    if len(text) > LONGEST_LINK or text != printable(text) or not text.isascii() or " " in text:
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    is_web = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
    return is_web and not parts.query and parts.fragment == f"/table/{game}"


def _read(room: Room, store: GameStore) -> dict[int, Webhook]:
    """The stored webhooks of the people of a game. A backup from elsewhere may have anything, so they are checked."""
    try:
        found = [Webhook(**row) for row in store.rows_of(WEBHOOKS, room.id)]
    except DamageError as error:
        LOG.error("game %s: its webhooks are damaged: %s", room.id[:6], error)
        return {}
    return {one.seat: one for one in found if one.seat in room.seats.people and is_link(one.link, room.id)}
